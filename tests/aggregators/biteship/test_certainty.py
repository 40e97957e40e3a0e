"""What is certain after a call failed: whether the booking may exist decides if money is given back."""

import asyncio
import json
import socket

import pytest

from fulfilment import party
from fulfilment.aggregators.biteship import Account, Client, wire
from fulfilment.aggregators.port import (
    AggregatorError,
    BadKey,
    CallerFault,
    CannotCancel,
    NotFound,
    Outage,
    Refused,
    Unclear,
)
from tests.aggregators.running import DESTINATION, ITEMS, ORIGIN, booking
from tests.aggregators.upstreams import (
    Script,
    answering,
    cuts,
    floods,
    halts_halfway,
    hangs,
    refuses,
    says,
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
    """What the call came to, and how many requests it took."""
    async with answering(*scripts) as upstream, Client(upstream.url, timeout_seconds) as client:
        try:
            result: object = await call(client.account(KEY))
        except AggregatorError as problem:
            result = problem
        return result, len(upstream.requests)


async def book(account: Account):
    return await account.book(booking())


async def read(account: Account):
    return await account.order("abc", "ship_1")


async def quote(account: Account):
    return await account.rates(ORIGIN, DESTINATION, ITEMS, ["jne"])


async def cancel(account: Account):
    return await account.cancel("abc", "ship_1", "Merchant cancelled")


@pytest.mark.parametrize(
    ("script", "error"),
    [
        (refuses(400, 40002026), CallerFault),
        (refuses(400, 40002038), CallerFault),
        (refuses(400, 40000001), BadKey),
        (refuses(401, 40101001), BadKey),
        (refuses(403, None), BadKey),
        (refuses(400, 40002002), BadKey),
        (refuses(400, None, "No sufficient balance"), Refused),
        (refuses(400, 40002039), Refused),
        (refuses(400, 40002040), Refused),
        (refuses(400, 40002041), Refused),
        (refuses(400, 40002999), Refused),
        (refuses(429, None), Outage),
        (says(404, "<html>not here</html>"), Outage),
        (says(302, "", "location: http://127.0.0.1:1/\r\n"), Outage),
    ],
)
async def test_a_booking_that_was_refused_has_not_happened(script: Script, error: type):
    problem, requests = await outcome(book, script)
    assert type(problem) is error
    assert requests == 1


@pytest.mark.parametrize(
    "script",
    [
        cuts,
        halts_halfway,
        floods,
        says(500, "<html>oops</html>"),
        says(502, {"message": "bad gateway"}),
        refuses(500, 50000001),
        refuses(500, 40002040),
        refuses(503, 40000001),
        refuses(503, None),
        refuses(400, 50000001),
        refuses(200, 50000001),
        refuses(408, None),
        says(200, "not json"),
        says(200, "[]"),
        says(200, {"success": True}),
        says(201, ""),
        refuses(400, 40002060),
        refuses(400, 40002060, order_id="abc", reference_id="ship_2"),
        says(201, ORDER | {"reference_id": "ship_2"}),
        says(201, ORDER | {"reference_id": None}),
        says(201, {name: value for name, value in ORDER.items() if name != "reference_id"}),
    ],
)
async def test_a_booking_without_a_clear_answer_may_have_happened(script: Script):
    problem, requests = await outcome(book, script)
    assert type(problem) is Unclear
    assert requests == 1


async def test_a_booking_that_nobody_answers_may_have_happened():
    problem, requests = await outcome(book, hangs, timeout_seconds=0.3)
    assert isinstance(problem, Unclear) and problem.timed_out
    assert requests == 1


async def test_a_gateway_that_gave_up_waiting_is_a_timeout():
    problem, _ = await outcome(book, says(504, "<html>timeout</html>"))
    assert isinstance(problem, Unclear) and problem.timed_out


async def test_nobody_at_the_address_is_an_outage_even_to_a_booking():
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        async with Client(f"http://127.0.0.1:{unused.getsockname()[1]}", TIMEOUT_SECONDS) as client:
            for call in (book, read, quote, cancel):
                with pytest.raises(Outage) as caught:
                    await call(client.account(KEY))
                assert not caught.value.timed_out


async def test_an_address_that_is_none_is_an_outage():
    async with Client("http://", TIMEOUT_SECONDS) as client:
        with pytest.raises(Outage):
            await client.account(KEY).couriers()


async def test_an_order_that_holds_the_reference_is_the_answer():
    taken = refuses(400, 40002060, order_id="abc", waybill_id=None, reference_id="ship_1")
    order, requests = await outcome(book, taken, says(200, ORDER))
    assert order.order_id == "abc"
    assert requests == 2


@pytest.mark.parametrize("second", [refuses(400, 40002057), refuses(401, 40101001), says(500, "")])
async def test_an_order_that_holds_the_reference_but_is_hidden_stays_unclear(second: Script):
    taken = refuses(400, 40002060, order_id="abc")
    assert type((await outcome(book, taken, second))[0]) is Unclear


async def test_what_changes_nothing_is_tried_again():
    for call in (read, quote):
        good = ORDER | {"pricing": []}
        for script in (cuts, says(500, "oops"), says(200, "garbage"), refuses(429, None), halts_halfway):
            result, requests = await outcome(call, script, script, says(200, good))
            assert not isinstance(result, Exception), result
            assert requests == 3


@pytest.mark.parametrize("script", [halts_halfway, says(500, "oops"), floods, says(200, "garbage")])
async def test_trying_again_has_an_end(script: Script):
    problem, requests = await outcome(read, script)
    assert type(problem) is Outage
    assert requests == 3


async def test_what_will_not_change_is_asked_once():
    for script, error in ((refuses(400, 40002057), NotFound), (refuses(401, None), BadKey)):
        problem, requests = await outcome(read, script)
        assert (type(problem), requests) == (error, 1)


async def test_a_catalogue_without_couriers_is_not_believed():
    async def couriers(account: Account):
        return await account.couriers()

    assert type((await outcome(couriers, says(200, {"success": True})))[0]) is Outage


async def test_a_cancellation_without_a_clear_answer_may_have_happened():
    for script in (cuts, says(502, "oops"), says(200, "garbage"), floods):
        assert type((await outcome(cancel, script))[0]) is Unclear
    for script in (refuses(500, 50000001), refuses(500, 40002055), refuses(500, 40002057), refuses(400, 50000001)):
        assert type((await outcome(cancel, script))[0]) is Unclear


@pytest.mark.parametrize(
    "said", [ORDER | {"id": "abd"}, {"success": True}, {"success": True, "id": "abc", "status": "picked"}]
)
async def test_a_cancellation_that_is_confirmed_for_another_order_may_not_have_happened(said: dict):
    assert type((await outcome(cancel, says(200, said)))[0]) is Unclear


@pytest.mark.parametrize(
    "foreign",
    [
        ORDER | {"id": "abd"},
        ORDER | {"reference_id": "ship_2"},
        {name: value for name, value in ORDER.items() if name != "id"},
    ],
)
async def test_another_orders_answer_is_asked_for_again_and_never_believed(foreign: dict):
    order, requests = await outcome(read, says(200, foreign), says(200, foreign), says(200, ORDER))
    assert (order.order_id, order.reference, requests) == ("abc", "ship_1", 3)
    problem, requests = await outcome(read, says(200, foreign))
    assert (type(problem), requests) == (Outage, 3)
    taken = refuses(400, 40002060, order_id="abc", reference_id="ship_1")
    assert type((await outcome(book, taken, says(200, foreign)))[0]) is Unclear
    assert (
        type((await outcome(cancel, refuses(400, 40002053), says(200, foreign | {"status": "cancelled"})))[0])
        is Unclear
    )


TRACKING = {"success": True, "id": "t1", "waybill_id": "JNE1", "order_id": "abc", "status": "picked"}


@pytest.mark.parametrize("name", ["id", "order_id"])
async def test_another_parcels_tracking_is_not_shown(name: str):
    async def track(account: Account):
        return await account.track("t1", "standard", "abc")

    assert (await outcome(track, says(200, TRACKING)))[0].waybill_id == "JNE1"
    assert type((await outcome(track, says(200, TRACKING | {name: "other"})))[0]) is Outage


async def test_another_waybills_tracking_is_not_shown():
    async def track(account: Account):
        return await account.track_waybill("jne1", "jne")

    assert (await outcome(track, says(200, TRACKING)))[0].waybill_id == "JNE1"
    assert type((await outcome(track, says(200, TRACKING | {"waybill_id": "JNE2"})))[0]) is Outage


@pytest.mark.parametrize("missing", [refuses(400, 40002057), refuses(404, None), refuses(404, 40400001)])
async def test_an_order_that_the_aggregator_says_it_has_not_is_missing(missing: Script):
    for call in (read, cancel):
        assert type((await outcome(call, missing))[0]) is NotFound


@pytest.mark.parametrize("script", [says(404, "<html>not here</html>"), says(404, {}), refuses(404, 40101001)])
async def test_a_gateway_that_knows_no_way_does_not_say_that_an_order_is_missing(script: Script):
    for call in (read, cancel):
        assert type((await outcome(call, script))[0]) in (Outage, BadKey)


async def test_a_cancellation_of_an_order_that_is_missing_and_then_there_is_unclear():
    missing = refuses(404, None)
    assert type((await outcome(cancel, missing, says(200, ORDER)))[0]) is Unclear
    assert (await outcome(cancel, missing, says(200, ORDER | {"status": "cancelled"})))[0] is None


async def test_a_second_answer_is_never_taken_for_the_next_requests():
    async def twice(writer: asyncio.StreamWriter) -> None:
        said = json.dumps(ORDER | {"status": "cancelled"}).encode()
        answer = b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%s" % (len(said), said)
        writer.write(answer)
        await writer.drain()
        await asyncio.sleep(0.05)
        writer.write(answer)
        await writer.wait_closed()

    async with answering(twice, says(200, ORDER)) as upstream, Client(upstream.url, 5.0) as client:
        account = client.account(KEY)
        first = await account.order("abc", "ship_1")
        await asyncio.sleep(0.2)
        second = await account.order("abc", "ship_1")
    assert (first.status, second.status) == ("cancelled", "confirmed")
    assert len(upstream.requests) == 2


@pytest.mark.parametrize("reason", ["", "   ", "\t\n", " " * 300 + "x"])
async def test_a_cancellation_always_says_why(reason: str):
    async with answering(says(200, ORDER | {"status": "cancelled"})) as upstream, Client(upstream.url, 5.0) as client:
        await client.account(KEY).cancel("abc", "ship_1", reason)
    assert json.loads(upstream.bodies[0])["cancellation_reason"].strip()


@pytest.mark.parametrize("code", [40002053, 40002055, 40002056])
async def test_a_refused_cancellation_is_well_only_where_the_order_is_cancelled(code: int):
    refused = refuses(400, code)
    gone, standing = ORDER | {"status": "cancelled"}, ORDER | {"status": "picked"}
    assert (await outcome(cancel, refused, says(200, gone)))[0] is None
    assert type((await outcome(cancel, refused, says(200, standing)))[0]) is CannotCancel
    assert type((await outcome(cancel, refused, says(500, "oops")))[0]) is Unclear


async def test_a_key_that_the_aggregator_repeats_is_not_passed_on():
    problem, _ = await outcome(book, refuses(400, 40002040, f"no such key {KEY} here"))
    assert str(problem) == "The courier says: no such key [key] here"


async def test_the_key_goes_raw_in_the_authorization_header():
    async with answering(says(200, ORDER)) as upstream, Client(upstream.url + "/", 5.0) as client:
        await client.account(KEY).order("abc", "ship_1")
    assert f"authorization: {KEY}\r\n" in upstream.requests[0]
    assert upstream.requests[0].startswith("GET /v1/orders/abc HTTP/1.1")


async def test_a_party_whose_calls_all_hang_leaves_places_to_others_and_is_told_that_nothing_was_sent(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(wire, "CALLS_AT_ONCE", 4)
    async with answering(hangs, hangs, says(200, ORDER)) as upstream, Client(upstream.url, TIMEOUT_SECONDS) as client:
        party.current.set("acc_hanging")
        hanging = [asyncio.create_task(client.account(KEY).book(booking())) for _ in range(2)]
        await until(lambda: len(upstream.requests) == 2)
        # A third would be one more than are left to all others.
        with pytest.raises(Outage) as refused:
            await client.account(KEY).book(booking())
        assert refused.value.timed_out and len(upstream.requests) == 2
        party.current.set("acc_other")
        assert (await client.account(KEY).book(booking())).order_id == "abc"
        for outcome in await asyncio.gather(*hanging, return_exceptions=True):
            assert isinstance(outcome, Unclear | TimeoutError)
