"""Decoder of forms with names in brackets (`line_items[0][price]`) into typed parameters."""

import re
from collections.abc import Iterable
from typing import Any, TypeVar
from urllib.parse import parse_qsl

import msgspec
from aiohttp import web

from fulfilment_simulators.payments.errors import invalid_request

FIELDS_MOST = 1_000
DEEPEST = 6
FORM = "application/x-www-form-urlencoded"
_NAME = re.compile(r"([^\[\]]{1,100})((?:\[[^\[\]]{0,100}\])*)")
_INNER = re.compile(r"\[([^\[\]]*)\]")
_UNKNOWN = re.compile(r"Object contains unknown field `(.*?)`")
_MISSING = re.compile(r"Object missing required field `(.*?)`")

Record = TypeVar("Record")


async def parse_form(request: web.Request) -> dict[str, Any]:
    """The parameters of query and form, as nested dictionaries and lists. Raises StripeApiError."""
    encoded = request.query_string
    raw = await request.read()
    if raw:
        if request.content_type != FORM:
            raise invalid_request(f"Invalid request: the body must be {FORM}.")
        encoded = f"{encoded}&{raw.decode('utf-8', 'replace')}" if encoded else raw.decode("utf-8", "replace")
    try:
        pairs = parse_qsl(encoded, keep_blank_values=True, max_num_fields=FIELDS_MOST)
    except ValueError:
        raise invalid_request("Invalid request: too many parameters.") from None
    return nest_parameters(pairs)


def nest_parameters(pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Nested parameters: `a[b][0]=c` becomes `{"a": {"b": ["c"]}}`. Raises StripeApiError for an invalid name."""
    tree: dict[str, Any] = {}
    for name, value in pairs:
        path = _path(name)
        place = tree
        for part in path[:-1]:
            place = place.setdefault(part or str(len(place)), {})
            if not isinstance(place, dict):
                raise invalid_request(f"Invalid request: {name[:100]} is said in two ways.", name[:100])
        last = path[-1] or str(len(place))
        if isinstance(place.get(last), dict):
            raise invalid_request(f"Invalid request: {name[:100]} is said in two ways.", name[:100])
        place[last] = value
    return {name: _lists_from_indexes(value) for name, value in tree.items()}


def _path(name: str) -> list[str]:
    found = _NAME.fullmatch(name)
    if found is None:
        raise invalid_request(f"Received unknown parameter: {name[:100]}", name[:100], "parameter_unknown")
    inner = _INNER.findall(found[2])
    if len(inner) > DEEPEST:
        raise invalid_request(f"Invalid request: {name[:100]} is nested too deeply.", name[:100])
    return [found[1], *inner]


def _lists_from_indexes(value: object) -> object:
    """Convert dictionaries with the keys 0, 1, 2, … to lists."""
    if not isinstance(value, dict):
        return value
    inner = {name: _lists_from_indexes(each) for name, each in value.items()}
    is_list = inner and set(inner) == {str(index) for index in range(len(inner))}
    return [inner[str(index)] for index in range(len(inner))] if is_list else inner


def convert(parameters: dict[str, Any], kind: type[Record]) -> Record:
    """Typed parameters. Raises StripeApiError with Stripe's message."""
    try:
        return msgspec.convert(parameters, kind, strict=False)
    except msgspec.ValidationError as problem:
        raise _build_error(str(problem)) from None


def _build_error(problem: str) -> Exception:
    what, _, place = problem.partition(" - at `$")
    outer = _bracketed(place.removesuffix("`")) if place else ""
    if unknown := _UNKNOWN.match(what):
        name = f"{outer}[{unknown[1]}]" if outer else unknown[1]
        return invalid_request(f"Received unknown parameter: {name}", name, "parameter_unknown")
    if missing := _MISSING.match(what):
        name = f"{outer}[{missing[1]}]" if outer else missing[1]
        return invalid_request(f"Missing required param: {name}.", name, "parameter_missing")
    if what.startswith("Expected `int"):
        return invalid_request(f"Invalid integer: {outer}", outer, "parameter_invalid_integer")
    return invalid_request(f"Invalid {outer}: {what}", outer or None)


def _bracketed(place: str) -> str:
    """Stripe's name of a parameter: `.line_items[0].price` becomes `line_items[0][price]`."""
    first, *rest = [part for part in re.split(r"[.\[\]]+", place) if part]
    return first + "".join(f"[{part}]" for part in rest)
