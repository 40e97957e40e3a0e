"""What every event looks like, as JSON Schema 2020-12: made from the records, so that it cannot drift from them.

A domain declares its events beside the code that emits them, as `EVENTS`: by the event's name without brand and version
(`product.created`) the record of its `data`, whose docstring says when it fires. `app.all_events` puts them together.
`data.sequence`, which every event has, is added here.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from fulfilment import brand
from fulfilment.events.event import Envelope
from fulfilment.json_schema import Schema, schema_components

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Events = Mapping[str, type[msgspec.Struct]]

_DEFINITION = "#/$defs/{name}"
_SEQUENCE = {
    "type": "integer",
    "minimum": 1,
    "description": "Counts the events of one resource from 1, so that they can be put in order. Of stock the resource "
    "is one level: a variant in a warehouse.",
}


class EventType(msgspec.Struct, rename="camel"):
    """One type of event, and what it looks like."""

    type: str
    """The full name of the type, as events have it and endpoints subscribe to it."""
    description: str
    """When such an event fires, in a sentence or two."""
    schema: Schema
    """A JSON Schema (2020-12) of the envelope that is delivered; it stands alone."""


class EventTypes:
    """Every type of event, in alphabetical order, each with a schema that stands alone; made when first asked for."""

    def __init__(self, events: Callable[[], Events]):
        self._events = events
        self._all: Sequence[EventType] | None = None

    @property
    def all(self) -> Sequence[EventType]:
        if self._all is None:
            self._all = sorted(_described(self._events()), key=lambda described: described.type)
        return self._all


def records_of(events: Events) -> list[type[msgspec.Struct]]:
    """Every record that the schemas of these events are made from."""
    return [Envelope, *dict.fromkeys(events.values())]


def envelopes(events: Events, schemas: Mapping[type, Schema], components: dict[str, Schema]) -> dict[str, Schema]:
    """The schema of each event's envelope by its full type.

    `schemas` refers to the named `components` of `records_of(events)`; to those of the events `sequence` is added.
    """
    for record in dict.fromkeys(events.values()):
        component = components[_named(schemas[record])]
        component["properties"]["sequence"] = _SEQUENCE
        component["required"] = [*component["required"], "sequence"]
    base = components[_named(schemas[Envelope])]
    return {brand.current().event_type(name): _enveloped(name, base, events[name], schemas) for name in events}


def _enveloped(name: str, base: Schema, record: type, schemas: Mapping[type, Schema]) -> Schema:
    full = brand.current().event_type(name)
    properties = {**base["properties"], "type": {"type": "string", "const": full}, "data": schemas[record]}
    for field in ("type", "data"):
        properties[field] = {**properties[field], "description": base["properties"][field]["description"]}
    return {**base, "title": full, "description": inspect.getdoc(record), "properties": properties}


def _described(events: Events) -> list[EventType]:
    records = records_of(events)
    schemas, components = schema_components(records, _DEFINITION)
    made = envelopes(events, dict(zip(records, schemas, strict=True)), components)
    return [
        EventType(full, schema["description"], {"$schema": DIALECT, **schema, "$defs": _needed(schema, components)})
        for full, schema in made.items()
    ]


def _needed(schema: Schema, components: Mapping[str, Schema]) -> dict[str, Schema]:
    """The components that a schema refers to, directly or through others."""
    found: dict[str, Schema] = {}
    waiting = _references(schema)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = components[name]
            waiting += _references(components[name])
    return dict(sorted(found.items()))


def _references(part: Any) -> list[str]:
    if isinstance(part, dict):
        here = [_named(part)] if "$ref" in part else []
        return here + [name for value in part.values() for name in _references(value)]
    return [name for value in part for name in _references(value)] if isinstance(part, list) else []


def _named(reference: Schema) -> str:
    return reference["$ref"].rpartition("/")[2]
