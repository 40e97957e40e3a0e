"""Labels over HTTP while their drawing process stands still: who waits, who does not, and how it ends."""

import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from urllib.parse import urlsplit

import psutil
import pytest

from tests.documents.rooms import drawing_processes
from tests.harness.parcels import booked, new_shipment
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually
from tests.http.service import Answer, Client, Service, serving
from tests.http.workspaces import open_client

CONNECTIONS = 2
WAITING_SECONDS = 40
PATIENCE_SECONDS = 0.5


@pytest.fixture(scope="module")
def room(module_database_url: str, courier: Courier) -> Iterator[Service]:
    """A service of one API process with few connections to its database, which waits long for labels."""
    given = {"database_pool_size": str(CONNECTIONS), "documents_timeout_seconds": str(WAITING_SECONDS)}
    with serving(module_database_url, aggregator_url=courier.url, aggregator_key="simulator", **given) as running:
        yield running


def drawing_process(api: Service) -> psutil.Process:
    """The one there is, as soon as it has drawn something."""
    eventually(lambda: len(drawing_processes(api.process.pid)) == 1)
    (found,) = drawing_processes(api.process.pid)
    return found


@contextmanager
def standing_still(api: Service) -> Iterator[psutil.Process]:
    process = drawing_process(api)
    process.suspend()
    try:
        yield process
    finally:
        if process.is_running():
            process.resume()


def label_of(client: Client, id: str) -> Answer:
    return client("GET", f"/api/v1/shipments/{id}/label")


def labels_of(client: Client, *ids: str) -> Answer:
    return client("POST", "/api/v1/shipments/labels", {"shipmentIds": ids})


@pytest.fixture
def pair(room: Service) -> tuple[Client, str]:
    """A client of the room, and a shipment whose label has been drawn before."""
    client = open_client(room)
    id = new_shipment(client)["id"]
    assert label_of(client, id).status == 200
    return client, id


def test_no_connection_of_the_database_is_held_while_labels_are_drawn(room: Service):
    # Of one workspace some might wait for their turn before they have read anything.
    clients = [open_client(room) for _ in range(2 * CONNECTIONS)]
    ids = [new_shipment(client)["id"] for client in clients]
    stranger = open_client(room, "Stranger")
    with ThreadPoolExecutor() as others:
        with standing_still(room):
            pairs = list(zip(clients, ids, strict=True))
            waiting = [others.submit(label_of, *pair) for pair in pairs[::2]]
            waiting += [others.submit(labels_of, client, id, id) for client, id in pairs[1::2]]
            time.sleep(PATIENCE_SECONDS)
            assert not any(each.done() for each in waiting)
            assert {stranger("GET", "/api/v1/products").status for _ in range(5)} == {200}
        assert {each.result().status for each in waiting} == {200}


def test_a_caller_who_hangs_up_ends_the_drawing(room: Service, pair: tuple[Client, str]):
    client, id = pair
    path = f"/api/v1/shipments/{id}/label"
    lines = [f"GET {path} HTTP/1.1", "Host: here", *(f"{name}: {value}" for name, value in client.headers("GET", path))]
    with standing_still(room) as process:
        with socket.create_connection(("127.0.0.1", room.port)) as connection:
            connection.sendall("\r\n".join([*lines, "", ""]).encode())
            time.sleep(PATIENCE_SECONDS)
            assert process.is_running()
        eventually(lambda: not process.is_running())
    assert label_of(client, id).status == 200


def test_a_label_has_the_same_bytes_whichever_process_draws_it(room: Service, pair: tuple[Client, str]):
    client, id = pair
    drawn = label_of(client, id).raw
    process = drawing_process(room)
    process.kill()
    eventually(lambda: not process.is_running())
    assert label_of(client, id).raw == drawn == labels_of(client, id).raw


def test_a_workspace_with_too_many_waiting_is_refused_and_its_links_and_strangers_are_not(
    module_database_url: str, courier: Courier
):
    given = {"documents_waiting": "4", "documents_timeout_seconds": str(WAITING_SECONDS)}
    with (
        serving(module_database_url, aggregator_url=courier.url, aggregator_key="simulator", **given) as api,
        ThreadPoolExecutor() as others,
    ):
        client, stranger = open_client(api), open_client(api, "Stranger")
        id, theirs = booked(client)["id"], new_shipment(stranger)["id"]
        link = urlsplit(client("GET", f"/api/v1/shipping/shipments/{id}/label").data["url"]).path
        assert label_of(client, id).status == 200
        with standing_still(api):
            # One is begun, and waits for nothing but its process; of four places for others, one workspace has two.
            waiting = [others.submit(label_of, client, id) for _ in range(3)]
            time.sleep(PATIENCE_SECONDS)
            refused = label_of(client, id)
            assert refused.refusal == (503, "SERVICE_UNAVAILABLE") and int(refused.headers["retry-after"]) > 0
            waiting.append(others.submit(api.send, "GET", link, []))
            time.sleep(PATIENCE_SECONDS)
            assert not any(each.done() for each in waiting)
            beside = others.submit(label_of, stranger, theirs)
            time.sleep(PATIENCE_SECONDS)
        assert {each.result().status for each in waiting} == {200}
        assert beside.result().status == 200


def test_a_label_that_is_not_drawn_in_time_is_refused_with_when_to_come_again(
    module_database_url: str, courier: Courier
):
    given = {"aggregator_url": courier.url, "aggregator_key": "simulator", "documents_timeout_seconds": "2"}
    with serving(module_database_url, **given) as api:
        client = open_client(api)
        id = new_shipment(client)["id"]
        with standing_still(api):
            answer = label_of(client, id)
        assert answer.refusal == (503, "SERVICE_UNAVAILABLE")
        assert int(answer.headers["retry-after"]) > 0
        # Whoever draws gives way to everybody else, and begins anew here.
        eventually(lambda: label_of(client, id).status == 200, patience_seconds=100.0)


def test_a_killed_api_process_takes_its_drawing_process_along(module_database_url: str, courier: Courier):
    with serving(module_database_url, aggregator_url=courier.url, aggregator_key="simulator") as api:
        process = drawing_process(api)
        process.parent().kill()
        eventually(lambda: not process.is_running())
