"""A courier's order applied to its shipment: late, without a history, and heard of by two processes at once."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec
import pytest

from fulfilment.aggregators.port import CourierOrder, CourierType, Driver, TrackingEvent
from fulfilment.settings import Settings
from fulfilment.shipments import queries
from fulfilment.shipments.courier_status import status_updates
from fulfilment.shipping.courier_clients import CourierClient
from tests.harness.database import Stored, events
from tests.harness.inbound import moments
from tests.harness.line import Line
from tests.harness.parcels import PRICE, booked, cancel, confirm, fund, ledger, new_shipment, shipment, total
from tests.harness.service import Answer, Client, Service
from tests.harness.simulator import Courier
from tests.shipments.worker_context import WorkerContext, run_in_worker, settings_for


class FakeAggregator:
    """An aggregator that gives one answer after another; `meanwhile` happens before the first is given."""

    def __init__(self, *orders: CourierOrder, meanwhile: Callable[[], Any] | None = None):
        self.orders = list(orders)
        self.meanwhile = meanwhile

    async def order(self, order_id: str, reference: str, courier_type: CourierType | None = None) -> CourierOrder:
        order = self.orders.pop(0)
        if self.meanwhile is not None:
            meanwhile, self.meanwhile = self.meanwhile, None
            await meanwhile()
        return msgspec.structs.replace(order, order_id=order_id)


@pytest.fixture
def settings(api: Service, line: Line) -> Settings:
    return settings_for(api.database_url, line.url, reweigh_policy="charge")


@pytest.fixture
def hear(merchant: Client, settings: Settings) -> Callable[..., int]:
    """Catch up with what an aggregator says; how much of it was new."""

    def hear(sent: dict[str, Any], *orders: CourierOrder, meanwhile: CourierOrder | None = None) -> int:
        async def catch_up(inside: WorkerContext) -> int:
            operation = inside.operation(merchant)
            async with operation.read() as read:
                row = await queries.find_row(read, sent["id"])

            async def sync_meanwhile() -> None:
                await status_updates.sync_from_courier(
                    operation, row, CourierClient(FakeAggregator(meanwhile), is_merchant_key=False), settings
                )

            aggregator = FakeAggregator(*orders, meanwhile=None if meanwhile is None else sync_meanwhile)
            return await status_updates.sync_from_courier(
                operation, row, CourierClient(aggregator, is_merchant_key=False), settings
            )

        return run_in_worker(settings, catch_up)

    return hear


def order(status: str | None, raw_status: str | None = None, **fields: Any) -> CourierOrder:
    return CourierOrder("", status, raw_status or status or "on_hold", **fields)


def status_events(client: Client, id: str) -> list[Stored]:
    return events(client, "shipment.status_updated", id)


def test_an_order_without_a_history_moves_the_shipment_once(merchant: Client, hear: Callable[..., int]):
    sent = booked(merchant)
    assert [hear(sent, order("picked_up", "picked")) for _ in range(3)] == [1, 0, 0]
    assert [event.data["reportedStatus"] for event in status_events(merchant, sent["id"])] == ["picked"]
    assert shipment(merchant, sent["id"])["status"] == "picked_up"


def test_an_order_without_a_history_cannot_bring_back_what_has_ended(
    merchant: Client, courier: Courier, hear: Callable[..., int]
):
    sent = booked(merchant)
    # The courier's own report of it would change the shipment while the order is fetched.
    with courier.unheard():
        assert cancel(merchant, sent["id"]).status == 200
    before = len(status_events(merchant, sent["id"]))
    assert hear(sent, order("in_transit")) == 0
    assert shipment(merchant, sent["id"])["status"] == "cancelled"
    assert len(status_events(merchant, sent["id"])) == before


@pytest.mark.parametrize("raw_status", ["on_hold", "eaten_by_dog"])
def test_a_status_without_a_meaning_or_a_history_says_nothing(
    merchant: Client, hear: Callable[..., int], raw_status: str
):
    sent = booked(merchant)
    assert hear(sent, order(None, raw_status)) == 0
    assert status_events(merchant, sent["id"]) == []


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
    early, late = (
        TrackingEvent("allocated", "allocated", None, first),
        TrackingEvent("picked", "picked_up", None, second),
    )
    old, new = order("allocated", history=[early]), order("picked_up", "picked", history=[late])
    both = order("picked_up", "picked", history=[early, late])
    assert hear(sent, old, both, meanwhile=new) == 1
    assert shipment(merchant, sent["id"])["status"] == "picked_up"
    assert [event.data["reportedStatus"] for event in status_events(merchant, sent["id"])] == ["picked", "allocated"]


@pytest.mark.parametrize("finish", [confirm, cancel])
def test_what_was_reported_before_an_unclear_booking_was_settled_is_told_one_by_one(
    merchant: Client, courier: Courier, line: Line, finish: Callable[[Client, str], Answer], lost: str
):
    fund(merchant)
    shipment_id = new_shipment(merchant)["id"]
    with line.trouble(lost):
        assert confirm(merchant, shipment_id).status == 504
    way = ["allocated", "on_hold", "picking_up"]
    for status in way:
        courier.report(courier.orders(shipment_id)[0]["id"], status)
    with courier.unheard():
        assert finish(merchant, shipment_id).status == 200
    found = [
        (event.type.split(".")[2], event.data["status"], event.data.get("reportedStatus"))
        for event in events(merchant, "shipment.", shipment_id)
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
