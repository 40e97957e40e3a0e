"""The simulator put together: an aiohttp application over a journal, that only this machine is answered by."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path

from aiohttp import web

from fulfilment import background
from fulfilment.payments.simulator import api, controls, pages, passing, webhooks
from fulfilment.payments.simulator.delivery import Delivery
from fulfilment.payments.simulator.faults import Faults
from fulfilment.payments.simulator.memory import Memory
from fulfilment.payments.simulator.refusals import Missing, Refused, refusal
from fulfilment.payments.simulator.state import STATE, State, state_of
from fulfilment.simulation.journal import Journal, JournalError
from fulfilment.simulation.loopback import is_own_host

SHUTDOWN_SECONDS = 0.2
BODY_BYTES = 262_144
_HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": pages.CONTENT_SECURITY_POLICY,
}
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def build(data_path: Path, base: str = "", now: Callable[[], float] = time.time) -> web.Application:
    """The application, its memory replayed. Raises JournalError where the file cannot be used.

    `base` is where its pages are, until a request says it; `now` a clock in epoch seconds.
    """
    journal = Journal(data_path)
    try:
        memory = Memory(journal, now, passing.due_of)
        memory.compact()
    except JournalError:
        journal.close()
        raise
    memory.base = base
    app = web.Application(middlewares=[_answer], client_max_size=BODY_BYTES)
    app[STATE] = State(memory, Delivery(memory), Faults())
    app.add_routes(api.routes())
    for table in (controls.routes, webhooks.routes, pages.routes):
        app.add_routes(table)
    app.cleanup_ctx.append(_running)
    return app


def runner(app: web.Application) -> web.AppRunner:
    """Ready to listen. A caller who hangs up ends the handler, so that silence costs nothing."""
    return web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=SHUTDOWN_SECONDS)


@web.middleware
async def _answer(request: web.Request, handler: _Handler) -> web.StreamResponse:
    answer = await _answered(request, handler)
    for name, value in _HEADERS.items():
        answer.headers.setdefault(name, value)
    return answer


async def _answered(request: web.Request, handler: _Handler) -> web.StreamResponse:
    if not is_own_host(request.host):
        return refusal(Refused("This simulator answers to names of this machine only.", status=421))
    state_of(request).memory.base = f"http://{request.host}"
    is_page = not request.path.startswith(("/v1/", "/_control/"))
    try:
        return await handler(request)
    except Refused as problem:
        return pages.refused(problem) if is_page else refusal(problem)
    except web.HTTPException as problem:
        where = f"({request.method}: {request.path[:200]})"
        refused = Refused(f"Unrecognized request URL {where}: {problem.reason}.", status=problem.status)
        return pages.refused(Missing("page", request.path)) if is_page else refusal(refused)


async def _running(app: web.Application) -> AsyncIterator[None]:
    state = app[STATE]
    await state.delivery.start()
    clock = background.begin("payment_clock", partial(passing.keep_up, state))
    yield
    await background.end(clock)
    await state.delivery.stop()
    state.memory.close()
