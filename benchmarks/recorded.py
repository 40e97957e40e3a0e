"""What PostgreSQL alone makes of a request: its statements, recorded while the service answers it, as a pgbench script.

Nothing is written down twice, so the two sides of a ratio cannot drift apart.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any

import msgspec

from benchmarks.workload import FIRST_NUMBER, LEVELS, LICENSES, PADDING, Workspace, variant
from fulfilment import app, settings
from fulfilment.db.pool import Database
from fulfilment.http.request import Request
from fulfilment.http.server import Server

# Ids rise as ULIDs do, over all clients together; keys are random, as clients choose them.
_SETTINGS = {
    ":id": "\\set n :n + 64\n\\set id :n + :client_id",
    ":key": f"\\set key random({FIRST_NUMBER}, {9 * FIRST_NUMBER})",
    ":license": f"\\set license {FIRST_NUMBER} + random(1, {LICENSES})",
    ":level": f"\\set level {FIRST_NUMBER} + random(1, {LEVELS})",
}
_FETCHES = ("fetch", "fetchrow", "fetchval")


class Script(msgspec.Struct, frozen=True):
    """A script for pgbench, and the variables that it names."""

    text: str
    variables: dict[str, str]


class _Recorder:
    """A connection that notes the statements that answers are waited for on it."""

    def __init__(self, connection: Any, log: list[tuple[str, tuple]]):
        self._connection = connection
        self._log = log

    def __getattr__(self, name: str) -> Any:
        run = getattr(self._connection, name)
        if name not in _FETCHES:
            return run

        async def noted(statement: str, *args: Any, **options: Any) -> Any:
            self._log.append((statement, args))
            return await run(statement, *args, **options)

        return noted

    async def fetchmany(self, statement: str, many: Sequence[tuple]) -> Any:
        self._log.extend((statement, tuple(args)) for args in many)
        return await self._connection.fetchmany(statement, many)


class _RecordingDatabase(Database):
    """Lends out recorders."""

    def __init__(self, url: str):
        super().__init__(settings.current(), url)
        self.log: list[tuple[str, tuple]] = []

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Any]:
        async with super().connection() as borrowed:
            yield _Recorder(borrowed, self.log)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Any]:
        async with super().reading() as borrowed:
            yield _Recorder(borrowed, self.log)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Any]:
        self.log.append(("BEGIN", ()))
        async with super().transaction() as connection:
            yield connection
        self.log.append(("COMMIT", ()))


async def script(database_url: str, workspace: Workspace, raw: bytes) -> Script:
    """The statements of one request, with another level, other ids and another key each time pgbench runs them."""
    request = _request(raw)
    db = _RecordingDatabase(database_url)
    await db.open()
    try:
        given = settings.current()
        server = Server(given, db, app.Process(given).resources)
        wanted = (request.method, request.raw_path.decode())
        route = next(route for route in app.all_routes() if (route.method, route.path) == wanted)
        await server.answer(route, request, {})
    finally:
        await db.close()
    return _Writer(workspace, request).written(db.log)


class _Writer:
    """Turns recorded statements into a script."""

    def __init__(self, workspace: Workspace, request: Request):
        level = f"'var_{PADDING}' || :level"
        self._moving = {request.usable_idempotency_key: "'bench-' || :key"}
        for number in range(1, LEVELS + 1):
            self._moving[variant(number)] = level
            self._moving[f"{variant(number)}:{workspace.warehouse_id}"] = f"{level} || ':' || :warehouse"
        if request.raw_path.endswith(b"/licenses/validate"):
            self._moving[request.query.decode().partition("=")[2]] = "'bench-' || :license"
        self._variables = {"warehouse": workspace.warehouse_id}

    def written(self, log: list[tuple[str, tuple]]) -> Script:
        body = "\n".join(self._filled(statement, args) + ";" for statement, args in log)
        head = [line for name, line in _SETTINGS.items() if name in body]
        return Script("\n".join([*head, body]), self._variables)

    def _filled(self, statement: str, args: tuple) -> str:
        for number in range(len(args), 0, -1):
            statement = statement.replace(f"${number}", f"({self._expression(args[number - 1])})")
        return statement.strip()

    def _expression(self, value: Any) -> str:
        if value is None:
            return "NULL"
        if value == "":
            return "''"
        if isinstance(value, list | tuple):
            return f"ARRAY[{', '.join(map(self._expression, value))}]" if value else "'{}'"
        if value in self._moving:
            return self._moving[value]
        if isinstance(value, str) and value.startswith(("mv_", "evt_")):
            return f"'{value.partition('_')[0]}_{PADDING}' || :id"
        # pgbench looks for its variables within quotes too, so that a text can only be one of them.
        name = f"constant{len(self._variables)}"
        self._variables[name] = _text(value)
        return f":{name}"


def _text(value: Any) -> str:
    if isinstance(value, bytes):
        return "\\x" + value.hex()
    if isinstance(value, bool):
        return str(value).lower()
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _request(raw: bytes) -> Request:
    head, _, body = raw.partition(b"\r\n\r\n")
    first, *lines = head.split(b"\r\n")
    method, target, _ = first.decode().split(" ")
    path, _, query = target.encode().partition(b"?")
    headers: dict[str, list[bytes]] = {}
    for line in lines:
        name, _, value = line.partition(b": ")
        headers.setdefault(name.decode().lower(), []).append(value)
    return Request(method, path, query, headers, body, "127.0.0.1")
