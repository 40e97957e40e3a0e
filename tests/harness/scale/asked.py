"""The list of what is asked, and of which sessions."""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar, cast

import msgspec
from asyncpg import Record
from asyncpg.transaction import Transaction

from fulfilment.infra.database.statements import Statement
from fulfilment.infra.database.transaction import Executor, Read, System, Tx
from tests.harness.scale.loading import ACCOUNT
from tests.harness.scale.places import Sample

Ask = Callable[[Read, Sample], Awaitable[Any]]
AskChange = Callable[[Tx, Sample], Awaitable[Any]]
Result = TypeVar("Result")
Arguments = Callable[[Sample], tuple[Any, ...]]
Target = Callable[[Sample], str]


class Asked(Protocol):
    """A session, or what notes what is sent to one."""

    async def fetch(self, statement: str, /, *args: Any) -> list[Record]: ...
    async def fetchrow(self, statement: str, /, *args: Any) -> Record | None: ...
    def transaction(self) -> Transaction: ...


class Question(msgspec.Struct, frozen=True):
    """`ask` takes an executor and a sample; `target` is the path and query that asks the same over the API."""

    ask: Callable[[Asked, Sample], Awaitable[Any]]
    target: Target | None = None
    is_of_worker: bool = False


QUESTIONS: dict[str, Question] = {}


def add(name: str, ask: Ask, target: Target | None = None, workspace: str = ACCOUNT) -> None:
    """A list or a look-up, through the query function that the API calls."""
    QUESTIONS[name] = Question(lambda executor, sample: ask(_reader(executor, workspace), sample), target)


def add_look_up(name: str, statement: Statement, arguments: Arguments) -> None:
    """A query of the API before it knows the workspace."""
    QUESTIONS[name] = Question(lambda executor, sample: executor.fetch(statement.text, *arguments(sample)))


def add_change(name: str, ask: AskChange, workspace: str = ACCOUNT) -> None:
    """Statements of a mutation of the API; they are rolled back."""

    def change(executor: Asked, sample: Sample) -> Awaitable[Any]:
        return _undone(executor, lambda: ask(_changer(executor, workspace), sample))

    QUESTIONS[name] = Question(change)


def add_note(name: str, statement: Statement, arguments: Arguments) -> None:
    """A write of the API that belongs to no single workspace; it is rolled back."""
    QUESTIONS[name] = Question(
        lambda executor, sample: _undone(executor, lambda: executor.fetch(statement.text, *arguments(sample)))
    )


def add_work(name: str, statement: Statement, arguments: Arguments) -> None:
    """A statement of a worker, whose sessions plan each time; it is rolled back."""

    def ask(executor: Asked, sample: Sample) -> Awaitable[Any]:
        return _undone(executor, lambda: executor.fetch(statement.text, *arguments(sample)))

    QUESTIONS[name] = Question(ask, is_of_worker=True)


def _reader(connection: Asked, workspace: str) -> Read:
    """The reader that query functions take."""
    return Read(cast(Executor, connection), System(workspace))


def _changer(connection: Asked, workspace: str) -> Tx:
    """The same for those of changes, which ask it for nothing more than a reader has."""
    return cast(Tx, _reader(connection, workspace))


async def _undone(executor: Asked, ask: Callable[[], Awaitable[Result]]) -> Result:
    change = executor.transaction()
    await change.start()
    try:
        return await ask()
    finally:
        await change.rollback()
