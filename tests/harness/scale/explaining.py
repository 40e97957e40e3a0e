"""Asking a database one question, and keeping what PostgreSQL says about how it found the answer."""

import random
from collections.abc import Sequence
from typing import Any

import asyncpg
from asyncpg.transaction import Transaction
from psycopg.sql import Literal

from fulfilment import settings
from fulfilment.infra.database.pool import session_settings
from tests.harness.scale import (  # noqa: F401 - they add what is asked
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
from tests.harness.scale.asked import Question
from tests.harness.scale.places import Sample
from tests.harness.scale.work import Work, read_from


class Notebook:
    """An executor that notes what is sent through it."""

    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection
        self.sent: list[tuple[str, tuple]] = []
        self.rows = 0

    async def fetch(self, statement: str, *args: Any) -> list[asyncpg.Record]:
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


async def explained(connection: asyncpg.Connection, statement: str, args: tuple, options: str) -> Sequence:
    """EXPLAIN ANALYZE of the statement, by the plan that such a session makes. Changes are rolled back."""
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
