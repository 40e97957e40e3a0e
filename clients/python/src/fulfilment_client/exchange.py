"""One call from its first attempt to its answer, without doing any input or output itself.

`exchange` is a generator. It yields the next step (`AskToken`, `Send`, `Wait`), is sent its result, and returns the
answer or raises. The synchronous and the asynchronous client carry its steps out, and share all else.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field, replace

import httpx

from . import errors
from .answer import NO_JSON, parse, refusal_of, retry_after_of, unexpected
from .clock import Clock
from .credentials import ApiKey, BearerToken, TokenSource, visible
from .hooks import RequestInfo, ResponseInfo, RetryInfo
from .operation import Operation
from .settings import Settings
from .signing import Signed

_REPEATED = (429, 502, 503, 504)
# Under one of the statuses above, and yet nothing that time would change.
_FINAL = ("PLAN_NOT_CONFIGURED",)
# The same operation has not ended yet. It does, so that asking again is no repetition, and goes on as long as the call.
_UNDER_WAY = "IDEMPOTENCY_IN_PROGRESS"
# Nothing but the same request again can tell what became of it: it is under way, or was sent twice on its way.
_UNSETTLED = (_UNDER_WAY, "NONCE_REUSED")


@dataclass(frozen=True)
class Call:
    """One call as it was asked for. `target` is the path with the query; `timeout` in seconds, for all of it."""

    operation: Operation
    target: str
    content: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    idempotency_key: str | None = None
    timeout: float | None = None
    is_streamed: bool = False

    @property
    def is_repeatable(self) -> bool:
        """True if sending it twice has the effect of once."""
        return self.operation.is_read or self.idempotency_key is not None


@dataclass(frozen=True)
class AskToken:
    source: TokenSource


@dataclass(frozen=True)
class Send:
    """Is answered by a `Reply` or a `Broken`."""

    request: httpx.Request
    is_streamed: bool
    deadline: float


@dataclass(frozen=True)
class Wait:
    seconds: float


@dataclass(frozen=True)
class Reply:
    """An answer with its whole body; `stream` instead of one where the call is streamed and succeeded.

    `read` is the JSON of a success that has its body.
    """

    status: int
    headers: httpx.Headers
    content: bytes
    stream: httpx.Response | None = None
    read: object = None

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300


@dataclass(frozen=True)
class Broken:
    """No answer. `was_sent` is false where the request cannot have reached the service."""

    error: Exception
    was_sent: bool
    timed_out: bool


Step = AskToken | Send | Wait
Steps = Generator[Step, str | Reply | Broken | None, Reply]


def exchange(call: Call, settings: Settings, clock: Clock) -> Steps:
    """The steps of the call. Returns a successful reply; raises a FulfilmentError otherwise."""
    deadline = time.monotonic() + (settings.timeouts.total if call.timeout is None else call.timeout)
    corrected = False
    attempt, repetitions, waits = 0, 0, 0
    while True:
        attempt += 1
        token: str | None = None
        if isinstance(settings.credential, BearerToken) and not call.operation.is_public:
            source = settings.credential.source
            given = source if isinstance(source, str) else (yield AskToken(source))
            token = visible("the token", given)
        told = _info(call, attempt)
        settings.hooks.request(told)
        began = time.monotonic()
        outcome = yield Send(_request(call, settings, clock, token, deadline), call.is_streamed, deadline)
        if isinstance(outcome, Reply) and outcome.is_success and outcome.stream is None:
            outcome = replace(outcome, read=parse(outcome.content))
        problem = _problem(call, settings, told, outcome, time.monotonic() - began)
        if problem is None:
            assert isinstance(outcome, Reply)
            return outcome
        if not corrected and _correct(outcome, problem, settings, clock):
            corrected = True
            continue
        repetitions += not (isinstance(problem, errors.ApiError) and problem.code == _UNDER_WAY)
        if repetitions > settings.retries.most or not settings.retries.most or not _may_repeat(call, problem, outcome):
            raise problem
        waits += 1
        wait = _wait_seconds(settings, outcome, waits, deadline)
        if wait is None:
            raise problem
        settings.hooks.retry(RetryInfo(told, problem, wait))
        yield Wait(wait)


def _info(call: Call, attempt: int) -> RequestInfo:
    operation = call.operation
    return RequestInfo(operation.id, operation.method, operation.path, attempt, call.idempotency_key)


def _request(call: Call, settings: Settings, clock: Clock, token: str | None, deadline: float) -> httpx.Request:
    """The request of one attempt, signed at this moment."""
    operation, brand = call.operation, settings.brand
    headers = {"Accept-Encoding": "gzip, deflate", "User-Agent": settings.user_agent, **call.headers}
    if call.content:
        headers.setdefault("Content-Type", "application/json")
    if call.idempotency_key is not None:
        headers["Idempotency-Key"] = call.idempotency_key
    if not operation.is_public:
        headers |= _credentials(call, settings, clock, token)
        if settings.on_behalf_of is not None:
            headers[brand.on_behalf_of_header] = settings.on_behalf_of
        if settings.workspace is not None:
            headers[brand.workspace_header] = settings.workspace
    left = max(deadline - time.monotonic(), 0.001)
    connect, read = min(settings.timeouts.connect, left), min(settings.timeouts.read, left)
    timeouts = {"connect": connect, "read": read, "write": read, "pool": connect}
    url = settings.base_url + call.target
    return httpx.Request(operation.method, url, headers=headers, content=call.content, extensions={"timeout": timeouts})


def _credentials(call: Call, settings: Settings, clock: Clock, token: str | None) -> dict[str, str]:
    if token is not None:
        return {"Authorization": f"Bearer {token}"}
    if not isinstance(settings.credential, ApiKey):
        raise ValueError(f"{call.operation.id} needs a credential: key_id and secret, or token")
    signed = Signed(
        call.operation.method,
        call.target,
        settings.host,
        clock.timestamp(),
        call.content,
        settings.on_behalf_of,
        call.idempotency_key,
    )
    return settings.credential.headers(settings.brand, signed)


def _problem(
    call: Call, settings: Settings, told: RequestInfo, outcome: object, seconds: float
) -> errors.FulfilmentError | None:
    """The error of an attempt; None for a success."""
    if isinstance(outcome, Broken):
        kind = errors.TimedOut if outcome.timed_out else errors.ConnectionFailed
        name = type(outcome.error).__name__
        problem = kind(
            f"{told.method} {told.path}: {name}: {outcome.error}".rstrip(": "), idempotency_key=call.idempotency_key
        )
        problem.__cause__ = outcome.error
        return problem
    assert isinstance(outcome, Reply)
    replayed = outcome.headers.get("Idempotency-Replayed") == "true"
    request_id = outcome.headers.get("X-Request-Id")
    settings.hooks.response(ResponseInfo(told, outcome.status, seconds, request_id, replayed))
    if outcome.is_success:
        if outcome.read is NO_JSON:
            return unexpected(call.operation, outcome.status, outcome.content, call.idempotency_key)
        return None
    return refusal_of(outcome.status, outcome.headers, outcome.content, call.idempotency_key)


def _correct(outcome: object, problem: Exception, settings: Settings, clock: Clock) -> bool:
    """True if the reason of a 401 can be removed, once: a wrong clock, or an expired token."""
    if not isinstance(outcome, Reply) or not isinstance(problem, errors.ApiError) or problem.status != 401:
        return False
    if problem.code == "CLOCK_SKEW" and isinstance(settings.credential, ApiKey):
        return clock.adopt(outcome.headers.get("Date"))
    is_token = isinstance(settings.credential, BearerToken) and settings.credential.can_be_fresh
    return problem.code == "INVALID_TOKEN" and is_token


def _wait_seconds(settings: Settings, outcome: object, waits: int, deadline: float) -> float | None:
    """How long to wait, the n-th time (`waits`), before the call is repeated; None where that would be too long."""
    asked = retry_after_of(outcome.headers) if isinstance(outcome, Reply) else None
    if asked is not None and asked > settings.retries.longest_retry_after_seconds:
        return None
    wait = settings.retries.wait_seconds(waits, asked)
    return wait if time.monotonic() + wait < deadline else None


def _may_repeat(call: Call, problem: Exception, outcome: object) -> bool:
    if isinstance(outcome, Broken):
        return call.is_repeatable or not outcome.was_sent
    if isinstance(outcome, Reply) and outcome.is_success:
        # It was cut, or a proxy spoke in its place: as good as lost.
        return call.is_repeatable
    if not isinstance(problem, errors.ApiError):
        return False
    # A 429 was refused before anything was done.
    if problem.status == 429:
        return True
    if problem.code in _UNSETTLED:
        return call.is_repeatable
    return call.is_repeatable and problem.status in _REPEATED and problem.code not in _FINAL
