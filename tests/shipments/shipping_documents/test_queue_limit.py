"""Labels over HTTP while the render process stands still: the queue, its limit and its end."""

import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from urllib.parse import urlsplit

import psutil
import pytest

from tests.harness.parcels import booked, new_shipment
from tests.harness.service import Answer, Client, Service, serving
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually
from tests.harness.workspaces import open_client
from tests.infra.pdf.rooms import drawing_processes

CONNECTIONS = 2
WAITING_SECONDS = 40
PATIENCE_SECONDS = 0.5
# The drawing process is there before the first label.
DRAWING = {"factory": "fulfilment.app:create"}


@pytest.fixture(scope="module")
def room(module_database_url: str, courier: Courier) -> Iterator[Service]:
    """A service of one API process with few connections to its database, which waits long for labels."""
    settings = {"database_pool_size": str(CONNECTIONS), "pdf_timeout_seconds": str(WAITING_SECONDS)}
    given = DRAWING | settings
    with serving(module_database_url, aggregator_url=courier.url, aggregator_key="simulator", **given) as running:
        yield running


def find_render_worker(api: Service) -> psutil.Process:
    """The one there is, as soon as it has drawn something."""
    eventually(lambda: len(drawing_processes(api.process.pid)) == 1)
    (found,) = drawing_processes(api.process.pid)
    return found


@contextmanager
def suspend_renderer(api: Service) -> Iterator[psutil.Process]:
    process = find_render_worker(api)
    process.suspend()
    try:
        yield process
    finally:
        if process.is_running():
            process.resume()


def download_label(client: Client, id: str) -> Answer:
    return client("GET", f"/api/v1/shipments/{id}/label")


def download_labels(client: Client, *ids: str) -> Answer:
    return client("POST", "/api/v1/shipments/labels", {"shipmentIds": ids})


@pytest.fixture
def pair(room: Service) -> tuple[Client, str]:
    """A client of the service, and a shipment whose label has been rendered before."""
    client = open_client(room)
    id = new_shipment(client)["id"]
    assert download_label(client, id).status == 200
    return client, id


def test_no_connection_of_the_database_is_held_while_labels_are_drawn(room: Service):
    # Requests of one workspace might wait for their turn before they have read anything.
    clients = [open_client(room) for _ in range(2 * CONNECTIONS)]
    ids = [new_shipment(client)["id"] for client in clients]
    stranger = open_client(room, "Stranger")
    with ThreadPoolExecutor() as others:
        with suspend_renderer(room):
            pairs = list(zip(clients, ids, strict=True))
            waiting = [others.submit(download_label, *pair) for pair in pairs[::2]]
            waiting += [others.submit(download_labels, client, id, id) for client, id in pairs[1::2]]
            time.sleep(PATIENCE_SECONDS)
            assert not any(each.done() for each in waiting)
            assert {stranger("GET", "/api/v1/products").status for _ in range(5)} == {200}
        assert {each.result().status for each in waiting} == {200}


def test_a_caller_who_hangs_up_ends_the_drawing(room: Service, pair: tuple[Client, str]):
    client, id = pair
    path = f"/api/v1/shipments/{id}/label"
    lines = [f"GET {path} HTTP/1.1", "Host: here", *(f"{name}: {value}" for name, value in client.headers("GET", path))]
    with suspend_renderer(room) as process:
        with socket.create_connection(("127.0.0.1", room.port)) as connection:
            connection.sendall("\r\n".join([*lines, "", ""]).encode())
            time.sleep(PATIENCE_SECONDS)
            assert process.is_running()
        eventually(lambda: not process.is_running())
    assert download_label(client, id).status == 200


def test_a_label_has_the_same_bytes_whichever_process_draws_it(room: Service, pair: tuple[Client, str]):
    client, id = pair
    drawn = download_label(client, id).raw
    process = find_render_worker(room)
    process.kill()
    eventually(lambda: not process.is_running())
    assert download_label(client, id).raw == drawn == download_labels(client, id).raw


def test_a_workspace_with_too_many_waiting_is_refused_and_its_links_and_strangers_are_not(
    module_database_url: str, courier: Courier
):
    settings = {"pdf_queue_size": "4", "pdf_timeout_seconds": str(WAITING_SECONDS)}
    with (
        serving(
            module_database_url, aggregator_url=courier.url, aggregator_key="simulator", **DRAWING, **settings
        ) as api,
        ThreadPoolExecutor() as others,
    ):
        client, stranger = open_client(api), open_client(api, "Stranger")
        id, theirs = booked(client)["id"], new_shipment(stranger)["id"]
        link = urlsplit(client("GET", f"/api/v1/shipping/shipments/{id}/label").data["url"]).path
        assert download_label(client, id).status == 200
        with suspend_renderer(api):
            # One is begun, and waits for nothing but its process; of four places for others, one workspace has two.
            waiting = [others.submit(download_label, client, id) for _ in range(3)]
            time.sleep(PATIENCE_SECONDS)
            refused = download_label(client, id)
            assert refused.error == (503, "SERVICE_UNAVAILABLE") and int(refused.headers["retry-after"]) > 0
            waiting.append(others.submit(api.send, "GET", link, []))
            time.sleep(PATIENCE_SECONDS)
            assert not any(each.done() for each in waiting)
            beside = others.submit(download_label, stranger, theirs)
            time.sleep(PATIENCE_SECONDS)
        assert {each.result().status for each in waiting} == {200}
        assert beside.result().status == 200


def test_a_label_that_is_not_drawn_in_time_is_refused_with_when_to_come_again(
    module_database_url: str, courier: Courier
):
    settings = {"aggregator_url": courier.url, "aggregator_key": "simulator", "pdf_timeout_seconds": "2"}
    with serving(module_database_url, **DRAWING, **settings) as api:
        client = open_client(api)
        id = new_shipment(client)["id"]
        with suspend_renderer(api):
            answer = download_label(client, id)
        assert answer.error == (503, "SERVICE_UNAVAILABLE")
        assert int(answer.headers["retry-after"]) > 0
        # The drawing process has a low priority, and a new one is started here.
        eventually(lambda: download_label(client, id).status == 200, patience_seconds=100.0)


def test_a_killed_api_process_takes_its_drawing_process_along(module_database_url: str, courier: Courier):
    with serving(module_database_url, aggregator_url=courier.url, aggregator_key="simulator", **DRAWING) as api:
        process = find_render_worker(api)
        process.parent().kill()
        eventually(lambda: not process.is_running())
