"""The Biteship adapter against the courier simulator, in all its fault modes."""

import asyncio

import pytest

from fulfilment.aggregators.biteship import BiteshipAccount, BiteshipClient
from fulfilment.aggregators.port import (
    AggregatorDeclined,
    AggregatorError,
    AggregatorNotFound,
    AggregatorUnavailable,
    CancellationDeclined,
    InvalidAggregatorKey,
    OutcomeUnknown,
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


async def test_the_catalogue_tells_which_couriers_are_instant(account: BiteshipAccount):
    rows = await account.couriers()
    types: dict[str, set[str]] = {}
    for row in rows:
        types.setdefault(row.courier_code, set()).add(row.service_type)
    instant = {code for code, found in types.items() if found <= {"instant", "same_day"}}
    assert instant == {"gojek", "grab", "lalamove", "borzo"}
    assert "standard" in types["sicepat"] and "same_day" in types["sicepat"]


async def test_areas_are_found_by_the_words_of_their_names(account: BiteshipAccount):
    found = await account.areas("pesanggrahan jakarta")
    assert [(area.id, area.postal_code) for area in found] == [("IDNP6IDNC148IDND843IDZ12250", 12250)]
    assert found[0].administrative_division_level_2_name == "Jakarta Selatan"
    assert found[0].administrative_division_level_4_name is None
    assert len(await account.areas("jakarta")) == 10
    assert await account.areas("atlantis") == []


async def test_rates_come_cheapest_first_and_without_the_premium(account: BiteshipAccount):
    plain = await account.rates(ORIGIN, DESTINATION, ITEMS, ["jne", "sicepat"])
    insured = await account.rates(ORIGIN, DESTINATION, ITEMS, ["jne", "sicepat"], insured_value=300_000)
    assert [rate.price for rate in plain] == sorted(rate.price for rate in plain)
    assert [rate.price for rate in insured] == [rate.price for rate in plain]
    assert {rate.insurance for rate in plain} == {0}
    assert {rate.insurance for rate in insured} == {2_600}
    reg = next(rate for rate in plain if (rate.courier_code, rate.courier_service_code) == ("jne", "reg"))
    assert (reg.courier_type, reg.eta_min, reg.eta_max, reg.eta_unit) == ("standard", 2, 3, "days")


async def test_instant_couriers_are_quoted_only_with_coordinates_on_both_sides(account: BiteshipAccount):
    couriers = ["gojek", "jne"]
    near = await account.rates(ORIGIN, NEARBY, ITEMS, couriers)
    assert {rate.courier_type for rate in near} == {"instant", "same_day", "standard"}
    far = await account.rates(ORIGIN, DESTINATION, ITEMS, couriers)
    assert {rate.courier_code for rate in far} == {"jne"}


async def test_no_courier_that_goes_there_is_no_rates(account: BiteshipAccount):
    assert await account.rates(ORIGIN, DESTINATION, ITEMS, ["gojek"]) == []
    assert await account.rates(ORIGIN, DESTINATION, ITEMS, []) == []


async def test_an_aggregator_that_never_answers_is_given_up(simulator: Simulator):
    await simulator.control("mood", fail="silent")
    async with BiteshipClient(simulator.url, SHORT_SECONDS) as client:
        account = client.account(KEY)
        calls = (
            account.couriers(),
            account.areas("jakarta"),
            account.rates(ORIGIN, DESTINATION, ITEMS, ["jne"]),
            account.book(booking_request()),
            account.order("abc", "ship_1"),
            account.cancel("abc", "ship_1", "Changed my mind"),
            account.track("abc"),
            account.track_waybill("abc", "jne"),
        )
        async with asyncio.timeout(10):
            ends = await asyncio.gather(*calls, return_exceptions=True)
    assert [type(end) for end in ends] == [OutcomeUnknown] * len(calls)
    assert all(end.timed_out for end in ends)
    await simulator.control("mood", fail=None)
    assert await simulator.orders() == []


async def test_an_aggregator_that_is_slow_is_waited_for(account: BiteshipAccount, simulator: Simulator):
    await simulator.control("mood", slow_ms=150)
    assert await account.couriers()
    assert await account.rates(ORIGIN, DESTINATION, ITEMS, ["jne"])
    order = await account.book(booking_request())
    assert (await account.order(order.order_id, order.reference)).order_id == order.order_id
    assert (await account.track(order.tracking_id)).order_id == order.order_id
    await account.cancel(order.order_id, order.reference, "Changed my mind")
    assert [each["status"] for each in await simulator.orders()] == ["cancelled"]


async def test_a_refusing_courier_is_told_from_an_outage(account: BiteshipAccount, simulator: Simulator):
    order = await account.book(booking_request())
    await simulator.control("mood", fail="refuse")
    with pytest.raises(AggregatorDeclined, match="partner refused"):
        await account.book(booking_request("ship_2"))
    with pytest.raises(AggregatorDeclined, match="balance"):
        await account.rates(ORIGIN, DESTINATION, ITEMS, ["jne"])
    with pytest.raises(CancellationDeclined):
        await account.cancel(order.order_id, order.reference, "Changed my mind")
    await simulator.control("mood", fail="500")
    with pytest.raises(OutcomeUnknown):
        await account.book(booking_request("ship_2"))
    with pytest.raises(AggregatorUnavailable):
        await account.couriers()
    await simulator.control("mood", fail=None)
    assert len(await simulator.orders()) == 1


async def test_garbage_is_an_outage_to_readers_and_unclear_to_bookers(account: BiteshipAccount, simulator: Simulator):
    await simulator.control("mood", fail="garbage")
    for call in (account.couriers(), account.areas("jakarta"), account.order("abc", "ship_1"), account.track("abc")):
        with pytest.raises(AggregatorUnavailable):
            await call
    for write in (account.book(booking_request()), account.cancel("abc", "ship_1", "Changed my mind")):
        with pytest.raises(OutcomeUnknown):
            await write


async def test_a_key_that_is_not_accepted_is_told(simulator: Simulator):
    async with BiteshipClient(simulator.url, 5.0) as client:
        for key in ("invalid-key", "", "with space", "line\r\nbreak", "kunci-é"):
            for call in (client.account(key).couriers(), client.account(key).book(booking_request())):
                with pytest.raises(InvalidAggregatorKey) as caught:
                    await call
                assert not key or key not in str(caught.value)


async def test_each_key_has_its_own_orders(account: BiteshipAccount, simulator: Simulator):
    mine = await account.book(booking_request())
    async with BiteshipClient(simulator.url, 5.0) as client:
        other = client.account("another-key")
        theirs = await other.book(booking_request())
        assert theirs.order_id != mine.order_id
        for call in (
            other.order(mine.order_id, mine.reference),
            other.cancel(mine.order_id, mine.reference, "x"),
            other.track(mine.tracking_id),
        ):
            with pytest.raises(AggregatorNotFound):
                await call


async def test_what_does_not_exist_is_not_found(account: BiteshipAccount):
    for call in (
        account.order("0" * 24, "ship_1"),
        account.order("../couriers", "ship_1"),
        account.cancel("0" * 24, "ship_1", "x"),
        account.track("0" * 24),
        account.track_waybill("JNE1", "jne"),
        account.track_waybill("..", "jne"),
        account.track_waybill("a/b?c#d é", "jne"),
    ):
        with pytest.raises(AggregatorNotFound):
            await call


async def test_a_parcel_is_tracked_by_tracking_id_and_by_waybill(account: BiteshipAccount, simulator: Simulator):
    order = await account.book(booking_request(**INSTANT))
    path = f"orders/{order.order_id}/status"
    await simulator.control(path, status="allocated", note="Budi comes")
    await simulator.control(path, status="droppingOff")
    await simulator.control(path, status="dropping_off", at="2026-05-12T08:00:00Z")
    tracking = await account.track(order.tracking_id, "instant")
    assert await account.track_waybill(order.waybill_id, "gojek", "instant") == tracking
    assert (tracking.status, tracking.raw_status) == ("dropping_off", "dropping_off")
    assert (tracking.order_id, tracking.waybill_id) == (order.order_id, order.waybill_id)
    assert tracking.driver and tracking.driver.name and tracking.driver.plate.startswith("B ")
    assert [report.raw_status for report in tracking.history] == [
        "dropping_off",
        "confirmed",
        "allocated",
        "dropping_off",
    ]
    assert tracking.history[2].note == "Budi comes"


async def test_what_dropping_off_means_depends_on_the_courier(account: BiteshipAccount, simulator: Simulator):
    standard, instant = await account.book(booking_request()), await account.book(booking_request("ship_2", **INSTANT))
    for order in (standard, instant):
        await simulator.control(f"orders/{order.order_id}/status", status="dropping_off")
    assert (await account.order(standard.order_id, standard.reference, "standard")).status == "in_transit"
    assert (await account.order(instant.order_id, instant.reference, "instant")).status == "dropping_off"
    assert (await account.order(instant.order_id, instant.reference)).status == "dropping_off"
    assert (await account.order(standard.order_id, standard.reference)).status == "in_transit"


async def test_no_error_of_the_adapter_shows_the_key(simulator: Simulator):
    key = "invalid-secret-key"
    async with BiteshipClient(simulator.url, 5.0) as client:
        with pytest.raises(AggregatorError) as caught:
            await client.account(key).couriers()
    shown = f"{caught.value!r} {caught.value} {caught.value.__cause__!r}"
    assert key not in shown
