"""Partner policy: the routes, fields and audit entries that a partner must not use or see in a merchant's workspace.

It applies to platform keys with the on-behalf-of header, and to keys created that way. See decisions, sections 3 and
13. tests/partners checks every route against it.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET

from fulfilment.infra.auth.principal import ForbiddenOnBehalf, Principal
from fulfilment.infra.database.transaction import Actor

# A partner uses these routes as itself, without the on-behalf-of header.
FORBIDDEN_ROUTES = frozenset(
    {
        ("POST", "/api/v1/admin/workspaces"),
        ("GET", "/api/v1/admin/workspaces/{account_id}"),
        ("GET", "/api/v1/admin/partner/usage"),
    }
)

# Fields that a partner's body must not contain, not even as null.
FORBIDDEN_FIELDS = {"ShippingConfigChange": ("api_key",)}

# Fields that are null in a partner's answers: the merchant's aggregator key, and the secret URL of courier reports.
HIDDEN_FIELDS = {"AggregatorConfig": ("api_key_preview", "report_url")}

# Types of resources of which a partner sees and changes only its own, on their routes and in the audit log.
OWN_TARGETS = frozenset({"ApiKey"})

Shown = TypeVar("Shown", bound=msgspec.Struct)

_ABOUT_TARGET = ("targetId", "before", "after")


def require_may_use(principal: Principal, method: str, path: str) -> None:
    """Raise ForbiddenOnBehalf on a route that a partner may use only as itself."""
    if principal.acting_partner is not None and (method, path) in FORBIDDEN_ROUTES:
        raise ForbiddenOnBehalf("A partner does this as itself, not on behalf of a merchant.")


def require_may_send(principal: Principal, body: msgspec.Struct) -> None:
    """Raise ForbiddenOnBehalf if a body sets a field that only the merchant may set."""
    if principal.acting_partner is None:
        return
    for name in FORBIDDEN_FIELDS.get(type(body).__name__, ()):
        if getattr(body, name) is not UNSET:
            raise ForbiddenOnBehalf("A partner cannot set a merchant's aggregator key.")


def redact(principal: Principal, record: Shown) -> Shown:
    """The record with the hidden fields as null, if the caller is a partner."""
    hidden = HIDDEN_FIELDS.get(type(record).__name__, ())
    if principal.acting_partner is None or not hidden:
        return record
    return msgspec.structs.replace(record, **dict.fromkeys(hidden))


def redact_targets(actor: Actor, rows: Sequence[Any]) -> Sequence[Any]:
    """Audit entries as the actor may see them, as JSON text in the column `row`.

    A partner sees an entry about the merchant's own API key without its target.
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
