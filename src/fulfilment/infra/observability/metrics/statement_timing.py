"""The time of each statement, by asyncpg's query logger, where metrics are on."""

import asyncpg
from asyncpg.connection import LoggedQuery

from fulfilment.infra.database.errors import SERIALIZATION_CONFLICTS, UNAVAILABLE
from fulfilment.infra.database.statements import STATEMENTS
from fulfilment.infra.observability.metrics import catalogue, meters

_KINDS: tuple[tuple[str, type[BaseException] | tuple[type[BaseException], ...]], ...] = (
    ("disk_full", asyncpg.DiskFullError),
    ("read_only", asyncpg.ReadOnlySQLTransactionError),
    ("lock_timeout", asyncpg.LockNotAvailableError),
    ("timeout", (asyncpg.QueryCanceledError, TimeoutError)),
    ("collision", SERIALIZATION_CONFLICTS),
    ("away", UNAVAILABLE),
)
# By text; made anew when statements were registered since.
_names: dict[str, str] = {}
_name_cache = 0


def record(query: LoggedQuery) -> None:
    """Count one statement under its name, with the time that it took; a callback of asyncpg's query logger."""
    if (meter := meters.current) is None:
        return
    if isinstance(query.exception, Exception):
        meter.count(catalogue.DATABASE_ERRORS, meter.process, error_kind(query.exception))
    meter.observe(catalogue.STATEMENT_SECONDS, query.elapsed, statement_name(query.query))


def error_kind(problem: BaseException) -> str:
    """What kind of error it is, as a label says it."""
    return next((kind for kind, types in _KINDS if isinstance(problem, types)), catalogue.OTHER)


def statement_name(query: str) -> str:
    """The name that a statement was registered under; what has none is one of the others."""
    global _name_cache
    if query not in _names and _name_cache < len(STATEMENTS):
        _name_cache = len(STATEMENTS)
        _names.update({statement.text: statement.name for statement in STATEMENTS.values()})
        _names.update(catalogue.TRANSACTION_STATEMENTS)
    return _names.get(query, catalogue.OTHER)
