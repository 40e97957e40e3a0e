"""Reads the envelope of an answer: what was asked for, or why it was refused."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timezone
from email.utils import parsedate_to_datetime
from typing import Any, TypeAlias, cast

from . import errors
from .errors.by_code import BY_CODE
from .errors.families import family_of
from .operation import Operation

_SHOWN_BYTES = 2_048

# The answer of an operation: any JSON value.
Data: TypeAlias = Any


@dataclass(frozen=True)
class Answer:
    """A successful answer. `headers` has lower-case names."""

    data: Data
    meta: dict[str, Any]
    status: int
    headers: Mapping[str, str]

    @property
    def request_id(self) -> str | None:
        return self.headers.get("x-request-id")

    @property
    def is_replayed(self) -> bool:
        """True if the service had done this already under the same idempotency key."""
        return self.headers.get("idempotency-replayed") == "true"


# A text that is no JSON, or not the whole of one.
NO_JSON = object()


def parse(content: bytes) -> object:
    """The JSON value of a body, or NO_JSON."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return NO_JSON


def unexpected(
    operation: Operation, status: int, content: bytes, idempotency_key: str | None
) -> errors.UnexpectedAnswer:
    """The error of a success that is no answer of the service."""
    return errors.UnexpectedAnswer(
        f"{operation.method} {operation.path} answered {status} with something that is no answer of this service",
        status=status,
        body=content[:_SHOWN_BYTES],
        idempotency_key=idempotency_key,
    )


def answer_of(
    operation: Operation,
    status: int,
    headers: Mapping[str, str],
    content: bytes,
    read: object,
    idempotency_key: str | None,
) -> Answer:
    """The answer in its envelope, or bare where the operation has none; `read` is what `parse` made of `content`.

    Raises UnexpectedAnswer.
    """
    if not _is_whole(operation, read):
        raise unexpected(operation, status, content, idempotency_key)
    told = cast("dict[str, Any]", read)
    if not operation.is_enveloped:
        return Answer(told, {}, status, headers)
    meta: Any = told.get("meta")
    return Answer(told["data"], cast("dict[str, Any]", meta) if isinstance(meta, dict) else {}, status, headers)


def _is_whole(operation: Operation, read: object) -> bool:
    """True if it holds the operation's result."""
    if not isinstance(read, dict):
        return False
    told = cast("dict[str, Any]", read)
    if not operation.is_enveloped:
        return True
    held = operation.unwraps or operation.rows
    return "data" in told and (not held or (isinstance(told["data"], dict) and held in told["data"]))


def refusal_of(
    status: int, headers: Mapping[str, str], content: bytes, idempotency_key: str | None
) -> errors.FulfilmentError:
    """The error of an answer that is no success; a redirect is never followed, since its target was not signed."""
    if status < 400:
        said = f"answered {status}, which is neither an answer nor a refusal; redirects are not followed"
        body = content[:_SHOWN_BYTES]
        return errors.UnexpectedAnswer(said, status=status, body=body, idempotency_key=idempotency_key)
    refusal = _refusal(content)
    code = str(refusal.get("code") or "")
    field: Any = refusal.get("field")
    kind = BY_CODE.get((status, code)) or family_of(status)
    return kind(
        str(refusal.get("message") or f"answered {status} without a reason of the service"),
        status=status,
        code=code,
        field=field if isinstance(field, str) else None,
        request_id=headers.get("x-request-id"),
        retry_after=retry_after_of(headers),
        idempotency_key=idempotency_key,
    )


def _refusal(content: bytes) -> dict[str, Any]:
    read = parse(content)
    error: Any = cast("dict[str, Any]", read).get("error") if isinstance(read, dict) else None
    return cast("dict[str, Any]", error) if isinstance(error, dict) else {}


def retry_after_of(headers: Mapping[str, str]) -> float | None:
    """The seconds of a `Retry-After`, which a proxy may write as a date: from the answer's own date, else from now."""
    given = headers.get("retry-after", "")
    if given.isascii() and given.isdigit():
        return float(given)
    until = _moment(given)
    if until is None:
        return None
    now = _moment(headers.get("date", ""))
    return float(max(0, math.ceil(until - (time.time() if now is None else now))))


def _moment(given: str) -> float | None:
    """The unix seconds of an HTTP date; None of anything else."""
    try:
        read = parsedate_to_datetime(given)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return (read if read.tzinfo else read.replace(tzinfo=timezone.utc)).timestamp()
