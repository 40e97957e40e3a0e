"""Exception groups of an unavailable or busy database, and the errors of connecting and migrating."""

import asyncpg


class SessionRefused(ConnectionError):
    """The server refused a session: it is full, is being restored, or rejects the credentials. Nothing was executed.

    Any error while a session is opened counts, such as a full disk (XX000) or a renamed database (3D000).
    """


# The server does not know the user, the password or the database, which only the operator can correct.
UNKNOWN = (asyncpg.InvalidAuthorizationSpecificationError, asyncpg.InvalidCatalogNameError)

# Errors of asyncpg for a database that is unreachable, full, restarting or too slow; never for a faulty statement.
UNAVAILABLE = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    # The driver raises it between the server's last message on an idle connection and the end of the connection.
    asyncpg.InternalClientError,
    # Out of connections, memory or disk space.
    asyncpg.InsufficientResourcesError,
    # Server starting, stopping or crashed, database dropped, statement timeout, idle session timeout.
    asyncpg.OperatorInterventionError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    # I/O errors and missing files of the server.
    asyncpg.PostgresSystemError,
    asyncpg.LockNotAvailableError,
    asyncpg.ReadOnlySQLTransactionError,
    # A pooler reports these only at the first statement.
    *UNKNOWN,
)

# The connection was lost, so the outcome of its statement is unknown.
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

# The server has become read-only, as after a fail-over: nothing was executed, and another server accepts writes.
READ_ONLY = (asyncpg.ReadOnlySQLTransactionError,)

# A transaction conflicted with another one or with a change of the schema. It was rolled back and can be retried.
SERIALIZATION_CONFLICTS = (
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
    # A column that a prepared statement returns has changed its type; preparing the statement again helps.
    asyncpg.InvalidCachedStatementError,
)


class PoolFull(Exception):
    """No connection of the pool became free in time."""


class DatabaseRefusal(Exception):
    """The database cannot be used in its present state."""


class EmbeddedError(DatabaseRefusal):
    """The embedded PostgreSQL cannot run."""


class DatabaseUnreachable(DatabaseRefusal):
    """The server does not answer at the address, or refuses the connection."""


class SchemaMismatch(DatabaseRefusal):
    """The schema is older or newer than the code, or the server is too old for either."""


class MigrationFailed(DatabaseRefusal):
    """A migration failed and was rolled back; the migrations before it remain applied."""


class OlderNodes(DatabaseRefusal):
    """A contraction waits for running nodes that it would break. `applied` names the migrations applied before it."""

    def __init__(self, seen: list[str], applied: list[str]) -> None:
        super().__init__(
            f"Nodes of an older release are still at work ({', '.join(seen)}), so nothing was taken away from the "
            "schema; stop them, then run: fulfilment migrate --contract"
        )
        self.applied = applied


def first_line(problem: Exception) -> str:
    """The first line of a driver's message, or else the type of the error."""
    return next((line.strip() for line in str(problem).splitlines() if line.strip()), type(problem).__name__)
