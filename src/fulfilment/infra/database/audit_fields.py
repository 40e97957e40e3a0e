"""The fields that an audit entry stores: those that changed and the name, with long texts cut (decisions, section 15).

Entries are kept for ever, so a small change of a large record must not store the record twice.
"""

from typing import Any

import msgspec

from fulfilment.infra.models import Value

MAX_CHARACTERS = 500
ELLIPSIS = "…"

# The name says which record it was.
_KEPT = "name"
# Every change sets it to when the entry itself was written.
_LEFT_OUT = "updatedAt"


def changed_fields(before: object, after: object) -> tuple[Value, Value]:
    """Both records as JSON types, without the fields that are the same in both. Either may be None."""
    old, new = (None if one is None else msgspec.to_builtins(one, str_keys=True) for one in (before, after))
    if isinstance(old, dict) and isinstance(new, dict):
        both = (old, new)
        old, new = ({name: one[name] for name in one if _is_stored(name, *both)} for one in both)
    return shortened(old), shortened(new)


def shortened(value: object) -> Value:
    """The value with every text in it cut at MOST_CHARACTERS."""
    if isinstance(value, str):
        return value if len(value) <= MAX_CHARACTERS else value[:MAX_CHARACTERS] + ELLIPSIS
    if isinstance(value, dict):
        return {name: shortened(inner) for name, inner in value.items()}
    return [shortened(inner) for inner in value] if isinstance(value, list) else value


def _is_stored(name: str, before: dict[str, Any], after: dict[str, Any]) -> bool:
    if name == _KEPT:
        return True
    is_same = name in before and name in after and before[name] == after[name]
    return not is_same and name != _LEFT_OUT
