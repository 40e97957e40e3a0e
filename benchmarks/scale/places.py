"""Where in a workspace is looked, and the list of what is asked."""

import random
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import msgspec

from benchmarks.scale.loading import ACCOUNT, PRODUCTS_PER_VARIANT
from fulfilment.db.tx import Read
from fulfilment.http.paging import Page

BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
PAGE = 200
# The filters of the small database must fill a page as well, or the two would not be asked for the same.
SHORT_PAGE = 25
BEYOND = 2**53 - 1


class Sample(msgspec.Struct):
    """Where to look this time: `variants` says how large the database is, `chance` where in it."""

    variants: int
    chance: random.Random

    def variant(self) -> int:
        """Any but the first, which has a tenth of all movements."""
        return self.chance.randrange(1, self.variants)

    def product(self) -> int:
        return self.chance.randrange(1, int(self.variants * PRODUCTS_PER_VARIANT) + 1)

    def middle(self, of: int | None = None) -> int:
        """A place around the middle of `of` rows, far from both ends."""
        return int((of or self.variants) * self.chance.uniform(0.45, 0.55))


Ask = Callable[[Read, Sample], Awaitable[Any]]
QUESTIONS: dict[str, Ask] = {}


def add(name: str, ask: Ask) -> None:
    """Have this asked under that name."""
    QUESTIONS[name] = ask


def id_of(prefix: str, number: int) -> str:
    return f"{prefix}_{number:026}"


def moment(number: int) -> str:
    return (BEGINNING + timedelta(milliseconds=number)).isoformat()


HOT_VARIANT = id_of("var", 0)
FIRST = Page(SHORT_PAGE)
FULL = Page(PAGE)


def reader(connection: Any) -> Read:
    """What the query functions take, in the workspace that was loaded."""
    return Read(connection, SimpleNamespace(account_id=ACCOUNT))
