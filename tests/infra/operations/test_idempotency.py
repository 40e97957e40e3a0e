"""Idempotency keys: one effect and the same answer for 24 hours (decisions, section 4)."""

import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import asyncpg
import pytest

from tests.harness.service import Answer, Client, Service, replaced, serving
from tests.harness.workspaces import in_database, open_client, open_partner, provision

WAREHOUSES = "/api/v1/warehouses"
PRODUCTS = "/api/v1/products"
ADJUST = "/api/v1/stock/adjust"
PARALLEL = 50


@pytest.fixture(scope="module")
def twin(service: Service) -> Iterator[Service]:
    """A second process of the service on the same database."""
    with serving(service.database_url) as running:
        yield running


def _rows(client: Client, statement: str, *args: Any) -> list[asyncpg.Record]:
    return in_database(client.service.database_url, lambda db: db.fetch(statement, *args))


def _events(client: Client, type: str) -> int:
    return len(_rows(client, "SELECT 1 FROM events WHERE account_id = $1 AND type LIKE $2", client.account_id, type))


def _level(client: Client) -> dict[str, str]:
    """A stock level's ids in a new warehouse."""
    warehouse = client("POST", WAREHOUSES, {"name": "Gudang"}, str(uuid.uuid4())).data["warehouse"]
    product = client("POST", PRODUCTS, {"name": "Kopi"}).data["product"]
    return {"variantId": product["variants"][0]["id"], "warehouseId": warehouse["id"]}


def test_a_repeated_request_answers_the_same_bytes_and_does_nothing(client: Client) -> None:
    first = client("POST", WAREHOUSES, {"name": "Gudang"}, "key-1")
    second = client("POST", WAREHOUSES, {"name": "Gudang"}, "key-1")
    assert (first.status, second.status) == (201, 201) and first.raw == second.raw
    assert len(client("GET", WAREHOUSES).data["warehouses"]) == 1
    assert _events(client, "%warehouse.created%") == 1


def test_a_replay_says_so_and_has_a_request_id_of_its_own(client: Client) -> None:
    first = client("POST", PRODUCTS, {"name": "Kopi"}, "key-1")
    second = client("POST", PRODUCTS, {"name": "Kopi"}, "key-1")
    assert "idempotency-replayed" not in first.headers
    assert second.headers["idempotency-replayed"] == "true"
    assert first.headers["x-request-id"] == first.json["meta"]["requestId"] == second.json["meta"]["requestId"]
    assert second.headers["x-request-id"] != first.headers["x-request-id"]


def test_a_replay_is_the_answer_of_then_though_the_resource_changed_since(client: Client) -> None:
    level = _level(client)
    adjust = {**level, "delta": 5, "reason": "import"}
    first = client("POST", ADJUST, adjust, "key-1")
    client("POST", ADJUST, adjust)
    assert client("POST", ADJUST, adjust, "key-1").raw == first.raw
    (stock,) = client("GET", "/api/v1/stock/levels").data["stock"]
    assert stock["quantity"] == 10


@pytest.mark.parametrize(
    ("target", "body"),
    [
        pytest.param(WAREHOUSES, {"name": "Other"}, id="body"),
        pytest.param(WAREHOUSES, b'{"name": "Gudang" }', id="white space"),
        pytest.param(WAREHOUSES + "?a=1", {"name": "Gudang"}, id="query"),
        pytest.param(PRODUCTS, {"name": "Gudang"}, id="path"),
        pytest.param(PRODUCTS, {"oops": 1}, id="an unsound body"),
        pytest.param("/api/v1/api-keys/unknown/revoke", None, id="an unknown id"),
    ],
)
def test_another_request_under_the_same_key_is_refused(client: Client, target: str, body: Any) -> None:
    client("POST", WAREHOUSES, b'{"name": "Gudang"}', "key-1")
    assert client("POST", target, body, "key-1").error == (422, "IDEMPOTENCY_KEY_REUSED")
    assert client("GET", PRODUCTS).data["products"] == []


def test_fifty_at_once_over_two_processes_have_one_effect_and_one_answer(client: Client, twin: Service) -> None:
    other = Client(twin, client.account_id, client.key_id, client.secret)

    def create(number: int) -> Answer:
        return (client, other)[number % 2]("POST", WAREHOUSES, {"name": "Gudang"}, "key-1")

    with ThreadPoolExecutor(PARALLEL) as pool:
        answers = list(pool.map(create, range(PARALLEL)))
    assert {answer.status for answer in answers} == {201}
    assert len({answer.raw for answer in answers}) == 1
    assert sum("idempotency-replayed" not in answer.headers for answer in answers) == 1
    assert len(client("GET", WAREHOUSES).data["warehouses"]) == 1
    assert _events(client, "%warehouse.created%") == 1


def test_fifty_at_once_of_a_mutation_that_travels_with_others_count_once(client: Client, twin: Service) -> None:
    other = Client(twin, client.account_id, client.key_id, client.secret)
    adjust = {**_level(client), "delta": 7, "reason": "import"}

    def move(number: int) -> Answer:
        return (client, other)[number % 2]("POST", ADJUST, adjust, "key-1")

    with ThreadPoolExecutor(PARALLEL) as pool:
        answers = list(pool.map(move, range(PARALLEL)))
    assert {answer.status for answer in answers} == {200} and len({answer.raw for answer in answers}) == 1
    (stock,) = client("GET", "/api/v1/stock/levels").data["stock"]
    assert stock["quantity"] == 7 and len(client("GET", "/api/v1/stock/movements").data["movements"]) == 1


def test_different_requests_at_once_under_one_key_have_one_winner(client: Client) -> None:
    def create(number: int) -> Answer:
        return client("POST", PRODUCTS, {"name": f"Kopi {number}"}, "key-1")

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(create, range(20)))
    assert sorted(answer.status for answer in answers) == [201] + [422] * 19
    assert len(client("GET", PRODUCTS).data["products"]) == 1


def test_a_refused_request_leaves_its_key_free(client: Client) -> None:
    level = _level(client)
    assert client("POST", PRODUCTS, {"name": ""}, "key-1").error == (400, "VALIDATION")
    assert client("POST", "/api/v1/products/prod_x/variants", {"name": "M"}, "key-1").status == 404
    taken = {**level, "delta": -1, "reason": "damaged"}
    assert client("POST", ADJUST, taken, "key-1").error == (500, "NEGATIVE_STOCK")
    client("POST", ADJUST, {**level, "delta": 1, "reason": "import"})
    answer = client("POST", ADJUST, taken, "key-1")
    assert answer.status == 200 and "idempotency-replayed" not in answer.headers


def test_a_key_of_another_workspace_is_another_key(client: Client) -> None:
    other = open_client(client.service)
    first = client("POST", PRODUCTS, {"name": "Kopi"}, "key-1")
    second = other("POST", PRODUCTS, {"name": "Kopi"}, "key-1")
    third = other("POST", PRODUCTS, {"name": "Teh"}, "key-1")
    assert first.data["product"]["id"] != second.data["product"]["id"]
    assert third.error == (422, "IDEMPOTENCY_KEY_REUSED")


def test_a_key_belongs_to_the_workspace_and_not_to_the_credential(client: Client) -> None:
    made = client("POST", "/api/v1/api-keys", {"name": "Second"}).data
    second = Client(client.service, client.account_id, made["apiKey"]["keyId"], made["secret"])
    first_answer = client("POST", PRODUCTS, {"name": "Kopi"}, "key-1")
    assert second("POST", PRODUCTS, {"name": "Kopi"}, "key-1").raw == first_answer.raw


def test_two_partners_keys_never_meet(service: Service) -> None:
    merchant = open_client(service)
    name = f"partner-{uuid.uuid4()}"
    provision(merchant, name)
    answers = []
    for key in ("key-1", "key-1"):
        own = open_partner(service, name)
        acting = Client(service, own.account_id, own.key_id, own.secret, on_behalf_of=merchant.account_id)
        answers.append(acting("POST", PRODUCTS, {"name": "Kopi"}, key))
    assert answers[0].raw == answers[1].raw
    provision(merchant, "the-next-partner")
    own = open_partner(service, "the-next-partner")
    acting = Client(service, own.account_id, own.key_id, own.secret, on_behalf_of=merchant.account_id)
    assert acting("POST", PRODUCTS, {"name": "Kopi"}, "key-1").raw != answers[0].raw


def test_authentication_comes_before_replay(client: Client) -> None:
    made = client("POST", "/api/v1/api-keys", {"name": "Doomed"}).data
    doomed = Client(client.service, client.account_id, made["apiKey"]["keyId"], made["secret"])
    assert doomed("POST", PRODUCTS, {"name": "Kopi"}, "key-1").status == 201
    client("POST", f"/api/v1/api-keys/{made['apiKey']['id']}/revoke")
    assert doomed("POST", PRODUCTS, {"name": "Kopi"}, "key-1").error == (401, "REVOKED_KEY")


def test_after_24_hours_the_key_is_forgotten(client: Client) -> None:
    first = client("POST", PRODUCTS, {"name": "Kopi"}, "key-1")
    age = "UPDATE idempotency_keys SET created_at = created_at - $2::interval WHERE account_id = $1 RETURNING key"
    _rows(client, age.replace("$2::interval", "interval '23 hours 59 minutes'"), client.account_id)
    assert client("POST", PRODUCTS, {"name": "Kopi"}, "key-1").raw == first.raw
    _rows(client, age.replace("$2::interval", "interval '2 minutes'"), client.account_id)
    again = client("POST", PRODUCTS, {"name": "Kopi"}, "key-1")
    assert again.status == 201 and again.data["product"]["id"] != first.data["product"]["id"]
    assert client("POST", PRODUCTS, {"name": "Kopi"}, "key-1").raw == again.raw


@pytest.mark.parametrize("key", ["", " ", "a b", "\t", "é", "x" * 256])
def test_an_unsound_key_is_refused_by_name(client: Client, key: str) -> None:
    signed = client.headers("POST", PRODUCTS, b'{"name":"Kopi"}', key.strip())
    headers = replaced(signed, "Idempotency-Key", key.encode())
    answer = client.service.send("POST", PRODUCTS, [*headers, ("Content-Type", "application/json")], b'{"name":"Kopi"}')
    assert answer.error == (400, "VALIDATION") and answer.field == "Idempotency-Key"


def test_a_key_of_255_visible_characters_is_taken(client: Client) -> None:
    key = "".join(chr(0x21 + number % 94) for number in range(255))
    first = client("POST", PRODUCTS, {"name": "Kopi"}, key)
    assert first.status == 201 and client("POST", PRODUCTS, {"name": "Kopi"}, key).raw == first.raw


def test_two_key_headers_are_refused(client: Client) -> None:
    body = b'{"name":"Kopi"}'
    headers = replaced(client.headers("POST", PRODUCTS, body, "a,b"), "Idempotency-Key", "a", "b")
    answer = client.service.send("POST", PRODUCTS, [*headers, ("Content-Type", "application/json")], body)
    assert answer.error == (400, "VALIDATION") and answer.field == "Idempotency-Key"


def test_a_missing_key_is_refused_where_one_is_required(client: Client) -> None:
    answer = client("POST", WAREHOUSES, {"name": "Gudang"})
    assert answer.error == (400, "IDEMPOTENCY_KEY_REQUIRED")
    assert client("GET", WAREHOUSES).data["warehouses"] == []


def test_a_query_with_a_key_remembers_nothing(client: Client) -> None:
    assert client("GET", PRODUCTS, None, "key-1").data["products"] == []
    client("POST", PRODUCTS, {"name": "Kopi"})
    assert len(client("GET", PRODUCTS, None, "key-1").data["products"]) == 1


def test_a_secret_is_shown_again_in_a_replay_and_nowhere_kept_in_clear(client: Client) -> None:
    first = client("POST", "/api/v1/api-keys", {"name": "Second"}, "key-1")
    again = client("POST", "/api/v1/api-keys", {"name": "Second"}, "key-1")
    assert again.raw == first.raw and again.headers["idempotency-replayed"] == "true"
    secret = first.data["secret"]
    (memory,) = _rows(
        client, "SELECT is_sealed, response FROM idempotency_keys WHERE account_id = $1", client.account_id
    )
    assert memory["is_sealed"] and secret.encode() not in memory["response"]
    assert _tables_with(client, secret) == []
    assert secret not in client.service.log.read_text()


def _tables_with(client: Client, text: str) -> list[str]:
    """The tables in which a text stands, as text or as bytes."""

    async def search(db: asyncpg.Connection) -> list[str]:
        names = await db.fetch(
            "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        )
        assert len(names) > 5
        found = []
        for (name,) in names:
            query = f'SELECT count(*) FROM "{name}" AS t WHERE strpos(t::text, $1) > 0 OR strpos(t::text, $2) > 0'
            if await db.fetchval(query, text, text.encode().hex()):
                found.append(name)
        return found

    return in_database(client.service.database_url, search)


def test_the_search_for_secrets_does_find_what_is_kept_in_clear(client: Client) -> None:
    made = client("POST", PRODUCTS, {"name": "needle-in-the-hay"}, "key-1")
    assert made.status == 201
    assert {"products", "events", "idempotency_keys"} <= set(_tables_with(client, "needle-in-the-hay"))
