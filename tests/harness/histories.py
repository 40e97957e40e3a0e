"""Random histories from several connections at once, held against a model.

Linearizability: operations that ran at the same time must have an order. In that order the model, one operation after
the other, gives the service's answers.
"""

import asyncio
from collections.abc import Coroutine, Iterator, Sequence
from typing import Any, Protocol, TypeVar

import asyncpg

from fulfilment.infra.models import Value

CONNECTIONS = 4

Result = TypeVar("Result")


class Refusal(Exception):
    """The operation is refused with this code."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and other.code == self.code

    def __hash__(self) -> int:
        return hash(self.code)


class House:
    """A few connections, and the loop that they live in."""

    def __init__(self, url: str) -> None:
        self._loop = asyncio.new_event_loop()
        self.connections = [self.run(asyncpg.connect(url)) for _ in range(CONNECTIONS)]

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        return self._loop.run_until_complete(work)

    def close(self) -> None:
        for connection in self.connections:
            self.run(connection.close())
        self._loop.close()


class Operation(Protocol):
    def foresee(self, model: Value, known: set[str], seen: Value) -> Value:
        """Do it to the model, and say what it answers; `known` is what there was before, `seen` what was answered."""


def explained(model: Value, known: set[str], told: Sequence[tuple[Operation, Any]]) -> Iterator[Any]:
    """The model after each order of the operations in which they answer what they answered."""
    if not told:
        yield model
    for nth, (operation, seen) in enumerate(told):
        after = model.copy()
        try:
            expected = operation.foresee(after, known, seen)
        except Refusal as error:
            after, expected = model, error
        if expected == seen:
            yield from explained(after, known, [*told[:nth], *told[nth + 1 :]])
