"""Reference model of a merchant's deliveries, as plain as possible, with the operations on them.

Time is counted in tenths of an hour, since a history of them all takes a few seconds.
"""

from __future__ import annotations

import copy
from collections import Counter
from datetime import timedelta
from typing import Any

import msgspec
from hypothesis import strategies as st

from fulfilment.deliveries import lifecycle, queries
from fulfilment.deliveries.schemas import NewDelivery
from fulfilment.infra import clock
from fulfilment.infra.database.transaction import Tx
from tests.harness.histories import Refusal

SESSIONS = ("cs_1", "cs_2", "cs_3")
DAY, EXTENSION = 240, 7_200


class Delivery(msgspec.Struct):
    """`left` is how long until it expires; `next` what is to be told of that."""

    left: int
    most: int
    used: int = 0
    is_revoked: bool = False
    next: str | None = "expiring"

    @property
    def is_over(self) -> bool:
        return self.left <= 0

    @property
    def due(self) -> str | None:
        """The event that a sweep emits for it now."""
        if self.next is not None and self.is_over:
            return "expired"
        return "expiring" if self.next == "expiring" and self.left <= DAY else None


class DeliveriesModel:
    """The deliveries of one product, by the session of their checkout."""

    def __init__(self) -> None:
        self.deliveries: dict[str, Delivery] = {}
        self.told: Counter[tuple[str, str]] = Counter()
        self.audited: Counter[tuple[str, str]] = Counter()

    def copy(self) -> DeliveriesModel:
        return copy.deepcopy(self)

    def count_event(self, session: str, event: str) -> None:
        self.told[session, event] += 1

    def change(self, session: str, action: str) -> None:
        self.count_event(session, f"updated {action}")
        self.audited[session, f"delivery.{action}"] += 1

    def hold(self, session: str) -> Delivery:
        """The delivery that is about to change; an expiry that is due is announced first."""
        if session not in self.deliveries:
            raise Refusal("NOT_FOUND")
        delivery = self.deliveries[session]
        if delivery.next is not None and delivery.is_over:
            self.announce(session)
        return delivery

    def announce(self, session: str) -> None:
        delivery = self.deliveries[session]
        self.count_event(session, delivery.due)
        delivery.next = "expired" if delivery.due == "expiring" else None

    def state(self) -> dict[str, object]:
        """The state that the database must show."""
        return {
            "deliveries": {name: (d.left, d.most, d.used, d.is_revoked) for name, d in self.deliveries.items()},
            "told": {**self.told},
            "audited": {**self.audited},
        }


class Operation(msgspec.Struct, frozen=True):
    """`do` it on `ids` (by session, as they were before); `foresee` what it comes to. Both answer alike or refuse."""

    async def do(self, tx: Tx, product: str, ids: dict[str, str]) -> Any: ...

    def foresee(self, model: DeliveriesModel, known: set[str], seen: Any) -> Any: ...


class Grant(Operation, frozen=True):
    session: str
    most: int
    left: int

    async def do(self, tx: Tx, product: str, ids: dict[str, str]) -> str:
        given = NewDelivery(
            product_id=product,
            customer_id="cus_1",
            checkout_session_id=self.session,
            max_downloads=self.most,
            expires_at=clock.now() + timedelta(hours=self.left / 10),
        )
        return (await lifecycle.grant_delivery(tx, given)).status

    def foresee(self, model: DeliveriesModel, known: set[str], seen: Any) -> str:
        if self.session in model.deliveries:
            raise Refusal("DUPLICATE")
        model.deliveries[self.session] = delivery = Delivery(self.left, self.most)
        model.count_event(self.session, "created")
        model.audited[self.session, "delivery.created"] += 1
        return "expired" if delivery.is_over else "active"


class _OnOneDelivery(Operation, frozen=True):
    session: str

    def held(self, model: DeliveriesModel, known: set[str]) -> Delivery:
        """An operation knows the deliveries that there were when it began."""
        return model.hold(self.session if self.session in known else "")


class Download(_OnOneDelivery, frozen=True):
    async def do(self, tx: Tx, product: str, ids: dict[str, str]) -> int:
        return (await lifecycle.count_download(tx, ids.get(self.session, "dlv_unknown"))).download_count

    def foresee(self, model: DeliveriesModel, known: set[str], seen: Any) -> int:
        if self.session not in known:
            raise Refusal("NOT_FOUND")
        delivery = model.deliveries[self.session]
        if delivery.is_revoked or delivery.is_over:
            raise Refusal("EXPIRED")
        if delivery.used == delivery.most:
            raise Refusal("DOWNLOAD_LIMIT")
        delivery.used += 1
        model.count_event(self.session, "downloaded")
        return delivery.used


class Reset(_OnOneDelivery, frozen=True):
    async def do(self, tx: Tx, product: str, ids: dict[str, str]) -> int:
        return (await lifecycle.reset_downloads(tx, ids.get(self.session, "dlv_unknown"))).download_count

    def foresee(self, model: DeliveriesModel, known: set[str], seen: Any) -> int:
        delivery = self.held(model, known)
        if delivery.used:
            delivery.used = 0
            model.change(self.session, "reset-downloads")
        return 0


class Extend(_OnOneDelivery, frozen=True):
    async def do(self, tx: Tx, product: str, ids: dict[str, str]) -> str:
        return (await lifecycle.extend_delivery(tx, ids.get(self.session, "dlv_unknown"))).status

    def foresee(self, model: DeliveriesModel, known: set[str], seen: Any) -> str:
        delivery = self.held(model, known)
        delivery.left = max(delivery.left, 0) + EXTENSION
        delivery.is_revoked, delivery.next = False, "expiring"
        model.change(self.session, "extend")
        return "active"


class Revoke(_OnOneDelivery, frozen=True):
    async def do(self, tx: Tx, product: str, ids: dict[str, str]) -> str:
        return (await lifecycle.revoke_delivery(tx, ids.get(self.session, "dlv_unknown"))).status

    def foresee(self, model: DeliveriesModel, known: set[str], seen: Any) -> str:
        delivery = self.held(model, known)
        if not delivery.is_revoked:
            delivery.left = min(delivery.left, 0)
            delivery.is_revoked, delivery.next = True, None
            model.change(self.session, "revoke")
        return "revoked"


class Sweep(Operation, frozen=True):
    """A sweep skips rows that another transaction has locked, so its result says which deliveries it announced."""

    async def do(self, tx: Tx, product: str, ids: dict[str, str]) -> set[str]:
        now = clock.now()
        due = await queries.lock_due(tx, now, lifecycle.BATCH_SIZE)
        await lifecycle.emit_due(tx, due, now)
        return {row["checkout_session_id"] for row in due}

    def foresee(self, model: DeliveriesModel, known: set[str], seen: Any) -> set[str]:
        due = {session for session, delivery in model.deliveries.items() if delivery.due}
        for session in seen & due:
            model.announce(session)
        return seen & due


def _on_one_delivery(kind: type[_OnOneDelivery]) -> st.SearchStrategy[Operation]:
    return st.builds(kind, st.sampled_from(SESSIONS))


# No sum of these ends on the very moment at which something is due.
PASSING = (173, 497, 7_001)
GRANTS = st.builds(Grant, st.sampled_from(SESSIONS), st.integers(1, 3), st.sampled_from([-15, 55, 365]))
ANY = st.one_of(
    GRANTS, *(_on_one_delivery(kind) for kind in (Download, Download, Reset, Extend, Revoke)), st.just(Sweep())
)
