"""The simulator's own controls."""

import aiohttp
import pytest

from fulfilment.aggregators.biteship import BiteshipAccount, BiteshipClient
from fulfilment.aggregators.port import OutcomeUnknown
from tests.aggregators.running import KEY, Simulator, booking_request

pytestmark = pytest.mark.asyncio


async def test_any_status_can_be_forced_with_a_note_and_a_time(account: BiteshipAccount, simulator: Simulator):
    order = await account.book(booking_request())
    said = await simulator.control(
        f"orders/{order.order_id}/status", status="eaten_by_dog", note="Sorry", at="2026-05-12T08:00:00Z"
    )
    assert said["order"]["courier"]["history"][-1] == {
        "service_type": "standard",
        "status": "eaten_by_dog",
        "note": "Sorry",
        "updated_at": "2026-05-12T15:00:00.000+07:00",
    }
    after = await account.order(order.order_id, order.reference)
    assert (after.status, after.raw_status) == (None, "eaten_by_dog")


async def test_a_price_can_be_changed(account: BiteshipAccount, simulator: Simulator):
    order = await account.book(booking_request(insured_value=300_000))
    await simulator.control(f"orders/{order.order_id}/price", price=99_000)
    after = await account.order(order.order_id, order.reference)
    assert (after.price, after.insurance_fee) == (99_000, order.insurance_fee)


async def test_what_a_mood_leaves_out_stays(simulator: Simulator):
    await simulator.control("mood", slow_ms=5, fail="refuse")
    said = await simulator.control("mood", lose_next_booking=True)
    assert said["mood"] == {"slow_ms": 5, "fail": "refuse", "lose_next_booking": True}
    assert (await simulator.control("mood", fail=None))["mood"]["fail"] is None


@pytest.mark.parametrize(("fail", "code"), [("500_after", 50000001), ("500_after_uncoded", None)])
async def test_a_breakdown_may_come_after_what_was_asked_is_done(simulator: Simulator, fail: str, code: int | None):
    await simulator.control("mood", fail=fail)
    async with BiteshipClient(simulator.url, 5.0) as client:
        account = client.account(KEY)
        with pytest.raises(OutcomeUnknown):
            await account.book(booking_request())
        (order,) = await simulator.orders()
        reason = {"cancellation_reason": "Merchant cancelled"}
        status, said = await simulator.call("POST", f"/v1/orders/{order['id']}/cancel", reason)
        assert (status, said["success"], said.get("code")) == (500, False, code)
        assert (await account.order(order["id"], "ship_1")).status == "cancelled"


@pytest.mark.parametrize(("fail", "code"), [("500", 50000001), ("500_uncoded", None)])
async def test_a_breakdown_may_come_before_anything_is_done(simulator: Simulator, fail: str, code: int | None):
    await simulator.control("mood", fail=fail)
    status, said = await simulator.call("POST", "/v1/orders", {})
    assert (status, said.get("code")) == (500, code)
    assert await simulator.orders() == []


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("mood", {"fail": "maybe"}),
        ("mood", {"slow_ms": -1}),
        ("mood", {"slow_ms": "fast"}),
        ("webhook", {"url": "ftp://x"}),
        ("webhook", {"url": "http://[bad"}),
        ("webhook", {"url": "http://x", "header": "a b"}),
        ("webhook", {"url": "http://x", "header": "a", "secret": "b\r\nc: d"}),
        ("orders/nothing/status", {"status": "picked"}),
    ],
)
async def test_a_control_that_makes_no_sense_is_refused(simulator: Simulator, path: str, body: dict):
    status, said = await simulator.call("POST", f"/_control/{path}", body, key=None)
    assert (status, said["success"]) == (400, False)


@pytest.mark.parametrize("body", [{}, {"status": 1.5}, {"status": "x" * 61}, {"status": "picked", "at": "yesterday"}])
async def test_a_status_that_makes_no_sense_is_refused(account: BiteshipAccount, simulator: Simulator, body: dict):
    order = await account.book(booking_request())
    status, _ = await simulator.call("POST", f"/_control/orders/{order.order_id}/status", body, key=None)
    assert status == 400
    assert (await account.order(order.order_id, order.reference)) == order


async def test_only_one_booking_loses_its_answer_and_a_failed_one_does_not_count(simulator: Simulator, account):
    await simulator.control("mood", lose_next_booking=True)
    assert (await simulator.call("POST", "/v1/orders", {}))[0] == 400
    assert (await simulator.call("GET", "/_control/health"))[1]["mood"]["lose_next_booking"] is True
    with pytest.raises(Exception, match="lost"):
        await account.book(booking_request())
    await account.book(booking_request("ship_2"))
    assert len(await simulator.orders()) == 2


async def test_orders_are_listed_newest_first_and_found_by_reference(account: BiteshipAccount, simulator: Simulator):
    for reference in ("ship_1", "ship_2"):
        await account.book(booking_request(reference))
    assert [order["reference_id"] for order in await simulator.orders()] == ["ship_2", "ship_1"]
    _, said = await simulator.call("GET", "/_control/orders?reference_id=ship_1")
    assert [order["reference_id"] for order in said["orders"]] == ["ship_1"]
    assert KEY not in str(said)


async def test_a_reset_forgets_all_but_where_reports_go(account: BiteshipAccount, simulator: Simulator):
    await account.book(booking_request())
    await simulator.control("webhook", url="http://127.0.0.1:1/reports")
    await simulator.control("mood", fail="silent")
    await simulator.control("reset")
    _, health = await simulator.call("GET", "/_control/health")
    assert (health["orders"], health["mood"]["fail"]) == (0, None)
    assert health["webhook"] == "http://127.0.0.1:1/reports"
    assert (await account.book(booking_request())).reference == "ship_1"


async def test_the_page_says_what_it_is_and_names_every_control(simulator: Simulator):
    async with simulator._session.get(simulator.url + "/") as response:
        text = await response.text()
    assert response.content_type == "text/html"
    for control in ("health", "orders", "status", "price", "waybill", "repeat", "mood", "webhook", "reset"):
        assert f"/_control/{control}" in text or f"{{id}}/{control}" in text


async def test_the_last_areas_that_were_looked_for_are_told(account: BiteshipAccount, simulator: Simulator):
    for number in range(60):
        await simulator.call("GET", f"/v1/maps/areas?input=place-{number}")
    _, health = await simulator.call("GET", "/_control/health")
    assert health["searched"] == [f"place-{number}" for number in range(10, 60)]


@pytest.mark.parametrize("host", ["evil.example", "10.0.0.1", "127.0.0.1.evil.example"])
@pytest.mark.parametrize("path", ["/", "/v1/couriers", "/_control/health", "/_control/orders"])
async def test_a_name_of_another_machine_is_not_answered(simulator: Simulator, host: str, path: str):
    async with aiohttp.ClientSession() as session:
        answer = await session.get(simulator.url + path, headers={"Host": host, "authorization": KEY})
    assert answer.status == 421


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None])
@pytest.mark.parametrize("path", ["mood", "webhook", "reset", "orders/x/status", "orders/x/repeat"])
@pytest.mark.parametrize("body", [b"", b'{"slow_ms": 7}'])
async def test_controls_take_json_alone(simulator: Simulator, kind: str | None, path: str, body: bytes):
    headers = {} if kind is None else {"Content-Type": kind}
    async with aiohttp.ClientSession(skip_auto_headers=["Content-Type"]) as session:
        answer = await session.post(f"{simulator.url}/_control/{path}", data=body, headers=headers)
    assert answer.status == 400
    assert (await simulator.control("mood"))["mood"]["slow_ms"] == 0
