"""Holding a partner to its bounds in a merchant's workspace.

See `infra/auth/partner_restrictions.py`; decisions, sections 3 and 13.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET

from fulfilment.infra.auth import partner_restrictions
from fulfilment.infra.auth.principal import ForbiddenOnBehalf, Principal
from fulfilment.infra.database.transaction import Actor

Shown = TypeVar("Shown", bound=msgspec.Struct)

_ABOUT_TARGET = ("targetId", "before", "after")


def require_may_use(principal: Principal, method: str, path: str) -> None:
    """Raise ForbiddenOnBehalf on a route that a partner uses as itself or not at all."""
    if principal.acting_partner is not None and (method, path) in partner_restrictions.FORBIDDEN_ROUTES:
        raise ForbiddenOnBehalf("A partner does this as itself, not on behalf of a merchant.")


def require_may_send(principal: Principal, body: msgspec.Struct) -> None:
    """Raise ForbiddenOnBehalf where a body says something that is the merchant's alone."""
    if principal.acting_partner is None:
        return
    for name in partner_restrictions.FORBIDDEN_FIELDS.get(type(body).__name__, ()):
        if getattr(body, name) is not UNSET:
            raise ForbiddenOnBehalf("A partner cannot set a merchant's aggregator key.")


def redact(principal: Principal, record: Shown) -> Shown:
    """The record as the caller may see it."""
    hidden = partner_restrictions.HIDDEN_FIELDS.get(type(record).__name__, ())
    if principal.acting_partner is None or not hidden:
        return record
    return msgspec.structs.replace(record, **dict.fromkeys(hidden))


def redact_targets(actor: Actor, rows: Sequence[Any]) -> Sequence[Any]:
    """Audit entries, as JSON text in the column `row`, as the actor may see them: that something was done to a key of
    the merchant's own, and not to which.
    """
    partner = getattr(actor, "acting_partner", None)
    if partner is None:
        return rows
    return [row if row["row"] is None else {**row, "row": _without_target(partner, row["row"])} for row in rows]


def _without_target(partner: str, row: str) -> str:
    entry = msgspec.json.decode(row)
    is_own = entry["metadata"].get("partner") == partner
    if entry["targetType"] not in partner_restrictions.OWN_TARGETS or is_own:
        return row
    return msgspec.json.encode(entry | dict.fromkeys(_ABOUT_TARGET)).decode()
