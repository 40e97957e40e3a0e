"""Booking and cancelling through the adapter, against the simulator."""

import asyncio

import pytest
from msgspec.structs import replace

from fulfilment.aggregators.biteship import BiteshipAccount, BiteshipClient
from fulfilment.aggregators.port import (
    CancellationDeclined,
    InvalidRequest,
    OutcomeUnknown,
    ParcelAddress,
)
from tests.aggregators.running import (
    DESTINATION,
    INSTANT,
    ITEMS,
    KEY,
    NEARBY,
    ORIGIN,
    Simulator,
    booking_request,
)

pytestmark = pytest.mark.asyncio
SHORT_SECONDS = 0.4


async def test_a_place_that_is_nowhere_is_the_callers_fault(account: BiteshipAccount):
    with pytest.raises(InvalidRequest) as caught:
        await account.rates(ORIGIN, ParcelAddress(postal_code="4O132"), ITEMS, ["jne"])
    assert caught.value.field == "destination.postalCode"
    with pytest.raises(InvalidRequest) as caught:
        await account.rates(ParcelAddress(), DESTINATION, ITEMS, ["jne"])
    assert caught.value.field == "origin"


@pytest.mark.parametrize("code", ["00000", "01234", "1234", "123456", "١٢٣٤٥"])
async def test_a_postal_code_that_is_none_there_never_leaves(account: BiteshipAccount, code: str):
    with pytest.raises(InvalidRequest):
        await account.book(booking_request(destination=ParcelAddress("Siti", "0811", "Jl. Dago 2", postal_code=code)))
    order = await account.book(booking_request(**INSTANT | {"destination": replace(NEARBY, postal_code=code)}))
    assert order.status == "confirmed"


async def test_a_booking_costs_what_was_quoted(account: BiteshipAccount):
    for changes in ({}, INSTANT, {"insured_value": 300_000}):
        request = booking_request(f"ship_{len(changes)}", **changes)
        rates = await account.rates(
            request.origin, request.destination, ITEMS, [request.courier_code], request.insured_value
        )
        quoted = next(rate for rate in rates if rate.courier_service_code == request.courier_service_code)
        order = await account.book(request)
        assert (order.price, order.insurance_fee) == (quoted.price + quoted.insurance, quoted.insurance)


async def test_a_booking_has_what_a_label_needs(account: BiteshipAccount, simulator: Simulator):
    order = await account.book(booking_request(note="Fragile"))
    assert (order.status, order.raw_status, order.reference) == ("confirmed", "confirmed", "ship_1")
    assert order.waybill_id and order.waybill_id.startswith("JNE")
    assert order.tracking_id and order.routing_code and order.link
    assert order.label_url is None and order.driver is None
    assert [report.status for report in order.history] == ["confirmed"]
    assert await account.order(order.order_id, order.reference) == order
    kept = (await simulator.orders())[0]
    assert (kept["note"], kept["destination"]["note"]) == ("Fragile", DESTINATION.note)


async def test_the_same_booking_twice_is_one_order(account: BiteshipAccount, simulator: Simulator):
    first, second = await account.book(booking_request()), await account.book(booking_request())
    assert first == second
    assert len(await simulator.orders()) == 1


async def test_the_same_booking_sent_many_times_at_once_is_one_order(account: BiteshipAccount, simulator: Simulator):
    made = await asyncio.gather(*(account.book(booking_request()) for _ in range(12)))
    assert {order.order_id for order in made} == {order["id"] for order in await simulator.orders()}
    assert len(await simulator.orders()) == 1


@pytest.mark.parametrize("mood", [{"lose_next_booking": True}, {"fail": "500_after"}, {"fail": "500_after_uncoded"}])
async def test_a_booking_whose_answer_was_lost_is_found_again(
    account: BiteshipAccount, simulator: Simulator, mood: dict
):
    await simulator.control("mood", **mood)
    with pytest.raises(OutcomeUnknown):
        await account.book(booking_request())
    await simulator.control("mood", fail=None)
    again = await account.book(booking_request())
    assert [order["id"] for order in await simulator.orders()] == [again.order_id]


async def test_a_booking_that_was_answered_too_late_is_found_again(simulator: Simulator):
    async with BiteshipClient(simulator.url, SHORT_SECONDS) as client:
        account = client.account(KEY)
        await simulator.control("mood", slow_ms=5_000)
        with pytest.raises(OutcomeUnknown) as caught:
            await account.book(booking_request())
        assert caught.value.timed_out
        await simulator.control("mood", slow_ms=0)
        again = await account.book(booking_request())
    assert [order["id"] for order in await simulator.orders()] == [again.order_id]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"courier_code": "pigeon"}, "courierCode"),
        ({"courier_service_code": "teleport"}, "courierServiceCode"),
        ({"destination": replace(DESTINATION, address="")}, "destination.address"),
        ({"destination": replace(DESTINATION, postal_code="00000")}, "destination.postalCode"),
        ({"destination": replace(DESTINATION, area_id="IDNP0")}, "destination"),
        ({"origin": replace(ORIGIN, contact_name="")}, "origin.contactName"),
        ({"items": []}, "items"),
        (INSTANT | {"destination": DESTINATION}, "origin"),
        ({"courier_code": "wahana", "courier_service_code": "normal", "insured_value": 1}, "insured"),
    ],
)
async def test_what_the_caller_got_wrong_is_named(account: BiteshipAccount, simulator: Simulator, changes, field):
    with pytest.raises(InvalidRequest) as caught:
        await account.book(booking_request(**changes))
    assert caught.value.field == field
    assert await simulator.orders() == []


async def test_a_cancelled_order_is_cancelled_and_may_be_cancelled_again(account: BiteshipAccount):
    order = await account.book(booking_request())
    await account.cancel(order.order_id, order.reference, "Merchant cancelled")
    await account.cancel(order.order_id, order.reference, "Merchant cancelled")
    after = await account.order(order.order_id, order.reference)
    assert (after.status, after.history[-1].note) == ("cancelled", "Merchant cancelled")
    assert [report.status for report in after.history] == ["confirmed", "cancelled"]


async def test_a_parcel_that_was_picked_up_cannot_be_cancelled(account: BiteshipAccount, simulator: Simulator):
    order = await account.book(booking_request())
    await simulator.control(f"orders/{order.order_id}/status", status="picked")
    with pytest.raises(CancellationDeclined, match="picked"):
        await account.cancel(order.order_id, order.reference, "Merchant cancelled")


async def test_a_waybill_may_come_later(account: BiteshipAccount, simulator: Simulator):
    order = await account.book(booking_request(courier_code="pos"))
    assert order.waybill_id is None
    await simulator.control(f"orders/{order.order_id}/waybill", waybill_id="P0001")
    assert (await account.order(order.order_id, order.reference)).waybill_id == "P0001"
