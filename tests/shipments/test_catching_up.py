"""What an order says, applied to its shipment: late, without a history, and when two hear of it at once."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec
import pytest

from fulfilment.aggregators.port import CourierType, Driver, Order, Report
from fulfilment.settings import Settings
from fulfilment.shipments import courier_report, queries
from fulfilment.shipping.aggregator_access import Connection
from tests.harness.database import Stored, events
from tests.harness.inbound import moments
from tests.harness.line import Line
from tests.harness.parcels import PRICE, booked, cancel, confirm, fund, ledger, new_shipment, shipment, total
from tests.harness.simulator import Courier
from tests.http.service import Answer, Client, Service
from tests.shipments.inside import Inside, run_inside, settings_for


class Said:
    """An aggregator that gives one answer after another; `meanwhile` happens before the first is given."""

    def __init__(self, *orders: Order, meanwhile: Callable[[], Any] | None = None):
        self.orders = list(orders)
        self.meanwhile = meanwhile

    async def order(self, order_id: str, reference: str, courier_type: CourierType | None = None) -> Order:
        order = self.orders.pop(0)
        if self.meanwhile is not None:
            meanwhile, self.meanwhile = self.meanwhile, None
            await meanwhile()
        return msgspec.structs.replace(order, order_id=order_id)


@pytest.fixture
def settings(api: Service, line: Line) -> Settings:
    return settings_for(api.database_url, line.url, reprice_policy="charge")


@pytest.fixture
def hear(merchant: Client, settings: Settings) -> Callable[..., int]:
    """Catch up with what an aggregator says; how much of it was new."""

    def hear(sent: dict[str, Any], *orders: Order, meanwhile: Order | None = None) -> int:
        async def catch_up(inside: Inside) -> int:
            saga = inside.saga(merchant)
            async with saga.read() as read:
                row = await queries.read_row(read, sent["id"])

            async def change() -> None:
                await courier_report.catch_up(saga, row, Connection(Said(meanwhile), is_own_key=False), settings)

            said = Said(*orders, meanwhile=None if meanwhile is None else change)
            return await courier_report.catch_up(saga, row, Connection(said, is_own_key=False), settings)

        return run_inside(settings, catch_up)

    return hear


def order(status: str | None, raw_status: str | None = None, **more: Any) -> Order:
    return Order("", status, raw_status or status or "on_hold", **more)


def told(client: Client, id: str) -> list[Stored]:
    return events(client, "shipment.status_updated", id)


def test_an_order_without_a_history_moves_the_shipment_once(merchant: Client, hear: Callable[..., int]):
    sent = booked(merchant)
    assert [hear(sent, order("picked_up", "picked")) for _ in range(3)] == [1, 0, 0]
    assert [event.data["reportedStatus"] for event in told(merchant, sent["id"])] == ["picked"]
    assert shipment(merchant, sent["id"])["status"] == "picked_up"


def test_an_order_without_a_history_cannot_bring_back_what_has_ended(
    merchant: Client, courier: Courier, hear: Callable[..., int]
):
    sent = booked(merchant)
    # The courier's own report of it would change the shipment while the order is fetched.
    with courier.unheard():
        assert cancel(merchant, sent["id"]).status == 200
    before = len(told(merchant, sent["id"]))
    assert hear(sent, order("in_transit")) == 0
    assert shipment(merchant, sent["id"])["status"] == "cancelled"
    assert len(told(merchant, sent["id"])) == before


@pytest.mark.parametrize("said", ["on_hold", "eaten_by_dog"])
def test_a_status_without_a_meaning_or_a_history_says_nothing(merchant: Client, hear: Callable[..., int], said: str):
    sent = booked(merchant)
    assert hear(sent, order(None, said)) == 0
    assert told(merchant, sent["id"]) == []


@pytest.mark.parametrize("price", [None, 0])
def test_an_answer_with_nothing_in_it_changes_nothing(merchant: Client, hear: Callable[..., int], price: int | None):
    sent = booked(merchant)
    assert hear(sent, order("confirmed", price=price)) == 0
    after = shipment(merchant, sent["id"])
    assert {name: after[name] for name in sent} == sent | {"updatedAt": after["updatedAt"]}


def test_an_answer_that_was_overtaken_takes_neither_the_waybill_nor_the_price_back(
    merchant: Client, hear: Callable[..., int]
):
    sent = booked(merchant)
    asked = PRICE
    old = order("confirmed", waybill_id="OLD-1", price=asked, driver=Driver(name="Old"))
    new = order("confirmed", waybill_id="NEW-2", price=asked + 5_000, driver=Driver(name="New"))
    assert hear(sent, old, new, meanwhile=new) == 0
    after = shipment(merchant, sent["id"])
    assert (after["waybillId"], after["courierPrice"]) == ("NEW-2", asked + 5_000)
    assert [amount for kind, amount in ledger(merchant) if kind == "manual_adjustment"] == [-5_000]


def test_the_history_of_an_answer_that_was_overtaken_is_believed(merchant: Client, hear: Callable[..., int]):
    sent = booked(merchant)
    first, second = (datetime.fromisoformat(at) for at in moments(2))
    early, late = Report("allocated", "allocated", None, first), Report("picked", "picked_up", None, second)
    old, new = order("allocated", history=[early]), order("picked_up", "picked", history=[late])
    both = order("picked_up", "picked", history=[early, late])
    assert hear(sent, old, both, meanwhile=new) == 1
    assert shipment(merchant, sent["id"])["status"] == "picked_up"
    assert [event.data["reportedStatus"] for event in told(merchant, sent["id"])] == ["picked", "allocated"]


@pytest.mark.parametrize("finish", [confirm, cancel])
def test_what_was_reported_before_an_unclear_booking_was_settled_is_told_one_by_one(
    merchant: Client, courier: Courier, line: Line, finish: Callable[[Client, str], Answer], lost: str
):
    fund(merchant)
    made = new_shipment(merchant)["id"]
    with line.trouble(lost):
        assert confirm(merchant, made).status == 504
    way = ["allocated", "on_hold", "picking_up"]
    for status in way:
        courier.report(courier.orders(made)[0]["id"], status)
    with courier.unheard():
        assert finish(merchant, made).status == 200
    found = [
        (event.type.split(".")[2], event.data["status"], event.data.get("reportedStatus"))
        for event in events(merchant, "shipment.", made)
    ]
    assert found[:5] == [
        ("created", "pending", None),
        ("pickup_confirmed", "confirmed", None),
        ("status_updated", "allocated", "allocated"),
        ("status_updated", "allocated", "on_hold"),
        ("status_updated", "picking_up", "picking_up"),
    ]
    assert [event[0] for event in found[5:]] == ([] if finish is confirm else ["cancelled"])
    end = "picking_up" if finish is confirm else "cancelled"
    assert (total(merchant, end), total(merchant)) == (1, 1)
