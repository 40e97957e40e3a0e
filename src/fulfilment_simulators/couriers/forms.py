"""Parsing of a request's body, whose fields may be missing, null, or numbers as text."""

import math
from collections.abc import Mapping
from datetime import datetime, timedelta, timezone
from typing import Any

import msgspec
from aiohttp import web

from fulfilment_simulators.couriers.faults import ApiFault

LARGEST_INTEGER = 2**53 - 1
BAD_BODY = 40000002
JAKARTA = timezone(timedelta(hours=7))


async def parse_body(request: web.Request) -> dict[str, Any]:
    """The JSON object of the request; an empty body counts as an empty object."""
    raw = await request.read()
    if not raw.strip():
        return {}
    try:
        payload = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise ApiFault(BAD_BODY, "The body is not valid JSON") from None
    if not isinstance(payload, dict):
        raise ApiFault(BAD_BODY, "The body must be a JSON object")
    return payload


def text(row: object, name: str) -> str | None:
    value = row.get(name) if isinstance(row, Mapping) else None
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    return value if isinstance(value, str) and value.strip() else None


def number(row: object, name: str) -> float | None:
    value = row.get(name) if isinstance(row, Mapping) else None
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        found = float(value)
    except (ValueError, OverflowError):
        return None
    return found if math.isfinite(found) else None


def integer(row: object, name: str) -> int | None:
    """A whole number from 0 to 2^53-1."""
    found = number(row, name)
    return int(found) if found is not None and found == int(found) and 0 <= found <= LARGEST_INTEGER else None


def moment(row: object, name: str) -> datetime | None:
    """An ISO 8601 time; without an offset it is Jakarta time. Raises ApiFault 40002062 for anything else."""
    raw_value = text(row, name)
    if raw_value is None:
        return None
    try:
        at = datetime.fromisoformat(raw_value)
        return (at if at.tzinfo else at.replace(tzinfo=JAKARTA)).astimezone(JAKARTA)
    except (ValueError, OverflowError):
        raise ApiFault(40002062, f"{name} must be an ISO 8601 time") from None


def format_timestamp(at: datetime | None = None) -> str:
    """A timestamp such as `2026-05-12T15:00:00.000+07:00`, of the current time by default."""
    return (at or datetime.now(JAKARTA)).astimezone(JAKARTA).isoformat(timespec="milliseconds")
