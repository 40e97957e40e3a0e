"""Asking both databases in turn, and keeping what PostgreSQL says about how it found the answer."""

import random
import time
from collections.abc import Awaitable, Callable, Sequence
from statistics import median
from typing import Any

import asyncpg
import msgspec
from asyncpg.transaction import Transaction
from psycopg.sql import Literal

from benchmarks.scale import (  # noqa: F401 - they add what is asked
    digital_questions,
    file_questions,
    questions,
    queues,
    shipment_questions,
    stock_questions,
    sweeps,
    usage_questions,
    webhook_questions,
)
from benchmarks.scale.asked import Question
from benchmarks.scale.places import Sample
from benchmarks.scale.requests import Caller
from benchmarks.scale.work import Work, read_from
from fulfilment import settings
from fulfilment.db.pool import session_settings

ROUNDS = 12
PLACES = 15
# A slow question is asked less often.
_MOST_SECONDS = 3.0


class Side(msgspec.Struct, frozen=True):
    """One of the two databases: sessions as the API and as the workers have them, the API that serves it where it is
    asked, and its size."""

    of_api: asyncpg.Connection
    of_worker: asyncpg.Connection
    caller: Caller | None
    variants: int

    def session(self, question: Question) -> asyncpg.Connection:
        return self.of_worker if question.is_of_worker else self.of_api


class Times(msgspec.Struct, frozen=True):
    """Medians in microseconds of the small and of the large database, and of the ratios of all pairs."""

    small: float
    large: float
    ratio: float


class Figure(msgspec.Struct, frozen=True):
    """One question; each pair is of the small and the large database. `request` is None where no list or look-up of the
    API asks just this. `plan` is that of the large database."""

    name: str
    statement: Times
    request: Times | None
    answered: tuple[int, int]
    work: tuple[Work, Work]
    plan: str


class Notebook:
    """An executor that notes what is sent through it."""

    def __init__(self, connection: asyncpg.Connection):
        self._connection = connection
        self.sent: list[tuple[str, tuple]] = []
        self.rows = 0

    async def fetch(self, statement: str, *args: Any) -> Sequence[asyncpg.Record]:
        self.sent.append((statement, args))
        rows = await self._connection.fetch(statement, *args)
        self.rows += len(rows)
        return rows

    async def fetchrow(self, statement: str, *args: Any) -> asyncpg.Record | None:
        rows = await self.fetch(statement, *args)
        return rows[0] if rows else None

    def transaction(self) -> Transaction:
        return self._connection.transaction()


async def connect(url: str, *, of_worker: bool = False, **settled: str) -> asyncpg.Connection:
    """A session as the API has it, or as a worker does, which plans each time (worker.py)."""
    given = session_settings(settings.current()) | settled
    if of_worker:
        given["plan_cache_mode"] = "force_custom_plan"
    return await asyncpg.connect(url, server_settings=given)


async def measure(name: str, question: Question, sides: Sequence[Side]) -> Figure:
    """Ask the small and the large database in turn, with the same chances."""

    async def once(side: Side, sample: Sample) -> float:
        asked_at = time.perf_counter()
        await question.ask(side.session(question), sample)
        return time.perf_counter() - asked_at

    statement = await _timed(name, once, sides)
    request = None
    if question.target and all(side.caller for side in sides):

        async def over_http(side: Side, sample: Sample) -> float:
            return side.caller.ask(question.target(sample))

        request = await _timed(name, over_http, sides)
    told = [await answer_and_work(name, question, side.session(question), side.variants) for side in sides]
    answered, work = zip(*told, strict=True)
    return Figure(name, statement, request, answered, work, await _plan(name, question, sides[-1]))


async def _timed(name: str, once: Callable[[Side, Sample], Awaitable[float]], sides: Sequence[Side]) -> Times:
    """Pairs, alternately the small and the large one first, at the same places every round: both answer from memory."""
    pairs: list[tuple[float, float]] = []
    began = time.monotonic()
    for round_number in range(ROUNDS + 1):
        samples = [Sample(side.variants, random.Random(name)) for side in sides]
        for place in range(PLACES):
            spent = [0.0, 0.0]
            for which in (0, 1) if place % 2 else (1, 0):
                spent[which] = await once(sides[which], samples[which])
            # The first round has the statement prepared and the pages read.
            if round_number:
                pairs.append((spent[0] * 1e6, spent[1] * 1e6))
        if round_number > 2 and time.monotonic() - began > _MOST_SECONDS:
            break
    small, large = (median(side) for side in zip(*pairs, strict=True))
    return Times(small, large, median(large / small for small, large in pairs))


async def answer_and_work(
    name: str, question: Question, connection: asyncpg.Connection, variants: int
) -> tuple[int, Work]:
    """How many rows one asking answers, and what was read for them."""
    notebook = Notebook(connection)
    await question.ask(notebook, Sample(variants, random.Random(name)))
    work = Work()
    for statement, args in notebook.sent:
        ((told,),) = await explained(connection, statement, args, "FORMAT JSON")
        work += read_from(told)
    return notebook.rows, work


async def _plan(name: str, question: Question, side: Side) -> str:
    session = side.session(question)
    notebook = Notebook(session)
    await question.ask(notebook, Sample(side.variants, random.Random(name)))
    lines = []
    for statement, args in notebook.sent:
        shown = await explained(session, statement, args, "COSTS OFF, TIMING OFF, SUMMARY OFF")
        lines += [line for (line,) in shown]
    return "\n".join(lines)


async def explained(connection: asyncpg.Connection, statement: str, args: tuple, options: str) -> Sequence:
    """What PostgreSQL did, by the plan that such a session makes. What was changed is rolled back."""
    given = [Literal(list(value) if isinstance(value, tuple) else value).as_string() for value in args]
    call = f"asked({', '.join(given)})" if given else "asked"
    change = connection.transaction()
    await change.start()
    try:
        await connection.execute(f"PREPARE asked AS {statement}")
        return await connection.fetch(f"EXPLAIN (ANALYZE, BUFFERS, {options}) EXECUTE {call}")
    finally:
        await change.rollback()
        await connection.execute("DEALLOCATE asked")
