"""Outbound switch of the process (setting `outbound`).

The switch covers webhooks, the courier aggregator and the payment provider. A copy of an installation, restored for a
test or an inspection, must not act on the outside world like the original. With `outbound` off nothing is sent:
background jobs wait, and a request that needs a call is refused.

Sign-ins and traces stay on, since users must be able to sign in to a copy and neither changes external data.
"""

import structlog

from fulfilment.settings import Settings

WORDS = "Outbound calls are switched off here (FULFILMENT_OUTBOUND is off), so nothing was sent."

_log = structlog.get_logger(__name__)


class OutboundOff(ConnectionError):
    """An outbound call was attempted while `outbound` is off."""

    def __init__(self) -> None:
        super().__init__(WORDS)


class _Switch:
    is_on = True


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
