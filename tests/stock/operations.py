"""Operations of random histories: each can be run, and the model predicts its result.

Numbers stand for what there is when the operation begins: the third of two warehouses is the first again.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from fulfilment.infra.database.transaction import Tx
from tests.stock.model import StockModel

SESSIONS = ("cs_1", "cs_2")
CUSTOMERS = ("cus_1", "cus_2")


class Names(msgspec.Struct):
    """The ids that exist when operations begin, and the product they are about."""

    product: str
    variants: list[str]
    warehouses: list[str]
    addresses: list[str]


def at(names: list[str], number: int) -> str:
    return names[number % len(names)]


class Operation(msgspec.Struct, frozen=True):
    """`run` it; `predict` what it comes to, told of the ids that were given out. Both answer alike or refuse."""

    may_miss_new_levels: ClassVar[bool] = False

    @property
    def serial_key(self) -> str | None:
        """The key of operations that must not run concurrently, since they are about the same thing."""
        return None

    def is_possible(self, names: Names) -> bool:
        return True

    async def run(self, tx: Tx, names: Names) -> Any: ...

    def predict(self, model: StockModel, names: Names, actual: Any) -> Any: ...
