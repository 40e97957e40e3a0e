"""Outbound switch of the process: webhooks, the courier aggregator, the payment provider (setting `outbound`).

A copy of an installation, restored for a test or a look, must not act on the world that the original acts on. With
`outbound` off nothing is sent. Background jobs wait, and a request that needs a call is refused.

Sign-ins and traces go on: people have to sign in to look at a copy, and neither changes anything elsewhere.
"""

from typing import Any, TypedDict

import aiohttp
import structlog
from aiohttp.connector import Connection

from fulfilment.settings import Settings

WORDS = "Outbound calls are switched off here (FULFILMENT_OUTBOUND is off), so nothing was sent."

_log = structlog.get_logger(__name__)


class OutboundOff(ConnectionError):
    """A call was to be made while nothing may leave."""

    def __init__(self) -> None:
        super().__init__(WORDS)


class _Switch:
    is_on = True


def configure(settings: Settings) -> None:
    """Do as the settings say from now on, in the whole process."""
    _Switch.is_on = settings.outbound == "on"
    if not _Switch.is_on:
        _log.warning("outbound_off")


def is_on() -> bool:
    """True where calls out are allowed."""
    return _Switch.is_on


def require() -> None:
    """Raises OutboundOff."""
    if not _Switch.is_on:
        raise OutboundOff


class Connector(aiohttp.TCPConnector):
    """Opens and lends connections as aiohttp's does. Raises OutboundOff while nothing may leave."""

    async def connect(self, *args: Any, **options: Any) -> Connection:
        require()
        return await super().connect(*args, **options)


# All heads of one answer together. httpx, which `fulfilment listen` uses, has the same bound.
HEAD_BYTES = 102_400
HEADERS_MOST = 1_000


class HeadLimits(TypedDict):
    """Keyword arguments of `aiohttp.ClientSession`."""

    max_line_size: int
    max_field_size: int
    max_headers: int


HEAD_LIMITS: HeadLimits = {"max_line_size": HEAD_BYTES, "max_field_size": HEAD_BYTES, "max_headers": HEADERS_MOST}
