"""Suspending licenses and reinstating them (beyond the specification; decisions, section 7)."""

from datetime import datetime

from fulfilment.infra import clock
from fulfilment.infra.api.errors import NotFound
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import format_timestamp, from_row
from fulfilment.licenses import events, queries, validity
from fulfilment.licenses.schemas import License


async def suspend(tx: Tx, id: str) -> License:
    """Have a license be good for nothing until it is reinstated. Raises NotFound, RevokedLicense."""
    return await _set_suspended(tx, id, "license.suspended", clock.now())


async def reinstate(tx: Tx, id: str) -> License:
    """Have a suspended license be as good as before. Raises NotFound, RevokedLicense."""
    return await _set_suspended(tx, id, "license.reinstated", None)


async def _set_suspended(tx: Tx, id: str, name: str, suspended_at: datetime | None) -> License:
    row = await queries.lock(tx, id)
    if row is None:
        raise NotFound
    validity.require_not_revoked(row)
    if (row["suspended_at"] is None) == (suspended_at is None):
        return from_row(License, row)
    license = from_row(License, await queries.update(tx, row, suspended_at=suspended_at))
    events.emit(tx, name, license)
    before, after = ({"suspendedAt": format_timestamp(moment)} for moment in (row["suspended_at"], suspended_at))
    tx.audit(name, "License", id, before=before, after=after)
    return license
