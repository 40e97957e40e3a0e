"""The OpenAPI document: sound, the same every time, and of exactly the routes there are."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from fulfilment.app import all_events, all_routes
from fulfilment.infra import branding
from fulfilment.infra.api.routing import PREFIX, Route
from fulfilment.infra.models import ApiModel
from fulfilment.infra.openapi import document as openapi_document
from fulfilment.infra.openapi import json_schema

PUBLIC = {
    ("GET", "/api/v1/health"),
    ("GET", "/api/v1/openapi.json"),
    ("GET", "/api/v1/billing/plans"),
    ("GET", "/api/v1/licenses/validate"),
    ("POST", "/api/v1/licenses/activate"),
    ("POST", "/api/v1/licenses/deactivate"),
    ("GET", "/api/v1/label-links/{token}"),
    ("POST", "/api/v1/inbound/aggregator/{token}"),
    ("POST", "/api/v1/inbound/payments"),
    ("POST", "/api/v1/inbound/storefront"),
}


class _Described(ApiModel):
    weight: int
    """In grams."""
    width: int


class _Inheriting(_Described):
    length: int
    """In
    centimetres."""


class _Part(ApiModel):
    words_of = _Inheriting

    width: int
    length: int
    """The length of a part."""


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return msgspec.json.decode(openapi_document.ApiDocument(all_routes, all_events).content)


def _bare_nulls(part: Any, where: str = "") -> Iterator[str]:
    """Where a schema is null and nothing else, outside of a choice."""
    if isinstance(part, dict):
        if part.get("type") == "null":
            yield where
        for name, inner in part.items():
            if name not in ("example", "anyOf"):
                yield from _bare_nulls(inner, f"{where}/{name}")
    elif isinstance(part, list):
        for inner in part:
            yield from _bare_nulls(inner, where)


def test_nothing_is_of_the_type_null_alone_which_openapi_generator_has_no_class_for(document: dict[str, Any]) -> None:
    assert list(_bare_nulls(document)) == []
    assert document["components"]["schemas"]["ErrorResponse"]["properties"]["data"]["const"] is None


def test_events_are_named_by_references_which_openapi_generator_makes_no_operations_of(
    document: dict[str, Any],
) -> None:
    events = document["components"]["pathItems"]
    assert document["webhooks"] == {name: {"$ref": f"#/components/pathItems/{name}"} for name in events}
    assert len(events) == len(all_events())


def _operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def _of(document: dict[str, Any], method: str, path: str) -> dict[str, Any]:
    return document["paths"][PREFIX + path][method.lower()]


def _parameter(operation: dict[str, Any], name: str) -> dict[str, Any]:
    (parameter,) = [parameter for parameter in operation["parameters"] if parameter["name"] == name]
    return parameter


def test_the_document_is_sound_openapi_3_1(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.1")
    assert [str(problem) for problem in OpenAPIV31SpecValidator(document).iter_errors()] == []


def test_every_route_of_the_api_is_described_and_nothing_else(document: dict[str, Any]) -> None:
    described = {(method, path) for method, path, _ in _operations(document)}
    routes = [route for route in all_routes() if route.path.startswith(PREFIX)]
    served = {(r.method, re.sub(r"_([a-z])", lambda found: found[1].upper(), r.path)) for r in routes}
    assert described == served and len(served) == len(routes) > 20


def test_the_bytes_are_the_same_in_every_process() -> None:
    program = (
        "import sys; from fulfilment.app import all_events, all_routes;"
        "from fulfilment.infra.openapi.document import ApiDocument;"
        "sys.stdout.buffer.write(ApiDocument(all_routes, all_events).content)"
    )
    documents = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(documents) == 1


def test_every_operation_has_a_name_of_its_own_a_summary_and_a_tag(document: dict[str, Any]) -> None:
    operations = [operation for _, _, operation in _operations(document)]
    names = [operation["operationId"] for operation in operations]
    assert len(set(names)) == len(names)
    assert all(operation["summary"].endswith((".", ")")) for operation in operations)
    known = {tag["name"] for tag in document["tags"]}
    assert all(set(operation["tags"]) <= known for operation in operations)


def test_the_same_name_twice_is_refused() -> None:
    routes = [route for route in all_routes() if route.path == "/api/v1/health"]
    with pytest.raises(ValueError, match="get_health"):
        openapi_document.describe(routes * 2, {})


def test_exactly_the_public_routes_need_no_credential(document: dict[str, Any]) -> None:
    public = {(method, path) for method, path, operation in _operations(document) if operation.get("security") == []}
    assert public <= PUBLIC
    assert document["security"] == [{"signature": [], "timestamp": []}, {"session": []}]


@pytest.mark.parametrize("route", [pytest.param(route, id=f"{route.method} {route.path}") for route in all_routes()])
def test_a_route_says_what_it_returns(route: Route) -> None:
    assert route.returns not in (None, Any)


def test_a_field_is_described_by_the_docstring_that_follows_it_or_by_that_of_a_parent() -> None:
    assert json_schema.docs_of(_Described) == json_schema.COMMON | {"weight": "In grams."}
    assert json_schema.docs_of(_Inheriting) == json_schema.COMMON | {
        "weight": "In grams.",
        "length": "In\ncentimetres.",
    }


def test_a_record_that_shows_a_part_of_another_has_its_words() -> None:
    assert json_schema.docs_of(_Part) == json_schema.COMMON | {"weight": "In grams.", "length": "The length of a part."}


def test_every_operation_says_how_a_client_library_calls_it(document: dict[str, Any]) -> None:
    names = [operation["x-client"] for _, _, operation in _operations(document)]
    assert len(set(names)) == len(names)
    assert [name for name in names if not re.fullmatch(r"[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*", name)] == []


def test_success_is_in_the_envelope(document: dict[str, Any]) -> None:
    schema = _of(document, "GET", "/products/{id}")["responses"]["200"]["content"]["application/json"]["schema"]
    assert schema["required"] == ["data", "error", "meta"]
    assert schema["properties"]["data"] == {"$ref": "#/components/schemas/ProductReply"}
    assert schema["properties"]["error"] == {"const": None, "description": "Always null."}


def test_lists_show_a_cursor_and_single_records_do_not(document: dict[str, Any]) -> None:
    def meta(path: str) -> str:
        content = _of(document, "GET", path)["responses"]["200"]["content"]["application/json"]
        return content["schema"]["properties"]["meta"]["$ref"]

    assert meta("/products").endswith("/ListMeta") and meta("/products/{id}").endswith("/ResponseMeta")
    assert {"cursor", "hasMore"} <= set(document["components"]["schemas"]["ListMeta"]["required"])


def test_records_are_named_components_and_timestamps_say_so(document: dict[str, Any]) -> None:
    product = document["components"]["schemas"]["Product"]
    assert product["properties"]["createdAt"].items() >= {"type": "string", "format": "date-time"}.items()
    assert product["properties"]["variants"]["items"] == {"$ref": "#/components/schemas/Variant"}
    key = document["components"]["schemas"]["ApiKey"]["properties"]["lastUsedAt"]
    assert {"type": "string", "format": "date-time"} in key["anyOf"]


def test_descriptions_name_things_as_on_the_wire_and_no_paper_of_ours(document: dict[str, Any]) -> None:
    known, descriptions = set(), []

    def read(node: Any) -> None:
        if isinstance(node, dict):
            known.update(node.get("properties", {}), node.get("enum", ()))
            descriptions.extend(said for name in ("description", "summary") if isinstance(said := node.get(name), str))
        for each in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
            read(each)

    read([document["components"]["schemas"], document["paths"]])
    named = {name for said in descriptions for name in re.findall(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b", said)}
    assert named and named - known == set()
    assert [said for said in descriptions if re.search(r"\b(specification|decisions)\b", said)] == []


def test_the_rows_of_a_bulk_route_are_shown_as_what_they_are(document: dict[str, Any]) -> None:
    rows = document["components"]["schemas"]["BulkStockAdjustment"]["properties"]["adjustments"]
    assert rows["items"] == {"$ref": "#/components/schemas/StockAdjustment"} and rows["maxItems"] == 1_000
    assert "x-rows-of" not in str(document)


def test_bodies_are_required_where_they_are(document: dict[str, Any]) -> None:
    assert _of(document, "POST", "/products")["requestBody"]["required"] is True
    assert _of(document, "POST", "/shipments/{id}/cancel")["requestBody"]["required"] is False
    assert "requestBody" not in _of(document, "POST", "/api-keys/{id}/revoke")


def test_mutations_take_an_idempotency_key_and_queries_do_not(document: dict[str, Any]) -> None:
    assert _parameter(_of(document, "POST", "/warehouses"), "Idempotency-Key")["required"] is True
    assert _parameter(_of(document, "POST", "/products"), "Idempotency-Key")["required"] is False
    names = {parameter["name"] for parameter in _of(document, "GET", "/products")["parameters"]}
    assert {"limit", "cursor", "archived", branding.current().on_behalf_of_header} <= names
    assert "Idempotency-Key" not in names


def test_a_parameter_is_never_null_and_shows_its_values(document: dict[str, Any]) -> None:
    listed = _of(document, "GET", "/products")
    assert _parameter(listed, "limit")["schema"]["type"] == "integer"
    archived = _parameter(listed, "archived")["schema"]
    assert sorted(archived["enum"]) == ["false", "true"] and archived["default"] == "false"


def test_every_tag_parameter_header_answer_and_webhook_is_described(document: dict[str, Any]) -> None:
    operations = [operation for _, _, operation in _operations(document)]
    webhooks = [operation for item in document["components"]["pathItems"].values() for operation in item.values()]
    described = [parameter for each in (*operations, *webhooks) for parameter in each["parameters"]]
    described += [answer for each in (*operations, *webhooks) for answer in each["responses"].values()]
    described += document["tags"]
    described += document["components"]["headers"].values()
    described += document["components"]["securitySchemes"].values()
    assert len(described) > 1_000
    assert [each for each in described if not re.fullmatch(r".{4,}[.]", each.get("description", ""), re.DOTALL)] == []
    assert [each["operationId"] for each in webhooks if not re.fullmatch(".+[.]", each["summary"])] == []


def _schemas(node: Any) -> Iterator[dict[str, Any]]:
    """Every object at whatever depth, but for those in examples."""
    if isinstance(node, dict):
        yield node
        node = [each for name, each in node.items() if name != "example"]
    for each in node if isinstance(node, list) else ():
        yield from _schemas(each)


def test_every_value_that_is_listed_has_a_type(document: dict[str, Any]) -> None:
    listed = [schema for schema in _schemas(document) if isinstance(schema.get("enum"), list) or schema.get("const")]
    assert len(listed) > 100 and [schema for schema in listed if "type" not in schema] == []


def test_what_may_be_left_out_of_a_body_has_no_default_that_would_have_generators_demand_it(
    document: dict[str, Any],
) -> None:
    fields = {
        (name, field): schema
        for name, component in document["components"]["schemas"].items()
        for field, schema in component.get("properties", {}).items()
    }
    assert [place for place, schema in fields.items() if "default" in schema] == []
    insurance = fields["NewShipment", "insurance"]["anyOf"]
    assert insurance[0]["default"] == 0 and insurance[1] == {"type": "null"}


def test_an_answer_always_has_what_has_a_default_unless_it_is_left_out(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    assert {"key", "status", "expiresAt"} <= set(schemas["LicenseValidity"]["required"])
    assert "total" not in schemas["ListMeta"]["required"] and schemas["BulkItemResult"]["required"] == [
        "index",
        "status",
    ]


def test_an_object_of_any_fields_says_so(document: dict[str, Any]) -> None:
    objects = [schema for schema in _schemas(document) if schema.get("type") == "object" and "properties" not in schema]
    assert objects and all("additionalProperties" in schema for schema in objects)


def test_every_list_says_its_bounds_and_what_it_shows_without_a_limit(document: dict[str, Any]) -> None:
    limits = {
        path: parameter
        for _, path, operation in _operations(document)
        for parameter in operation["parameters"]
        if parameter["name"] == "limit"
    }
    assert len(limits) > 25
    clamped = limits.pop(PREFIX + "/shipping/shipments")
    assert clamped["schema"] == {"type": "integer", "default": 25} and "as 100;" in clamped["description"]
    assert all(limit["schema"].items() >= {"type": "integer", "minimum": 1}.items() for limit in limits.values())
    whole = limits[PREFIX + "/warehouses"]
    assert whole["schema"]["maximum"] == 200 and whole["description"].endswith("; all rows without it.")


def test_every_answer_that_is_no_json_has_a_schema(document: dict[str, Any]) -> None:
    files = {
        media_type: content["schema"]
        for _, _, operation in _operations(document)
        for answer in operation["responses"].values()
        for media_type, content in answer.get("content", {}).items()
        if media_type != "application/json"
    }
    assert set(files) == {"application/pdf", "application/octet-stream", "text/csv", "application/x-ndjson"}
    assert all(schema["type"] == "string" for schema in files.values())


def test_path_parameters_are_required_and_named_as_on_the_wire(document: dict[str, Any]) -> None:
    for _, path, operation in _operations(document):
        for parameter in operation["parameters"]:
            if parameter["in"] == "path":
                assert parameter["required"] and "{" + parameter["name"] + "}" in path
                assert "_" not in parameter["name"]


def test_a_pdf_is_a_pdf(document: dict[str, Any]) -> None:
    content = _of(document, "GET", "/shipments/{id}/label")["responses"]["200"]["content"]
    assert list(content) == ["application/pdf", "application/octet-stream"]
    assert content["application/pdf"]["schema"]["contentMediaType"] == "application/pdf"


def test_a_link_that_may_lead_elsewhere_says_so(document: dict[str, Any]) -> None:
    answers = _of(document, "GET", "/label-links/{token}")["responses"]
    assert {"X-Request-Id", "Location"} == set(answers["302"]["headers"]) and "content" not in answers["302"]
    assert "302" not in _of(document, "GET", "/shipments/{id}/label")["responses"]


def test_a_new_key_names_at_least_one_scope(document: dict[str, Any]) -> None:
    scopes, _ = document["components"]["schemas"]["NewApiKey"]["properties"]["scopes"]["anyOf"]
    assert (scopes["minItems"], scopes["maxItems"]) == (1, 20)


def test_legacy_operations_say_what_to_use_instead(document: dict[str, Any]) -> None:
    legacy = [
        (operation["summary"], path)
        for path, operations in document["paths"].items()
        for operation in operations.values()
        if operation["operationId"].lower().find("legacy") >= 0
    ]
    assert len(legacy) == 4
    for summary, path in legacy:
        preferred = path.removeprefix("/api/v1").replace("/shipments", "/shipping/shipments")
        assert f"(legacy; prefer {preferred})" in summary


def test_refusals_are_told_with_their_codes_in_the_envelope(document: dict[str, Any]) -> None:
    refused = _of(document, "POST", "/stock/adjust")["responses"]
    assert {"400", "401", "403", "404", "413", "415", "422", "500", "503"} <= set(refused)
    assert "`NEGATIVE_STOCK`" in refused["500"]["description"]
    assert refused["404"]["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/ErrorResponse"}


def test_what_is_refused_to_whoever_knows_a_license_key_is_told_too(document: dict[str, Any]) -> None:
    refused = _of(document, "POST", "/licenses/activate")["responses"]
    told = [("403", "EXPIRED"), ("403", "LICENSE_SUSPENDED"), ("404", "INVALID_KEY"), ("422", "IDEMPOTENCY_KEY_REUSED")]
    assert [(status, code) for status, code in told if f"`{code}`" not in refused[status]["description"]] == []
    assert "401" not in refused and "422" not in _of(document, "GET", "/licenses/validate")["responses"]


def test_the_way_to_sign_is_described(document: dict[str, Any]) -> None:
    spoken = branding.current()
    said = document["info"]["description"]
    assert spoken.signing_scheme in said and spoken.timestamp_header in said
    assert document["components"]["securitySchemes"]["timestamp"]["name"] == spoken.timestamp_header
