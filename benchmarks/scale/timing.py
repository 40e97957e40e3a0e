"""Asking both databases in turn, and how long each takes to answer."""

import random
import time
from collections.abc import Awaitable, Callable, Sequence
from statistics import median

import asyncpg
import msgspec

from benchmarks.scale.requests import BenchmarkClient
from tests.harness.scale.asked import Question
from tests.harness.scale.explaining import Notebook, answer_and_work, explained
from tests.harness.scale.places import Sample
from tests.harness.scale.work import Work

ROUNDS = 12
PLACES = 15
# A slow question is asked less often.
_MOST_SECONDS = 3.0


class Side(msgspec.Struct, frozen=True):
    """One of the two databases: sessions like those of the API and of the workers, the API that serves it, and its
    size.
    """

    of_api: asyncpg.Connection
    of_worker: asyncpg.Connection
    client: BenchmarkClient | None
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


async def measure(name: str, question: Question, sides: Sequence[Side]) -> Figure:
    """Ask the small and the large database in turn, with the same chances."""

    async def once(side: Side, sample: Sample) -> float:
        asked_at = time.perf_counter()
        await question.ask(side.session(question), sample)
        return time.perf_counter() - asked_at

    statement = await _timed(name, once, sides)
    request = None
    if question.target and all(side.client for side in sides):

        async def over_http(side: Side, sample: Sample) -> float:
            return side.client.ask(question.target(sample))

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


async def _plan(name: str, question: Question, side: Side) -> str:
    session = side.session(question)
    notebook = Notebook(session)
    await question.ask(notebook, Sample(side.variants, random.Random(name)))
    lines = []
    for statement, args in notebook.sent:
        shown = await explained(session, statement, args, "COSTS OFF, TIMING OFF, SUMMARY OFF")
        lines += [line for (line,) in shown]
    return "\n".join(lines)
