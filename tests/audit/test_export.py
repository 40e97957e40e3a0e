"""The audit log as a stream over a real socket (docs/audit-log.md)."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPResponse, IncompleteRead
from typing import Any

import psycopg
import pytest

from tests.harness.database import execute
from tests.harness.goods import new_product
from tests.harness.service import Client, Service, serving
from tests.harness.waiting import eventually
from tests.harness.workspaces import open_client

LOG = "/api/v1/audit-log"
EXPORT = LOG + "/export"
ENTRIES = 12_000
# More bytes than a socket buffers while its client does not read.
FILL = """
    INSERT INTO audit_entries (account_id, id, actor_type, action, target_type, target_id, after, created_at)
    SELECT $1, 'entry-' || n, 'system', 'test.entry', 'Test', 'target-' || n % 3,
           json_build_object('text', repeat('x', 2000)), now() - n * interval '1 s'
      FROM generate_series(1, $2::int) n
"""


@pytest.fixture(scope="module")
def service(module_database_url: str) -> Iterator[Service]:
    """One process of our own, which gives up on a lock soon."""
    with serving(module_database_url, database_lock_timeout_seconds="0.2") as running:
        yield running


@pytest.fixture(scope="module")
def keeper(service: Service) -> Client:
    """Whose log is long."""
    client = open_client(service, "Keeper")
    execute(client, FILL, client.account_id, ENTRIES)
    return client


@pytest.fixture(scope="module")
def other(service: Service) -> Client:
    return open_client(service, "Other")


def lines(raw: bytes) -> list[dict[str, Any]]:
    assert raw.endswith(b"\n")
    return [json.loads(line) for line in raw.splitlines()]


@contextmanager
def begun(client: Client) -> Iterator[HTTPResponse]:
    """An export whose head was read, and no more."""
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
        connection.settimeout(30)
        connection.connect(("127.0.0.1", client.service.port))
        head = "".join(f"{name}: {value}\r\n" for name, value in client.headers("GET", EXPORT))
        connection.sendall(f"GET {EXPORT} HTTP/1.1\r\nHost: here\r\n{head}\r\n".encode())
        answer = HTTPResponse(connection)
        answer.begin()
        assert answer.status == 200
        with answer:
            yield answer


def test_each_line_is_an_entry_of_the_list_and_the_last_one_tells_how_many(merchant: Client):
    for number in range(5):
        new_product(merchant, name=f"P{number}")
    answer = merchant("GET", EXPORT)
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/x-ndjson"
    assert "content-length" not in answer.headers
    *entries, end = lines(answer.raw)
    assert entries == merchant("GET", LOG).data["entries"]
    assert end == {"end": {"entries": 6}}


def test_filters_are_those_of_the_list(keeper: Client):
    found = lines(keeper("GET", EXPORT + "?targetId=target-1&action=test").raw)
    assert found[-1] == {"end": {"entries": ENTRIES // 3}}
    assert {entry["targetId"] for entry in found[:-1]} == {"target-1"}
    assert lines(keeper("GET", EXPORT + "?action=nothing").raw) == [{"end": {"entries": 0}}]


def test_the_whole_log_is_there_once_whatever_is_written_meanwhile(keeper: Client):
    whole = {f"entry-{number}" for number in range(1, ENTRIES + 1)}
    before = {entry["id"] for entry in keeper("GET", LOG).data["entries"]}
    with begun(keeper) as slow:
        new_product(keeper)
        *entries, end = lines(slow.read())
    ids = [entry["id"] for entry in entries]
    assert len(ids) == len(set(ids)) == end["end"]["entries"]
    assert set(ids) == whole | before


def test_a_foreign_log_is_not_in_it(other: Client, keeper: Client):
    assert [line.get("action") for line in lines(other("GET", EXPORT).raw)] == ["api_key.created", None]
    assert keeper.account_id.encode() not in other("GET", EXPORT).raw
    for asked in ("targetId=target-1", "targetId=unknown", "actorId=" + keeper.account_id):
        assert lines(other("GET", f"{EXPORT}?{asked}").raw) == [{"end": {"entries": 0}}]


def test_a_workspace_has_two_at_a_time_and_others_have_theirs(keeper: Client, other: Client):
    with begun(keeper):
        with begun(keeper):
            answer = keeper("GET", EXPORT)
            assert answer.error == (503, "SERVICE_UNAVAILABLE")
            assert answer.headers["retry-after"] == "30"
            assert other("GET", EXPORT).status == 200
        # A client that hangs up gives its place back.
        eventually(lambda: keeper("HEAD", EXPORT).status == 200)


def test_its_head_has_no_body_and_holds_no_place(keeper: Client):
    for _ in range(5):
        answer = keeper("HEAD", EXPORT)
        assert (answer.status, answer.raw) == (200, b"")


def test_no_connection_to_the_database_is_held_for_whoever_reads_slowly(keeper: Client):
    with begun(keeper), psycopg.connect(keeper.service.database_url, autocommit=True) as database:

        def is_quiet() -> bool:
            statement = """
                SELECT count(*) FROM pg_stat_activity
                 WHERE application_name ^@ 'fulfilment api' AND datname = current_database()
                   AND (state <> 'idle' OR backend_xmin IS NOT NULL)
            """
            return database.execute(statement).fetchone() == (0,)

        eventually(is_quiet)


def test_one_that_fails_half_way_is_broken_off_and_never_looks_whole(keeper: Client):
    with begun(keeper) as slow, psycopg.connect(keeper.service.database_url) as database:
        database.execute("LOCK TABLE audit_entries IN ACCESS EXCLUSIVE MODE")
        with pytest.raises(IncompleteRead) as broken:
            slow.read()
    assert broken.value.partial
    assert b'"end"' not in broken.value.partial
    eventually(lambda: "stream_broken_off" in keeper.service.log.read_text())
    assert keeper.service.faults() == []
    assert keeper("GET", EXPORT + "?targetId=target-1&action=no").status == 200


def test_one_that_cannot_begin_is_refused_as_ever(keeper: Client):
    with psycopg.connect(keeper.service.database_url) as database:
        database.execute("LOCK TABLE audit_entries IN ACCESS EXCLUSIVE MODE")
        answer = keeper("GET", EXPORT)
    assert answer.error == (503, "SERVICE_UNAVAILABLE")
