"""What a client sent: forms with names in brackets (`line_items[0][price]`), into a record that knows every field."""

import re
from collections.abc import Iterable
from typing import Any, TypeVar
from urllib.parse import parse_qsl

import msgspec
from aiohttp import web

from fulfilment.payments.simulator.refusals import invalid

FIELDS_MOST = 1_000
DEEPEST = 6
FORM = "application/x-www-form-urlencoded"
_NAME = re.compile(r"([^\[\]]{1,100})((?:\[[^\[\]]{0,100}\])*)")
_INNER = re.compile(r"\[([^\[\]]*)\]")
_UNKNOWN = re.compile(r"Object contains unknown field `(.*?)`")
_MISSING = re.compile(r"Object missing required field `(.*?)`")

Record = TypeVar("Record")


async def given(request: web.Request) -> dict[str, Any]:
    """The query and the form together, as nested dictionaries and lists. Raises Refused."""
    said = request.query_string
    raw = await request.read()
    if raw:
        if request.content_type != FORM:
            raise invalid(f"Invalid request: the body must be {FORM}.")
        said = f"{said}&{raw.decode('utf-8', 'replace')}" if said else raw.decode("utf-8", "replace")
    try:
        pairs = parse_qsl(said, keep_blank_values=True, max_num_fields=FIELDS_MOST)
    except ValueError:
        raise invalid("Invalid request: too many parameters.") from None
    return nested(pairs)


def nested(pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """`a[b][0]=c` as `{"a": {"b": ["c"]}}`. Raises Refused for a name that is no such path."""
    tree: dict[str, Any] = {}
    for name, value in pairs:
        path = _path(name)
        place = tree
        for part in path[:-1]:
            place = place.setdefault(part or str(len(place)), {})
            if not isinstance(place, dict):
                raise invalid(f"Invalid request: {name[:100]} is said in two ways.", name[:100])
        last = path[-1] or str(len(place))
        if isinstance(place.get(last), dict):
            raise invalid(f"Invalid request: {name[:100]} is said in two ways.", name[:100])
        place[last] = value
    return {name: _listed(value) for name, value in tree.items()}


def _path(name: str) -> list[str]:
    found = _NAME.fullmatch(name)
    if found is None:
        raise invalid(f"Received unknown parameter: {name[:100]}", name[:100], "parameter_unknown")
    inner = _INNER.findall(found[2])
    if len(inner) > DEEPEST:
        raise invalid(f"Invalid request: {name[:100]} is nested too deeply.", name[:100])
    return [found[1], *inner]


def _listed(value: Any) -> Any:
    """Dictionaries whose names count from 0 are lists."""
    if not isinstance(value, dict):
        return value
    inner = {name: _listed(each) for name, each in value.items()}
    is_list = inner and set(inner) == {str(index) for index in range(len(inner))}
    return [inner[str(index)] for index in range(len(inner))] if is_list else inner


def convert(said: dict[str, Any], kind: type[Record]) -> Record:
    """A record of what was said. Raises Refused in Stripe's words."""
    try:
        return msgspec.convert(said, kind, strict=False)
    except msgspec.ValidationError as problem:
        raise _explained(str(problem)) from None


def _explained(problem: str) -> Exception:
    what, _, place = problem.partition(" - at `$")
    outer = _bracketed(place.removesuffix("`")) if place else ""
    if unknown := _UNKNOWN.match(what):
        name = f"{outer}[{unknown[1]}]" if outer else unknown[1]
        return invalid(f"Received unknown parameter: {name}", name, "parameter_unknown")
    if missing := _MISSING.match(what):
        name = f"{outer}[{missing[1]}]" if outer else missing[1]
        return invalid(f"Missing required param: {name}.", name, "parameter_missing")
    if what.startswith("Expected `int"):
        return invalid(f"Invalid integer: {outer}", outer, "parameter_invalid_integer")
    return invalid(f"Invalid {outer}: {what}", outer or None)


def _bracketed(place: str) -> str:
    """`.line_items[0].price` as Stripe names it: `line_items[0][price]`."""
    first, *rest = [part for part in re.split(r"[.\[\]]+", place) if part]
    return first + "".join(f"[{part}]" for part in rest)
