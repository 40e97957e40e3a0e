"""What is certain after a call failed: whether the booking may exist decides if money is given back."""

import socket

import pytest

from fulfilment.aggregators.biteship import Account, Client
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

pytestmark = pytest.mark.asyncio
KEY = "biteship_live.secret"
TIMEOUT_SECONDS = 5.0
ORDER = {"success": True, "id": "abc", "status": "confirmed", "price": 10_000, "courier": {"company": "jne"}}


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
    return await account.order("abc")


async def quote(account: Account):
    return await account.rates(ORIGIN, DESTINATION, ITEMS, ["jne"])


async def cancel(account: Account):
    return await account.cancel("abc", "Merchant cancelled")


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
        (refuses(500, 50000001), Outage),
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
        refuses(503, None),
        refuses(408, None),
        says(200, "not json"),
        says(200, "[]"),
        says(200, {"success": True}),
        says(201, ""),
        refuses(400, 40002060),
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
    assert type((await outcome(cancel, refuses(500, 50000001)))[0]) is Outage


@pytest.mark.parametrize("code", [40002053, 40002055, 40002056])
async def test_a_refused_cancellation_is_well_only_where_the_order_is_cancelled(code: int):
    refused = refuses(400, code)
    gone, standing = ORDER | {"status": "cancelled"}, ORDER | {"status": "picked"}
    assert (await outcome(cancel, refused, says(200, gone)))[0] is None
    assert type((await outcome(cancel, refused, says(200, standing)))[0]) is CannotCancel
    assert type((await outcome(cancel, refused, says(500, "oops")))[0]) is Unclear


async def test_a_key_that_the_aggregator_repeats_is_not_passed_on():
    problem, _ = await outcome(book, refuses(400, 40002040, f"no such key {KEY} here"))
    assert str(problem) == "no such key [key] here"


async def test_the_key_goes_raw_in_the_authorization_header():
    async with answering(says(200, ORDER)) as upstream, Client(upstream.url + "/", 5.0) as client:
        await client.account(KEY).order("abc")
    assert f"authorization: {KEY}\r\n" in upstream.requests[0]
    assert upstream.requests[0].startswith("GET /v1/orders/abc HTTP/1.1")
