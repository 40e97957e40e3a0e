"""Changing what a license allows: its cap and its expiry (beyond the specification; decisions, section 7)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fulfilment.db.tx import Tx
from fulfilment.fields import changes, from_row, stamp, wire_names
from fulfilment.http.errors import NotFound, Validation
from fulfilment.licenses import events, queries, validity
from fulfilment.licenses.records import License, LicenseChange


async def change(tx: Tx, id: str, given: LicenseChange) -> License:
    """Change what is given; a change of nothing tells nothing. Raises NotFound, LicenseRevoked, Validation."""
    row = await queries.lock(tx, id)
    if row is None:
        raise NotFound
    validity.require_not_revoked(row)
    if isinstance(given.expires_at, datetime):
        if refusal := validity.refusal_of_expiry(given.expires_at):
            raise refusal
        given.expires_at = validity.kept(given.expires_at)
    changed = changes(row, given)
    if not changed:
        return from_row(License, row)
    if changed.get("max_activations", row["activations"]) < row["activations"]:
        active, wanted = row["activations"], changed["max_activations"]
        said = f"{active} instances are active, more than {wanted}; deactivate some first."
        raise Validation(said, field="maxActivations")
    license = from_row(License, await queries.update(tx, row, **changed))
    names = wire_names(LicenseChange, changed)
    events.emit(tx, "license.updated", license, changed=list(names.values()))
    before, after = (_shown(of, names) for of in (row, changed))
    tx.audit("license.updated", "License", id, before=before, after=after)
    return license


def _shown(values: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    return {
        shown: stamp(values[name]) if isinstance(values[name], datetime) else values[name]
        for name, shown in names.items()
    }
