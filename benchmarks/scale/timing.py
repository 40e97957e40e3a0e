"""Asking both databases in turn, and keeping what PostgreSQL says about how it found the answer."""

import random
import time
from collections.abc import Awaitable, Callable, Sequence
from statistics import median
from typing import Any

import asyncpg
import msgspec
from psycopg.sql import Literal

from benchmarks.scale import questions, stock_questions  # noqa: F401 - they add what is asked
from benchmarks.scale.places import QUESTIONS, Sample, reader
from benchmarks.scale.sweeps import LOOK_UPS, SWEEPS

ROUNDS = 12
PLACES = 15
# A slow question is asked less often.
_MOST_SECONDS = 3.0

Asked = Callable[[Any, Sample], Awaitable[Any]]


class Figure(msgspec.Struct):
    """One question: medians in microseconds, rows answered, and the plan in the large database."""

    name: str
    small: float
    large: float
    rows: tuple[int, int]
    plan: str

    @property
    def ratio(self) -> float:
        return self.large / self.small


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


def every_question() -> dict[str, Asked]:
    """By name, each taking an executor and a sample."""
    asked: dict[str, Asked] = {}
    for name, ask in QUESTIONS.items():
        asked[name] = lambda executor, sample, ask=ask: ask(reader(executor), sample)
    for name, make in LOOK_UPS.items():
        asked[name] = lambda executor, sample, make=make: _sent(executor, *make(sample))
    for name, (statement, args) in SWEEPS.items():
        asked[f"sweep: {name}"] = lambda executor, sample, s=statement, a=args: _sent(executor, s, a)
    return asked


def _sent(executor: Any, statement: Any, args: tuple) -> Awaitable[Any]:
    return executor.fetch(statement.text, *args)


async def measure(name: str, ask: Asked, sides: Sequence[tuple[asyncpg.Connection, int]]) -> Figure:
    """Ask the small and the large database in turn, with the same chances."""
    times: tuple[list[float], list[float]] = ([], [])
    began = time.monotonic()
    for round_number in range(ROUNDS + 1):
        for (connection, variants), spent in zip(sides, times, strict=True):
            # The same places every round, so that both answer from memory.
            sample = Sample(variants, random.Random(name))
            for _ in range(PLACES):
                asked_at = time.perf_counter()
                await ask(connection, sample)
                # The first round has the statement prepared and the pages read.
                if round_number:
                    spent.append(time.perf_counter() - asked_at)
        if round_number > 2 and time.monotonic() - began > _MOST_SECONDS:
            break
    rows = [await _rows(ask, *side) for side in sides]
    plan = await _plan(ask, *sides[-1])
    small, large = (median(spent) * 1e6 for spent in times)
    return Figure(name, small, large, tuple(rows), plan)


async def _rows(ask: Asked, connection: asyncpg.Connection, variants: int) -> int:
    notebook = Notebook(connection)
    await ask(notebook, Sample(variants, random.Random(1)))
    return notebook.rows


async def _plan(ask: Asked, connection: asyncpg.Connection, variants: int) -> str:
    notebook = Notebook(connection)
    await ask(notebook, Sample(variants, random.Random(2)))
    lines = []
    for statement, args in notebook.sent:
        shown = await explained(connection, statement, args, "COSTS OFF, TIMING OFF, SUMMARY OFF")
        lines += [line for (line,) in shown]
    return "\n".join(lines)


async def explained(connection: asyncpg.Connection, statement: str, args: tuple, options: str) -> Sequence:
    """What PostgreSQL did, by the plan that a session of the API keeps. What was changed is rolled back."""
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
