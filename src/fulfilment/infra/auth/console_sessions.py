"""Console sessions: server-side sessions identified by a cookie.

The cookie holds a random id of 256 bits, and the database stores only its hash. Concurrent look-ups share a round trip,
which begins after their requests have arrived. Nothing is cached, so every node refuses an ended session at once.
"""

import hashlib
import re
from datetime import datetime

import asyncpg
import msgspec
import structlog

from fulfilment.infra import branding
from fulfilment.infra.api.errors import NotFound
from fulfilment.infra.api.request import Request
from fulfilment.infra.auth import cookies
from fulfilment.infra.auth.bearer_tokens import WorkspaceProvisioner
from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.database.pool import READ_ONLY, SERIALIZATION_CONFLICTS, UNAVAILABLE, Database, PoolFull
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import PooledExecutor
from fulfilment.settings import Settings

IDLE_TIMEOUT_HOURS = 8
MAX_AGE_HOURS = 24
RECENT_SIGN_IN_MINUTES = 15
# The shortest interval between two updates of a session's `seen_at`.
LAST_SEEN_INTERVAL_SECONDS = 60

_ID = re.compile(r"[A-Za-z0-9_-]{43}")

_log = structlog.get_logger(__name__)

# The condition of an active session, by the database's clock. The expressions keep the planner from an index on
# times: sessions must be found by their own key, independent of the statistics on times.
ACTIVE = f"""
    s.ended_at IS NULL AND s.seen_at + interval '{IDLE_TIMEOUT_HOURS} hours' > now()
    AND s.made_at + interval '{MAX_AGE_HOURS} hours' > now()
"""

FIND = sql(
    "console_session.unscoped_find",
    """
    SELECT s.id_hash, s.subject, s.issuer, s.email, s.name, s.roles, s.usual_account_id, s.account_ids,
           coalesce(s.signed_in_at, s.made_at) AS signed_in_at,
           coalesce(s.signed_in_at > now() - interval '{fresh} minutes', false) AS is_recently_authenticated,
           s.seen_at <= now() - interval '{seen} seconds' AS is_due
      FROM sessions s WHERE s.id_hash = $1 AND {goes_on}
    """,
    fresh=RECENT_SIGN_IN_MINUTES,
    seen=LAST_SEEN_INTERVAL_SECONDS,
    goes_on=ACTIVE,
)

RECORD_SEEN = sql(
    "console_session.unscoped_note_seen",
    """
    UPDATE sessions SET seen_at = now()
     WHERE id_hash = $1 AND ended_at IS NULL AND seen_at <= now() - interval '{seen} seconds'
    """,
    seen=LAST_SEEN_INTERVAL_SECONDS,
)


class ConsoleSession(msgspec.Struct, frozen=True):
    """Session of a signed-in person. `account_ids` are the person's workspaces, `account_id` is the default of them.

    `name` falls back to the e-mail, then to the subject. `signed_in_at` is the time of the authentication.
    `is_recently_authenticated` is true if the provider confirms an authentication within 15 minutes.
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
    is_recently_authenticated: bool

    @property
    def default_workspace(self) -> str:
        """The workspace to use without a choice. Every session has at least one workspace."""
        return self.account_id or self.account_ids[0]

    def principal(self, account_id: str, request: Request) -> Principal:
        """The principal of the person in a workspace. Raises NotFound unless it is one of the person's workspaces."""
        if account_id not in self.account_ids:
            raise NotFound
        return Principal(
            account_id=account_id,
            actor_id=self.subject,
            actor_email=self.email,
            scopes=("read", "write", "admin"),
            person=f"{self.issuer} {self.subject}",
            roles=self.roles,
            is_in_console=True,
            ip=request.client_ip,
            user_agent=request.user_agent,
        )


class ConsoleSessions:
    """Repository of console sessions: finds the session of a request."""

    def __init__(self, db: Database, settings: Settings) -> None:
        self._db = db
        self._settings = settings
        self._executor = PooledExecutor(db)
        self._provisioner = WorkspaceProvisioner(db)

    async def find(self, request: Request) -> ConsoleSession | None:
        """The session of the request's cookie; None without a cookie, or if the session has ended."""
        id_hash = cookie_hash(request, self._settings)
        if id_hash is None:
            return None
        row = await self._executor.look_up(FIND.text, id_hash)
        # The operator has replaced the identity provider since, so its old sessions count no more.
        if row is None or row["issuer"] != self._settings.issuer:
            return None
        if row["is_due"]:
            await self._note_seen(id_hash)
        return _session(row)

    async def principal(self, session: ConsoleSession, account_id: str, request: Request) -> Principal:
        """The principal of the person in a workspace, which is created at its first use.

        Raises NotFound unless it is one of the person's workspaces.
        """
        principal = session.principal(account_id, request)
        await self._provisioner.ensure(account_id)
        return principal

    async def _note_seen(self, id_hash: bytes) -> None:
        try:
            async with self._db.connection() as connection:
                await connection.execute(RECORD_SEEN.text, id_hash)
        except (PoolFull, *READ_ONLY, *SERIALIZATION_CONFLICTS, *UNAVAILABLE) as problem:
            # A person who only reads can go on while the database refuses writes.
            _log.warning("last_seen_not_recorded", error=type(problem).__name__)


def cookie_hash(request: Request, settings: Settings) -> bytes | None:
    """The hash of the session id in the request's cookie; None without a cookie, or if it is malformed."""
    name = cookies.name_of(branding.current().session_cookie, settings)
    given = request.cookies.get(name, "")
    return hash_session_id(given) if _ID.fullmatch(given) else None


def hash_session_id(session_id: str) -> bytes:
    """The SHA-256 hash of a session id, as the database stores it."""
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
        is_recently_authenticated=row["is_recently_authenticated"],
    )
