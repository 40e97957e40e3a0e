"""Every text and every list in a request has a bound, which holds to the character (decisions, section 11).

The fields come from the records of the routes. One without a bound fails here by its name.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from fulfilment import app
from fulfilment.infra.api.routing import Route
from tests.contract import bounds, path_ids, samples
from tests.contract.bounds import Field
from tests.contract.document import Operation, the_document
from tests.contract.samples import with_field
from tests.contract.test_tenancy import BULK
from tests.harness.goods import fresh_key
from tests.harness.service import Answer, Client

DOCUMENT = the_document()
# A key is a secret: whatever is given for one is looked for, and then an unknown one (decisions, section 7).
ANY_TEXT = {
    ("LicenseActivationRequest", "key"),
    ("LookupQuery", "key"),
    ("ValidityQuery", "key"),
    # Likewise: what the address of a storefront says, which is refused as a wrong signature is.
    ("StorefrontEventQuery", "storefront"),
}
# Fields that are looked up, or must have a form: a text at its bound is refused for that, and not for its length.
OF_A_FORM = {
    *("courierCode", "couriers.0", "enabledCouriers.0", "defaultCourier", "url", "events", "type"),
    *("courierServiceCode", "events.0", "postalCode", "postal", "networks.0", "timeZone"),
}


# Query texts whose form is checked after their length, each with words of the message.
OF_A_FORM_IN_QUERIES = {"cursor": "not a cursor", "from": "takes a date", "to": "takes a date"}


def _pairs(kind: str) -> Iterator[tuple[Route, Field]]:
    for route in app.all_routes():
        record = getattr(route, kind)
        for field in bounds.of_record(record) if record is not None else ():
            yield route, field


def _bounded(kind: str, of: str) -> list[Any]:
    found = [(route, field) for route, field in _pairs(kind) if field.kind == of and field.most is not None]
    return [pytest.param(*pair, id=f"{pair[0].handler.__name__}-{pair[1].path}") for pair in found]


def test_every_text_and_list_of_a_request_has_a_bound() -> None:
    unbounded = {
        (field.record, field.path) for kind in ("body", "query") for _, field in _pairs(kind) if field.most is None
    }
    assert unbounded == ANY_TEXT


def test_the_document_says_every_bound() -> None:
    for route in app.all_routes():
        if route.body is None:
            continue
        operation = _operation(route)
        for field in bounds.of_record(route.body):
            said = _described(samples.schema_of(DOCUMENT, operation), field.path)
            assert said.get("maxLength" if field.kind == "text" else "maxItems") == field.most, (operation.id, field)


def test_the_page_of_limits_lists_every_bound() -> None:
    page = (Path(__file__).parents[2] / "docs/limits.md").read_text(encoding="utf-8")
    listed = [line for line in page.splitlines() if line.startswith("| `") and " /" in line]
    assert listed == bounds.documented()


def _described(schema: dict[str, Any], path: str) -> dict[str, Any]:
    for name in path.split("."):
        schema = DOCUMENT.resolve(_something(schema))
        schema = schema["items"] if name.isdigit() else schema["properties"][name]
    return DOCUMENT.resolve(_something(schema))


def _something(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema without the alternative null."""
    schema = DOCUMENT.resolve(schema)
    choices = [part for part in schema.get("anyOf", ()) if part != {"type": "null"}]
    return DOCUMENT.resolve(choices[0]) if choices else schema


@pytest.mark.parametrize(("route", "field"), _bounded("body", "text"))
def test_a_text_of_a_body_is_taken_at_its_bound_and_refused_beyond_it(
    owner: Client, owned: dict[str, str], route: Route, field: Field
) -> None:
    beyond = _send(owner, owned, route, field, _text(field, field.most + 1))
    assert (beyond["status"], beyond["code"], beyond["field"]) == (400, route.validation_code, _shown(route, field))
    assert "length" in beyond["message"]
    _require_taken(_send(owner, owned, route, field, _text(field, field.most)), route, field)


@pytest.mark.parametrize(("route", "field"), _bounded("body", "list"))
def test_a_list_of_a_body_is_taken_at_its_bound_and_refused_beyond_it(
    owner: Client, owned: dict[str, str], route: Route, field: Field
) -> None:
    sample = _described(samples.schema_of(DOCUMENT, _operation(route)), field.path)["items"]
    one = samples._sample(DOCUMENT, sample)
    beyond = _send(owner, owned, route, field, [one] * (field.most + 1))
    assert (beyond["status"], beyond["code"], beyond["field"]) == (400, route.validation_code, _shown(route, field))
    if route.body.__name__ != "LabelRequest":
        _require_taken(_send(owner, owned, route, field, [one] * field.most), route, field)


@pytest.mark.parametrize(("route", "field"), _bounded("query", "text"))
def test_a_text_of_a_query_is_taken_at_its_bound_and_refused_beyond_it(
    owner: Client, owned: dict[str, str], route: Route, field: Field
) -> None:
    path = path_ids.in_world(_operation(route).path, owned)
    needed = {name: "jne" for name in ("courier",) if route.query.__name__ == "WaybillQuery"}
    needed |= {"q": "menteng"} if route.query.__name__ == "AreaQuery" else {}
    needed |= {"key": "x" * 8} if route.query.__name__ in ("LookupQuery", "ValidityQuery") else {}

    def ask(size: int) -> Answer:
        # One value of a parameter that may be repeated is said as the parameter.
        said = needed | {field.path.removesuffix(".0"): _text(field, size)}
        return owner("GET", f"{path}?" + "&".join(f"{name}={quote(value)}" for name, value in said.items()))

    beyond = ask(field.most + 1)
    assert (beyond.error, beyond.field) == ((400, route.validation_code), field.path)
    at_most = ask(field.most)
    if field.path in OF_A_FORM_IN_QUERIES:
        assert at_most.status == 400 and OF_A_FORM_IN_QUERIES[field.path] in at_most.json["error"]["message"]
    else:
        assert at_most.status in (200, 404), at_most.raw


def _operation(route: Route) -> Operation:
    return next(each for each in DOCUMENT.operations() if each.id == _camel(route.handler.__name__))


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def _text(field: Field, size: int) -> str:
    if field.path.lower().endswith("email"):
        return "x" * (size - len("@example.com")) + "@example.com"
    return "var_".ljust(size, "x") if field.path.endswith("variantId") else "1" * size


def _shown(route: Route, field: Field) -> str:
    """A row of a bulk route is refused like a request of its own."""
    return field.path.split(".", 2)[2] if _is_in_row(route, field) else field.path


def _is_in_row(route: Route, field: Field) -> bool:
    return _operation(route).id in BULK and ".0." in field.path


def _send(client: Client, world: dict[str, str], route: Route, field: Field, value: Any) -> dict[str, Any]:
    """Send the smallest body with that field: the status of the answer, and its error if it has one."""
    operation = _operation(route)
    path, value = (field.path[:-2], [value]) if field.path.endswith(".0") else (field.path, value)
    body = with_field(json.loads(json.dumps(samples.body_of(DOCUMENT, operation))), path, value)
    answer = client(operation.method, path_ids.in_world(operation.path, world), body, fresh_key())
    status, error = answer.status, answer.json["error"] if answer.json else None
    if error is None and _is_in_row(route, field):
        (outcome,) = answer.data["outcomes"]
        status, error = outcome["status"], outcome.get("error")
    return {"status": status, **dict.fromkeys(("code", "field", "message")), **(error or {})}


def _require_taken(answer: dict[str, Any], route: Route, field: Field) -> None:
    # No payment provider runs here: a text that gets as far as a call to it is taken.
    is_taken = answer["status"] < 500 or answer["code"] == "CHECKOUT_FAILED"
    assert is_taken and "length" not in (answer["message"] or "")
    is_of_a_form = field.path.rpartition(".")[2] in OF_A_FORM or field.path in OF_A_FORM or "Id" in field.path
    if answer["field"] == _shown(route, field):
        assert is_of_a_form or answer["status"] == 409, answer
