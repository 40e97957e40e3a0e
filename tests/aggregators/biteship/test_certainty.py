"""Certainty after a failed call: money is given back only if the booking cannot exist."""

import asyncio
import json
import socket

import pytest

from fulfilment.aggregators.biteship import BiteshipAccount, BiteshipClient, transport
from fulfilment.aggregators.port import (
    AggregatorDeclined,
    AggregatorError,
    AggregatorNotFound,
    AggregatorUnavailable,
    CancellationDeclined,
    InvalidAggregatorKey,
    InvalidRequest,
    OutcomeUnknown,
)
from fulfilment.infra.limits import fair_semaphore
from tests.aggregators.running import DESTINATION, ITEMS, ORIGIN, booking_request
from tests.aggregators.upstreams import (
    Script,
    abort_connection,
    never_respond,
    respond_endlessly,
    respond_error,
    respond_with,
    running_fake,
    stop_halfway,
)
from tests.harness.waiting import until

pytestmark = pytest.mark.asyncio
KEY = "biteship_live.secret"
TIMEOUT_SECONDS = 5.0
ORDER = {
    "success": True,
    "id": "abc",
    "reference_id": "ship_1",
    "status": "confirmed",
    "price": 10_000,
    "courier": {"company": "jne"},
}


async def outcome(call, *scripts: Script, timeout_seconds: float = TIMEOUT_SECONDS) -> tuple[object, int]:
    """The result or the error of the call, and the number of requests it took."""
    async with running_fake(*scripts) as upstream, BiteshipClient(upstream.url, timeout_seconds) as client:
        try:
            result: object = await call(client.account(KEY))
        except AggregatorError as problem:
            result = problem
        return result, len(upstream.requests)


async def book(account: BiteshipAccount):
    return await account.book(booking_request())


async def read(account: BiteshipAccount):
    return await account.order("abc", "ship_1")


async def quote(account: BiteshipAccount):
    return await account.rates(ORIGIN, DESTINATION, ITEMS, ["jne"])


async def cancel(account: BiteshipAccount):
    return await account.cancel("abc", "ship_1", "Merchant cancelled")


@pytest.mark.parametrize(
    ("script", "error"),
    [
        (respond_error(400, 40002026), InvalidRequest),
        (respond_error(400, 40002038), InvalidRequest),
        (respond_error(400, 40000001), InvalidAggregatorKey),
        (respond_error(401, 40101001), InvalidAggregatorKey),
        (respond_error(403, None), InvalidAggregatorKey),
        (respond_error(400, 40002002), InvalidAggregatorKey),
        (respond_error(400, None, "No sufficient balance"), AggregatorDeclined),
        (respond_error(400, 40002039), AggregatorDeclined),
        (respond_error(400, 40002040), AggregatorDeclined),
        (respond_error(400, 40002041), AggregatorDeclined),
        (respond_error(400, 40002999), AggregatorDeclined),
        (respond_error(429, None), AggregatorUnavailable),
        (respond_with(404, "<html>not here</html>"), AggregatorUnavailable),
        (respond_with(302, "", "location: http://127.0.0.1:1/\r\n"), AggregatorUnavailable),
    ],
)
async def test_a_booking_that_was_refused_has_not_happened(script: Script, error: type):
    problem, requests = await outcome(book, script)
    assert type(problem) is error
    assert requests == 1


@pytest.mark.parametrize(
    "script",
    [
        abort_connection,
        stop_halfway,
        respond_endlessly,
        respond_with(500, "<html>oops</html>"),
        respond_with(502, {"message": "bad gateway"}),
        respond_error(500, 50000001),
        respond_error(500, 40002040),
        respond_error(503, 40000001),
        respond_error(503, None),
        respond_error(400, 50000001),
        respond_error(200, 50000001),
        respond_error(408, None),
        respond_with(200, "not json"),
        respond_with(200, "[]"),
        respond_with(200, {"success": True}),
        respond_with(201, ""),
        respond_error(400, 40002060),
        respond_error(400, 40002060, order_id="abc", reference_id="ship_2"),
        respond_with(201, ORDER | {"reference_id": "ship_2"}),
        respond_with(201, ORDER | {"reference_id": None}),
        respond_with(201, {name: value for name, value in ORDER.items() if name != "reference_id"}),
    ],
)
async def test_a_booking_without_a_clear_answer_may_have_happened(script: Script):
    problem, requests = await outcome(book, script)
    assert type(problem) is OutcomeUnknown
    assert requests == 1


async def test_a_booking_that_nobody_answers_may_have_happened():
    problem, requests = await outcome(book, never_respond, timeout_seconds=0.3)
    assert isinstance(problem, OutcomeUnknown) and problem.timed_out
    assert requests == 1


async def test_a_gateway_that_gave_up_waiting_is_a_timeout():
    problem, _ = await outcome(book, respond_with(504, "<html>timeout</html>"))
    assert isinstance(problem, OutcomeUnknown) and problem.timed_out


async def test_nobody_at_the_address_is_an_outage_even_to_a_booking():
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        async with BiteshipClient(f"http://127.0.0.1:{unused.getsockname()[1]}", TIMEOUT_SECONDS) as client:
            for call in (book, read, quote, cancel):
                with pytest.raises(AggregatorUnavailable) as caught:
                    await call(client.account(KEY))
                assert not caught.value.timed_out


async def test_an_address_that_is_none_is_an_outage():
    async with BiteshipClient("http://", TIMEOUT_SECONDS) as client:
        with pytest.raises(AggregatorUnavailable):
            await client.account(KEY).couriers()


async def test_an_order_that_holds_the_reference_is_the_answer():
    taken = respond_error(400, 40002060, order_id="abc", waybill_id=None, reference_id="ship_1")
    order, requests = await outcome(book, taken, respond_with(200, ORDER))
    assert order.order_id == "abc"
    assert requests == 2


@pytest.mark.parametrize("second", [respond_error(400, 40002057), respond_error(401, 40101001), respond_with(500, "")])
async def test_an_order_that_holds_the_reference_but_is_hidden_stays_unclear(second: Script):
    taken = respond_error(400, 40002060, order_id="abc")
    assert type((await outcome(book, taken, second))[0]) is OutcomeUnknown


async def test_what_changes_nothing_is_tried_again():
    for call in (read, quote):
        good = ORDER | {"pricing": []}
        for script in (
            abort_connection,
            respond_with(500, "oops"),
            respond_with(200, "garbage"),
            respond_error(429, None),
            stop_halfway,
        ):
            result, requests = await outcome(call, script, script, respond_with(200, good))
            assert not isinstance(result, Exception), result
            assert requests == 3


@pytest.mark.parametrize(
    "script", [stop_halfway, respond_with(500, "oops"), respond_endlessly, respond_with(200, "garbage")]
)
async def test_trying_again_has_an_end(script: Script):
    problem, requests = await outcome(read, script)
    assert type(problem) is AggregatorUnavailable
    assert requests == 3


async def test_what_will_not_change_is_asked_once():
    for script, error in (
        (respond_error(400, 40002057), AggregatorNotFound),
        (respond_error(401, None), InvalidAggregatorKey),
    ):
        problem, requests = await outcome(read, script)
        assert (type(problem), requests) == (error, 1)


async def test_a_catalogue_without_couriers_is_not_believed():
    async def couriers(account: BiteshipAccount):
        return await account.couriers()

    assert type((await outcome(couriers, respond_with(200, {"success": True})))[0]) is AggregatorUnavailable


async def test_a_cancellation_without_a_clear_answer_may_have_happened():
    for script in (abort_connection, respond_with(502, "oops"), respond_with(200, "garbage"), respond_endlessly):
        assert type((await outcome(cancel, script))[0]) is OutcomeUnknown
    for script in (
        respond_error(500, 50000001),
        respond_error(500, 40002055),
        respond_error(500, 40002057),
        respond_error(400, 50000001),
    ):
        assert type((await outcome(cancel, script))[0]) is OutcomeUnknown


@pytest.mark.parametrize(
    "said", [ORDER | {"id": "abd"}, {"success": True}, {"success": True, "id": "abc", "status": "picked"}]
)
async def test_a_cancellation_that_is_confirmed_for_another_order_may_not_have_happened(said: dict):
    assert type((await outcome(cancel, respond_with(200, said)))[0]) is OutcomeUnknown


@pytest.mark.parametrize(
    "foreign",
    [
        ORDER | {"id": "abd"},
        ORDER | {"reference_id": "ship_2"},
        {name: value for name, value in ORDER.items() if name != "id"},
    ],
)
async def test_another_orders_answer_is_asked_for_again_and_never_believed(foreign: dict):
    order, requests = await outcome(
        read, respond_with(200, foreign), respond_with(200, foreign), respond_with(200, ORDER)
    )
    assert (order.order_id, order.reference, requests) == ("abc", "ship_1", 3)
    problem, requests = await outcome(read, respond_with(200, foreign))
    assert (type(problem), requests) == (AggregatorUnavailable, 3)
    taken = respond_error(400, 40002060, order_id="abc", reference_id="ship_1")
    assert type((await outcome(book, taken, respond_with(200, foreign)))[0]) is OutcomeUnknown
    assert (
        type(
            (await outcome(cancel, respond_error(400, 40002053), respond_with(200, foreign | {"status": "cancelled"})))[
                0
            ]
        )
        is OutcomeUnknown
    )


TRACKING = {"success": True, "id": "t1", "waybill_id": "JNE1", "order_id": "abc", "status": "picked"}


@pytest.mark.parametrize("name", ["id", "order_id"])
async def test_another_parcels_tracking_is_not_shown(name: str):
    async def track(account: BiteshipAccount):
        return await account.track("t1", "standard", "abc")

    assert (await outcome(track, respond_with(200, TRACKING)))[0].waybill_id == "JNE1"
    assert type((await outcome(track, respond_with(200, TRACKING | {name: "other"})))[0]) is AggregatorUnavailable


async def test_another_waybills_tracking_is_not_shown():
    async def track(account: BiteshipAccount):
        return await account.track_waybill("jne1", "jne")

    assert (await outcome(track, respond_with(200, TRACKING)))[0].waybill_id == "JNE1"
    assert (
        type((await outcome(track, respond_with(200, TRACKING | {"waybill_id": "JNE2"})))[0]) is AggregatorUnavailable
    )


@pytest.mark.parametrize(
    "missing", [respond_error(400, 40002057), respond_error(404, None), respond_error(404, 40400001)]
)
async def test_an_order_that_the_aggregator_says_it_has_not_is_missing(missing: Script):
    for call in (read, cancel):
        assert type((await outcome(call, missing))[0]) is AggregatorNotFound


@pytest.mark.parametrize(
    "script", [respond_with(404, "<html>not here</html>"), respond_with(404, {}), respond_error(404, 40101001)]
)
async def test_a_gateway_that_knows_no_way_does_not_say_that_an_order_is_missing(script: Script):
    for call in (read, cancel):
        assert type((await outcome(call, script))[0]) in (AggregatorUnavailable, InvalidAggregatorKey)


async def test_a_cancellation_of_an_order_that_is_missing_and_then_there_is_unclear():
    missing = respond_error(404, None)
    assert type((await outcome(cancel, missing, respond_with(200, ORDER)))[0]) is OutcomeUnknown
    assert (await outcome(cancel, missing, respond_with(200, ORDER | {"status": "cancelled"})))[0] is None


async def test_a_second_answer_is_never_taken_for_the_next_requests():
    async def twice(writer: asyncio.StreamWriter) -> None:
        said = json.dumps(ORDER | {"status": "cancelled"}).encode()
        answer = b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%s" % (len(said), said)
        writer.write(answer)
        await writer.drain()
        await asyncio.sleep(0.05)
        writer.write(answer)
        await writer.wait_closed()

    async with running_fake(twice, respond_with(200, ORDER)) as upstream, BiteshipClient(upstream.url, 5.0) as client:
        account = client.account(KEY)
        first = await account.order("abc", "ship_1")
        await asyncio.sleep(0.2)
        second = await account.order("abc", "ship_1")
    assert (first.status, second.status) == ("cancelled", "confirmed")
    assert len(upstream.requests) == 2


@pytest.mark.parametrize("reason", ["", "   ", "\t\n", " " * 300 + "x"])
async def test_a_cancellation_always_says_why(reason: str):
    async with (
        running_fake(respond_with(200, ORDER | {"status": "cancelled"})) as upstream,
        BiteshipClient(upstream.url, 5.0) as client,
    ):
        await client.account(KEY).cancel("abc", "ship_1", reason)
    assert json.loads(upstream.bodies[0])["cancellation_reason"].strip()


@pytest.mark.parametrize("code", [40002053, 40002055, 40002056])
async def test_a_refused_cancellation_is_well_only_where_the_order_is_cancelled(code: int):
    refused = respond_error(400, code)
    gone, standing = ORDER | {"status": "cancelled"}, ORDER | {"status": "picked"}
    assert (await outcome(cancel, refused, respond_with(200, gone)))[0] is None
    assert type((await outcome(cancel, refused, respond_with(200, standing)))[0]) is CancellationDeclined
    assert type((await outcome(cancel, refused, respond_with(500, "oops")))[0]) is OutcomeUnknown


async def test_a_key_that_the_aggregator_repeats_is_not_passed_on():
    problem, _ = await outcome(book, respond_error(400, 40002040, f"no such key {KEY} here"))
    assert str(problem) == "The courier says: no such key [key] here"


async def test_the_key_goes_raw_in_the_authorization_header():
    async with running_fake(respond_with(200, ORDER)) as upstream, BiteshipClient(upstream.url + "/", 5.0) as client:
        await client.account(KEY).order("abc", "ship_1")
    assert f"authorization: {KEY}\r\n" in upstream.requests[0]
    assert upstream.requests[0].startswith("GET /v1/orders/abc HTTP/1.1")


async def test_a_party_whose_calls_all_hang_leaves_places_to_others_and_is_told_that_nothing_was_sent(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(transport, "MAX_CONCURRENT_CALLS", 4)
    async with (
        running_fake(never_respond, never_respond, respond_with(200, ORDER)) as upstream,
        BiteshipClient(upstream.url, TIMEOUT_SECONDS) as client,
    ):
        fair_semaphore.current_tenant.set("acc_hanging")
        hanging = [asyncio.create_task(client.account(KEY).book(booking_request())) for _ in range(2)]
        await until(lambda: len(upstream.requests) == 2)
        # A third would be one more than are left to all others.
        with pytest.raises(AggregatorUnavailable) as refused:
            await client.account(KEY).book(booking_request())
        assert refused.value.timed_out and len(upstream.requests) == 2
        fair_semaphore.current_tenant.set("acc_other")
        assert (await client.account(KEY).book(booking_request())).order_id == "abc"
        for outcome in await asyncio.gather(*hanging, return_exceptions=True):
            assert isinstance(outcome, OutcomeUnknown | TimeoutError)
