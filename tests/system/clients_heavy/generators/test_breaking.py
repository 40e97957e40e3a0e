"""A change that breaks a client of the last release is noticed, and an addition is not."""

import copy
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.document import committed, releases
from tests.system.clients_heavy.generators import tools

Document = dict[str, Any]
_KEPT = ("/api/v1/products", "/api/v1/shipments", "/api/v1/shipping/shipments/{id}")
_WEBHOOK = "svc.shipment.created.v1"


def _breaks(before: Document, changed: list[Document], folder: Path) -> list[list[str]]:
    files = [folder / f"{number}.json" for number in range(len(changed) + 1)]
    for file, document in zip(files, [before, *changed], strict=True):
        file.write_text(json.dumps(document), encoding="utf-8")
    return json.loads(tools.node("breaking.mjs", *files, folder=folder))


def test_nothing_has_changed_that_breaks_a_client_of_the_last_release(tmp_path: Path) -> None:
    before = json.loads(releases.last().read_text(encoding="utf-8"))
    (found,) = _breaks(before, [releases.promised(committed.made())], tmp_path)
    assert found == []


def _of_body(document: Document) -> Document:
    return document["components"]["schemas"]["NewProduct"]


def _of_answer(document: Document) -> Document:
    return document["components"]["schemas"]["Product"]


def _parameters(document: Document) -> list[Any]:
    return document["paths"]["/api/v1/products"]["get"]["parameters"]


def _remove_operation(document: Document) -> None:
    del document["paths"]["/api/v1/products"]["post"]


def _remove_answer_field(document: Document) -> None:
    del _of_answer(document)["properties"]["weight"]
    _of_answer(document)["required"].remove("weight")


def _leave_out_answer_field(document: Document) -> None:
    _of_answer(document)["required"].remove("weight")


def _let_answer_be_null(document: Document) -> None:
    name = _of_answer(document)["properties"]["name"]
    _of_answer(document)["properties"]["name"] = {"anyOf": [name, {"type": "null"}]}


def _change_type_of_answer(document: Document) -> None:
    _of_answer(document)["properties"]["archived"]["type"] = "string"


def _add_value_to_answer(document: Document) -> None:
    document["components"]["schemas"]["ShipmentWithEvents"]["properties"]["status"]["enum"].append("lost")


def _demand_new_field(document: Document) -> None:
    _of_body(document)["properties"]["roast"] = {"type": "string"}
    _of_body(document)["required"].append("roast")


def _demand_field(document: Document) -> None:
    _of_body(document)["required"].append("sku")


def _refuse_null(document: Document) -> None:
    _of_body(document)["properties"]["weight"]["anyOf"].pop()


def _change_type_of_body(document: Document) -> None:
    _of_body(document)["properties"]["weight"]["anyOf"][0] = {"type": "string"}


def _narrow_values(document: Document) -> None:
    _of_body(document)["properties"]["type"]["anyOf"][0]["enum"].remove("digital")


def _narrow_bound(document: Document) -> None:
    _of_body(document)["properties"]["name"]["maxLength"] = 10


def _demand_parameter(document: Document) -> None:
    _parameters(document).append({"name": "roast", "in": "query", "required": True, "schema": {"type": "string"}})


def _remove_parameter(document: Document) -> None:
    _parameters(document)[:] = [each for each in _parameters(document) if each["name"] != "sku"]


def _remove_field_of_event(document: Document) -> None:
    event = document["components"]["schemas"]["ShipmentCreated"]
    del event["properties"]["waybillId"]
    event["required"].remove("waybillId")


BREAKING: tuple[Callable[[Document], None], ...] = (
    _remove_operation,
    _remove_answer_field,
    _leave_out_answer_field,
    _let_answer_be_null,
    _change_type_of_answer,
    _add_value_to_answer,
    _demand_new_field,
    _demand_field,
    _refuse_null,
    _change_type_of_body,
    _narrow_values,
    _narrow_bound,
    _demand_parameter,
    _remove_parameter,
    _remove_field_of_event,
)


def _add(document: Document) -> None:
    """Whatever may come with any version."""
    roast = {"type": "string"}
    for schema in (_of_answer(document), document["components"]["schemas"]["ShipmentCreated"]):
        schema["properties"]["roast"] = roast
        schema["required"].append("roast")
    _of_body(document)["properties"]["roast"] = {"anyOf": [roast, {"type": "null"}]}
    _of_body(document)["properties"]["type"]["anyOf"][0]["enum"].append("service")
    _of_body(document)["properties"]["name"]["maxLength"] = 300
    _parameters(document).append({"name": "roast", "in": "query", "required": False, "schema": roast})
    listed = copy.deepcopy(document["paths"]["/api/v1/products"]["get"])
    document["paths"]["/api/v1/roasts"] = {"get": {**listed, "operationId": "listRoasts"}}
    document["components"]["schemas"]["ShipmentItem"]["properties"]["sku"]["anyOf"][0]["maxLength"] = 1_000


@pytest.fixture(scope="module")
def excerpt() -> Document:
    """A part of what is promised that is compared in no time."""
    document = releases.promised(committed.made())
    document["paths"] = {path: document["paths"][path] for path in _KEPT}
    document["webhooks"] = {_WEBHOOK: document["webhooks"][_WEBHOOK]}
    events = document["components"]["pathItems"] = {_WEBHOOK: document["components"]["pathItems"][_WEBHOOK]}
    schemas, needed = document["components"]["schemas"], set()
    waiting = _named(document["paths"]) | _named(events)
    while waiting:
        name = waiting.pop()
        needed.add(name)
        waiting |= _named(schemas[name]) - needed
    document["components"]["schemas"] = {name: schemas[name] for name in sorted(needed)}
    return document


def _named(part: Any) -> set[str]:
    return set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(part)))


def test_whatever_breaks_a_client_is_found_and_additions_are_let_through(excerpt: Document, tmp_path: Path) -> None:
    changed = [copy.deepcopy(excerpt) for _ in (*BREAKING, _add)]
    for change, document in zip((*BREAKING, _add), changed, strict=True):
        change(document)
    *broken, added = _breaks(excerpt, changed, tmp_path)
    unnoticed = [change.__name__ for change, found in zip(BREAKING, broken, strict=True) if not found]
    assert (unnoticed, added) == ([], [])
