"""A client, its copies, and the connections that they share."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

import httpx
import pytest

from fulfilment_client import Fulfilment, Retries, errors

if TYPE_CHECKING:
    from .conftest import Scripted

TRICKLE = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n"


@pytest.fixture
def trickling() -> Iterator[str]:
    """The address of a server whose answers come a byte at a time, and never end."""
    listening = socket.create_server(("127.0.0.1", 0))
    ended = threading.Event()

    def serve() -> None:
        connection, _ = listening.accept()
        with connection:
            connection.recv(65_536)
            connection.sendall(TRICKLE)
            while not ended.wait(0.02):
                try:
                    connection.sendall(b" ")
                except OSError:
                    return

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    ended.set()
    thread.join()
    listening.close()


def test_an_answer_that_comes_a_byte_at_a_time_ends_with_the_time_of_the_call(trickling: str) -> None:
    with Fulfilment(trickling, retries=0, timeouts=0.3) as client, pytest.raises(errors.TimedOut):
        client.health.get()


def test_copies_share_the_connections_and_do_not_close_them(server: Scripted) -> None:
    server.say(server.data({"product": {}}))
    client = server.client()
    with client.on_behalf_of("acc_1") as merchant:
        merchant.products.get("prod_1")
    client.with_options(retries=0, timeouts=5).in_workspace("acc_2").products.get("prod_1")
    client.products.get("prod_1")
    told = [(asked.headers.get("x-svc-on-behalf-of"), asked.headers.get("svc-workspace")) for asked in server.asked]
    assert told == [("acc_1", None), (None, "acc_2"), (None, None)]
    client.close()
    with pytest.raises(RuntimeError):
        client.products.get("prod_1")


def test_a_client_of_httpx_that_was_given_is_used_and_stays_open(server: Scripted) -> None:
    server.say(server.data({"product": {}}))
    with httpx.Client(auth=("user", "password"), params={"more": "1"}, headers={"X-More": "1"}) as http:
        with server.client(http=http) as client:
            client.products.get("prod_1")
        assert not http.is_closed
    asked = server.asked[0]
    # Nothing of it gets into what was signed.
    assert asked.target == "/api/v1/products/prod_1"
    assert asked.headers["authorization"].startswith("Svc-HMAC-SHA256")


def test_an_operation_without_a_name_is_called_by_its_path(server: Scripted) -> None:
    server.say(server.data({"thing": 1}, cursor=None))
    client = server.client()
    made = client.request("post", "/api/v1/things", body={"name": "new"}, idempotency_key="k-1")
    assert (made.data, made.status, made.request_id, made.is_replayed) == ({"thing": 1}, 200, "req_1", False)
    assert server.asked[0].headers["idempotency-key"] == "k-1"
    for path in ("/things", "https://elsewhere.example/api/v1/things", "//elsewhere.example/"):
        with pytest.raises(ValueError, match="path"):
            client.request("GET", path)


def test_a_list_that_says_more_than_its_rows_has_all_of_it(server: Scripted) -> None:
    said = {"partner": "sandal", "total": None, "workspaces": [{"accountId": "acc_1"}]}
    server.say(server.data(said, cursor=None, hasMore=False))
    usage = server.client().partner.get_usage()
    assert usage.body == said
    assert [row["accountId"] for row in usage] == ["acc_1"]


def test_one_client_serves_several_threads_at_once(server: Scripted) -> None:
    server.say(server.data({"product": {}}))
    client = server.client(retries=Retries(most=0))
    threads = [threading.Thread(target=client.products.get, args=("prod_1",)) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(server.asked) == 20


def test_the_environment_says_where_and_who(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FULFILMENT_URL", "https://api.example.com")
    monkeypatch.setenv("FULFILMENT_KEY_ID", "svc_key_1")
    monkeypatch.setenv("FULFILMENT_SECRET", "")
    with pytest.raises(ValueError, match="lacks FULFILMENT_SECRET"):
        Fulfilment.from_env()
    monkeypatch.setenv("FULFILMENT_SECRET", "secret")
    assert repr(Fulfilment.from_env(signing="v2")) == "<Fulfilment https://api.example.com key_id='svc_key_1'>"
