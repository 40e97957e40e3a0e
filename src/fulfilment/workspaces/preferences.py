"""Reading and changing what a workspace says of itself."""

from typing import Any

import asyncpg

from fulfilment.infra.api.errors import NotFound, Validation
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.models import from_row, provided_fields
from fulfilment.settings import Settings
from fulfilment.workspaces import queries, time_zones
from fulfilment.workspaces.schemas import DEFAULT_LABEL_SIZE, DEFAULT_ZONE, Workspace, WorkspaceChange


async def get_workspace(read: Read, settings: Settings) -> Workspace:
    """The workspace as it is now."""
    return _to_api(await queries.find(read), settings)


async def update_workspace(tx: Tx, body: WorkspaceChange, settings: Settings) -> Workspace:
    """Change what is given; a change of nothing leaves no trace. Raises Validation for a zone that nobody knows."""
    changed = provided_fields(body)
    zone = changed.get("time_zone")
    if zone is not None and zone not in time_zones.list_names():
        raise Validation("This is no IANA time zone. Names look like 'Asia/Jakarta'.", field="timeZone")
    row = _require_row(await queries.lock(tx))
    values = dict(row) | changed
    if values == dict(row):
        return _to_api(row, settings)
    saved = await queries.update(tx, values["name"], values["language"], values["time_zone"], values["label_size"])
    before, after = _to_api(row, settings), _to_api(saved, settings)
    tx.audit("workspace.updated", "Workspace", tx.account_id, before=before, after=after)
    return after


def _require_row(row: asyncpg.Record | None) -> asyncpg.Record:
    if row is None:
        raise NotFound
    return row


def _to_api(row: asyncpg.Record | None, settings: Settings) -> Workspace:
    row = _require_row(row)
    extra: dict[str, Any] = {
        "account_id": row["id"],
        "currency": settings.currency,
        "time_zone": row["time_zone"] or DEFAULT_ZONE,
        "label_size": row["label_size"] or DEFAULT_LABEL_SIZE,
        "is_suspended": row["suspended_at"] is not None,
    }
    return from_row(Workspace, row, **extra)
