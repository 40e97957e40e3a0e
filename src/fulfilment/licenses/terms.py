"""Changing what a license allows: its cap and its expiry (beyond the specification; decisions, section 7)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fulfilment.infra.api.errors import NotFound, Validation
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import Row, changes, format_timestamp, from_row, wire_names
from fulfilment.licenses import events, queries, validity
from fulfilment.licenses.schemas import License, LicenseChange


async def update_license(tx: Tx, id: str, body: LicenseChange) -> License:
    """Change what is given; a change of nothing tells nothing. Raises NotFound, RevokedLicense, Validation."""
    row = await queries.lock(tx, id)
    if row is None:
        raise NotFound
    validity.require_not_revoked(row)
    if isinstance(body.expires_at, datetime):
        if error := validity.find_expiry_error(body.expires_at):
            raise error
        body.expires_at = validity.normalize_expiry(body.expires_at)
    changed = changes(row, body)
    if not changed:
        return from_row(License, row)
    if changed.get("max_activations", row["activations"]) < row["activations"]:
        active, requested = row["activations"], changed["max_activations"]
        message = f"{active} instances are active, more than {requested}; deactivate some first."
        raise Validation(message, field="maxActivations")
    license = from_row(License, await queries.update(tx, row, **changed))
    names = wire_names(LicenseChange, changed)
    events.emit(tx, "license.updated", license, changed=list(names.values()))
    before, after = (_audit_fields(values, names) for values in (row, changed))
    tx.audit("license.updated", "License", id, before=before, after=after)
    return license


def _audit_fields(values: Row, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        wire_name: format_timestamp(values[name]) if isinstance(values[name], datetime) else values[name]
        for name, wire_name in names.items()
    }
