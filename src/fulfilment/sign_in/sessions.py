"""Sessions of the console: each sign-in creates one, and a person, an operator or the provider ends it at once.

The provider ends sessions by OpenID Connect Back-Channel Logout 1.0. Ended sessions and used tokens are deleted after a
retention.
"""

import hashlib
import secrets as randomness
from collections.abc import Sequence
from datetime import datetime, timedelta

import asyncpg
import msgspec

from fulfilment.infra import clock
from fulfilment.infra.api.request import Request
from fulfilment.infra.auth.bearer_tokens import TokenAuthenticator
from fulfilment.infra.auth.console_sessions import ConsoleSession, hash_session_id
from fulfilment.infra.auth.token_claims import InvalidToken, is_name
from fulfilment.infra.database.batch_processor import BatchProcessor, columns
from fulfilment.infra.database.pool import Database
from fulfilment.settings import Settings
from fulfilment.sign_in import queries
from fulfilment.sign_in.attempts import Identity

CLEANUP_INTERVAL_SECONDS = 60.0
DELETE_BATCH_SIZE = 1_000

_SESSIONS = BatchProcessor("sessions", ("id_hash",), DELETE_BATCH_SIZE)
_USED_TOKENS = BatchProcessor("used_tokens", ("token_hash",), DELETE_BATCH_SIZE)


async def delete_expired(db: Database) -> None:
    """Delete sessions an hour after their longest age, and expired uses of tokens, a batch at a time."""
    age = timedelta(hours=queries.RETENTION_HOURS)
    await _SESSIONS.drain(
        db,
        lambda connection, most: connection.fetch(queries.SELECT_EXPIRED_SESSIONS.text, age, most),
        lambda connection, old: connection.execute(queries.DELETE_SESSIONS.text, *columns(old, 1)),
    )
    await _USED_TOKENS.drain(
        db,
        lambda connection, most: connection.fetch(queries.SELECT_EXPIRED_TOKENS.text, most),
        lambda connection, old: connection.execute(queries.DELETE_TOKENS.text, *columns(old, 1)),
    )


_ID_BYTES = 32
# Sessions of a person at most; the next sign-in ends the oldest.
MAX_PER_PERSON = 50


class SignedInSession(msgspec.Struct, frozen=True):
    """Open session of a list. `id` identifies it and gives no access."""

    id: str
    subject: str
    email: str | None
    name: str | None
    account_ids: tuple[str, ...]
    made_at: datetime
    seen_at: datetime
    user_agent: str | None
    ip: str | None


async def create_session(
    db: Database, request: Request, issuer: str, identity: Identity, replaced_hash: bytes | None
) -> str:
    """Id of a new session after a sign-in; `replaced_hash` is the hash of the session that it replaces.

    The oldest of fifty that the person has had within the day ends with it.
    """
    session_id, person = randomness.token_urlsafe(_ID_BYTES), identity.person
    async with db.connection() as connection:
        await connection.fetchrow(
            queries.CREATE_SESSION.text,
            hash_session_id(session_id),
            issuer,
            person.subject,
            person.email,
            identity.name,
            list(person.roles),
            person.account_id,
            list(person.account_ids),
            identity.authenticated_at,
            identity.sid,
            _strip_nul(request.user_agent),
            replaced_hash,
            request.client_ip,
            MAX_PER_PERSON,
        )
    return session_id


async def consume_token(db: Database, token_hash: bytes, retention: timedelta) -> bool:
    """True where no node has used the token with this hash before; the hash is remembered for the retention."""
    async with db.connection() as connection:
        return await connection.fetchval(queries.CONSUME_TOKEN.text, token_hash, retention) is not None


async def end_current(db: Database, id_hash: bytes) -> None:
    """End the session of this browser."""
    async with db.connection() as connection:
        await connection.execute(queries.END_SESSION.text, id_hash)


async def end_by_logout_token(
    db: Database, token_hash: bytes, retention: timedelta, issuer: str, subject: str | None, sid: str | None
) -> int | None:
    """End the sessions of a logout token and return their number; None where the token was used before."""
    async with db.connection() as connection:
        if sid is None:
            row = await connection.fetchrow(queries.LOG_OUT_SUBJECT.text, token_hash, retention, issuer, subject)
        else:
            row = await connection.fetchrow(queries.LOG_OUT_SID.text, token_hash, retention, issuer, subject, sid)
    assert row is not None
    return row["ended"] if row["is_first"] else None


async def list_sessions(db: Database, person: ConsoleSession) -> list[SignedInSession]:
    """Open sessions of a person, newest first, at most MAX_PER_PERSON."""
    async with db.connection() as connection:
        rows = await connection.fetch(queries.LIST_OF_PERSON.text, MAX_PER_PERSON, person.subject, person.issuer)
    return _to_sessions(rows)


async def end_session(db: Database, person: ConsoleSession, session_id: str) -> bool:
    """End one of a person's own sessions, by its `id` in the list; True where the session was still open."""
    try:
        id_hash = bytes.fromhex(session_id)
    except ValueError:
        return False
    async with db.connection() as connection:
        row = await connection.fetchval(queries.END_ONE_OF_PERSON.text, id_hash, person.subject, person.issuer)
    return row is not None


async def end_others(db: Database, person: ConsoleSession) -> int:
    """End all sessions of a person but this one; returns their number."""
    async with db.connection() as connection:
        return len(await connection.fetch(queries.END_OTHERS.text, person.subject, person.issuer, person.id_hash))


async def list_newest(
    connection: asyncpg.Connection, limit: int, person: str | None = None, workspace: str | None = None
) -> list[SignedInSession]:
    """For the operator: open sessions, newest first; all, or those of a person (subject or e-mail) or a workspace."""
    if person is not None:
        return _to_sessions(await connection.fetch(queries.LIST_NEWEST_OF_PERSON.text, limit, person))
    if workspace is not None:
        return _to_sessions(await connection.fetch(queries.LIST_NEWEST_OF_WORKSPACE.text, limit, workspace))
    return _to_sessions(await connection.fetch(queries.LIST_NEWEST.text, limit))


async def end_many(connection: asyncpg.Connection, person: str | None = None, workspace: str | None = None) -> int:
    """For the operator: end all sessions, or those of a person or of a workspace; returns their number."""
    if person is not None:
        return len(await connection.fetch(queries.END_ALL_OF_PERSON.text, person))
    if workspace is not None:
        return len(await connection.fetch(queries.END_ALL_OF_WORKSPACE.text, workspace))
    return len(await connection.fetch(queries.END_ALL.text))


def _to_sessions(rows: Sequence[asyncpg.Record]) -> list[SignedInSession]:
    return [
        SignedInSession(
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


def _strip_nul(text: str | None) -> str | None:
    return None if text is None else text.replace("\0", "")


EVENT = "http://schemas.openid.net/event/backchannel-logout"
# A token that is older ends nothing, so that its id need not be remembered for longer than the hour.
MAX_TOKEN_AGE_SECONDS = 600
_TOKEN_RETENTION = timedelta(hours=1)


class InvalidLogoutToken(Exception):
    """The token is not from the provider, names no session or person, or was used before."""


async def handle_backchannel_logout(tokens: TokenAuthenticator, db: Database, settings: Settings, token: bytes) -> int:
    """End the sessions of a logout token; returns their number. Raises InvalidLogoutToken, ServiceUnavailable."""
    try:
        claims = await tokens.verify_logout(token)
    except InvalidToken:
        raise InvalidLogoutToken("The logout token is not valid.") from None
    events, issued_at, token_id = claims.get("events"), claims.get("iat"), claims.get("jti")
    subject, sid = claims.get("sub"), claims.get("sid")
    if not isinstance(events, dict) or not isinstance(events.get(EVENT), dict) or "nonce" in claims:
        raise InvalidLogoutToken("The token is no logout token.")
    if not isinstance(issued_at, int | float) or abs(int(clock.epoch()) - issued_at) > MAX_TOKEN_AGE_SECONDS:
        raise InvalidLogoutToken("The logout token is too old, or says no time.")
    if not is_name(token_id) or not token_id or (sid is not None and not is_name(sid)) or not (subject or sid):
        raise InvalidLogoutToken("The logout token names no session, no person, or has no id.")
    token_hash = hashlib.sha256(f"logout {token_id}".encode()).digest()
    ended = await end_by_logout_token(db, token_hash, _TOKEN_RETENTION, settings.issuer, subject or None, sid or None)
    if ended is None:
        raise InvalidLogoutToken("The logout token was used before.")
    return ended
