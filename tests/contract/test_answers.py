"""The service answers as its OpenAPI document describes."""

import re

import pytest

from tests.contract.document import CheckedClient, Document, Operation, the_document
from tests.contract.path_ids import GUARDED_BY_A_SECRET, in_world
from tests.harness.service import Answer, Client, Service

QUERIES = [
    pytest.param(operation, id=f"{operation.method} {operation.path}")
    for operation in the_document().operations()
    if operation.method == "GET" and operation.path not in GUARDED_BY_A_SECRET
]
# Values for required parameters of queries.
NEEDED = {"q": "Senopati", "courier": "jne"}


def needed_query(operation: Operation, owned: dict[str, str]) -> str:
    needed = [p["name"] for p in operation.said["parameters"] if p["in"] == "query" and p["required"]]
    return "".join(f"&{name}={(NEEDED | {'key': owned['license_key']})[name]}" for name in needed)


@pytest.mark.parametrize("operation", QUERIES)
def test_a_query_answers_by_its_schema(
    owner: Client, owned: dict[str, str], document: Document, operation: Operation
) -> None:
    answer = owner("GET", in_world(operation.path, owned) + needed_query(operation, owned).replace("&", "?", 1))
    assert answer.status == 200, answer.raw
    document.check(operation, answer)


@pytest.mark.parametrize("operation", [param for param in QUERIES if "limit" in param.values[0].names("query")])
def test_a_list_read_in_pages_of_one_is_the_whole_list(
    owner: Client, owned: dict[str, str], document: Document, operation: Operation
) -> None:
    path, more = in_world(operation.path, owned), needed_query(operation, owned)
    whole = _rows(owner("GET", path + more.replace("&", "?", 1)))
    paged, cursor = [], ""
    for _ in range(min(len(whole), 12)):
        answer = owner("GET", f"{path}?limit=1{more}{cursor}")
        document.check(operation, answer)
        paged += _rows(answer)
        if not answer.json["meta"]["hasMore"]:
            assert answer.json["meta"]["cursor"] is None and len(paged) == len(whole)
            break
        cursor = f"&cursor={answer.json['meta']['cursor']}"
    assert paged == whole[: len(paged)] and len(paged) == min(len(whole), 12)


@pytest.mark.parametrize("operation", [param for param in QUERIES if "limit" in param.values[0].names("query")])
def test_a_list_takes_the_limits_that_it_says_and_no_others(
    owner: Client, owned: dict[str, str], operation: Operation
) -> None:
    path, more = in_world(operation.path, owned), needed_query(operation, owned)
    # As CSV a statement has room for more rows, and the document says the most of either.
    more += "&format=csv" if operation.id == "getCreditStatement" else ""
    (schema,) = [parameter["schema"] for parameter in operation.said["parameters"] if parameter["name"] == "limit"]

    def asked(limit: int) -> tuple[int, str | None]:
        answer = owner("GET", f"{path}?limit={limit}{more}")
        return answer.status, answer.field if answer.status == 400 else None

    if "maximum" not in schema:
        assert {asked(0), asked(100_000)} == {(200, None)}
        return
    assert {asked(schema["minimum"]), asked(schema["maximum"])} == {(200, None)}
    assert {asked(schema["minimum"] - 1), asked(schema["maximum"] + 1)} == {(400, "limit")}


@pytest.mark.parametrize(
    "path", ["/shipments/{shipment}/label", "/audit-log/export", "/shipping-credits/statement?format=csv"]
)
def test_a_file_is_mere_bytes_to_whoever_asks_for_these(owner: Client, owned: dict[str, str], path: str) -> None:
    target = "/api/v1" + path.format_map(owned)
    named = owner("GET", target)
    mere = owner("GET", target, headers=[("Accept", "text/html;q=0.1, application/octet-stream")])
    assert named.headers["content-type"] != mere.headers["content-type"] == "application/octet-stream"
    assert (mere.status, mere.raw[:4], mere.headers["content-disposition"]) == (
        *(200, named.raw[:4]),
        named.headers["content-disposition"],
    )


def _rows(answer: Answer) -> list:
    """The list in an answer, bare or under its only name."""
    assert answer.status == 200, answer.raw
    data = answer.data
    return data if isinstance(data, list) else next(value for value in data.values() if isinstance(value, list))


def test_refusals_answer_by_their_schema(outsider: Client, document: Document) -> None:
    checked = CheckedClient(outsider, document)
    assert checked("GET", "/api/v1/products/prod_unknown").status == 404
    assert checked("POST", "/api/v1/products", {}).status == 400
    assert checked("POST", "/api/v1/warehouses", {"name": "x"}).status == 400
    assert checked("GET", "/api/v1/products?limit=0").status == 400


def test_an_answer_that_breaks_its_schema_is_found(document: Document) -> None:
    operation = document.operation_of("GET", "/api/v1/warehouses")
    bad = b'{"data":{"warehouses":[{"id":1}]},"error":null,"meta":{"requestId":"r","timestamp":"yesterday"}}'
    answer = Answer(200, {"content-type": "application/json", "x-request-id": "req_1"}, bad)
    with pytest.raises(AssertionError) as found:
        document.check(operation, answer)
    for part in ("warehouses[0].id", "hasMore", "yesterday", "isDefault"):
        assert part in str(found.value)


def test_no_request_of_these_tests_was_a_fault(service: Service, owned: dict[str, str]) -> None:
    assert not re.search(r'"event": ?"fault"', service.log.read_text())
