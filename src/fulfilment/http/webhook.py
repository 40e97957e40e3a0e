"""One type of event as OpenAPI describes it: the request that the service sends to a receiver."""

from typing import Any

from fulfilment import brand
from fulfilment.http.envelope import JSON_TYPE

TAG = "Events"

_HEADERS = {
    "Signature": "`t=<unix seconds>,v1=<hex>`, with one `v1` for each secret of the endpoint.",
    "Event-Id": "The `id` of the event; take each once.",
    "Event-Type": "The `type` of the event.",
    "Delivery-Id": "The row of the delivery log.",
    "Delivery-Attempt": "1 for the first attempt, 2 or more for later ones.",
}


def describe(full_type: str, schema: dict[str, Any]) -> dict[str, Any]:
    """The path item of the event, whose schema is a component of the document under its full type."""
    summary, _, description = schema["description"].partition("\n")
    sent = {
        "summary": summary,
        "tags": [TAG],
        "security": [],
        "parameters": [_header(what, said) for what, said in _HEADERS.items()],
        "requestBody": {
            "required": True,
            "content": {JSON_TYPE: {"schema": {"$ref": f"#/components/schemas/{full_type}"}}},
        },
        "responses": {"2XX": {"description": "The receiver has the event. Anything else is tried again."}},
    }
    return {"post": sent | ({"description": description.strip()} if description.strip() else {})}


def _header(what: str, said: str) -> dict[str, Any]:
    return {
        "name": brand.current().webhook_header(what),
        "in": "header",
        "required": True,
        "description": said,
        "schema": {"type": "string"},
    }
