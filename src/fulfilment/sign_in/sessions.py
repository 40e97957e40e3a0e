"""Sessions of the console: one begins with each sign-in; a person, an operator or the provider ends it at once."""

import secrets as randomness
from collections.abc import Sequence
from datetime import datetime, timedelta

import asyncpg
import msgspec

from fulfilment.db.pool import Database
from fulfilment.http.request import Request
from fulfilment.http.session import ConsoleSession, hash_of
from fulfilment.sign_in import queries
from fulfilment.sign_in.identity import Identity

_ID_BYTES = 32
# A person's next sign-in ends the oldest of as many.
MOST_OF_A_PERSON = 50


class SignedIn(msgspec.Struct, frozen=True):
    """One session that goes on, for a list. `id` tells it from others, and opens nothing."""

    id: str
    subject: str
    email: str | None
    name: str | None
    account_ids: tuple[str, ...]
    made_at: datetime
    seen_at: datetime
    user_agent: str | None
    ip: str | None


async def begin(db: Database, request: Request, issuer: str, who: Identity, former: bytes | None) -> str:
    """The id of a new session of somebody who has just signed in; `former` is the hash of the one that it replaces.

    The oldest of fifty that the person has had within the day ends with it.
    """
    session_id, person = randomness.token_urlsafe(_ID_BYTES), who.person
    async with db.connection() as connection:
        await connection.fetchrow(
            queries.OPEN.text,
            hash_of(session_id),
            issuer,
            person.subject,
            person.email,
            who.name,
            list(person.roles),
            person.account_id,
            list(person.account_ids),
            who.proven_at,
            who.sid,
            _storable(request.user_agent),
            former,
            request.client_ip,
            MOST_OF_A_PERSON,
        )
    return session_id


async def use_once(db: Database, what: bytes, lasts: timedelta) -> bool:
    """Whether this, a hash, was not used before, on whichever node; it is remembered for so long."""
    async with db.connection() as connection:
        return await connection.fetchval(queries.USE.text, what, lasts) is not None


async def end_here(db: Database, id_hash: bytes) -> None:
    """End the session of the browser that asks."""
    async with db.connection() as connection:
        await connection.execute(queries.END.text, id_hash)


async def log_out(
    db: Database, used: bytes, lasts: timedelta, issuer: str, subject: str | None, sid: str | None
) -> int | None:
    """End what the provider's logout token names, and how many that were; None where the token was used before."""
    async with db.connection() as connection:
        if sid is None:
            row = await connection.fetchrow(queries.LOG_OUT_SUBJECT.text, used, lasts, issuer, subject)
        else:
            row = await connection.fetchrow(queries.LOG_OUT_SID.text, used, lasts, issuer, subject, sid)
    return row["ended"] if row["is_first"] else None


async def list_of(db: Database, person: ConsoleSession) -> list[SignedIn]:
    """Where a person is signed in, the newest first, at most MOST_OF_A_PERSON."""
    async with db.connection() as connection:
        rows = await connection.fetch(queries.OF_PERSON.text, MOST_OF_A_PERSON, person.subject, person.issuer)
    return _shown(rows)


async def end(db: Database, person: ConsoleSession, session_id: str) -> bool:
    """End one of a person's own sessions, by its `id` in the list; whether there was one that went on."""
    try:
        id_hash = bytes.fromhex(session_id)
    except ValueError:
        return False
    async with db.connection() as connection:
        done = await connection.fetchval(queries.END_OF_PERSON.text, id_hash, person.subject, person.issuer)
    return done is not None


async def end_others(db: Database, person: ConsoleSession) -> int:
    """End all of a person's sessions but this one, and how many that were."""
    async with db.connection() as connection:
        return len(await connection.fetch(queries.END_OTHERS.text, person.subject, person.issuer, person.id_hash))


async def newest(
    connection: asyncpg.Connection, most: int, person: str | None = None, workspace: str | None = None
) -> list[SignedIn]:
    """For the operator: who is signed in, the newest first; of one person, by subject or e-mail, or of a workspace."""
    if person is not None:
        return _shown(await connection.fetch(queries.NEWEST_OF_SOMEBODY.text, most, person))
    if workspace is not None:
        return _shown(await connection.fetch(queries.NEWEST_OF_WORKSPACE.text, most, workspace))
    return _shown(await connection.fetch(queries.NEWEST.text, most))


async def end_many(connection: asyncpg.Connection, person: str | None = None, workspace: str | None = None) -> int:
    """For the operator: end those of a person, or of whoever may work in a workspace, or all; how many that were."""
    if person is not None:
        return len(await connection.fetch(queries.END_OF_SOMEBODY.text, person))
    if workspace is not None:
        return len(await connection.fetch(queries.END_OF_WORKSPACE.text, workspace))
    return len(await connection.fetch(queries.END_ALL.text))


def _shown(rows: Sequence[asyncpg.Record]) -> list[SignedIn]:
    return [
        SignedIn(
            id=row["id_hash"].hex(),
            subject=row["subject"],
            email=row["email"],
            name=row["name"],
            account_ids=tuple(row["account_ids"]),
            made_at=row["made_at"],
            seen_at=row["seen_at"],
            user_agent=row["user_agent"],
            ip=row["ip"],
        )
        for row in rows
    ]


def _storable(text: str | None) -> str | None:
    return None if text is None else text.replace("\0", "")
