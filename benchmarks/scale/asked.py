"""The list of what is asked, and of which sessions."""

from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import msgspec

from benchmarks.scale.loading import ACCOUNT
from benchmarks.scale.places import Sample
from fulfilment.db.sql import Statement
from fulfilment.db.tx import Read

Ask = Callable[[Read, Sample], Awaitable[Any]]
Arguments = Callable[[Sample], tuple[Any, ...]]
Target = Callable[[Sample], str]


class Question(msgspec.Struct, frozen=True):
    """`ask` takes an executor and a sample; `target` is the path and query that asks the same over the API."""

    ask: Callable[[Any, Sample], Awaitable[Any]]
    target: Target | None = None
    is_of_worker: bool = False


QUESTIONS: dict[str, Question] = {}


def add(name: str, ask: Ask, target: Target | None = None, workspace: str = ACCOUNT) -> None:
    """A list or a look-up, through the query function that the API calls."""
    QUESTIONS[name] = Question(lambda executor, sample: ask(_reader(executor, workspace), sample), target)


def add_look_up(name: str, statement: Statement, arguments: Arguments) -> None:
    """What the API asks before it knows the workspace."""
    QUESTIONS[name] = Question(lambda executor, sample: executor.fetch(statement.text, *arguments(sample)))


def add_change(name: str, ask: Ask, workspace: str = ACCOUNT) -> None:
    """What a mutation of the API asks; it is undone."""

    def change(executor: Any, sample: Sample) -> Awaitable[Any]:
        return _undone(executor, lambda: ask(_reader(executor, workspace), sample))

    QUESTIONS[name] = Question(change)


def add_note(name: str, statement: Statement, arguments: Arguments) -> None:
    """What the API writes down for no one workspace; it is undone."""
    QUESTIONS[name] = Question(
        lambda executor, sample: _undone(executor, lambda: executor.fetch(statement.text, *arguments(sample)))
    )


def add_work(name: str, statement: Statement, arguments: Arguments) -> None:
    """What a worker asks, whose sessions plan each time; it is undone."""

    def ask(executor: Any, sample: Sample) -> Awaitable[Any]:
        return _undone(executor, lambda: executor.fetch(statement.text, *arguments(sample)))

    QUESTIONS[name] = Question(ask, is_of_worker=True)


def _reader(connection: Any, workspace: str) -> Read:
    """What the query functions take."""
    return Read(connection, SimpleNamespace(account_id=workspace))


async def _undone(executor: Any, ask: Callable[[], Awaitable[Any]]) -> Any:
    change = executor.transaction()
    await change.start()
    try:
        return await ask()
    finally:
        await change.rollback()
