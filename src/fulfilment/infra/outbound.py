"""Outbound switch of the process (setting `outbound`), and size limits of the headers of received responses.

The switch covers webhooks, the courier aggregator and the payment provider. A copy of an installation, restored for a
test or an inspection, must not act on the outside world like the original. With `outbound` off nothing is sent:
background jobs wait, and a request that needs a call is refused.

Sign-ins and traces stay on, since users must be able to sign in to a copy and neither changes external data.
"""

from typing import Any, TypedDict

import aiohttp
import structlog
from aiohttp.connector import Connection

from fulfilment.settings import Settings

WORDS = "Outbound calls are switched off here (FULFILMENT_OUTBOUND is off), so nothing was sent."

_log = structlog.get_logger(__name__)

# Limit of all headers of one response together. httpx, which `fulfilment listen` uses, has the same limit.
HEAD_BYTES = 102_400
HEADERS_MOST = 1_000


class OutboundOff(ConnectionError):
    """An outbound call was attempted while `outbound` is off."""

    def __init__(self) -> None:
        super().__init__(WORDS)


class _Switch:
    is_on = True


class Connector(aiohttp.TCPConnector):
    """An aiohttp connector that raises OutboundOff while `outbound` is off."""

    async def connect(self, *args: Any, **options: Any) -> Connection:
        require()
        return await super().connect(*args, **options)


class HeadLimits(TypedDict):
    """Limits of response headers, as keyword arguments of `aiohttp.ClientSession`."""

    max_line_size: int
    max_field_size: int
    max_headers: int


HEAD_LIMITS: HeadLimits = {"max_line_size": HEAD_BYTES, "max_field_size": HEAD_BYTES, "max_headers": HEADERS_MOST}


def configure(settings: Settings) -> None:
    """Apply the setting to the whole process."""
    _Switch.is_on = settings.outbound == "on"
    if not _Switch.is_on:
        _log.warning("outbound_off")


def is_on() -> bool:
    """True where outbound calls are allowed."""
    return _Switch.is_on


def require() -> None:
    """Raise OutboundOff where outbound calls are not allowed."""
    if not _Switch.is_on:
        raise OutboundOff
