"""Objects as they are shown: without what the simulator notes for itself, and with what the caller asked to expand."""

from collections.abc import Callable, Sequence
from typing import Any

from fulfilment.payments.simulator.refusals import invalid

_DEEPEST = 4
Look = Callable[[str], dict[str, Any] | None]


def shown(thing: Any) -> Any:
    """A name that begins with an underscore is nobody's business."""
    if isinstance(thing, dict):
        return {name: shown(value) for name, value in thing.items() if not name.startswith("_")}
    if isinstance(thing, list):
        return [shown(each) for each in thing]
    return thing


def expanded(thing: dict[str, Any], paths: Sequence[str], look: Look) -> dict[str, Any]:
    """Shown, with objects in the place of their ids. Raises Refused for a path that leads nowhere."""
    answer = thing
    for path in paths:
        parts = path.split(".")
        if len(parts) > _DEEPEST + 1:
            raise invalid(f"You cannot expand more than {_DEEPEST} levels of a property ({path[:100]}).", "expand")
        answer = _expanded(answer, parts, path, look)
    return shown(answer)


def _expanded(thing: Any, parts: list[str], path: str, look: Look) -> Any:
    if not parts:
        return thing
    if isinstance(thing, list):
        return [_expanded(each, parts, path, look) for each in thing]
    first, *rest = parts
    hidden = f"_{first}"
    if isinstance(thing, dict) and hidden in thing:
        return thing | {first: _expanded(thing[hidden], rest, path, look)}
    if not isinstance(thing, dict) or first not in thing:
        raise invalid(f"This property cannot be expanded ({path[:100]}).", "expand")
    value = thing[first]
    if isinstance(value, str):
        value = look(value)
        if value is None:
            raise invalid(f"This property cannot be expanded ({path[:100]}).", "expand")
    elif value is None:
        return thing
    elif not rest and not isinstance(value, dict):
        raise invalid(f"This property cannot be expanded ({path[:100]}).", "expand")
    return thing | {first: _expanded(value, rest, path, look)}
