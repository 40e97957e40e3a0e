"""The OpenAPI 3.1 document: built from the routes and the records, so it cannot drift from them.

Each operation has an example request and answer, and each event an example envelope. The tests record them while they
play a story on the real service (tests/document/story.py). `make openapi` writes them to `examples.json`, in the words
of the default brand.
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


class Example(msgspec.Struct, rename="camel", omit_defaults=True):
    """An exchange as it took place. What is no JSON is text; of a PDF there is no `answer`."""

    status: int
    media_type: str
    parameters: dict[str, str] = {}
    body: Any = msgspec.UNSET
    answer: Any = msgspec.UNSET


class Examples(msgspec.Struct):
    """By the operationId, and by the name of the event without brand and version."""

    operations: dict[str, Example]
    events: dict[str, Any]


def read() -> Examples:
    """The examples in the words of the brand; none of what has none."""
    text = PATH.read_text(encoding="utf-8")
    for told, instead in _words_of(branding.build(_SVC), branding.current()):
        text = text.replace(told, instead)
    return msgspec.json.decode(text, type=Examples)


def _words_of(told: branding.Brand, spoken: branding.Brand) -> list[tuple[str, str]]:
    """What the other brand calls that the examples name."""
    return [
        (f'"{told.name}.', f'"{spoken.name}.'),
        (told.secret_prefix, spoken.secret_prefix),
        (told.key_id_prefix, spoken.key_id_prefix),
        (f'"{told.title} ', f'"{spoken.title} '),
    ]


def show_exchange(operation: dict[str, Any], example: Example) -> None:
    """Add the exchange to the description of its operation."""
    for parameter in operation["parameters"]:
        if parameter["name"] in example.parameters:
            value = example.parameters[parameter["name"]]
            parameter["example"] = int(value) if parameter["schema"].get("type") == "integer" else value
    if example.body is not msgspec.UNSET and "requestBody" in operation:
        (content,) = operation["requestBody"]["content"].values()
        content["example"] = example.body
    if example.answer is not msgspec.UNSET:
        operation["responses"][str(example.status)]["content"][example.media_type]["example"] = example.answer


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
4. the lower-case hex SHA-256 of the raw body (of nothing, where there is none)
5. the `Idempotency-Key`, only where the request carries one

The second scheme, `{second_scheme}`, signs the host, the on-behalf-of header and a `nonce` as well, and each nonce is
taken once: its lines are the method, the target, the host in lower case as sent, `{on_behalf_of}` (an empty line where
there is none), the timestamp, the nonce, the hash of the body, and the `Idempotency-Key` where there is one. A nonce is
16 to 64 characters of A-Z, a-z, 0-9, `_` and `-`.

A platform key adds `{on_behalf_of}: acc_…` to act in a merchant's workspace that its partner provisioned. A
session of the configured identity provider sends `Authorization: Bearer <JWT>` instead; its person needs one of the
roles that `x-roles` lists, and `{workspace}` chooses among their workspaces.

### Lists

Every list takes `limit` and `cursor`, and answers `meta.cursor` and `meta.hasMore`. Timestamps are UTC with
milliseconds and `Z`; money is an integer in minor units; weights are grams and dimensions centimetres.
"""


class ApiDocument:
    """The document of one process, of its brand and settings; made when it is first asked for."""

    def __init__(self, routes: Callable[[], Sequence[Route]], events: Callable[[], Events]) -> None:
        self._routes = routes
        self._events = events
        self._cached: CachedResponse | None = None
        self._building: asyncio.Task[CachedResponse] | None = None

    @property
    def content(self) -> bytes:
        """The document as JSON. Making it holds up the caller; requests await `kept` instead."""
        return msgspec.json.encode(describe(self._routes(), self._events()))

    async def load(self) -> CachedResponse:
        """The document as it is sent. It is made in a thread: that takes 0.1 s, and the loop is everybody's.

        Whoever asks meanwhile awaits the same.
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
    """The document as JSON values; pages outside of the API are left out. Raises ValueError on a repeated name."""
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
    """The groups of operations in the order of their first one, each with what one of its domains says of it."""
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
    """The schema of every type that the routes and events speak of, and the named records these refer to."""
    types = [kind for route in routes for kind in parameters.types_of(route)] + event_schemas.list_models(events)
    distinct = [kind for index, kind in enumerate(types) if kind not in types[:index]]
    taken = [route.body for route in routes if route.body is not None]
    schemas, components = schema_components(distinct, _REF, taken=taken)
    for component in components.values():
        _show_rows(component)
    return dict(zip(distinct, schemas, strict=True)), components


def _show_rows(component: dict[str, Any]) -> None:
    """Lists that are read row by row have no type of their own; they name it."""
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
    """A signature and its timestamp together, or a session's token."""
    return [{"signature": [], "timestamp": []}, {"session": []}]


def _security_schemes() -> dict[str, Any]:
    spoken = branding.current()
    return {
        "signature": {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": f"`{spoken.signing_scheme} keyId=…, scope=*, signature=…`, or by the second scheme "
            f"`{spoken.second_signing_scheme} keyId=…, scope=*, nonce=…, signature=…`: see Signing a request.",
        },
        "timestamp": {
            "type": "apiKey",
            "in": "header",
            "name": spoken.timestamp_header,
            "description": "Epoch seconds; they are signed too.",
        },
        "session": {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "JWT",
            "description": "A token of the configured OpenID Connect provider, with the claims `accountId`, "
            "`accountIds` and `roles`.",
        },
    }
