"""What a key is bound to: until when it works, and from where (docs/decisions/0054-key-bounds.md).

A key mints none that is bound less than itself: whoever holds it for a day, or inside one network, could otherwise
keep what they had for ever, or take it anywhere.
"""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from fulfilment.api_keys import queries
from fulfilment.infra import clock
from fulfilment.infra.api.errors import Forbidden, Validation
from fulfilment.infra.auth import ip_allowlist
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import format_timestamp


class KeyRestrictions(msgspec.Struct, frozen=True):
    """`expires_at` null: never. `networks`, normal ones: null means from anywhere."""

    expires_at: datetime | None = None
    networks: Sequence[str] | None = None


async def validate_restrictions(tx: Tx, expires_at: datetime | None, networks: Sequence[str] | None) -> KeyRestrictions:
    """What was asked for, as it is kept. Raises Validation."""
    return KeyRestrictions(await _require_future(tx, expires_at), _normalise_networks(networks))


def require_subset(requested: KeyRestrictions, allowed: KeyRestrictions) -> None:
    """Refuse a key that is bound less than the one that mints it. Raises Forbidden."""
    if allowed.expires_at is not None and (requested.expires_at is None or requested.expires_at > allowed.expires_at):
        ends = format_timestamp(allowed.expires_at)
        message = f"This key expires at {ends}, and can mint only keys that do not outlive it."
        raise Forbidden(f"{message} Give expiresAt, no later than that.", field="expiresAt")
    if allowed.networks is not None and (
        requested.networks is None or not ip_allowlist.is_subset(requested.networks, allowed.networks)
    ):
        message = "This key can mint only keys for networks within its own"
        raise Forbidden(f"{message}: {', '.join(allowed.networks)}.", field="networks")


async def _require_future(tx: Tx, expires_at: datetime | None) -> datetime | None:
    if expires_at is None:
        return None
    rounded = clock.truncate_ms(min(expires_at, clock.LATEST_EXPIRY))
    if rounded < clock.EARLIEST_EXPIRY or await queries.is_past(tx, rounded):
        raise Validation("expiresAt must lie in the future.", field="expiresAt")
    return rounded


def _normalise_networks(networks: Sequence[str] | None) -> list[str] | None:
    if networks is None:
        return None
    try:
        return ip_allowlist.normalise(networks)
    except ValueError as problem:
        index = problem.args[0]
        message = "is neither an address nor a network such as 10.1.0.0/16 or 2001:db8::/32."
        raise Validation(f"{networks[index]!r} {message}", field=f"networks.{index}") from None
