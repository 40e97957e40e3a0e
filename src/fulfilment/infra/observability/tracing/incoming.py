"""The spans of requests, and how much of what a caller says about its own trace is believed (decision 107).

The id is taken over from anybody, so that what a merchant asks us about can be found. Whether a request is sampled is
ours to say, or a trusted proxy's: a stranger could otherwise have all of theirs recorded, or none.
"""

import re
import time
from collections.abc import Sequence
from typing import Final

from fulfilment.infra.observability.tracing import recording
from fulfilment.infra.observability.tracing.recording import SERVER, Span

MAX_REQUESTED_PER_SECOND: Final = 50
_TRACESTATE_CHARACTERS = 512
# W3C Trace Context; a later version may append something after the flags, this one may not.
_TRACEPARENT = re.compile(rb"([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?")
_KNOWN_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_LAST_GOOD_STATUS = 499


class Parent:
    """What a caller said of its trace."""

    __slots__ = ("is_sampled", "span_id", "trace_id")

    def __init__(self, trace_id: bytes, span_id: bytes, *, is_sampled: bool) -> None:
        self.trace_id = trace_id
        self.span_id = span_id
        self.is_sampled = is_sampled


def parse(values: Sequence[bytes]) -> Parent | None:
    """The parent that the `traceparent` headers name; None where they are none, or more than one."""
    found = _TRACEPARENT.fullmatch(values[0].strip()) if len(values) == 1 else None
    if found is None:
        return None
    version, trace_id, span_id, flags, more = found.groups()
    if version == b"ff" or (version == b"00" and more) or not trace_id.strip(b"0") or not span_id.strip(b"0"):
        return None
    return Parent(
        bytes.fromhex(trace_id.decode()), bytes.fromhex(span_id.decode()), is_sampled=bool(int(flags, 16) & 1)
    )


class _RequestedSamples:
    """How many were sampled in this second because a proxy asked for it."""

    def __init__(self) -> None:
        self._second, self._count = 0, 0

    def is_granted(self) -> bool:
        second = int(time.monotonic())
        if second != self._second:
            self._second, self._count = second, 0
        self._count += 1
        return self._count <= MAX_REQUESTED_PER_SECOND


_requested_samples = _RequestedSamples()


def start(headers: dict[str, list[bytes]], *, is_trusted: bool) -> tuple[Span | None, str | None]:
    """The span of a request, if it is sampled, and the id of its trace, if it has one.

    For one that has no `traceparent` the dice were thrown (`recording.is_sampled`).
    """
    given = headers.get("traceparent")
    parent = None if given is None else parse(given)
    if parent is None:
        if given is not None and not recording.is_sampled():
            return None, None
        span = recording.start_trace("request", SERVER)
        return span, span.trace_hex
    if not _is_sampled(parent, is_trusted=is_trusted):
        return None, parent.trace_id.hex()
    span = Span("request", parent.trace_id, parent.span_id, SERVER)
    span.tracestate = _tracestate(headers.get("tracestate", ()))
    return span, span.trace_hex


def _is_sampled(parent: Parent, *, is_trusted: bool) -> bool:
    process = recording.state
    if is_trusted and process.respects_parent and (not parent.is_sampled or _requested_samples.is_granted()):
        return parent.is_sampled
    # By our own dice, since a stranger may choose an id that a rule would always take.
    return recording.is_sampled()


def _tracestate(values: Sequence[bytes]) -> str:
    """What the callers' own tools noted, if it is as short and plain as it has to be; it is told to the collector."""
    said = b",".join(values).decode("latin-1")
    return said if len(said) <= _TRACESTATE_CHARACTERS and said.isascii() and said.isprintable() else ""


def finish(
    span: Span, method: str, route: str | None, status: int, request_id: str, account_id: str | None, code: str | None
) -> None:
    """The request was answered, or its caller has gone. Nothing that the caller wrote is noted, but the method."""
    method = method if method in _KNOWN_METHODS else "_OTHER"
    span.name = method if route is None else f"{method} {route}"
    state = span.attributes
    state["http.request.method"] = method
    if route is not None:
        state["http.route"] = route
    if status:
        state["http.response.status_code"] = status
    state["fulfilment.request_id"] = request_id
    if account_id is not None:
        state["fulfilment.workspace"] = account_id
    if code is not None:
        state["error.type"] = code
    span.is_error = status > _LAST_GOOD_STATUS
    span.end()
