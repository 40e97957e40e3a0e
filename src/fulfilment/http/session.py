"""Who is signed in to the console, by the cookie of their browser.

The cookie is a random id of 256 bits, and the database knows its hash alone. Look-ups at the same time share a round
trip; each begins after the requests it serves arrived, and nothing is remembered, so a session that was ended is
refused at once, on every node.
"""

import hashlib
import re
from datetime import datetime

import asyncpg
import msgspec
import structlog

from fulfilment import brand
from fulfilment.db.pool import COLLISIONS, DEMOTED, UNAVAILABLE, Database, PoolFull
from fulfilment.db.sql import sql
from fulfilment.db.tx import PooledExecutor
from fulfilment.http import cookies
from fulfilment.http.caller import Caller
from fulfilment.http.errors import NotFound
from fulfilment.http.look_ups import LookUps
from fulfilment.http.opened import Opened
from fulfilment.http.request import Request
from fulfilment.settings import Settings

IDLE_HOURS = 8
LONGEST_HOURS = 24
FRESH_MINUTES = 15
# How often it is written down that somebody is there.
SEEN_EVERY_SECONDS = 60

_ID = re.compile(r"[A-Za-z0-9_-]{43}")

_log = structlog.get_logger(__name__)

# Whether a session goes on, by the database's clock. It is written so that no index answers it: sessions are looked for
# by what they are known by, whatever the statistics say of their ages.
GOES_ON = f"""
    s.ended_at IS NULL AND s.seen_at + interval '{IDLE_HOURS} hours' > now()
    AND s.made_at + interval '{LONGEST_HOURS} hours' > now()
"""

FIND = sql(
    "console_session.unscoped_find",
    """
    SELECT s.id_hash, s.subject, s.issuer, s.email, s.name, s.roles, s.usual_account_id, s.account_ids,
           coalesce(s.signed_in_at, s.made_at) AS signed_in_at,
           coalesce(s.signed_in_at > now() - interval '{fresh} minutes', false) AS is_fresh,
           s.seen_at <= now() - interval '{seen} seconds' AS is_due
      FROM unnest($1::bytea[]) WITH ORDINALITY AS asked (id_hash, nth)
      LEFT JOIN LATERAL (SELECT columns(sessions) FROM sessions WHERE id_hash = asked.id_hash LIMIT 1) s ON {goes_on}
     ORDER BY asked.nth
    """,
    fresh=FRESH_MINUTES,
    seen=SEEN_EVERY_SECONDS,
    goes_on=GOES_ON,
)

NOTE_SEEN = sql(
    "console_session.unscoped_note_seen",
    """
    UPDATE sessions SET seen_at = now()
     WHERE id_hash = $1 AND ended_at IS NULL AND seen_at <= now() - interval '{seen} seconds'
    """,
    seen=SEEN_EVERY_SECONDS,
)


class ConsoleSession(msgspec.Struct, frozen=True):
    """Somebody who is signed in, and where they may work; `account_id` is the usual one of `account_ids`.

    `name` is what to call them, their e-mail or subject where the provider tells none. `signed_in_at` is when they
    proved who they are, and `is_fresh` that the provider vouches for less than 15 minutes.
    """

    id_hash: bytes
    subject: str
    issuer: str
    email: str | None
    name: str
    roles: tuple[str, ...]
    account_id: str | None
    account_ids: tuple[str, ...]
    signed_in_at: datetime
    is_fresh: bool

    @property
    def usual_workspace(self) -> str:
        """Where they work unless they choose; nobody signs in who works nowhere."""
        return self.account_id or self.account_ids[0]

    def caller(self, account_id: str, request: Request) -> Caller:
        """Who they are in that workspace. Raises NotFound for one that is not theirs, as if it did not exist."""
        if account_id not in self.account_ids:
            raise NotFound
        return Caller(
            account_id=account_id,
            actor_id=self.subject,
            actor_email=self.email,
            scopes=("read", "write", "admin"),
            # As a bearer token of theirs makes it, so that both count against one allowance.
            person=f"{self.issuer} {self.subject}",
            roles=self.roles,
            ip=request.client_ip,
            user_agent=request.user_agent,
        )


class ConsoleSessions:
    """Finds who is signed in."""

    def __init__(self, db: Database, settings: Settings):
        self._db = db
        self._settings = settings
        self._look_ups = LookUps(PooledExecutor(db))
        self._opened = Opened(db)

    async def find(self, request: Request) -> ConsoleSession | None:
        """Whose cookie the request has; None where it has none, or the session is over."""
        id_hash = hash_in(request, self._settings)
        if id_hash is None:
            return None
        row = await self._look_ups.one(FIND, id_hash)
        # Of another issuer, which the operator has replaced since, nobody is believed any more.
        if row["id_hash"] is None or row["issuer"] != self._settings.issuer:
            return None
        if row["is_due"]:
            await self._note_seen(id_hash)
        return _session(row)

    async def caller(self, session: ConsoleSession, account_id: str, request: Request) -> Caller:
        """Who they are in that workspace, which is opened when somebody works in it for the first time.

        Raises NotFound for one that is not theirs.
        """
        caller = session.caller(account_id, request)
        await self._opened.require(account_id)
        return caller

    async def _note_seen(self, id_hash: bytes) -> None:
        try:
            async with self._db.connection() as connection:
                await connection.execute(NOTE_SEEN.text, id_hash)
        except (PoolFull, DEMOTED, *COLLISIONS, *UNAVAILABLE) as problem:
            # Whoever only reads goes on while nothing can be written.
            _log.warning("session_not_noted", error=type(problem).__name__)


def hash_in(request: Request, settings: Settings) -> bytes | None:
    """The hash of the session's id in the request's cookie; None where there is none that could be one."""
    name = cookies.name_of(brand.current().session_cookie, settings)
    given = request.cookies.get(name, "")
    return hash_of(given) if _ID.fullmatch(given) else None


def hash_of(session_id: str) -> bytes:
    """What the database knows of a session's id."""
    return hashlib.sha256(session_id.encode()).digest()


def _session(row: asyncpg.Record) -> ConsoleSession:
    return ConsoleSession(
        id_hash=row["id_hash"],
        subject=row["subject"],
        issuer=row["issuer"],
        email=row["email"],
        name=row["name"] or row["email"] or row["subject"],
        roles=tuple(row["roles"]),
        account_id=row["usual_account_id"],
        account_ids=tuple(row["account_ids"]),
        signed_in_at=row["signed_in_at"],
        is_fresh=row["is_fresh"],
    )
