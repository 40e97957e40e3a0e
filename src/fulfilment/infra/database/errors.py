"""What tells that the database is away or busy, and nothing about what was asked of it."""

import asyncpg


class SessionRefused(ConnectionError):
    """The server gives no session: it has no room, is being restored, or does not know us. Nothing was done.

    Each error while a session is opened counts, such as a full disk (XX000) or a renamed database (3D000).
    """


# The server does not know the user, its password or the database, which the operator can mend.
UNKNOWN = (asyncpg.InvalidAuthorizationSpecificationError, asyncpg.InvalidCatalogNameError)

# What asyncpg raises when the database is away, full, restarting or too slow; never what a statement did wrong.
UNAVAILABLE = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    # Between the server's last words on an idle connection and its end, the driver takes its own state for a mistake.
    asyncpg.InternalClientError,
    # Connections, memory, disk.
    asyncpg.InsufficientResourcesError,
    # Starting, stopping, crashing, dropped, a statement that took too long, a session that was idle for too long.
    asyncpg.OperatorInterventionError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    # The files below the server: input, output, one that is missing.
    asyncpg.PostgresSystemError,
    asyncpg.LockNotAvailableError,
    asyncpg.ReadOnlySQLTransactionError,
    # A pooler says so only when a statement comes.
    *UNKNOWN,
)

# The connection is gone: what became of its statement is not known.
CONNECTION_LOST = (
    ConnectionError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.DatabaseDroppedError,
    asyncpg.IdleSessionTimeoutError,
    asyncpg.IdleInTransactionSessionTimeoutError,
)

# The server has become one that only reads, as after a fail-over: nothing was done, and another takes writes.
READ_ONLY = (asyncpg.ReadOnlySQLTransactionError,)

# Two transactions met, or one met a change of the schema, and must begin again; nothing of it was kept.
SERIALIZATION_CONFLICTS = (
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
    # The operator changed the type of a column that a prepared statement answers; prepared anew, it answers that.
    asyncpg.InvalidCachedStatementError,
)


class PoolFull(Exception):
    """No connection came free in time."""


class DatabaseRefusal(Exception):
    """The database cannot be used as it is."""


class EmbeddedError(DatabaseRefusal):
    """The embedded PostgreSQL cannot run."""


class DatabaseUnreachable(DatabaseRefusal):
    """Nobody answers at the address, or not to us."""


class SchemaMismatch(DatabaseRefusal):
    """The schema is older or newer than the code, or the server is too old for either."""


class MigrationFailed(DatabaseRefusal):
    """A migration was refused and rolled back; those before it stand."""


class OlderNodes(DatabaseRefusal):
    """A contraction waits for nodes that could not live with it. `applied` names what was applied before."""

    def __init__(self, seen: list[str], applied: list[str]) -> None:
        super().__init__(
            f"Nodes of an older release are still at work ({', '.join(seen)}), so nothing was taken away from the "
            "schema; stop them, then run: fulfilment migrate --contract"
        )
        self.applied = applied


def first_line(problem: Exception) -> str:
    """What a driver says, in one line."""
    return next((line.strip() for line in str(problem).splitlines() if line.strip()), type(problem).__name__)
