"""A nonce is taken once within the window: on every node, in every race, and after a crash (docs/signing.md)."""

import os
import signal
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import asyncpg
import psycopg
import pytest

from fulfilment import worker
from fulfilment.infra.auth import nonces
from fulfilment.infra.database.embedded import server as embedded_server
from fulfilment.infra.database.migrations import migrate
from fulfilment.infra.database.pool import Database
from fulfilment.settings import load
from tests.harness.scale.explaining import connect, explained
from tests.harness.scale.work import read_from
from tests.harness.service import MASTER_KEYS, Answer, Service, serving
from tests.harness.waiting import eventually
from tests.harness.workspaces import in_database, open_client
from tests.infra.auth.late_clock import BEHIND_SECONDS
from tests.infra.auth.second_scheme import SecondClient, second

TARGET = "/api/v1/products"
BODY = b'{"name":"Kopi"}'
ROUNDS, AT_ONCE = 12, 12
SKEW_SECONDS = 300


@pytest.fixture
def signer(client) -> SecondClient:
    return second(client)


def _code(answer: Answer) -> str:
    return "taken" if answer.status < 300 else answer.error[1]


@pytest.mark.parametrize(("method", "body", "key"), [("GET", b"", None), ("POST", BODY, None), ("POST", BODY, "key")])
def test_a_request_that_is_sent_again_as_it_is_is_refused(
    signer: SecondClient, method: str, body: bytes, key: str | None
) -> None:
    sent = signer.headers(method, TARGET, body, key)
    answers = [signer.service.send(method, TARGET, sent, body) for _ in range(3)]
    assert [_code(answer) for answer in answers] == ["taken", "NONCE_REUSED", "NONCE_REUSED"]
    assert answers[1].status == 401


def test_a_nonce_is_used_up_for_another_request_of_the_key_too(signer: SecondClient) -> None:
    nonce = "one-nonce-for-two-requests"
    assert second(signer, nonce=nonce)("GET", TARGET).status == 200
    assert second(signer, nonce=nonce)("GET", "/api/v1/warehouses").error == (401, "NONCE_REUSED")


def test_another_key_may_use_the_same_nonce(signer: SecondClient) -> None:
    other = second(open_client(signer.service), nonce="one-nonce-of-two-keys")
    assert [who("GET", TARGET).status for who in (second(signer, nonce=other.nonce), other)] == [200, 200]


def test_a_request_whose_signature_is_wrong_takes_no_nonce(signer: SecondClient) -> None:
    nonce = "a-nonce-that-was-overheard"
    forger = second(signer, nonce=nonce, secret="svcsk_wrong")
    assert forger("GET", TARGET).error == (401, "BAD_SIGNATURE")
    assert second(signer, nonce=nonce)("GET", TARGET).status == 200
    assert forger("GET", TARGET).error == (401, "BAD_SIGNATURE")


def test_a_request_that_was_refused_has_used_its_nonce_up(signer: SecondClient) -> None:
    acting = second(signer, on_behalf_of="acc_other")
    sent = acting.headers("GET", TARGET)
    answers = [signer.service.send("GET", TARGET, sent) for _ in range(2)]
    assert [_code(answer) for answer in answers] == ["FORBIDDEN_ONBEHALF", "NONCE_REUSED"]


def test_a_request_from_a_network_that_is_not_the_keys_has_used_its_nonce_up(signer: SecondClient) -> None:
    given = {"name": "Elsewhere", "networks": ["203.0.113.0/24"]}
    minted = signer("POST", "/api/v1/api-keys", given).data
    elsewhere = second(signer, key_id=minted["apiKey"]["keyId"], secret=minted["secret"])
    sent = elsewhere.headers("GET", TARGET)
    answers = [signer.service.send("GET", TARGET, sent) for _ in range(2)]
    assert [_code(answer) for answer in answers] == ["FORBIDDEN_NETWORK", "NONCE_REUSED"]


def test_a_revoked_key_is_told_that_and_takes_no_nonce(signer: SecondClient) -> None:
    minted = signer("POST", "/api/v1/api-keys", {"name": "Second"}).data
    other = second(signer, key_id=minted["apiKey"]["keyId"], secret=minted["secret"])
    sent = other.headers("GET", TARGET)
    assert signer("POST", f"/api/v1/api-keys/{minted['apiKey']['id']}/revoke").status == 200
    answers = [signer.service.send("GET", TARGET, sent) for _ in range(2)]
    assert [_code(answer) for answer in answers] == ["REVOKED_KEY", "REVOKED_KEY"]


def test_a_client_whose_answer_was_lost_signs_anew_under_the_same_idempotency_key(signer: SecondClient) -> None:
    first, again = (signer("POST", TARGET, BODY, "order-1") for _ in range(2))
    assert (first.status, again.status, again.headers["idempotency-replayed"]) == (201, 201, "true")
    assert again.data == first.data


def test_the_first_scheme_writes_no_nonce(client) -> None:
    assert client("GET", TARGET).status == 200
    count = "SELECT count(*) FROM nonces WHERE key_id = $1"
    url = client.service.database_url
    assert in_database(url, lambda db: db.fetchval(count, client.key_id)) == 0
    assert second(client)("GET", TARGET).status == 200
    assert in_database(url, lambda db: db.fetchval(count, client.key_id)) == 1


@pytest.fixture(scope="module")
def nodes(module_database_url: str) -> Iterator[tuple[Service, Service]]:
    """Two nodes, the first of three processes, that answer to one name."""
    with (
        serving(module_database_url, workers=3, signing_hosts="api.example.com") as first,
        serving(module_database_url, signing_hosts="api.example.com") as other,
    ):
        yield first, other


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_of_replays_that_race_on_two_nodes_exactly_one_is_taken(nodes: tuple[Service, Service], method: str) -> None:
    signer = second(open_client(nodes[0]), host="api.example.com")
    body = BODY if method == "POST" else b""
    pre_check = Barrier(AT_ONCE)

    def replay(number: int, sent: list[tuple[str, str]]) -> str:
        pre_check.wait()
        return _code(nodes[number % 2].send(method, TARGET, sent, body))

    with ThreadPoolExecutor(AT_ONCE) as replayers:
        for _ in range(ROUNDS):
            sent = signer.headers(method, TARGET, body)
            codes = list(replayers.map(replay, range(AT_ONCE), [sent] * AT_ONCE))
            assert sorted(codes) == ["NONCE_REUSED"] * (AT_ONCE - 1) + ["taken"]
    if method == "POST":
        assert len(signer("GET", TARGET).data["products"]) == ROUNDS


def test_many_nonces_of_many_keys_taken_at_once_on_two_nodes_are_all_taken(nodes: tuple[Service, Service]) -> None:
    signers = [second(open_client(nodes[0]), host="api.example.com") for _ in range(4)]

    def ask(number: int) -> str:
        signer = signers[number % 4]
        return _code(nodes[number % 2].send("GET", TARGET, signer.headers("GET", TARGET)))

    with ThreadPoolExecutor(AT_ONCE) as askers:
        assert set(askers.map(ask, range(120))) == {"taken"}


def test_the_window_is_decided_by_the_databases_clock(module_database_url: str) -> None:
    with serving(module_database_url, factory="tests.infra.auth.late_clock:create") as late:
        signer = second(open_client(late))
        now = int(time.time())
        # The node's own clock would take it, though any other node has begun to forget it.
        old = signer.headers("GET", TARGET, timestamp=str(now - SKEW_SECONDS - 60))
        assert SKEW_SECONDS > SKEW_SECONDS + 60 - BEHIND_SECONDS
        assert late.send("GET", TARGET, old).error == (401, "CLOCK_SKEW")
        within = signer.headers("GET", TARGET, timestamp=str(now - 60))
        assert [_code(late.send("GET", TARGET, within)) for _ in range(2)] == ["taken", "NONCE_REUSED"]


def test_a_nonce_stays_taken_when_the_database_crashes(short_folder: Path) -> None:
    with embedded_server.start(short_folder / "nonces", durable=True) as server:
        migrate.migrate(server.url)
        with serving(server.url) as running:
            signer = second(open_client(running))
            sent = signer.headers("GET", TARGET)
            assert running.send("GET", TARGET, sent).status == 200
            with psycopg.connect(server.url) as victim:
                pid = victim.info.backend_pid
                os.kill(pid, signal.SIGKILL)
            # Each connection of the pool finds out by itself that the other end is gone.
            codes: list[str] = []
            eventually(
                lambda: codes.append(_code(running.send("GET", TARGET, sent))) or codes[-1] != "SERVICE_UNAVAILABLE"
            )
            assert codes[-1] == "NONCE_REUSED"


@pytest.fixture
async def db(database_url: str) -> AsyncIterator[Database]:
    opened = Database(load({"FULFILMENT_MASTER_KEYS": MASTER_KEYS}), database_url)
    await opened.open()
    yield opened
    await opened.close()


async def _insert(db: Database, key_id: str, count: int, good_for_seconds: int) -> None:
    statement = """
        INSERT INTO nonces (key_id, nonce, good_until)
        SELECT $1, 'nonce-' || n, extract(epoch FROM now())::bigint + $3 FROM generate_series(1, $2::int) n
    """
    async with db.connection() as connection:
        await connection.execute(statement, key_id, count, good_for_seconds)


@pytest.mark.parametrize(("away", "is_taken"), [(-301, False), (-300, True), (300, True), (301, False)])
async def test_a_nonce_is_taken_by_the_whole_seconds_of_the_database(db: Database, away: int, is_taken: bool) -> None:
    async with db.transaction() as connection:
        # The clock of a transaction stands still, so that its fraction of a second is known to be above zero.
        now = await connection.fetchval("SELECT floor(extract(epoch FROM now()))::bigint")
        rows = await connection.fetch(nonces.CONSUME.text, ["k"], ["n"], [now + away], SKEW_SECONDS)
    assert [row["key_id"] for row in rows] == (["k", None] if is_taken else [None])


async def test_nonces_are_forgotten_when_no_clock_would_take_their_requests_any_more(db: Database) -> None:
    await _insert(db, "fresh", 10, SKEW_SECONDS)
    await _insert(db, "kept", 10, 10 - nonces.RETENTION_SECONDS)
    await _insert(db, "old", 2 * nonces.DELETE_BATCH_SIZE + 1, -10 - nonces.RETENTION_SECONDS)
    await nonces.delete_expired(db)
    async with db.connection() as connection:
        kept = await connection.fetch("SELECT key_id, count(*) FROM nonces GROUP BY 1 ORDER BY 1")
    assert [tuple(row) for row in kept] == [("fresh", 10), ("kept", 10)]


def test_the_worker_forgets_nonces() -> None:
    assert nonces.delete_expired in [sweep.run for sweep in worker.CLEANUP_JOBS]


async def test_a_nonce_that_somebody_holds_on_to_holds_up_none_of_the_others(db: Database) -> None:
    await _insert(db, "old", 20, -10 - nonces.RETENTION_SECONDS)
    async with db.transaction() as connection:
        await connection.execute("SELECT FROM nonces WHERE nonce = 'nonce-1' FOR UPDATE")
        await nonces.delete_expired(db)
        assert await connection.fetchval("SELECT count(*) FROM nonces") == 1
    await nonces.delete_expired(db)
    async with db.connection() as connection:
        assert await connection.fetchval("SELECT count(*) FROM nonces") == 0


@pytest.mark.parametrize("of_worker", [False, True])
async def test_however_many_nonces_there_are_no_more_are_read(db: Database, database_url: str, of_worker: bool) -> None:
    """As tests/system/db/test_plans.py asks of the rest."""
    asked: tuple[str, tuple] = (nonces.FIND_EXPIRED.text, (nonces.RETENTION_SECONDS, 20))
    if not of_worker:
        asked = (nonces.CONSUME.text, (["k"] * 3, ["n1", "n2", "n3"], [int(time.time())] * 3, SKEW_SECONDS))
    read = []
    for number, count in enumerate((400, 2_400)):
        await _insert(db, f"old-{number}", count, -10 - nonces.RETENTION_SECONDS)
        await _insert(db, f"new-{number}", count, SKEW_SECONDS)
        session: asyncpg.Connection = await connect(database_url, of_worker=of_worker)
        try:
            await session.execute("ANALYZE nonces")
            ((plan,),) = await explained(session, *asked, "FORMAT JSON")
        finally:
            await session.close()
        read.append(read_from(plan).rows)
    assert read[1] <= read[0] + 5, read
