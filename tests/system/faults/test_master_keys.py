"""Master keys that not every node has yet: nothing is refused or failed that the other nodes can do."""

import base64
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from tests.harness.database import rows
from tests.harness.goods import fresh_key
from tests.harness.service import MASTER_KEYS, Answer, Client, Service, serving
from tests.harness.workspaces import open_client
from tests.webhooks.inbox import receiving
from tests.webhooks.working import create_event, eventually, list_log, register, wait_until_settled, working

NEW = "new:" + base64.b64encode(os.urandom(32)).decode()
APPENDED, IN_FRONT = f"{MASTER_KEYS},{NEW}", f"{NEW},{MASTER_KEYS}"
NODES = 3
CLIENTS = 4
KEYS = "/api/v1/api-keys"


class Nodes:
    """Nodes behind a load balancer: no request is sent to a node that is about to end."""

    def __init__(self, database_url: str):
        self._url = database_url
        self._open: list[Service] = []
        self._under_way: dict[int, int] = {}
        self._changed = threading.Condition()
        self._contexts: list = []

    def start(self, master_keys: str) -> Service:
        context = serving(self._url, master_keys=master_keys)
        node = context.__enter__()
        with self._changed:
            self._contexts.append(context)
            self._under_way[node.port] = 0
            self._open.append(node)
        return node

    def restart_each(self, master_keys: str) -> None:
        """One after the other, with other keys."""
        for context, node in list(zip(self._contexts, self._open, strict=True)):
            with self._changed:
                self._open.remove(node)
                self._contexts.remove(context)
                self._changed.wait_for(lambda port=node.port: not self._under_way[port], 30)
            assert node.faults() == []
            context.__exit__(None, None, None)
            self.start(master_keys)

    def end(self) -> None:
        for context in self._contexts:
            context.__exit__(None, None, None)

    @contextmanager
    def next(self, number: int) -> Iterator[Service]:
        """A node for one request."""
        with self._changed:
            node = self._open[number % len(self._open)]
            self._under_way[node.port] += 1
        try:
            yield node
        finally:
            with self._changed:
                self._under_way[node.port] -= 1
                self._changed.notify_all()


class Minter(threading.Thread):
    """Makes an API key on one node, has it told again by another, and uses it on a third, over and over."""

    def __init__(self, nodes: Nodes, client: Client, stopping: threading.Event):
        super().__init__(daemon=True)
        self.answers: list[Answer] = []
        self._nodes = nodes
        self._client = client
        self._stopping = stopping

    def run(self) -> None:
        number = 0
        while not self._stopping.wait(0.02):
            number += 1
            body, key = {"name": f"Key {number}", "scopes": ["read"]}, fresh_key()
            made = self._ask(number, lambda client, body=body, key=key: client("POST", KEYS, body, key))
            again = self._ask(number + 1, lambda client, body=body, key=key: client("POST", KEYS, body, key))
            if made.status != 201 or again.data != made.data:
                return
            fresh = made.data["apiKey"]["keyId"], made.data["secret"]
            self._ask(number + 2, lambda client, of=fresh: _as(client, *of)("GET", "/api/v1/products"))
            self._ask(number + 2, lambda client, of=made: client("POST", f"{KEYS}/{of.data['apiKey']['id']}/revoke"))

    def _ask(self, number: int, request: Callable[[Client], Answer]) -> Answer:
        with self._nodes.next(number) as node:
            self.answers.append(request(msgspec.structs.replace(self._client, service=node)))
        return self.answers[-1]


def _as(client: Client, key_id: str, secret: str) -> Client:
    return msgspec.structs.replace(client, key_id=key_id, secret=secret)


def rotate(database_url: str, master_keys: str, folder: Path) -> None:
    """`fulfilment secrets rotate`."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("FULFILMENT_")}
    given = {"mode": "development", "database_url": database_url, "data_dir": folder, "master_keys": master_keys}
    environ |= {f"FULFILMENT_{name.upper()}": str(value) for name, value in given.items()}
    command = [sys.executable, "-m", "fulfilment.cli", "secrets", "rotate"]
    subprocess.run(command, env=environ, check=True, capture_output=True, timeout=60)


def test_a_key_is_appended_moved_to_the_front_and_the_old_one_taken_away_without_a_refused_request(
    database_url: str, tmp_path: Path
) -> None:
    nodes = Nodes(database_url)
    try:
        first, *_ = [nodes.start(MASTER_KEYS) for _ in range(NODES)]
        client = open_client(first)
        stopping = threading.Event()
        minters = [Minter(nodes, client, stopping) for _ in range(CLIENTS)]
        for minter in minters:
            minter.start()
        nodes.restart_each(APPENDED)
        nodes.restart_each(IN_FRONT)
        rotate(database_url, IN_FRONT, tmp_path)
        nodes.restart_each(NEW)
        stopping.set()
        for minter in minters:
            minter.join(60)
            assert not minter.is_alive(), "a request hangs"
            assert {answer.status for answer in minter.answers} == {200, 201}
            assert len(minter.answers) > 4 * NODES
    finally:
        nodes.end()


def test_what_is_sealed_with_a_key_that_a_node_does_not_know_is_503_there_and_the_rest_is_served(
    database_url: str,
) -> None:
    with serving(database_url) as old, serving(database_url, master_keys=IN_FRONT) as new:
        client = open_client(old)
        made = msgspec.structs.replace(client, service=new)("POST", KEYS, {"name": "New"}, "made-on-new")
        with_new = _as(client, made.data["apiKey"]["keyId"], made.data["secret"])
        refused = with_new("GET", "/api/v1/products")
        assert refused.error == (503, "SERVICE_UNAVAILABLE") and int(refused.headers["retry-after"]) > 0
        # Its answer holds a secret, and is sealed as well.
        assert client("POST", KEYS, {"name": "New"}, "made-on-new").error == (503, "SERVICE_UNAVAILABLE")
        assert client("GET", "/api/v1/products").status == 200
        assert msgspec.structs.replace(with_new, service=new)("GET", "/api/v1/products").status == 200
        assert old.faults() == new.faults() == []
        eventually(lambda: "no master key with id 'new' is configured" in old.log.read_text())


def test_a_worker_without_the_key_of_an_endpoint_leaves_its_deliveries_to_one_that_has_it(database_url: str) -> None:
    with serving(database_url, master_keys=IN_FRONT) as api, receiving() as inbox, working(database_url) as without:
        client = open_client(api)
        hook = register(client, inbox.url())
        create_event(client)
        eventually(lambda: "webhook_secret_not_decrypted" in without.log.read_text())
        (waiting,) = list_log(client, endpointId=hook.id)
        assert (waiting["status"], waiting["attempts"], inbox.received) == ("pending", 0, [])
        assert rows(client, "SELECT 1 FROM webhook_attempts WHERE account_id = $1") == []
        with working(database_url, master_keys=IN_FRONT):
            (sent,) = wait_until_settled(client, hook)
            assert (sent["status"], sent["attempts"]) == ("sent", 1)
            inbox.wait_for(1)
