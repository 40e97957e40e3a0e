"""Storing a form state and finding it again: by its own person, in its own workspace, for its own page."""

from datetime import datetime

import msgspec

from fulfilment.console.form_states import queries
from fulfilment.infra import ids
from fulfilment.infra.api.errors import NotFound, PayloadTooLarge
from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.database.pool import Database

# The table has the same bound.
_MAX_BYTES = 131_072
_MAX_PATH_CHARACTERS = 1_000


class FormState(msgspec.Struct, frozen=True):
    """The stored content, as JSON, when it was stored, and whether the act that it asks for was done already."""

    content: str
    created_at: datetime
    has_acted: bool


async def store(db: Database, principal: Principal, path: str, content: bytes) -> str:
    """The id of the new state, with which the page at the path finds it. Raises PayloadTooLarge."""
    if len(content) > _MAX_BYTES or len(path) > _MAX_PATH_CHARACTERS:
        raise PayloadTooLarge(_MAX_BYTES)
    id = ids.new("form")
    async with db.connection() as connection:
        await connection.execute(queries.STORE.text, principal.account_id, id, principal.person, path, content.decode())
    return id


async def find(db: Database, principal: Principal, path: str, id: str) -> FormState:
    """Raises NotFound for a state that is unknown, old, of another person, or of another page."""
    async with db.connection() as connection:
        row = await connection.fetchrow(queries.FIND.text, principal.account_id, id, principal.person, path)
    if row is None:
        raise NotFound
    return FormState(row["content"], row["created_at"], row["has_acted"])


async def note_acted(db: Database, principal: Principal, id: str) -> None:
    """Remember that the act was done, so that a reload does not do it again."""
    async with db.connection() as connection:
        await connection.execute(queries.NOTE_ACTED.text, principal.account_id, id, principal.person)
