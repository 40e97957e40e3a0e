"""What a request says that nobody reads: told of in development, where a typing error should not pass unseen.

Unknown body keys and query parameters stay ignored, since older and newer clients send them. In production nothing
here is called.
"""

import contextlib
import sys
from functools import cache

import msgspec
from msgspec import inspect

from fulfilment.infra.api.errors import Validation
from fulfilment.infra.api.json_depth import exceeds
from fulfilment.infra.api.request import Request
from fulfilment.infra.api.routing import Route
from fulfilment.infra.models import ROW_SCHEMA, described_fields

# What is shown of very many; then comes an ellipsis of full stops.
MAX_NAMES = 20
MAX_NAME_CHARACTERS = 64
MORE = "..."


def warning_header(request: Request, route: Route) -> str | None:
    """The names of what is ignored, comma-separated: `items.0.wieght, ?limt`. None where everything is read.

    Whatever is no visible ASCII is a question mark. It never refuses anything: what reads the request does.
    """
    found = _parameters(request, route)
    with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        if route.body is not None and request.body and not exceeds(request.body):
            _find(msgspec.json.decode(request.body), _node(route.body), "", found)
    if not found:
        return None
    shown = [_plain(name[:MAX_NAME_CHARACTERS]) for name in found[:MAX_NAMES]]
    return ", ".join(shown + [MORE] * (len(found) > MAX_NAMES))


def _plain(name: str) -> str:
    """What may stand in a header as one of several names; nobody's line end may begin another header."""
    return "".join(sign if "!" <= sign <= "~" and sign != "," else "?" for sign in name)


def _parameters(request: Request, route: Route) -> list[str]:
    known = _names(route.query) if route.query else frozenset()
    with contextlib.suppress(Validation):
        return [f"?{name}" for name in request.query_values(known) if name not in known][: MAX_NAMES + 1]
    return []


def _find(value: object, node: inspect.Type, path: str, found: list[str]) -> None:
    """Add what is unknown in `value` to `found`, which ends soon after it is full."""
    if isinstance(node, inspect.UnionType):
        # A field that may be null is a union too; no field is one of two objects.
        node = next((each for each in map(_bare, node.types) if isinstance(each, _DEEP)), node)
    if isinstance(node, inspect.StructType) and isinstance(value, dict):
        fields = _fields(node.cls)
        for name, inner in value.items():
            if len(found) > MAX_NAMES:
                return
            if name in fields:
                _find(inner, fields[name], f"{path}{name}.", found)
            else:
                found.append(path + name)
    elif isinstance(node, inspect.ListType) and isinstance(value, list):
        for index, inner in enumerate(value):
            if len(found) > MAX_NAMES:
                return
            _find(inner, _bare(node.item_type), f"{path}{index}.", found)


_DEEP = (inspect.StructType, inspect.ListType)


@cache
def _names(query: type) -> frozenset[str]:
    return frozenset(field.encode_name for field in msgspec.structs.fields(query))


@cache
def _node(shape: type) -> inspect.Type:
    return inspect.type_info(shape)


@cache
def _fields(shape: type) -> dict[str, inspect.Type]:
    """What a record knows, by the names on the wire; of rows that are read one by one, the record that they name."""
    fields = {}
    for field in described_fields(shape):
        fields[field.encode_name] = _bare(field.type)
        rows = (getattr(field.type, "extra_json_schema", None) or {}).get(ROW_SCHEMA)
        if rows is not None:
            row = getattr(sys.modules[shape.__module__], rows)
            fields[field.encode_name] = inspect.ListType(item_type=_node(row))
    return fields


def _bare(node: inspect.Type) -> inspect.Type:
    while isinstance(node, inspect.Metadata):
        node = node.type
    return node
