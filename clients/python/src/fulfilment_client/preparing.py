"""Turns the arguments of a method into a call: the target, the body and the idempotency key."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from urllib.parse import quote, urlencode

from .exchange import Call
from .omit import Omit
from .operation import Operation

_KEY = re.compile(r"[\x21-\x7e]{1,255}")
Path = Mapping[str, str]
Query = Mapping[str, Any]
Body = Mapping[str, Any]


def prepared(
    operation: Operation,
    *,
    path: Path | None = None,
    query: Query | None = None,
    body: Body | None = None,
    content: bytes = b"",
    headers: Mapping[str, str] | None = None,
    idempotency_key: str | None = None,
    timeout: float | None = None,
    is_streamed: bool = False,
) -> Call:
    """The call of an operation. A change without an idempotency key gets one of its own.

    Raises ValueError for what cannot be sent: a key that is none, an id that is another path, a NaN, a time of no zone.
    """
    if body is not None:
        content = _encoded(operation, body)
    if operation.takes_key and idempotency_key is None:
        idempotency_key = str(uuid.uuid4())
    elif idempotency_key is not None and not _KEY.fullmatch(idempotency_key):
        raise ValueError("an idempotency key is 1 to 255 visible ASCII characters")
    return Call(
        operation,
        operation.target(path or {}) + _encoded_query(query or {}),
        content,
        dict(headers or {}),
        idempotency_key,
        timeout,
        is_streamed,
    )


def _encoded(operation: Operation, body: Body) -> bytes:
    """The JSON of what was given; nothing at all of an optional body without any field."""
    if operation.null_is_absent:
        given = {name: value for name, value in body.items() if value is not None}
    else:
        given = {name: value for name, value in body.items() if not isinstance(value, Omit)}
    if not given and operation.body_is_optional:
        return b""
    return json.dumps(given, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_plain).encode()


def _encoded_query(query: Query) -> str:
    """Each value of a list is sent under the same name."""
    said = [(name, value if isinstance(value, (list, tuple)) else [value]) for name, value in query.items()]
    given = [(name, _text(value)) for name, values in said for value in values if value is not None]
    return "?" + urlencode(given, quote_via=quote, safe="") if given else ""


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return _plain(value) if isinstance(value, datetime) else str(value)


def _plain(value: object) -> str:
    """A moment as the API writes it. Raises ValueError for one without its zone, which could be any moment."""
    if not isinstance(value, datetime):
        raise TypeError(f"{type(value).__name__} cannot be sent as JSON")
    if value.tzinfo is None:
        raise ValueError("a datetime needs a time zone, such as datetime.now(timezone.utc)")
    return value.isoformat()
