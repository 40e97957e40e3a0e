"""Fault mode of the simulator: slow, failing or refusing responses, no response, or a lost response."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Literal

import msgspec
from aiohttp import web

from fulfilment_simulators.couriers.faults import ApiFault, error_response

MAX_SLOW_MS = 600_000
CUT_CONNECTION: web.RequestKey[bool] = web.RequestKey("cut_the_connection", bool)
Failure = Literal["500", "500_uncoded", "500_after", "500_after_uncoded", "garbage", "refuse", "silent"]
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class FaultMode(msgspec.Struct):
    """The behaviour of the aggregator's routes. It is not stored, so a restart resets it."""

    slow_ms: int = 0
    fail: Failure | None = None
    lose_next_booking: bool = False


async def apply_fault_mode(fault_mode: FaultMode, request: web.Request, handler: Handler) -> web.StreamResponse:
    """Apply the fault mode to the response of `handler`.

    The delay comes after the work, so that the booking of a client that times out still happens.
    """
    if fault_mode.fail == "silent":
        await asyncio.Event().wait()
    response = await _respond(fault_mode, request, handler)
    if fault_mode.slow_ms:
        await asyncio.sleep(fault_mode.slow_ms / 1_000)
    if request.get(CUT_CONNECTION) and request.transport is not None:
        request.transport.abort()
    return response


async def _respond(fault_mode: FaultMode, request: web.Request, handler: Handler) -> web.StreamResponse:
    try:
        if fault_mode.fail in ("500_after", "500_after_uncoded"):
            return await _respond_lost(fault_mode.fail, request, handler)
        if fault_mode.fail in ("500", "500_uncoded"):
            raise _server_error(fault_mode.fail)
        if fault_mode.fail == "garbage":
            return web.Response(text='{"success": true, "obj<html>', content_type="application/json")
        if fault_mode.fail == "refuse" and request.method == "POST":
            raise _declined_error(request.path)
        return await handler(request)
    except ApiFault as fault:
        return error_response(fault)


async def _respond_lost(kind: str, request: web.Request, handler: Handler) -> web.StreamResponse:
    """Run a booking or cancellation, but respond as if the aggregator had failed before it."""
    response = await handler(request)
    if request.method == "POST" and request.path.startswith("/v1/orders"):
        raise _server_error(kind)
    return response


def _server_error(kind: str) -> ApiFault:
    return ApiFault(None if kind.endswith("uncoded") else 50000001, "Internal server error", status=500)


def _declined_error(path: str) -> ApiFault:
    if path.endswith("/cancel"):
        return ApiFault(40002055, "The courier refused the cancellation")
    if path == "/v1/orders":
        return ApiFault(40002040, "The courier partner refused the order")
    return ApiFault(None, "No sufficient balance to call rates API. Please top up your balance")
