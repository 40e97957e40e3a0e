"""JSON Schemas (2020-12) of all events, built from the records of their data.

A domain declares its events as `EVENTS`, next to the code that emits them. The key is the event's name without brand
and version (`product.created`). The value is the record of its `data`, whose docstring says when the event fires.
`app.all_events` merges them. This module adds `data.sequence`, which every event has.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence

import msgspec

from fulfilment.infra import branding
from fulfilment.infra.database.event import Envelope
from fulfilment.infra.models import Value
from fulfilment.infra.openapi.json_schema import Schema, schema_components

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Events = Mapping[str, type[msgspec.Struct]]

_DEFINITION = "#/$defs/{name}"
_SEQUENCE = {
    "type": "integer",
    "minimum": 1,
    "description": "Sequence number of the events of one resource, from 1, for sorting. For stock, the resource is one "
    "level: a variant in a warehouse.",
}


class EventType(msgspec.Struct, rename="camel"):
    """One type of event, with its schema."""

    type: str
    """Full name of the type, as in events and in subscriptions of endpoints."""
    description: str
    """When such an event fires, in a sentence or two."""
    schema: Schema
    """JSON Schema (2020-12) of the delivered envelope, self-contained."""


class EventTypes:
    """All types of events, in alphabetical order, each with a self-contained schema. Built at the first use."""

    def __init__(self, events: Callable[[], Events]) -> None:
        self._events = events
        self._all: Sequence[EventType] | None = None
        self._names: frozenset[str] | None = None

    @property
    def names(self) -> frozenset[str]:
        """The full names of all types."""
        if self._names is None:
            self._names = frozenset(map(branding.current().event_type, self._events()))
        return self._names

    @property
    def all(self) -> Sequence[EventType]:
        if self._all is None:
            self._all = sorted(_build_event_types(self._events()), key=lambda described: described.type)
        return self._all


def list_models(events: Events) -> list[type[msgspec.Struct]]:
    """All records that the schemas of these events are built from."""
    return [Envelope, *dict.fromkeys(events.values())]


def build_envelope_schemas(
    events: Events, schemas: Mapping[type, Schema], components: dict[str, Schema]
) -> dict[str, Schema]:
    """The schema of each event's envelope by its full type.

    `schemas` refers to the named `components` of `list_models(events)`. `sequence` is added to the components of
    events.
    """
    for record in dict.fromkeys(events.values()):
        component = components[_get_component_name(schemas[record])]
        component["properties"]["sequence"] = _SEQUENCE
        component["required"] = [*component["required"], "sequence"]
    base = components[_get_component_name(schemas[Envelope])]
    return {
        branding.current().event_type(name): _build_envelope_schema(name, base, events[name], schemas)
        for name in events
    }


def _build_envelope_schema(name: str, base: Schema, record: type, schemas: Mapping[type, Schema]) -> Schema:
    full = branding.current().event_type(name)
    properties = {**base["properties"], "type": {"type": "string", "const": full}, "data": schemas[record]}
    for field in ("type", "data"):
        properties[field] = {**properties[field], "description": base["properties"][field]["description"]}
    return {**base, "title": full, "description": inspect.getdoc(record), "properties": properties}


def _build_event_types(events: Events) -> list[EventType]:
    records = list_models(events)
    schemas, components = schema_components(records, _DEFINITION)
    envelope_schemas = build_envelope_schemas(events, dict(zip(records, schemas, strict=True)), components)
    return [
        EventType(
            full, schema["description"], {"$schema": DIALECT, **schema, "$defs": _select_components(schema, components)}
        )
        for full, schema in envelope_schemas.items()
    ]


def _select_components(schema: Schema, components: Mapping[str, Schema]) -> dict[str, Schema]:
    """The components that a schema refers to, directly or through others."""
    found: dict[str, Schema] = {}
    waiting = _find_references(schema)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = components[name]
            waiting += _find_references(components[name])
    return dict(sorted(found.items()))


def _find_references(part: Value) -> list[str]:
    if isinstance(part, dict):
        here = [_get_component_name(part)] if "$ref" in part else []
        return here + [name for value in part.values() for name in _find_references(value)]
    return [name for value in part for name in _find_references(value)] if isinstance(part, list) else []


def _get_component_name(reference: Schema) -> str:
    return reference["$ref"].rpartition("/")[2]
