"""The courier simulator's reports arrive at the configured addresses."""

import asyncio
import json
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from aiohttp import web

from fulfilment.aggregators.biteship import BiteshipAccount, BiteshipClient, parse_status_update
from fulfilment_simulators.couriers import status_webhooks
from tests.aggregators.running import KEY, Simulator, booking_request

pytestmark = pytest.mark.asyncio
PATIENCE_SECONDS = 20


class FakeReceiver:
    """Takes reports on a real socket; answers the first ones with the given statuses, then 200."""

    def __init__(self) -> None:
        self.url = ""
        self.bodies: list[bytes] = []
        self.headers: list[dict[str, str]] = []
        self.statuses: list[int] = []
        self.hanging: asyncio.Event | None = None
        self._arrived = asyncio.Condition()

    async def handle(self, request: web.Request) -> web.Response:
        self.bodies.append(await request.read())
        self.headers.append({name.lower(): value for name, value in request.headers.items()})
        async with self._arrived:
            self._arrived.notify_all()
        if self.hanging is not None:
            await self.hanging.wait()
        return web.Response(status=self.statuses.pop(0) if self.statuses else 200)

    async def wait(self, count: int) -> list[dict]:
        async with asyncio.timeout(PATIENCE_SECONDS), self._arrived:
            await self._arrived.wait_for(lambda: len(self.bodies) >= count)
        return [json.loads(body) for body in self.bodies]


@pytest_asyncio.fixture
async def receiver() -> AsyncIterator[FakeReceiver]:
    fake = FakeReceiver()
    app = web.Application()
    app.router.add_post("/reports", fake.handle)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1, handler_cancellation=True)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    fake.url = f"http://127.0.0.1:{runner.addresses[0][1]}/reports"
    yield fake
    await runner.cleanup()


async def test_each_change_is_reported_with_the_static_header(
    account: BiteshipAccount, simulator: Simulator, receiver: FakeReceiver
):
    await simulator.control("webhook", url=receiver.url, header="X-Courier", secret="s3cret")
    order = await account.book(booking_request(courier_code="pos"))
    await simulator.control(f"orders/{order.order_id}/status", status="picking_up")
    await simulator.control(f"orders/{order.order_id}/price", price=50_000)
    await account.cancel(order.order_id, order.reference, "Merchant cancelled")
    said = await receiver.wait(4)
    assert [(report["event"], report["status"]) for report in said] == [
        ("order.waybill_id", "picking_up"),
        ("order.status", "picking_up"),
        ("order.price", "picking_up"),
        ("order.status", "cancelled"),
    ]
    assert {report["order_id"] for report in said} == {order.order_id}
    assert all(headers["x-courier"] == "s3cret" for headers in receiver.headers)
    assert all(headers["content-type"] == "application/json" for headers in receiver.headers)
    assert said[2]["price"] == 50_000 and said[2]["shippment_fee"] > 0
    last = parse_status_update(receiver.bodies[3])
    after = await account.order(order.order_id, order.reference)
    assert (last.waybill_id, last.at) == (after.waybill_id, after.history[-1].at)


async def test_a_report_can_be_repeated_word_for_word(
    account: BiteshipAccount, simulator: Simulator, receiver: FakeReceiver
):
    await simulator.control("webhook", url=receiver.url)
    order = await account.book(booking_request())
    await simulator.control(f"orders/{order.order_id}/status", status="picked")
    said = await simulator.control(f"orders/{order.order_id}/repeat")
    assert said["queued"] is True
    await receiver.wait(2)
    assert receiver.bodies[0] == receiver.bodies[1]


async def test_a_report_that_was_not_taken_is_sent_again(
    account: BiteshipAccount, simulator: Simulator, receiver: FakeReceiver, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(status_webhooks, "RETRY_DELAYS_SECONDS", (0.01, 0.01))
    receiver.statuses = [500, 302, 200]
    await simulator.control("webhook", url=receiver.url)
    order = await account.book(booking_request())
    await simulator.control(f"orders/{order.order_id}/status", status="picked")
    await receiver.wait(3)
    assert len(set(receiver.bodies)) == 1


async def test_a_report_that_nobody_takes_is_given_up_for_the_next_one(
    account: BiteshipAccount, simulator: Simulator, receiver: FakeReceiver, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(status_webhooks, "RETRY_DELAYS_SECONDS", (0.01,))
    receiver.statuses = [500, 500, 200]
    await simulator.control("webhook", url=receiver.url)
    order = await account.book(booking_request())
    for status in ("picked", "delivered"):
        await simulator.control(f"orders/{order.order_id}/status", status=status)
    said = await receiver.wait(3)
    assert [report["status"] for report in said] == ["picked", "picked", "delivered"]
    _, health = await simulator.call("GET", "/_control/health")
    assert health["reports"]["failed"] == 1


async def test_a_receiver_that_hangs_holds_up_no_order_and_no_more_than_the_queue(
    account: BiteshipAccount, simulator: Simulator, receiver: FakeReceiver, monkeypatch: pytest.MonkeyPatch
):
    receiver.hanging = asyncio.Event()
    await simulator.control("webhook", url=receiver.url)
    order = await account.book(booking_request())
    path = f"orders/{order.order_id}/price"
    said = {"queued": True}
    for price in range(status_webhooks.QUEUE_LENGTH // status_webhooks.SENDERS + 2):
        said = await simulator.control(path, price=price)
    _, health = await simulator.call("GET", "/_control/health")
    assert said["queued"] is False
    assert health["reports"]["dropped"] >= 1
    assert health["reports"]["waiting"] <= status_webhooks.QUEUE_LENGTH


async def test_a_key_may_have_an_address_of_its_own(
    account: BiteshipAccount, simulator: Simulator, receiver: FakeReceiver
):
    await simulator.control("webhook", url=receiver.url + "?all")
    await simulator.control("webhook", url="http://127.0.0.1:1/nobody", key="another")
    async with BiteshipClient(simulator.url, 5.0) as client:
        theirs = await client.account("another").book(booking_request())
        mine = await client.account(KEY).book(booking_request())
    for order in (theirs, mine):
        await simulator.control(f"orders/{order.order_id}/status", status="picked")
    assert [report["order_id"] for report in await receiver.wait(1)] == [mine.order_id]


async def test_without_an_address_nothing_is_reported(account: BiteshipAccount, simulator: Simulator):
    order = await account.book(booking_request())
    said = await simulator.control(f"orders/{order.order_id}/status", status="picked")
    assert said["queued"] is False
    await simulator.control("webhook", url="http://127.0.0.1:1/nobody")
    assert (await simulator.control("webhook"))["webhook"] is None
