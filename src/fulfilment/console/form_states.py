"""Form states: stored for one person, workspace and page, and deleted after a day."""

from datetime import datetime

import msgspec

from fulfilment.infra import ids
from fulfilment.infra.api.errors import NotFound, PayloadTooLarge
from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.database.batch_processor import BatchProcessor, columns
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.statements import sql

RETENTION_HOURS = 24
# States that a person has in a workspace at most; the next state replaces the oldest.
MAX_PER_PERSON = 30

# `OFFSET 0` has PostgreSQL find the states by person and then sort them; a plan might prefer to find them by age.
STORE = sql(
    "form_states.store",
    """
    WITH surplus AS (
        DELETE FROM form_states WHERE account_id = $1 AND person = $3 AND id = ANY (ARRAY(
            SELECT id FROM (SELECT id FROM form_states WHERE account_id = $1 AND person = $3 OFFSET 0) theirs
             ORDER BY id DESC OFFSET {most} - 1
        ))
    )
    INSERT INTO form_states (account_id, id, person, path, content) VALUES ($1, $2, $3, $4, $5)
    """,
    most=MAX_PER_PERSON,
)

FIND = sql(
    "form_states.find",
    """
    SELECT content, created_at, acted_at IS NOT NULL AS has_acted FROM form_states
     WHERE account_id = $1 AND person = $3 AND id = $2 AND path = $4
       AND created_at > now() - interval '{kept} hours'
    """,
    kept=RETENTION_HOURS,
)

NOTE_ACTED = sql(
    "form_states.note_acted",
    "UPDATE form_states SET acted_at = now() WHERE account_id = $1 AND person = $3 AND id = $2 AND acted_at IS NULL",
)

SELECT_EXPIRED = sql(
    "form_states.unscoped_old",
    """
    SELECT account_id, person, id FROM form_states WHERE created_at <= now() - interval '{kept} hours'
     ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED
    """,
    kept=RETENTION_HOURS,
)

# Each state is found by its whole key, with any statistics of the table.
DELETE = sql(
    "form_states.batched_forget",
    """
    DELETE FROM form_states WHERE ctid = ANY (ARRAY(
        SELECT f.ctid FROM unnest($1::text[], $2::text[], $3::text[]) AS old (account_id, person, id)
         CROSS JOIN LATERAL (SELECT ctid FROM form_states WHERE account_id = old.account_id
                                AND person = old.person AND id = old.id LIMIT 1) f
    ))
    """,
)


CLEANUP_INTERVAL_SECONDS = 600.0
DELETE_BATCH_SIZE = 500

_EXPIRED = BatchProcessor("form_states", ("account_id", "person", "id"), DELETE_BATCH_SIZE)


async def delete_expired(db: Database) -> None:
    """Delete the states that are older than a day, a few at a time."""
    await _EXPIRED.drain(
        db,
        lambda connection, most: connection.fetch(SELECT_EXPIRED.text, most),
        lambda connection, old: connection.execute(DELETE.text, *columns(old, 3)),
    )


# The table has the same bound.
_MAX_BYTES = 131_072
_MAX_PATH_CHARACTERS = 1_000


class FormState(msgspec.Struct, frozen=True):
    """Stored content as JSON, with its time, and whether its action has already been done."""

    content: str
    created_at: datetime
    has_acted: bool


async def store(db: Database, principal: Principal, path: str, content: bytes) -> str:
    """Id of the new state, for the page at the path. Raises PayloadTooLarge."""
    if len(content) > _MAX_BYTES or len(path) > _MAX_PATH_CHARACTERS:
        raise PayloadTooLarge(_MAX_BYTES)
    id = ids.new("form")
    async with db.connection() as connection:
        await connection.execute(STORE.text, principal.account_id, id, principal.person, path, content.decode())
    return id


async def find(db: Database, principal: Principal, path: str, id: str) -> FormState:
    """State by its id. Raises NotFound for a state that is unknown, old, of another person, or of another page."""
    async with db.connection() as connection:
        row = await connection.fetchrow(FIND.text, principal.account_id, id, principal.person, path)
    if row is None:
        raise NotFound
    return FormState(row["content"], row["created_at"], row["has_acted"])


async def note_acted(db: Database, principal: Principal, id: str) -> None:
    """Record that the action is done, so that a reload does not repeat it."""
    async with db.connection() as connection:
        await connection.execute(NOTE_ACTED.text, principal.account_id, id, principal.person)
