"""Event subscriptions of an endpoint: type patterns (specification, Webhooks (management); decisions, section 8)."""

import re
from collections.abc import Collection, Iterable, Sequence

from fulfilment.infra import branding

ALL_EVENTS = "*"
MAX_PATTERNS = 50
MAX_PATTERN_LENGTH = 200

_AFTER_BRAND = re.compile(r"(?:[a-z0-9_]+\.){2,}v[1-9][0-9]*", re.ASCII)


class InvalidPattern(ValueError):
    """An invalid subscription; the message explains it to the merchant."""


def check_patterns(patterns: Sequence[str], brand: branding.Brand | None = None) -> None:
    """Raise InvalidPattern unless each is `*`, an exact event type, or a prefix ending in `*`.

    A prefix may match types that only a later release sends. A prefix that no event of this brand can have is refused.
    """
    name = (brand or branding.current()).name
    if not 1 <= len(patterns) <= MAX_PATTERNS:
        raise InvalidPattern(f"events must have between 1 and {MAX_PATTERNS} entries")
    for pattern in patterns:
        if len(pattern) > MAX_PATTERN_LENGTH:
            raise InvalidPattern(f"an entry may have {MAX_PATTERN_LENGTH} characters at most")
        if not _is_pattern(pattern, name):
            raise InvalidPattern(
                f'each entry must be "*", an event type such as "{name}.shipment.created.v1", '
                f'or a prefix ending in "*" such as "{name}.shipment.*"'
            )


def check_types(patterns: Iterable[str], existing: Collection[str]) -> None:
    """Raise InvalidPattern where an exact type does not exist; the message names the nearest one.

    Expects patterns that `check_patterns` has accepted.
    """
    for pattern in patterns:
        if pattern.endswith(ALL_EVENTS) or pattern in existing:
            continue
        # Imported late, since hardly any process needs it.
        from difflib import get_close_matches

        (nearest,) = get_close_matches(pattern, sorted(existing), n=1, cutoff=0.0)
        raise InvalidPattern(f'there is no event type "{pattern}"; did you mean "{nearest}"?')


def matches(patterns: Iterable[str], event_type: str) -> bool:
    """True if any pattern matches this type. Only a final `*` is special; `_` and `%` are literal."""
    return any(
        event_type.startswith(pattern[:-1]) if pattern.endswith("*") else event_type == pattern for pattern in patterns
    )


def _is_pattern(pattern: str, brand_name: str) -> bool:
    if pattern == ALL_EVENTS:
        return True
    start = f"{brand_name}."
    if not pattern.endswith("*"):
        return pattern.startswith(start) and bool(_AFTER_BRAND.fullmatch(pattern, len(start)))
    prefix = pattern[:-1]
    is_plain = prefix.isascii() and prefix.isprintable() and not {"*", " "} & set(prefix)
    return is_plain and (prefix.startswith(start) or start.startswith(prefix))
