"""Counting calls to the aggregator, by kind and outcome."""

import time
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from fulfilment.aggregators.port import AggregatorError, Outage, Unclear
from fulfilment.metrics import catalogue, meters

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def counted(call: Callable[Given, Awaitable[Answer]]) -> Callable[Given, Awaitable[Answer]]:
    """The same call, whose kind is its name."""
    kind = call.__name__

    @wraps(call)
    async def measured(*args: Given.args, **named: Given.kwargs) -> Answer:
        meter = meters.current
        if meter is None:
            return await call(*args, **named)
        began, outcome = time.perf_counter(), "failed"
        try:
            answer = await call(*args, **named)
            outcome = "done"
        except AggregatorError as problem:
            outcome = _outcome_of(problem)
            raise
        finally:
            meter.count(catalogue.COURIER_CALLS_MADE, kind, outcome)
            meter.observe(catalogue.COURIER_SECONDS, time.perf_counter() - began, kind)
        return answer

    return measured


def _outcome_of(problem: AggregatorError) -> str:
    if isinstance(problem, Unclear):
        return "unclear"
    return "outage" if isinstance(problem, Outage) else "refused"
