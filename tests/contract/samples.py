"""The smallest body that a schema takes, and the places of the ids in it."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.contract.document import Document, Operation
from tests.contract.world import ITEM, SHIPMENT

# Bodies of operations that ask for more than their schema can say.
BODIES: dict[str, dict[str, Any]] = {
    "createShipment": SHIPMENT,
    "createShipments": {"shipments": [SHIPMENT]},
    "createBatch": {"kind": "cancel", "shipmentIds": ["ship_unknown"]},
    "previewBatch": {"kind": "cancel", "shipmentIds": ["ship_unknown"]},
    "restockShipment": {"items": [{"variantId": "var_unknown", "quantity": 1}]},
    "retryStorefrontOrder": {"destination": SHIPMENT["destination"]},
    "quoteRates": {"destination": SHIPMENT["destination"], "items": [ITEM]},
    "createWebhookEndpoint": {"url": "http://127.0.0.1:9/other"},
    "updateWebhookEndpoint": {"description": "changed"},
    "recoverWebhookEndpoint": {"since": (datetime.now(UTC) - timedelta(hours=1)).isoformat()},
}
# Value of a field with this name, whatever its schema allows.
VALUES: dict[str, Any] = {"variantId": "var_unknown", "delta": 1, "email": "siti@example.com", "scopes": ["read"]}

_ID = re.compile(r"(^|[a-z])Ids?$")


def body_of(document: Document, operation: Operation) -> dict[str, Any] | None:
    """A body that passes; None where the operation takes none."""
    schema = schema_of(document, operation)
    if schema is None:
        return None
    return BODIES.get(operation.id) or _sample(document, schema)


def schema_of(document: Document, operation: Operation) -> dict[str, Any] | None:
    """The schema of the operation's body."""
    content = operation.said.get("requestBody", {}).get("content", {})
    return document.resolve(content["application/json"]["schema"]) if content else None


def _sample(document: Document, schema: dict[str, Any]) -> Any:
    schema = document.resolve(schema)
    if "anyOf" in schema:
        return _sample(document, next(part for part in schema["anyOf"] if part != {"type": "null"}))
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("format") == "date-time":
        return datetime.now(UTC).isoformat()
    kind = schema.get("type", "string")
    if kind == "object":
        needed = schema.get("required", [])
        return {name: VALUES.get(name) or _sample(document, schema["properties"][name]) for name in needed}
    if kind == "array":
        return [_sample(document, schema["items"]) for _ in range(schema.get("minItems", 0))]
    if kind in ("integer", "number"):
        return max(schema.get("minimum", 1), 1)
    return kind == "boolean" or "x" * max(schema.get("minLength", 1), 1)


def id_fields(document: Document, operation: Operation) -> Iterator[str]:
    """The dotted paths of every field whose name ends in Id, `0` for the place in a list."""
    schema = schema_of(document, operation)
    if schema is not None:
        yield from _id_fields(document, schema, "")


def _id_fields(document: Document, schema: dict[str, Any], path: str) -> Iterator[str]:
    schema = document.resolve(schema)
    for part in schema.get("anyOf", ()):
        yield from _id_fields(document, part, path)
    if "items" in schema:
        yield from _id_fields(document, schema["items"], f"{path}.0")
    for name, inner in schema.get("properties", {}).items():
        here = f"{path}.{name}".strip(".")
        if _ID.search(name):
            is_list = any(part.get("type") == "array" for part in (inner, *inner.get("anyOf", ())))
            yield f"{here}.0" if is_list else here
        yield from _id_fields(document, inner, here)


def with_field(body: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy of the body with one field set, by its dotted path."""
    name, _, rest = path.partition(".")
    if name.isdigit():
        changed = with_field(body[int(name)], rest, value) if rest else value
        return [changed if n == int(name) else part for n, part in enumerate(body)]
    return {**body, name: with_field(body.get(name, {}), rest, value) if rest else value}
