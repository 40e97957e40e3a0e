"""The simulator's mood: slow, failing, refusing, silent, or about to lose an answer."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Literal

import msgspec
from aiohttp import web

from fulfilment.aggregators.simulator.faults import Fault, refusal

SLOWEST_MS = 600_000
CUT: web.RequestKey[bool] = web.RequestKey("cut_the_connection", bool)
Failure = Literal["500", "500_uncoded", "500_after", "500_after_uncoded", "garbage", "refuse", "silent"]
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Mood(msgspec.Struct):
    """How the aggregator's own routes behave. Never written down: a restart is a fresh start."""

    slow_ms: int = 0
    fail: Failure | None = None
    lose_next_booking: bool = False


async def answer(mood: Mood, request: web.Request, handler: Handler) -> web.StreamResponse:
    """What the mood lets through of `handler`'s answer.

    The delay comes after the work, so that a caller who gives up early has booked all the same.
    """
    if mood.fail == "silent":
        await asyncio.Event().wait()
    response = await _answered(mood, request, handler)
    if mood.slow_ms:
        await asyncio.sleep(mood.slow_ms / 1_000)
    if request.get(CUT) and request.transport is not None:
        request.transport.abort()
    return response


async def _answered(mood: Mood, request: web.Request, handler: Handler) -> web.StreamResponse:
    try:
        if mood.fail in ("500_after", "500_after_uncoded"):
            return await _forgetting(mood.fail, request, handler)
        if mood.fail in ("500", "500_uncoded"):
            raise _breakdown(mood.fail)
        if mood.fail == "garbage":
            return web.Response(text='{"success": true, "obj<html>', content_type="application/json")
        if mood.fail == "refuse" and request.method == "POST":
            raise _refusal_of(request.path)
        return await handler(request)
    except Fault as fault:
        return refusal(fault)


async def _forgetting(kind: str, request: web.Request, handler: Handler) -> web.StreamResponse:
    """Bookings and cancellations are done, and answered as if the aggregator had broken down before."""
    response = await handler(request)
    if request.method == "POST" and request.path.startswith("/v1/orders"):
        raise _breakdown(kind)
    return response


def _breakdown(kind: str) -> Fault:
    return Fault(None if kind.endswith("uncoded") else 50000001, "Internal server error", status=500)


def _refusal_of(path: str) -> Fault:
    if path.endswith("/cancel"):
        return Fault(40002055, "The courier refused the cancellation")
    if path == "/v1/orders":
        return Fault(40002040, "The courier partner refused the order")
    return Fault(None, "No sufficient balance to call rates API. Please top up your balance")
