"""Holding a partner to its bounds in a merchant's workspace.

One list says what a partner may not do there, and what it never sees (decisions, sections 3 and 13). The list holds on
behalf of the merchant (the header) and for the keys that were made so, alike; tests/partners walks every route by it.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET

from fulfilment.infra.auth.principal import ForbiddenOnBehalf, Principal
from fulfilment.infra.database.transaction import Actor

# It provisions and reckons as itself, without the header.
FORBIDDEN_ROUTES = frozenset(
    {
        ("POST", "/api/v1/admin/workspaces"),
        ("GET", "/api/v1/admin/workspaces/{account_id}"),
        ("GET", "/api/v1/admin/partner/usage"),
    }
)

# What a body that it sends may not hold, null included.
FORBIDDEN_FIELDS = {"ShippingConfigChange": ("api_key",)}

# What is null in the records that it is shown: the merchant's aggregator key, and the address that proves its reports.
HIDDEN_FIELDS = {"AggregatorConfig": ("api_key_preview", "report_url")}

# Of these it sees and changes those alone that bear it, on their own routes and as targets in the audit log.
OWN_TARGETS = frozenset({"ApiKey"})


Shown = TypeVar("Shown", bound=msgspec.Struct)

_ABOUT_TARGET = ("targetId", "before", "after")


def require_may_use(principal: Principal, method: str, path: str) -> None:
    """Raise ForbiddenOnBehalf on a route that a partner uses as itself or not at all."""
    if principal.acting_partner is not None and (method, path) in FORBIDDEN_ROUTES:
        raise ForbiddenOnBehalf("A partner does this as itself, not on behalf of a merchant.")


def require_may_send(principal: Principal, body: msgspec.Struct) -> None:
    """Raise ForbiddenOnBehalf where a body says something that is the merchant's alone."""
    if principal.acting_partner is None:
        return
    for name in FORBIDDEN_FIELDS.get(type(body).__name__, ()):
        if getattr(body, name) is not UNSET:
            raise ForbiddenOnBehalf("A partner cannot set a merchant's aggregator key.")


def redact(principal: Principal, record: Shown) -> Shown:
    """The record as the caller may see it."""
    hidden = HIDDEN_FIELDS.get(type(record).__name__, ())
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
    if entry["targetType"] not in OWN_TARGETS or is_own:
        return row
    return msgspec.json.encode(entry | dict.fromkeys(_ABOUT_TARGET)).decode()
