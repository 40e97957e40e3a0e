"""Revoking licenses, for good (specification, States)."""

from fulfilment.infra.api.errors import NotFound
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import from_row
from fulfilment.licenses import events, queries
from fulfilment.licenses.schemas import License


async def revoke(tx: Tx, id: str) -> License:
    """Revoke a license; a second time does nothing. Instances that are active find out when they next validate."""
    row = await queries.lock(tx, id)
    if row is None:
        raise NotFound
    if row["status"] == "revoked":
        return from_row(License, row)
    license = from_row(License, await queries.update(tx, row, status="revoked"))
    tx.add_to_counter("license", "active", -1)
    tx.add_to_counter("license", "revoked", +1)
    events.emit(tx, "license.revoked", license)
    tx.audit("license.revoked", "License", id, before={"status": "active"}, after={"status": "revoked"})
    return license
