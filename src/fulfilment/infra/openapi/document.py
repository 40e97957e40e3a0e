"""The OpenAPI 3.1 document, built from the routes and the records, with recorded examples.

Each operation has an example request and answer, and each event an example envelope. The tests record them on the real
service (tests/document/story.py). `make openapi` writes them to `examples.json`, with the names of the default brand.
"""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from fulfilment import __version__, settings
from fulfilment.infra import branding
from fulfilment.infra.api.envelope import JSON_TYPE
from fulfilment.infra.api.routing import PREFIX, Route
from fulfilment.infra.api.static_files import CachedResponse
from fulfilment.infra.models import ROW_SCHEMA
from fulfilment.infra.openapi import event_schemas, parameters, responses
from fulfilment.infra.openapi.event_schemas import Events
from fulfilment.infra.openapi.json_schema import schema_components

PATH = Path(__file__).with_name("examples.json")
_SVC = "svc"
_REF = "#/components/schemas/{name}"

_ABOUT = """
Stock, parcels, shipping credits, licenses, digital deliveries and signed webhooks for many workspaces. Every
answer is an envelope of `data`, `error` and `meta`; every record belongs to the workspace of the credential, and
an id of another workspace behaves as if it did not exist.

### Signing a request

Send `Authorization: {scheme} keyId=<key id>, scope=*, signature=<hex>` and `{timestamp}: <epoch seconds>`, at
most {skew} seconds from the server's clock. The signature is the hex HMAC-SHA256, under the key's secret as
text, of these lines joined by one line feed:

1. the HTTP method
2. the request target exactly as sent: the raw path and, if there is one, `?` and the raw query string
3. the timestamp
4. the lower-case hex SHA-256 of the raw body, also of an empty body
5. the `Idempotency-Key`, only if the request has one

The second scheme, `{second_scheme}`, also signs the host, the on-behalf-of header and a `nonce`. Its lines are:

1. the HTTP method
2. the request target
3. the host in lower case, as sent
4. `{on_behalf_of}`, or an empty line
5. the timestamp
6. the nonce
7. the hash of the body
8. the `Idempotency-Key`, only if the request has one

A nonce is 16 to 64 characters of A-Z, a-z, 0-9, `_` and `-`. Each nonce is accepted once.

A platform key adds `{on_behalf_of}: acc_…` to act in a merchant's workspace that its partner provisioned. A
session of the configured identity provider sends `Authorization: Bearer <JWT>` instead. Its person needs one of the
roles in `x-roles`, and `{workspace}` chooses one of the person's workspaces.

### Lists

Every list accepts `limit` and `cursor`, and answers with `meta.cursor` and `meta.hasMore`. Timestamps are UTC with
milliseconds and `Z`. Money is an integer in minor units. Weights are in grams, and dimensions in centimetres.
"""


class Example(msgspec.Struct, rename="camel", omit_defaults=True):
    """A recorded request with its answer. An answer other than JSON is text; a PDF has no `answer`."""

    status: int
    media_type: str
    parameters: dict[str, str] = {}
    body: Any = msgspec.UNSET
    answer: Any = msgspec.UNSET


class Examples(msgspec.Struct):
    """All examples: `operations` by operationId, `events` by name without brand and version."""

    operations: dict[str, Example]
    events: dict[str, Any]


def read() -> Examples:
    """The examples with the names of the current brand."""
    text = PATH.read_text(encoding="utf-8")
    for told, instead in _words_of(branding.build(_SVC), branding.current()):
        text = text.replace(told, instead)
    return msgspec.json.decode(text, type=Examples)


def _words_of(told: branding.Brand, spoken: branding.Brand) -> list[tuple[str, str]]:
    """Pairs of a recorded brand's name in the examples, and the current brand's name for it."""
    return [
        (f'"{told.name}.', f'"{spoken.name}.'),
        (told.secret_prefix, spoken.secret_prefix),
        (told.key_id_prefix, spoken.key_id_prefix),
        (f'"{told.title} ', f'"{spoken.title} '),
    ]


def show_exchange(operation: dict[str, Any], example: Example) -> None:
    """Add the example to the description of its operation."""
    for parameter in operation["parameters"]:
        if parameter["name"] in example.parameters:
            value = example.parameters[parameter["name"]]
            parameter["example"] = int(value) if parameter["schema"].get("type") == "integer" else value
    if example.body is not msgspec.UNSET and "requestBody" in operation:
        (content,) = operation["requestBody"]["content"].values()
        content["example"] = example.body
    if example.answer is not msgspec.UNSET:
        operation["responses"][str(example.status)]["content"][example.media_type]["example"] = example.answer


class ApiDocument:
    """The OpenAPI document of one process, for its brand and settings. It is built at the first request."""

    def __init__(self, routes: Callable[[], Sequence[Route]], events: Callable[[], Events]) -> None:
        self._routes = routes
        self._events = events
        self._cached: CachedResponse | None = None
        self._building: asyncio.Task[CachedResponse] | None = None

    @property
    def content(self) -> bytes:
        """The document as JSON. Building it blocks the caller; requests await `load` instead."""
        return msgspec.json.encode(describe(self._routes(), self._events()))

    async def load(self) -> CachedResponse:
        """The cached response. A thread builds it, because that takes 0.1 s and would block the event loop.

        Concurrent requests await the same build.
        """
        if self._cached is None:
            if self._building is None:
                self._building = asyncio.create_task(
                    asyncio.to_thread(lambda: CachedResponse.build(self.content, JSON_TYPE))
                )
                self._building.add_done_callback(self._build)
            return await asyncio.shield(self._building)
        return self._cached

    def _build(self, making: asyncio.Task[CachedResponse]) -> None:
        self._building = None
        if not making.cancelled() and making.exception() is None:
            self._cached = making.result()


def describe(routes: Sequence[Route], events: Events) -> dict[str, Any]:
    """The document as JSON values, without routes outside of the API. Raises ValueError for a repeated name."""
    routes = [route for route in routes if route.path.startswith(PREFIX)]
    _require_distinct([route.handler.__name__ for route in routes])
    schemas, components = _schemas(routes, events)
    told = event_schemas.build_envelope_schemas(events, schemas, components)
    worked = read()
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        described = parameters.describe_operation(route, schemas)
        if (exchange := worked.operations.get(described["operationId"])) is not None:
            show_exchange(described, exchange)
        paths.setdefault(parameters.shown_path(route), {})[route.method.lower()] = described
    return {
        "openapi": "3.1.0",
        "info": _info(),
        "servers": [{"url": "/", "description": "This service."}],
        "tags": _tags(routes),
        "security": _credentials(),
        "paths": paths,
        "webhooks": {full: parameters.reference(full) for full in told},
        "components": {
            "schemas": dict(sorted({**components, **told}.items())),
            "pathItems": {
                full: parameters.describe_webhook(name, full, schema, worked.events.get(name))
                for name, (full, schema) in zip(events, told.items(), strict=True)
            },
            "securitySchemes": _security_schemes(),
            "headers": responses.headers(),
        },
    }


def _tags(routes: Sequence[Route]) -> list[dict[str, str]]:
    """The tags in the order of their first operations, each with the description that one of its domains gives."""
    words: dict[str, str] = {}
    for route in routes:
        words[route.tag] = words.get(route.tag) or route.tag_description
    words[parameters.TAG] = parameters.TAG_WORDS
    return [{"name": tag, "description": said} for tag, said in words.items()]


def _require_distinct(names: list[str]) -> None:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"Handlers name the operations of the API, and these names are repeated: {twice}")


def _schemas(routes: Sequence[Route], events: Events) -> tuple[dict[Any, Any], dict[str, Any]]:
    """The schema of every type in routes and events, and the named components that these refer to."""
    types = [kind for route in routes for kind in parameters.types_of(route)] + event_schemas.list_models(events)
    distinct = [kind for index, kind in enumerate(types) if kind not in types[:index]]
    taken = [route.body for route in routes if route.body is not None]
    schemas, components = schema_components(distinct, _REF, taken=taken)
    for component in components.values():
        _show_rows(component)
    return dict(zip(distinct, schemas, strict=True)), components


def _show_rows(component: dict[str, Any]) -> None:
    """Give lists of raw rows the type that they name: their rows are decoded one by one, so they have no type."""
    for field in component.get("properties", {}).values():
        record = field.pop(ROW_SCHEMA, None)
        if record is not None:
            field["items"] = {"$ref": _REF.format(name=record)}


def _info() -> dict[str, Any]:
    spoken = branding.current()
    about = _ABOUT.format(
        scheme=spoken.signing_scheme,
        second_scheme=spoken.second_signing_scheme,
        timestamp=spoken.timestamp_header,
        on_behalf_of=spoken.on_behalf_of_header,
        workspace=spoken.workspace_header,
        skew=settings.current().signature_skew_seconds,
    )
    return {
        "title": f"{spoken.title} fulfilment API",
        "version": __version__,
        "description": about.strip(),
        "license": {"name": "Apache 2.0", "identifier": "Apache-2.0"},
    }


def _credentials() -> list[dict[str, list[str]]]:
    """The security requirement: a signature with its timestamp, or a bearer token."""
    return [{"signature": [], "timestamp": []}, {"session": []}]


def _security_schemes() -> dict[str, Any]:
    spoken = branding.current()
    return {
        "signature": {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": f"`{spoken.signing_scheme} keyId=…, scope=*, signature=…`, or in the second scheme "
            f"`{spoken.second_signing_scheme} keyId=…, scope=*, nonce=…, signature=…`: see Signing a request.",
        },
        "timestamp": {
            "type": "apiKey",
            "in": "header",
            "name": spoken.timestamp_header,
            "description": "Epoch seconds, which are signed as well.",
        },
        "session": {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "JWT",
            "description": "A token of the configured OpenID Connect provider, with the claims `accountId`, "
            "`accountIds` and `roles`.",
        },
    }
