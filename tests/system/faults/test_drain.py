"""A service that is told to stop: it drains, lets kept connections go, and finishes what is under way."""

import asyncio
import contextlib
import http.client
import os
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.harness.database import rows
from tests.harness.service import Answer, Client, Service, _free_port
from tests.harness.simulator import Courier, simulating
from tests.harness.workspaces import open_client
from tests.system.faults import laws
from tests.system.faults.crashes import confirm, new_shipment
from tests.system.faults.house import Api, serving
from tests.webhooks.receivers import Reader, Receiver, Writer, receiving, response
from tests.webhooks.working import create_event, eventually, list_log, register, working

BOOKING_SECONDS = 12
DRAIN_SECONDS = 3
ENDED_WITHIN_SECONDS = 40

HALF_HEAD = b"GET /livez HTTP/1.1\r\nHost: test\r\nX-More: "
HALF_BODY = b"POST /api/v1/products HTTP/1.1\r\nHost: test\r\nContent-Length: 100\r\n\r\n{"


@pytest.fixture(scope="module")
def courier(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Courier]:
    with simulating(tmp_path_factory.mktemp("courier")) as running:
        yield running


@pytest.fixture
def api(durable_url: str, tmp_path: Path, courier: Courier) -> Iterator[Api]:
    """An API that drains when it is stopped."""
    given = {"aggregator_url": courier.url, "aggregator_key": "simulator", "shutdown_drain_seconds": DRAIN_SECONDS}
    with serving(durable_url, tmp_path, **given) as running:
        yield running


@pytest.fixture
def shop(api: Api) -> Client:
    return open_client(api.service)


@pytest.fixture(scope="module")
def lasting_api(durable_url: str, courier: Courier, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """An API that is not stopped: the worker beside it is."""
    given = {"aggregator_url": courier.url, "aggregator_key": "simulator", "api_processes": 1}
    with serving(durable_url, tmp_path_factory.mktemp("lasting"), **given) as running:
        yield running


@pytest.fixture
def lasting_shop(lasting_api: Api) -> Client:
    client = open_client(lasting_api.service)
    assert client("POST", "/api/v1/shipping-credits/topup", {"amount": 1_000_000}).status == 201
    return client


def bring_key(shop: Client) -> None:
    """On a key of its own a workspace is asked for no price first: a confirmation is one call."""
    assert shop("PUT", "/api/v1/shipping/config", {"apiKey": "biteship_live.the-merchants-own"}).status == 200


class Kept:
    """A connection that is used again and again."""

    def __init__(self, service: Service):
        self._connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=30)
        assert self.get("/livez").status == 200

    def get(self, target: str) -> Answer:
        self._connection.request("GET", target)
        answer = self._connection.getresponse()
        names = {name.lower(): value for name, value in answer.getheaders()}
        return Answer(answer.status, names, answer.read())


def is_drained(service: Service) -> bool:
    answer = service.send("GET", "/readyz", [])
    return answer.status == 503 and "draining" in answer.json["error"]["message"]


def is_refused(service: Service) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", service.port)) != 0


def opened(service: Service, said: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", service.port), timeout=30)
    connection.sendall(said)
    return connection


def drip_until_closed(connection: socket.socket) -> None:
    """A byte again and again, until the other side has ended it."""
    connection.settimeout(0.2)
    with contextlib.suppress(ConnectionError):
        while True:
            connection.sendall(b"x")
            with contextlib.suppress(TimeoutError):
                if not connection.recv(65_536):
                    return


def require_drains(service: Service, kept: Kept) -> None:
    """Not ready, but alive and serving: new connections, and a kept connection once more."""
    eventually(lambda: is_drained(service))
    assert service.send("GET", "/livez", []).status == 200
    for answer in (service.send("GET", "/api/v1/health", []), kept.get("/api/v1/health")):
        assert (answer.status, answer.headers["connection"]) == (200, "close")


def test_who_waits_for_a_slow_courier_when_the_service_is_stopped_gets_an_answer(
    api: Api, shop: Client, courier: Courier
) -> None:
    bring_key(shop)
    service, shipment_id = api.service, new_shipment(shop)
    kept, idle = Kept(service), Kept(service)
    silent, half_head, half_body = (opened(service, said) for said in (b"", HALF_HEAD, HALF_BODY))
    with courier.in_mood(slow_ms=BOOKING_SECONDS * 1_000), ThreadPoolExecutor() as pool:
        booking = pool.submit(confirm, shop, shipment_id)
        eventually(lambda: courier.orders(shipment_id))
        service.process.send_signal(signal.SIGTERM)
        require_drains(service, kept)
        eventually(lambda: is_refused(service))
        with pytest.raises((OSError, http.client.HTTPException)):
            idle.get("/livez")
        drip_until_closed(silent)
        # A client that says nothing is not waited for, and the booking is.
        assert not booking.done()
        answer = booking.result()
        # The time-outs of a head and of a body bound how long a client that sends slowly is waited for.
        for each in (half_head, half_body):
            drip_until_closed(each)
    assert (answer.status, answer.headers["connection"]) == (200, "close")
    assert service.process.wait(ENDED_WITHIN_SECONDS) == 0
    assert len(courier.orders(shipment_id)) == 1
    assert api.faults() == []
    api.start()
    assert (again := confirm(shop, shipment_id)).raw == answer.raw
    assert again.headers["idempotency-replayed"] == "true"
    laws.require_every_law(shop)


def test_a_second_signal_does_not_wait(api: Api, shop: Client, courier: Courier) -> None:
    bring_key(shop)
    shipment_id = new_shipment(shop)
    with courier.in_mood(slow_ms=4_000), ThreadPoolExecutor() as pool:
        booking = pool.submit(confirm, shop, shipment_id)
        eventually(lambda: courier.orders(shipment_id))
        api.service.process.send_signal(signal.SIGTERM)
        eventually(lambda: is_drained(api.service))
        api.service.process.send_signal(signal.SIGTERM)
        assert isinstance(booking.exception(ENDED_WITHIN_SECONDS), OSError)
    assert api.service.process.wait(ENDED_WITHIN_SECONDS) == 0


def test_ctrl_c_reaches_every_process_and_drains_all_the_same(api: Api) -> None:

    kept = Kept(api.service)
    os.killpg(api.service.process.pid, signal.SIGINT)
    require_drains(api.service, kept)
    assert api.service.process.wait(ENDED_WITHIN_SECONDS) == 0


async def test_a_worker_that_is_stopped_delivers_what_is_under_way_once(lasting_api: Api, lasting_shop: Client) -> None:
    came, go_on = asyncio.Event(), asyncio.Event()

    async def slowly(receiver: Receiver, reader: Reader, writer: Writer) -> None:
        await receiver.read_request(reader)
        came.set()
        await go_on.wait()
        writer.write(response())
        await writer.drain()

    port = _free_port()
    async with receiving(slowly) as receiver:
        with working(lasting_api.service.database_url, probe_port=str(port), webhook_timeout_seconds="30") as worker:
            probes = Service(port, "", worker.process, worker.log)
            await asyncio.to_thread(register, lasting_shop, receiver.url, "svc.product.created.v1")
            await asyncio.to_thread(create_event, lasting_shop)
            await came.wait()
            worker.process.send_signal(signal.SIGTERM)
            await asyncio.to_thread(eventually, lambda: is_drained(probes))
            assert (await asyncio.to_thread(probes.send, "GET", "/livez", [])).status == 200
            go_on.set()
            assert await asyncio.to_thread(worker.process.wait, ENDED_WITHIN_SECONDS) == 0
        (delivery,) = await asyncio.to_thread(list_log, lasting_shop)
    assert delivery["status"] == "sent"
    assert len(receiver.bodies) == 1


def test_a_worker_that_is_stopped_finishes_the_courier_call_that_it_carries_on(
    lasting_api: Api, lasting_shop: Client, courier: Courier
) -> None:
    shipment_id = new_shipment(lasting_shop)
    with courier.in_mood(lose_next_booking=True):
        assert confirm(lasting_shop, shipment_id).status == 504
    mine = "SELECT 1 FROM courier_operations WHERE account_id = $1 AND holder IS NOT NULL"
    left = "SELECT 1 FROM courier_operations WHERE account_id = $1"
    assert rows(lasting_shop, left)
    given: dict[str, Any] = {"aggregator_url": courier.url, "aggregator_key": "simulator"}
    with courier.in_mood(slow_ms=2_000), working(lasting_api.service.database_url, **given) as worker:
        eventually(lambda: rows(lasting_shop, mine))
        worker.process.send_signal(signal.SIGTERM)
        assert worker.process.wait(ENDED_WITHIN_SECONDS) == 0
        assert rows(lasting_shop, left) == []
    laws.require_one_order_and_charge_each(lasting_shop, courier)


def test_what_a_worker_cannot_finish_in_time_another_takes_over(
    lasting_api: Api, lasting_shop: Client, courier: Courier
) -> None:
    shipment_id = new_shipment(lasting_shop)
    with courier.in_mood(lose_next_booking=True):
        assert confirm(lasting_shop, shipment_id).status == 504
    mine = "SELECT 1 FROM courier_operations WHERE account_id = $1 AND holder IS NOT NULL"
    left = "SELECT 1 FROM courier_operations WHERE account_id = $1"
    given: dict[str, Any] = {
        "aggregator_url": courier.url,
        "aggregator_key": "simulator",
        "shutdown_timeout_seconds": "0.3",
    }
    with courier.in_mood(slow_ms=14_000), working(lasting_api.service.database_url, **given) as worker:
        eventually(lambda: rows(lasting_shop, mine))
        worker.process.send_signal(signal.SIGTERM)
        assert worker.process.wait(ENDED_WITHIN_SECONDS) == 0
        assert rows(lasting_shop, left) != []
    with working(lasting_api.service.database_url, **given):
        eventually(lambda: not rows(lasting_shop, left))
    laws.require_one_order_and_charge_each(lasting_shop, courier)
