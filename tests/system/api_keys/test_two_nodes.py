"""Two nodes on one database, and clients that ask both without end: what was ended is ended on each, at once."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

from tests.harness.service import MASTER_KEYS, Client, Service
from tests.harness.waiting import eventually
from tests.harness.workspaces import open_client
from tests.system.api_keys.hammer import TARGET, Hammers, hammering
from tests.system.faults.house import serving

KEYS = "/api/v1/api-keys"


@pytest.fixture(scope="module")
def nodes(module_database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Service]]:
    """Two nodes, each with a folder of its own and two processes."""
    folders = [tmp_path_factory.mktemp(name) for name in ("one", "two")]
    # Thousands of refused requests of one address are what this is about.
    without = {"failed_auth_requests_per_minute": 0}
    with (
        serving(module_database_url, folders[0], **without) as one,
        serving(module_database_url, folders[1], **without) as two,
    ):
        yield [one.service, two.service]
        assert one.faults() + two.faults() == []


@pytest.fixture
def merchant(nodes: list[Service]) -> Client:
    """A fresh workspace's key, on the first node."""
    return open_client(nodes[0])


@pytest.fixture
def operate(module_database_url: str, tmp_path: Path) -> Callable[..., None]:
    """Run an operator's command to its end."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("FULFILMENT_")}
    given = {"MODE": "development", "DATA_DIR": str(tmp_path), "DATABASE_URL": module_database_url}
    own = {f"FULFILMENT_{name}": value for name, value in (given | {"MASTER_KEYS": MASTER_KEYS}).items()}

    def run(*arguments: str) -> None:
        command = [sys.executable, "-m", "fulfilment.cli", *arguments]
        subprocess.run(command, env=inherited | own, check=True, capture_output=True, timeout=120)

    return run


def ports_of(nodes: list[Service]) -> list[int]:
    return [node.port for node in nodes]


def mint(merchant: Client, **fields: Any) -> tuple[str, Client]:
    """The id of a new key, and the same workspace through it."""
    data = merchant("POST", KEYS, {"name": "Hammered", **fields}).data
    other = msgspec.structs.replace(merchant, key_id=data["apiKey"]["keyId"], secret=data["secret"])
    return data["apiKey"]["id"], other


def is_taken(blow: Any) -> bool:
    return blow.status < 400


def assert_ended(hammers: Hammers, ended: float, code: str) -> None:
    """Nothing that began after the end was taken; it was all refused for this."""
    assert set(hammers.codes_after(ended)) == {code}


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_no_request_that_began_after_a_revocation_answered_is_taken_on_any_node(
    nodes: list[Service], merchant: Client, method: str
) -> None:
    id, doomed = mint(merchant)
    with hammering(doomed, method, ports_of(nodes)) as hammers:
        hammers.wait_for_some(is_taken)
        assert merchant("POST", f"{KEYS}/{id}/revoke").status == 200
        revoked = time.monotonic()
        hammers.wait_for_some()
    assert_ended(hammers, revoked, "REVOKED_KEY")


def test_a_key_that_revokes_itself_on_one_node_is_refused_on_the_other(nodes: list[Service], merchant: Client) -> None:
    id, doomed = mint(merchant)
    with hammering(doomed, "GET", ports_of(nodes)) as hammers:
        hammers.wait_for_some(is_taken)
        assert msgspec.structs.replace(doomed, service=nodes[1])("POST", f"{KEYS}/{id}/revoke").status == 200
        revoked = time.monotonic()
        hammers.wait_for_some()
    assert_ended(hammers, revoked, "REVOKED_KEY")


def test_no_request_that_began_after_the_operator_revoked_a_key_is_taken(
    nodes: list[Service], merchant: Client, operate: Callable[..., None]
) -> None:
    _, doomed = mint(merchant)
    with hammering(doomed, "POST", ports_of(nodes)) as hammers:
        hammers.wait_for_some(is_taken)
        operate("key", "revoke", doomed.key_id, "--workspace", merchant.account_id)
        revoked = time.monotonic()
        hammers.wait_for_some()
    assert_ended(hammers, revoked, "REVOKED_KEY")


def test_no_request_that_began_after_a_key_expired_by_the_databases_clock_is_taken(
    nodes: list[Service], merchant: Client
) -> None:
    id, doomed = mint(merchant, expiresAt=(datetime.now(UTC) + timedelta(days=1)).isoformat())
    soon = "UPDATE api_keys SET expires_at = clock_timestamp() + interval '1 second' WHERE id = %s"
    has_come = "SELECT expires_at <= clock_timestamp() FROM api_keys WHERE id = %s"
    with hammering(doomed, "GET", ports_of(nodes)) as hammers:
        hammers.wait_for_some(is_taken)
        with psycopg.connect(nodes[0].database_url, autocommit=True) as connection:
            connection.execute(soon, [id])
            eventually(lambda: connection.execute(has_come, [id]).fetchone()[0])
        expired = time.monotonic()
        hammers.wait_for_some()
    assert_ended(hammers, expired, "EXPIRED_KEY")


def test_a_suspension_holds_on_every_node_from_its_answer_to_the_reopening(
    nodes: list[Service], merchant: Client, operate: Callable[..., None]
) -> None:
    with (
        hammering(merchant, "POST", ports_of(nodes)) as writers,
        hammering(merchant, "GET", ports_of(nodes)) as readers,
    ):
        writers.wait_for_some(is_taken)
        operate("workspace", "suspend", merchant.account_id)
        suspended = time.monotonic()
        writers.wait_for_some()
        readers.wait_for_some()
        reopening = time.monotonic()
        operate("workspace", "reopen", merchant.account_id)
        reopened = time.monotonic()
        writers.wait_for_some()
    assert set(writers.codes_between(suspended, reopening)) == {"WORKSPACE_SUSPENDED"}
    assert set(writers.codes_after(reopened)) == {None}
    assert set(readers.codes_after(0)) == {None}


def test_what_is_used_on_one_node_is_seen_on_the_other_and_never_goes_back(
    nodes: list[Service], merchant: Client
) -> None:
    _, used = mint(merchant)
    elsewhere = msgspec.structs.replace(merchant, service=nodes[1])
    seen: list[str] = []

    def look() -> bool:
        (last,) = [key["lastUsedAt"] for key in elsewhere("GET", KEYS).data["apiKeys"] if key["keyId"] == used.key_id]
        if last is not None and (not seen or last != seen[-1]):
            seen.append(last)
        # Two nodes note by turns, each when it gets to it.
        for node in nodes:
            msgspec.structs.replace(used, service=node)("GET", TARGET)
        return len(seen) >= 3

    eventually(look)
    assert seen == sorted(seen)
