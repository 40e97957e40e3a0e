"""An id of another workspace is an unknown id, on every route, in every place (specification, Tenancy rules).

The routes come from the document. A route fails here by its name if its ids are not described in `path_ids.py`. So does
a route whose body or query holds an id that the tables below do not know.
"""

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import psycopg
import pytest

from tests.contract.document import PREFIX, Operation, the_document
from tests.contract.path_ids import GUARDED_BY_A_SECRET, ids_of, in_world
from tests.contract.samples import body_of, id_fields, with_field
from tests.harness.goods import fresh_key
from tests.harness.service import Answer, Client, Service
from tests.harness.workspaces import open_client

DOCUMENT = the_document()

# Kind of the ids in bodies, by the field's last name. None: the caller's own string, which names nothing here.
BODY_IDS: dict[str, str | None] = {
    "variantId": "variant",
    "warehouseId": "warehouse",
    "fromWarehouseId": "warehouse",
    "toWarehouseId": "other_warehouse",
    "productId": "product",
    "shipmentId": "shipment",
    "shipmentIds": "shipment",
    # Field of a batch's filter, which finds nothing: tests/bulk_jobs/test_routes.py.
    "waybillId": None,
    "customerId": None,
    "checkoutSessionId": None,
    "areaId": None,
    "defaultOriginId": None,
    "instanceId": None,
    "accountId": None,
}
# A foreign variant is an unknown one here, and an unknown one makes the caller's own level (decisions, section 2).
MAKES_ITS_OWN = {
    ("adjustStock", "variantId"),
    ("adjustStockLevels", "adjustments.0.variantId"),
    ("transferStock", "variantId"),
}
# Bulk routes answer one outcome a row; a row stands for the request of its own that it would be.
BULK = {"createProducts", "adjustStockLevels", "createShipments", "createLicenses"}
# Quoting a parcel asks for its weight alone, and looks no id up.
LOOKED_UP_BY_NOBODY = {"quoteRates"}
# Rest of the body that is needed for the id to be looked up.
BESIDE: dict[tuple[str, str], dict[str, Any]] = {
    ("adjustShippingCredits", "shipmentId"): {"kind": "shipment_refund", "amount": 1},
    ("downloadHandOverList", "shipmentIds.0"): {"shipmentIds": ["ship_"]},
}
QUERY_IDS: dict[str, str | None] = {
    "variant_id": "variant",
    "endpointId": "endpoint",
    "productId": "product",
    "variantId": "variant",
    "warehouseId": "warehouse",
    "waybillId": "waybill",
    "shipmentId": "shipment",
    "targetId": "product",
    "actorId": None,
    "customer_id": None,
    "customerId": None,
    "checkoutSessionId": None,
}
# Where only some of a kind can be what is filtered by.
QUERY_IDS_OF: dict[tuple[str, str], str] = {
    ("listDeliveries", "productId"): "digital_product",
    ("listLicenses", "productId"): "license_product",
}


def _named(operations: Iterator[tuple]) -> list[Any]:
    return [
        pytest.param(*values, id=" ".join(f"{v.method} {v.path}" if isinstance(v, Operation) else v for v in values))
        for values in operations
    ]


WITH_PATH_IDS = _named(
    (operation,)
    for operation in DOCUMENT.operations()
    if "{" in operation.path and operation.path not in GUARDED_BY_A_SECRET
)
WITH_BODY_IDS = _named((o, field) for o in DOCUMENT.operations() for field in id_fields(DOCUMENT, o) if not o.is_public)
EXPORTS = ("exportAuditLog", "exportShipments")
WITH_QUERY_IDS = _named(
    (operation, name)
    for operation in DOCUMENT.operations()
    for name in operation.names("query")
    # Exports are no JSON, and have their own tests (tests/audit/test_export.py,
    # tests/shipments/listing/test_export.py).
    if name.endswith(("_id", "Id")) and not operation.is_public and operation.id not in EXPORTS
)


@pytest.fixture(scope="module")
def worlds(owned: dict[str, str], outside: dict[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """The owner's ids and the outsider's."""
    assert not set(owned.values()) & set(outside.values()) - {owned["origin"]}
    return owned, outside


@pytest.fixture(scope="module")
def bystander(service: Service) -> Client:
    """A workspace with nothing in it."""
    return open_client(service, "Bystander")


@pytest.fixture(scope="module")
def tables(module_database_url: str) -> list[str]:
    with psycopg.connect(module_database_url) as connection:
        found = connection.execute(
            "SELECT table_name FROM information_schema.columns WHERE table_schema = 'public'"
            " AND column_name = 'account_id' ORDER BY 1"
        )
        return [name for (name,) in found]


@pytest.fixture
def untouched(owner: Client, worlds: Any, module_database_url: str, tables: list[str]) -> Iterator[None]:
    """Fails unless every row of the owner is the same afterwards."""
    with psycopg.connect(module_database_url, autocommit=True) as connection:
        before = _rows_of(connection, tables, owner.account_id)
        assert sum(len(rows) for rows in before.values()) > 20
        yield
        assert _rows_of(connection, tables, owner.account_id) == before


def _rows_of(connection: psycopg.Connection, tables: list[str], account_id: str) -> dict[str, list[str]]:
    """Every row of a workspace. When a key was last used is noted in the background."""
    rows = {}
    for table in tables:
        statement = f"SELECT (to_jsonb(t) - 'last_used_at')::text FROM {table} t WHERE account_id = %s ORDER BY 1"
        rows[table] = [text for (text,) in connection.execute(statement, [account_id])]
    return rows


def _ask(client: Client, operation: Operation, path: str, body: Any = None) -> Answer:
    needed = [p["name"] for p in operation.said["parameters"] if p["in"] == "query" and p["required"]]
    query = "?" + "&".join(f"{name}=jne" for name in needed) if needed else ""
    key = fresh_key() if operation.method != "GET" else None
    return client(operation.method, path + query, body, key)


def _seen(answer: Answer) -> tuple[Any, ...]:
    """All of an answer that may not differ: not the request's id, nor the time."""
    said = {name: value for name, value in answer.json.items() if name != "meta"}
    headers = {name for name in answer.headers if name not in ("content-length",)}
    return answer.status, json.dumps(said, sort_keys=True), frozenset(headers), len(answer.raw)


def _unknown_like(id: str) -> str:
    """An unused id of the same shape and length."""
    prefix, underscore, rest = id.rpartition("_")
    return prefix + underscore + ("0" * len(rest) if underscore else "z" * len(rest))


@pytest.mark.parametrize("operation", WITH_PATH_IDS)
def test_a_foreign_id_in_a_path_is_an_unknown_id(
    outsider: Client, worlds: tuple, untouched: None, operation: Operation
) -> None:
    owned, outside = worlds
    in_world(operation.path, owned)
    body = body_of(DOCUMENT, operation)
    names = [name for name, _ in ids_of(operation.path)]
    for whose in product((True, False), repeat=len(names)):
        if not any(whose):
            continue
        foreign, unknown = operation.path, operation.path
        for (name, kind), is_foreign in zip(ids_of(operation.path), whose, strict=True):
            own = outside[kind]
            foreign = foreign.replace("{" + name + "}", owned[kind] if is_foreign else own)
            unknown = unknown.replace("{" + name + "}", _unknown_like(owned[kind]) if is_foreign else own)
        answer = _ask(outsider, operation, foreign, body)
        assert answer.error == (404, "NOT_FOUND"), f"{operation.method} {foreign}: {answer.raw[:300]!r}"
        assert _seen(answer) == _seen(_ask(outsider, operation, unknown, body))


@pytest.mark.parametrize(("operation", "field"), WITH_BODY_IDS)
def test_a_foreign_id_in_a_body_is_an_unknown_id(
    outsider: Client, worlds: tuple, untouched: None, operation: Operation, field: str
) -> None:
    owned, outside = worlds
    name = _name_of(field)
    assert name in BODY_IDS, f"{operation.method} {operation.path}: say in BODY_IDS what {field} is"
    kind = BODY_IDS[name]
    if kind is None:
        return
    body = _sound_body(operation, outside) | BESIDE.get((operation.id, field), {})
    path = in_world(operation.path, outside)
    foreign = _ask(outsider, operation, path, with_field(body, field, owned[kind]))
    unknown = _ask(outsider, operation, path, with_field(body, field, _unknown_like(owned[kind])))
    if operation.id in BULK:
        assert (foreign.status, unknown.status) == (200, 200)
        (seen,), (seen_of_unknown,) = foreign.data["outcomes"], unknown.data["outcomes"]
        if (operation.id, field) not in MAKES_ITS_OWN:
            assert (seen["status"], seen["error"]["code"]) == (404, "NOT_FOUND") and seen == seen_of_unknown
        return
    if (operation.id, field) in MAKES_ITS_OWN:
        assert foreign.status == unknown.status and foreign.status in (200, 404, 409)
        return
    if operation.id in LOOKED_UP_BY_NOBODY:
        assert foreign.status == 200 and _seen(foreign) == _seen(unknown)
        return
    assert foreign.error == (404, "NOT_FOUND"), f"{operation.id} {field}: {foreign.raw[:300]!r}"
    assert foreign.field == field
    assert _seen(foreign) == _seen(unknown)


def _name_of(field: str) -> str:
    """The last name of a dotted path, places in lists apart."""
    return next(part for part in reversed(field.split(".")) if not part.isdigit())


def _sound_body(operation: Operation, world: dict[str, str]) -> dict[str, Any]:
    """A body of which every id is the caller's own."""
    body = body_of(DOCUMENT, operation)
    assert body is not None
    for field in list(id_fields(DOCUMENT, operation)):
        top = field.partition(".")[0]
        kind = BODY_IDS.get(_name_of(field))
        if kind is not None and top in body and field in (top, f"{top}.0"):
            body = with_field(body, field, world[kind])
    return body


@pytest.mark.parametrize(("operation", "name"), WITH_QUERY_IDS)
def test_a_foreign_id_in_a_filter_finds_what_an_unknown_one_does(
    owner: Client, bystander: Client, worlds: tuple, operation: Operation, name: str
) -> None:
    owned, _ = worlds
    assert name in QUERY_IDS, f"{operation.method} {operation.path}: say in QUERY_IDS what {name} is"
    kind = QUERY_IDS_OF.get((operation.id, name), QUERY_IDS[name])
    if kind is None:
        return
    foreign = bystander("GET", f"{operation.path}?{name}={owned[kind]}")
    unknown = bystander("GET", f"{operation.path}?{name}={_unknown_like(owned[kind])}")
    assert foreign.status == 200 and _seen(foreign) == _seen(unknown)
    parts = [foreign.data] if isinstance(foreign.data, list) else foreign.data.values()
    assert [value for value in parts if isinstance(value, list)] == [[]]
    assert owner("GET", f"{operation.path}?{name}={owned[kind]}").data != foreign.data


def test_no_list_shows_anything_of_another_workspace(owner: Client, bystander: Client, worlds: tuple) -> None:
    owned, _ = worlds
    ids = {value for name, value in owned.items() if name != "origin"} | {owner.account_id, owner.key_id}
    for operation in DOCUMENT.operations():
        if operation.method == "GET" and "{" not in operation.path and not operation.is_public:
            needed = [p["name"] for p in operation.said["parameters"] if p["in"] == "query" and p["required"]]
            query = "?" + "&".join(f"{name}=Senopati" for name in needed) if needed else ""
            raw = bystander("GET", operation.path + query).raw.decode()
            assert not [id for id in ids if id in raw], operation.path


def test_a_cursor_of_another_workspace_shows_nothing_of_it(owner: Client, bystander: Client, worlds: tuple) -> None:
    for path in ("/products", "/stock/movements", "/api-keys", "/shipping/shipments", "/webhooks/events"):
        first = owner("GET", f"{PREFIX}{path}?limit=1")
        cursor = first.json["meta"]["cursor"]
        assert cursor is not None, path
        assert owner.account_id not in bystander("GET", f"{PREFIX}{path}?cursor={cursor}").raw.decode()


def test_the_owner_reaches_what_the_outsider_cannot(owner: Client, worlds: tuple) -> None:
    owned, _ = worlds
    for param in WITH_PATH_IDS:
        (operation,) = param.values
        if operation.method == "GET":
            assert _ask(owner, operation, in_world(operation.path, owned)).status == 200, operation.path
