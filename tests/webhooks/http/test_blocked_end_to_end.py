"""The service's commands in production mode, with the SSRF protection on and names that change their address."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.harness.database import execute
from tests.harness.service import Client, Service, serving
from tests.harness.workspaces import open_client
from tests.webhooks.authority import Authority
from tests.webhooks.inbox import receiving
from tests.webhooks.working import create_event, eventually, list_log, register, wait_until_settled, working

HOST = "hooks.example.com"
PUBLIC, PRIVATE = ["8.8.8.8", "2606:4700::1111"], ["127.0.0.1"]
LOOPBACK = "127.0.0.1/32"
# An attempt may take this long, so that a worker that waited for one would be missed by most of an hour.
ATTEMPT_SECONDS = "3600"
PATIENCE_SECONDS = 60

pytestmark = pytest.mark.timeout(90)


class Names:
    """The addresses of names for every process that is started from here on."""

    def __init__(self, path: Path):
        self._path = path
        self.set_addresses({})

    @property
    def hanging(self) -> list[str]:
        """The names whose look-ups are pending and will never end."""
        path = self._path.with_suffix(".hanging")
        return path.read_text().splitlines() if path.exists() else []

    def set_addresses(self, meanings: dict[str, list[str] | str]) -> None:
        changed = self._path.with_suffix(".new")
        changed.write_text(json.dumps(meanings))
        changed.replace(self._path)


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Names]:
    path = tmp_path_factory.mktemp("names") / "names.json"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parent / "names"))
        patch.setenv("TEST_NAMES", str(path))
        yield Names(path)


@pytest.fixture(scope="module")
def production(names: Names, module_database_url: str) -> Iterator[Service]:
    """An API process; workers are started by each test."""
    with serving(module_database_url, mode="production") as running:
        yield running


@pytest.fixture
def shop(production: Service) -> Client:
    return open_client(production)


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """Takes note of every connection, whether anything is said on it or not."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(0)
        yield listening


def url_of(listener: socket.socket, host: str = HOST) -> str:
    return f"https://{host}:{listener.getsockname()[1]}/hook"


def require_nobody_came(listener: socket.socket) -> None:
    with pytest.raises(BlockingIOError):
        listener.accept()


def require_blocked(rows: list[dict], reason: str) -> None:
    (row,) = rows
    assert (row["status"], row["attempts"], row["lastError"]) == ("failed", 6, f"blocked: {reason}")
    assert (row["responseCode"], row["deliveredAt"], row["nextRetryAt"]) == (None, None, None)
    assert {each["error"] for each in row["deliveryAttempts"]} == {f"blocked: {reason}"}


def error(client: Client, url: str) -> str:
    answer = client("POST", "/api/v1/webhooks/endpoints", {"url": url})
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "url")
    return answer.json["error"]["message"]


def test_a_name_that_turns_private_after_it_was_registered_is_never_connected_to(names, production, shop, listener):
    names.set_addresses({HOST: PRIVATE})
    assert error(shop, url_of(listener)) == f"The host {HOST} resolves to an address that is not public."
    names.set_addresses({HOST: PUBLIC})
    hook = register(shop, url_of(listener))
    names.set_addresses({HOST: PRIVATE})
    with working(production.database_url, mode="production"):
        create_event(shop)
        require_blocked(wait_until_settled(shop, hook), f"the host {HOST} resolves to an address that is not public")
    require_nobody_came(listener)


def test_one_private_address_among_public_ones_keeps_a_worker_from_all_of_them(names, production, shop, listener):
    names.set_addresses({HOST: PUBLIC})
    hook = register(shop, url_of(listener))
    names.set_addresses({HOST: PUBLIC + PRIVATE})
    with working(production.database_url, mode="production"):
        create_event(shop)
        require_blocked(wait_until_settled(shop, hook), f"the host {HOST} resolves to an address that is not public")
    require_nobody_came(listener)


def test_an_address_that_is_no_longer_allowed_is_never_connected_to(names, production, shop, listener):
    names.set_addresses({HOST: PUBLIC})
    hook = register(shop, url_of(listener))
    # Registered while the operator allowed the network, say.
    moved = "UPDATE webhook_endpoints SET url = $2 WHERE id = $1"
    execute(shop, moved, hook.id, url_of(listener, "127.0.0.1"))
    with working(production.database_url, mode="production"):
        create_event(shop)
        require_blocked(wait_until_settled(shop, hook), "the address is not public")
    require_nobody_came(listener)


def test_the_socket_refuses_what_every_check_before_it_let_pass(names, production, shop, listener, monkeypatch):
    names.set_addresses({HOST: PUBLIC})
    hook = register(shop, url_of(listener))
    names.set_addresses({HOST: PRIVATE})
    monkeypatch.setenv("TEST_ONLY_THE_SOCKET_CHECKS", "1")
    with working(production.database_url, mode="production"):
        create_event(shop)
        require_blocked(wait_until_settled(shop, hook), "the address is not public")
    require_nobody_came(listener)


def test_the_same_receiver_is_reached_where_the_operator_allows_its_network(
    names, production, shop, tmp_path, monkeypatch
):
    authority = Authority()
    trusted = tmp_path / "authority.pem"
    trusted.write_bytes(authority.pem)
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
    with receiving(tls=authority.serve(HOST, tmp_path)) as inbox:
        names.set_addresses({HOST: PUBLIC})
        hook = register(shop, inbox.url().replace("http://127.0.0.1", f"https://{HOST}"))
        names.set_addresses({HOST: PRIVATE})
        with working(production.database_url, mode="production", webhook_allowed_networks=LOOPBACK):
            create_event(shop)
            (received,) = inbox.wait_for(1)
            (row,) = wait_until_settled(shop, hook)
    assert received.is_signed_with(hook.secret)
    assert (row["status"], row["lastError"]) == ("sent", None)


def test_production_takes_no_plain_http_even_where_the_network_is_allowed(names, production, shop, listener):
    names.set_addresses({HOST: PUBLIC})
    url = url_of(listener).replace("https://", "http://")
    assert error(shop, url) == "The URL must begin with https://."
    hook = register(shop, url_of(listener))
    execute(shop, "UPDATE webhook_endpoints SET url = $2 WHERE id = $1", hook.id, url)
    with working(production.database_url, mode="production", webhook_allowed_networks=LOOPBACK):
        create_event(shop)
        require_blocked(wait_until_settled(shop, hook), "the URL must begin with https://")
    require_nobody_came(listener)


def test_look_ups_that_hang_do_not_keep_a_worker_from_stopping(names, production, shop):
    hosts = [f"{number}.{HOST}" for number in range(3)]
    names.set_addresses(dict.fromkeys(hosts, PUBLIC))
    for host in hosts:
        register(shop, f"https://{host}/hook")
    names.set_addresses(dict.fromkeys(hosts, "hang"))
    patient = {"webhook_timeout_seconds": ATTEMPT_SECONDS, "shutdown_timeout_seconds": "2"}
    with working(production.database_url, mode="production", **patient) as running:
        create_event(shop)
        eventually(lambda: names.hanging, lambda hanging: set(hanging) == set(hosts))
        running.process.terminate()
        assert running.process.wait(PATIENCE_SECONDS) == 0
        assert "worker_stopped" in running.log.read_text()
    assert {(row["status"], row["attempts"]) for row in list_log(shop)} == {("pending", 0)}
