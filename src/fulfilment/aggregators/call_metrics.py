"""Counting calls to the aggregator, by kind and outcome."""

import time
from collections.abc import Awaitable, Callable
from functools import wraps
from types import CoroutineType
from typing import Any, ParamSpec, TypeVar

from fulfilment.aggregators.port import AggregatorError, AggregatorUnavailable, OutcomeUnknown
from fulfilment.infra.observability.metrics import catalogue, meters

Params = ParamSpec("Params")
Result = TypeVar("Result")


def count_calls(call: Callable[Params, Awaitable[Result]]) -> "Callable[Params, CoroutineType[Any, Any, Result]]":
    """The same call, whose kind is its name."""
    kind = call.__name__

    @wraps(call)
    async def measured(*args: Params.args, **named: Params.kwargs) -> Result:
        meter = meters.current
        if meter is None:
            return await call(*args, **named)
        started_at, outcome = time.perf_counter(), "failed"
        try:
            result = await call(*args, **named)
            outcome = "done"
        except AggregatorError as problem:
            outcome = _classify_outcome(problem)
            raise
        finally:
            meter.count(catalogue.COURIER_CALLS_MADE, kind, outcome)
            meter.observe(catalogue.COURIER_SECONDS, time.perf_counter() - started_at, kind)
        return result

    return measured


def _classify_outcome(problem: AggregatorError) -> str:
    if isinstance(problem, OutcomeUnknown):
        return "unclear"
    return "outage" if isinstance(problem, AggregatorUnavailable) else "refused"
