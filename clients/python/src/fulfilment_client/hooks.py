"""Hooks of a caller: each attempt, each answer and each retry. None of it holds a secret."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

logger = logging.getLogger("fulfilment_client")


@dataclass(frozen=True)
class RequestInfo:
    """An attempt that is about to be sent. `path` is the operation's template; `attempt` counts from 1."""

    operation: str
    method: str
    path: str
    attempt: int
    idempotency_key: str | None


@dataclass(frozen=True)
class ResponseInfo:
    """Its answer. `is_replayed`: the service had done it already under this idempotency key."""

    request: RequestInfo
    status: int
    seconds: float
    request_id: str | None
    is_replayed: bool


@dataclass(frozen=True)
class RetryInfo:
    """The attempt is made once more, `wait_seconds` from now, because of `problem`."""

    request: RequestInfo
    problem: Exception
    wait_seconds: float


@dataclass(frozen=True)
class Hooks:
    """Functions that are called in the thread or task of the call. A function that raises is logged, and changes
    nothing.
    """

    on_request: Callable[[RequestInfo], object] | None = None
    on_response: Callable[[ResponseInfo], object] | None = None
    on_retry: Callable[[RetryInfo], object] | None = None

    def request(self, told: RequestInfo) -> None:
        logger.debug("%s %s: attempt %d", told.method, told.path, told.attempt)
        if self.on_request is not None:
            _call(self.on_request, told)

    def response(self, told: ResponseInfo) -> None:
        asked = told.request
        logger.debug("%s %s: %d in %.3f s [%s]", asked.method, asked.path, told.status, told.seconds, told.request_id)
        if self.on_response is not None:
            _call(self.on_response, told)

    def retry(self, told: RetryInfo) -> None:
        asked = told.request
        logger.info("%s %s: again in %.2f s, after: %s", asked.method, asked.path, told.wait_seconds, told.problem)
        if self.on_retry is not None:
            _call(self.on_retry, told)


def _call(hook: Callable[..., object], told: object) -> None:
    try:
        hook(told)
    except Exception:
        logger.exception("a hook failed")
