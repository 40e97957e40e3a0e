"""Fields out of what Biteship sends: every one may be missing, null, or of another type than documented."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

TEXT_LIMIT_CHARACTERS = 1_000
LARGEST_INTEGER = 2**53 - 1
# The aggregator's clock speaks Jakarta time; where it leaves the offset out, this one is meant.
_JAKARTA = timezone(timedelta(hours=7))


def text(row: object, *names: str) -> str | None:
    """The first of the named fields that holds something; NUL goes, since no database column takes it."""
    for name in names:
        value = row.get(name) if isinstance(row, Mapping) else None
        if isinstance(value, int | float) and not isinstance(value, bool):
            value = str(value)
        if isinstance(value, str) and (cleaned := value.replace("\0", "").strip()):
            return cleaned[:TEXT_LIMIT_CHARACTERS]
    return None


def link(row: object, name: str) -> str | None:
    """An address that a page may link to."""
    value = text(row, name)
    return value if value and value.lower().startswith(("https://", "http://")) else None


def integer(row: object, name: str) -> int | None:
    """A non-negative whole number, also where it came as text or with decimals (`9000.0`)."""
    value = row.get(name) if isinstance(row, Mapping) else None
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = round(float(value)) if isinstance(value, float | str) else value
    except (ValueError, OverflowError):
        return None
    return number if 0 <= number <= LARGEST_INTEGER else None


def amount(row: object, name: str) -> int | None:
    """A price above nothing, as a number that a balance can hold; None for any other, and for a text that looks so."""
    value = row.get(name) if isinstance(row, Mapping) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return round(value) if 0 < value <= LARGEST_INTEGER and round(value) > 0 else None


def nested(row: object, name: str) -> Mapping[str, Any]:
    """A nested object, empty where there is none."""
    value = row.get(name) if isinstance(row, Mapping) else None
    return value if isinstance(value, Mapping) else {}


def rows(row: object, name: str) -> list[Mapping[str, Any]]:
    """The objects of a list; what is not an object is passed over."""
    value = row.get(name) if isinstance(row, Mapping) else None
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, list) else []


def moment(row: object, name: str) -> datetime | None:
    """An ISO 8601 time as UTC, cut to the millisecond so that two tellings of one moment are equal."""
    value = text(row, name)
    if value is None:
        return None
    try:
        at = datetime.fromisoformat(value)
        at = (at if at.tzinfo else at.replace(tzinfo=_JAKARTA)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return at.replace(microsecond=at.microsecond // 1_000 * 1_000)


def span(row: object, *names: str) -> tuple[int, int] | None:
    """`"2 - 3"` is 2 and 3, `"2"` is 2 and 2."""
    for name in names:
        numbers = [int(digits) for digits in re.findall(r"\d{1,6}", text(row, name) or "")][:2]
        if numbers:
            return min(numbers), max(numbers)
    return None
