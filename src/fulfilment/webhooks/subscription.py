"""Which events an endpoint asked for (specification, Webhooks (management); decisions, section 8)."""

import re
from collections.abc import Iterable, Sequence

from fulfilment import brand

EVERYTHING = "*"
PATTERNS_LIMIT = 50
PATTERN_LENGTH_CHARACTERS = 200

_AFTER_BRAND = re.compile(r"(?:[a-z0-9_]+\.){2,}v[1-9][0-9]*", re.ASCII)


class BadPattern(ValueError):
    """A subscription that cannot be kept; the message says why, for the merchant to read."""


def check_patterns(patterns: Sequence[str], of: brand.Brand | None = None) -> None:
    """Raise BadPattern unless each is `*`, an exact event type, or a prefix ending in `*`.

    A type is judged by its form and not looked up among those that exist, so that a client may subscribe to an
    event that only the service's next release sends. A prefix that no event of this brand can begin with is
    refused.
    """
    name = (of or brand.current()).name
    if not 1 <= len(patterns) <= PATTERNS_LIMIT:
        raise BadPattern(f"events must have between 1 and {PATTERNS_LIMIT} entries")
    for pattern in patterns:
        if len(pattern) > PATTERN_LENGTH_CHARACTERS:
            raise BadPattern(f"an entry may have {PATTERN_LENGTH_CHARACTERS} characters at most")
        if not _is_pattern(pattern, name):
            raise BadPattern(
                f'each entry must be "*", an event type such as "{name}.shipment.created.v1", '
                f'or a prefix ending in "*" such as "{name}.shipment.*"'
            )


def matches(patterns: Iterable[str], event_type: str) -> bool:
    """Whether any pattern asks for this type. Only a final `*` is special; `_` and `%` mean themselves."""
    return any(
        event_type.startswith(pattern[:-1]) if pattern.endswith("*") else event_type == pattern for pattern in patterns
    )


def _is_pattern(pattern: str, brand_name: str) -> bool:
    if pattern == EVERYTHING:
        return True
    start = f"{brand_name}."
    if not pattern.endswith("*"):
        return pattern.startswith(start) and bool(_AFTER_BRAND.fullmatch(pattern, len(start)))
    prefix = pattern[:-1]
    is_plain = prefix.isascii() and prefix.isprintable() and not {"*", " "} & set(prefix)
    return is_plain and (prefix.startswith(start) or start.startswith(prefix))
