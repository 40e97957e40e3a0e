"""One type of event as OpenAPI describes it: the request that the service sends to a receiver."""

from typing import Any

from fulfilment.infra import branding
from fulfilment.infra.api.envelope import JSON_TYPE
from fulfilment.infra.openapi import parameters

# A group of its own: generators make one file of a group, and these are no operations of the service.
TAG = "Event deliveries"
TAG_WORDS = "The requests that the service sends to webhook endpoints, one for each type of event."

_HEADERS = {
    "Signature": (
        "`t=<unix seconds>,v1=<hex>`: the hex HMAC-SHA256 of `<t>.<raw body>` under the endpoint's secret, with one "
        "`v1` for each secret that the endpoint has. Take none whose `t` is over 300 seconds from your clock.",
        {"type": "string", "pattern": "^t=[0-9]+(,v1=[0-9a-f]{64})+$"},
    ),
    "Event-Id": (
        "The `id` of the event (`evt_…`). A delivery may be repeated: take each id once.",
        {"type": "string", "pattern": "^evt_[0-9A-HJKMNP-TV-Z]{26}$"},
    ),
    "Event-Type": ("The `type` of the event.", {"type": "string"}),
    "Delivery-Id": ("The row of the delivery log, as GET /webhooks/events lists it.", {"type": "string"}),
    "Delivery-Attempt": (
        "1 for the first attempt, 2 or more for later ones.",
        {"type": "integer", "minimum": 1},
    ),
}
_ANSWERS = {
    "2XX": {"description": "The receiver has the event: any status from 200 to 299, within 10 seconds."},
    "default": {
        "description": "Anything else is a failed attempt, a redirect too; it is tried again, six times in all."
    },
}


def reference(full_type: str) -> dict[str, Any]:
    """Where the path item of an event stands. Generators that take a webhook for an operation of the service, and write
    code for it that does not compile, pass over a reference; its schemas they make all the same.
    """
    return {"$ref": f"#/components/pathItems/{full_type}"}


def describe(name: str, full_type: str, schema: dict[str, Any], example: dict[str, Any] | None) -> dict[str, Any]:
    """The path item of the event `name`, whose schema is a component of the document under its full type."""
    summary, _, description = schema["description"].partition("\n")
    content: dict[str, Any] = {"schema": {"$ref": f"#/components/schemas/{full_type}"}}
    if example is not None:
        content["example"] = example
    sent = {
        "operationId": parameters.camel("receive_" + name.replace(".", "_")),
        "summary": summary,
        "tags": [TAG],
        "security": [],
        "parameters": [_header(what, *told) for what, told in _HEADERS.items()],
        "requestBody": {
            "required": True,
            "content": {JSON_TYPE: content},
        },
        "responses": _ANSWERS,
    }
    return {"post": sent | ({"description": description.strip()} if description.strip() else {})}


def _header(what: str, words: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": branding.current().webhook_header(what),
        "in": "header",
        "required": True,
        "description": words,
        "schema": schema,
    }
