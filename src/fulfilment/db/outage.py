"""What tells that the database is away or busy, and nothing about what was asked of it."""

import asyncpg

# What asyncpg raises when the database is away, full, restarting or too slow; never what a statement did wrong.
UNAVAILABLE = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    # Between the server's last words on an idle connection and its end, the driver takes its own state for a mistake.
    asyncpg.InternalClientError,
    asyncpg.TooManyConnectionsError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.QueryCanceledError,
    asyncpg.LockNotAvailableError,
    asyncpg.DiskFullError,
    asyncpg.OutOfMemoryError,
    asyncpg.ReadOnlySQLTransactionError,
)

# The connection is gone: what became of its statement is not known.
LOST = (
    ConnectionError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
)

# The server has become one that only reads, as after a fail-over: nothing was done, and another takes writes.
DEMOTED = (asyncpg.ReadOnlySQLTransactionError,)

# Two transactions met, or one met a change of the schema, and must begin again; nothing of it was kept.
COLLISIONS = (
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
    # The operator changed the type of a column that a prepared statement answers; prepared anew, it answers that.
    asyncpg.InvalidCachedStatementError,
)


class PoolFull(Exception):
    """No connection came free in time."""
