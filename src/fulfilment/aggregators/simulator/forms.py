"""Fields of a request's body, which may be missing, null, or numbers written as text."""

import math
from collections.abc import Mapping
from datetime import datetime, timedelta, timezone
from typing import Any

import msgspec
from aiohttp import web

from fulfilment.aggregators.simulator.faults import Fault

LARGEST_INTEGER = 2**53 - 1
JAKARTA = timezone(timedelta(hours=7))


async def body_of(request: web.Request) -> dict[str, Any]:
    """The JSON object that was sent; nothing at all counts as an empty one."""
    raw = await request.read()
    if not raw.strip():
        return {}
    try:
        said = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Fault(40000002, "The body is not valid JSON") from None
    if not isinstance(said, dict):
        raise Fault(40000002, "The body must be a JSON object")
    return said


def text(row: Any, name: str) -> str | None:
    value = row.get(name) if isinstance(row, Mapping) else None
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    return value if isinstance(value, str) and value.strip() else None


def number(row: Any, name: str) -> float | None:
    value = row.get(name) if isinstance(row, Mapping) else None
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        found = float(value)
    except (ValueError, OverflowError):
        return None
    return found if math.isfinite(found) else None


def whole(row: Any, name: str) -> int | None:
    """A whole number from 0 to 2^53-1."""
    found = number(row, name)
    return int(found) if found is not None and found == int(found) and 0 <= found <= LARGEST_INTEGER else None


def moment(row: Any, name: str) -> datetime | None:
    """An ISO 8601 time; one without an offset is Jakarta's. Raises Fault 40002062 for anything else."""
    said = text(row, name)
    if said is None:
        return None
    try:
        at = datetime.fromisoformat(said)
        return (at if at.tzinfo else at.replace(tzinfo=JAKARTA)).astimezone(JAKARTA)
    except (ValueError, OverflowError):
        raise Fault(40002062, f"{name} must be an ISO 8601 time") from None


def stamp(at: datetime | None = None) -> str:
    """`2026-05-12T15:00:00.000+07:00`; the present moment unless told another."""
    return (at or datetime.now(JAKARTA)).astimezone(JAKARTA).isoformat(timespec="milliseconds")
