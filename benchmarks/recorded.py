"""Recorder of a request's statements, which it hears while the service answers, for pgbench to run.

Nothing is written down twice, so the two sides of a ratio cannot drift apart.
"""

import asyncio
import json
from collections.abc import Iterable, Sequence
from contextlib import AsyncExitStack
from typing import Any

import asyncpg

from benchmarks import script
from benchmarks.processes import CannotMeasure
from benchmarks.scenarios import Scenario
from benchmarks.script import Heard, Known, Script
from fulfilment import app, settings
from fulfilment.infra import ids
from fulfilment.infra.api.pipeline import PIPELINE, compose, match_route, require_route
from fulfilment.infra.api.request import Request
from fulfilment.infra.api.services import build_services
from fulfilment.infra.database.pool import Database

# Statements of the driver about types, and the notification of workers, which serves many requests at once.
_NOT_THE_REQUESTS = ("typeinfo_tree", "set_config('jit'", "pg_notify")
_SETTLED_SECONDS = 0.05
_TYPES = (
    "SELECT array_agg(format_type(t.oid, NULL) ORDER BY nth) FROM unnest($1::oid[]) WITH ORDINALITY AS t (oid, nth)"
)

# The way of a request that no server has received.
_run = compose((match_route, *PIPELINE[PIPELINE.index(require_route) :]))


class _Listening(Database):
    """A pool whose connections are heard."""

    def __init__(self, url: str):
        super().__init__(settings.current(), url)
        self.heard: list[tuple[str, Any]] = []

    async def _connect(self) -> Any:
        connection = await super()._connect()
        connection.add_query_logger(lambda one: self.heard.append((one.query, one.args)))
        return connection


def recorded(database_url: str, scenario: Scenario, requests: Iterable[bytes]) -> Script:
    """The statements of the last request; those before it fill the caches. Raises CannotMeasure."""
    return asyncio.run(_recorded(database_url, scenario, list(requests)))


async def _recorded(database_url: str, scenario: Scenario, requests: Sequence[bytes]) -> Script:
    given = settings.current()
    db, process = _Listening(database_url), app.ApiProcess(given)
    async with AsyncExitStack() as opened:
        for one in (db, process.aggregators):
            await one.open()
            opened.push_async_callback(one.close)
        services = build_services(given, db, process.resources, app.all_routes())
        for raw in requests:
            db.heard.clear()
            since = ids.new("since").partition("_")[2]
            request = _request(raw)
            request.context.services = services
            answered = await _run(request)
            # The driver tells of a statement in the loop's next round.
            await asyncio.sleep(_SETTLED_SECONDS)
    if answered.status != scenario.status:
        raise CannotMeasure(f"{scenario.name}: it was answered {answered.status}: {answered.body[:500]!r}")
    known = Known(
        since=since,
        sent=raw.decode(),
        key=(request.headers.get("idempotency-key") or [b""])[0].decode(),
        picks=scenario.picks,
        drawn=scenario.drawn(json.loads(answered.body).get("data")),
    )
    return script.written(await _typed(database_url, db.heard), known)


async def _typed(database_url: str, heard: Sequence[tuple[str, Any]]) -> list[Heard]:
    typed = []
    db = await asyncpg.connect(database_url)
    try:
        for statement, args in heard:
            if any(part in statement for part in _NOT_THE_REQUESTS):
                continue
            # The driver reports a list for many, and a tuple for one.
            many = args if isinstance(args, list) else [args or ()]
            parameters = (await db.prepare(statement)).get_parameters() if many[0] else ()
            types = await db.fetchval(_TYPES, [parameter.oid for parameter in parameters]) or ()
            typed.append(Heard(statement, many, types))
    finally:
        await db.close()
    return typed


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
