"""Public form of objects: without internal fields, and with expanded references."""

from collections.abc import Callable, Sequence
from typing import Any

from fulfilment.infra.models import Value
from fulfilment_simulators.payments.errors import invalid_request

_DEEPEST = 4
FindObject = Callable[[str], dict[str, Any] | None]


def to_public(thing: Value) -> Value:
    """The object without internal fields, whose names begin with an underscore."""
    if isinstance(thing, dict):
        return {name: to_public(value) for name, value in thing.items() if not name.startswith("_")}
    if isinstance(thing, list):
        return [to_public(each) for each in thing]
    return thing


def expand_paths(thing: dict[str, Any], paths: Sequence[str], find: FindObject) -> dict[str, Any]:
    """The public object with expanded references. Raises StripeApiError for an invalid path."""
    answer = thing
    for path in paths:
        parts = path.split(".")
        if len(parts) > _DEEPEST + 1:
            raise invalid_request(
                f"You cannot expand more than {_DEEPEST} levels of a property ({path[:100]}).", "expand"
            )
        answer = _expand(answer, parts, path, find)
    return to_public(answer)


def _expand(thing: Value, parts: list[str], path: str, find: FindObject) -> Value:
    if not parts:
        return thing
    if isinstance(thing, list):
        return [_expand(each, parts, path, find) for each in thing]
    first, *rest = parts
    hidden = f"_{first}"
    if isinstance(thing, dict) and hidden in thing:
        return thing | {first: _expand(thing[hidden], rest, path, find)}
    if not isinstance(thing, dict) or first not in thing:
        raise invalid_request(f"This property cannot be expanded ({path[:100]}).", "expand")
    value = thing[first]
    if isinstance(value, str):
        value = find(value)
        if value is None:
            raise invalid_request(f"This property cannot be expanded ({path[:100]}).", "expand")
    elif value is None:
        return thing
    elif not rest and not isinstance(value, dict):
        raise invalid_request(f"This property cannot be expanded ({path[:100]}).", "expand")
    return thing | {first: _expand(value, rest, path, find)}
