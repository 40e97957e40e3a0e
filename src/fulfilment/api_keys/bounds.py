"""What a key is bound to: until when it works, and from where (docs/decisions/0054-key-bounds.md).

A key mints none that is bound less than itself: whoever holds it for a day, or inside one network, could otherwise
keep what they had for ever, or take it anywhere.
"""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from fulfilment import clock
from fulfilment.api_keys import queries
from fulfilment.db.tx import Tx
from fulfilment.fields import stamp
from fulfilment.http import networks
from fulfilment.http.errors import Forbidden, Validation


class Bounds(msgspec.Struct, frozen=True):
    """`expires_at` null: never. `networks`, normal ones: null means from anywhere."""

    expires_at: datetime | None = None
    networks: Sequence[str] | None = None


async def read(tx: Tx, expires_at: datetime | None, given: Sequence[str] | None) -> Bounds:
    """What was asked for, as it is kept. Raises Validation."""
    return Bounds(await _ahead(tx, expires_at), _normal(given))


def require_within(bounds: Bounds, own: Bounds) -> None:
    """Refuse a key that is bound less than the one that mints it. Raises Forbidden."""
    if own.expires_at is not None and (bounds.expires_at is None or bounds.expires_at > own.expires_at):
        said = f"This key expires at {stamp(own.expires_at)}, and can mint only keys that do not outlive it."
        raise Forbidden(f"{said} Give expiresAt, no later than that.", field="expiresAt")
    if own.networks is not None and (bounds.networks is None or not networks.lie_within(bounds.networks, own.networks)):
        said = "This key can mint only keys for networks within its own"
        raise Forbidden(f"{said}: {', '.join(own.networks)}.", field="networks")


async def _ahead(tx: Tx, expires_at: datetime | None) -> datetime | None:
    if expires_at is None:
        return None
    kept = clock.cut(min(expires_at, clock.LATEST_EXPIRY))
    if kept < clock.EARLIEST_EXPIRY or await queries.is_past(tx, kept):
        raise Validation("expiresAt must lie in the future.", field="expiresAt")
    return kept


def _normal(given: Sequence[str] | None) -> list[str] | None:
    if given is None:
        return None
    try:
        return networks.normal(given)
    except ValueError as problem:
        index = problem.args[0]
        said = "is neither an address nor a network such as 10.1.0.0/16 or 2001:db8::/32."
        raise Validation(f"{given[index]!r} {said}", field=f"networks.{index}") from None
