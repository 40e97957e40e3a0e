"""Server of the payment simulator: an aiohttp application with a journal, which serves only this machine."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path

from aiohttp import web

from fulfilment.infra.jobs import task_supervisor
from fulfilment.infra.loopback import is_own_host
from fulfilment_simulators.journal import Journal, JournalError
from fulfilment_simulators.payments import api, controls, pages, scheduler, webhooks
from fulfilment_simulators.payments.delivery import EventDelivery
from fulfilment_simulators.payments.errors import MissingObject, StripeApiError, error_response
from fulfilment_simulators.payments.faults import InjectedFaults
from fulfilment_simulators.payments.state import STATE, PaymentSimulatorState, state_of
from fulfilment_simulators.payments.store import ObjectStore

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
    """Build the application from its journal. Raises JournalError where the file cannot be used.

    `base` is the URL of its pages until the first request shows it; `now` is a clock in epoch seconds.
    """
    journal = Journal(data_path)
    try:
        memory = ObjectStore(journal, now, scheduler.next_due_at)
        memory.compact()
    except JournalError:
        journal.close()
        raise
    memory.base_url = base
    app = web.Application(middlewares=[_add_headers], client_max_size=BODY_BYTES)
    app[STATE] = PaymentSimulatorState(memory, EventDelivery(memory), InjectedFaults())
    app.add_routes(api.routes())
    for table in (controls.routes, webhooks.routes, pages.routes):
        app.add_routes(table)
    app.cleanup_ctx.append(_running)
    return app


def runner(app: web.Application) -> web.AppRunner:
    """A runner that can listen. A disconnected client cancels its handler."""
    return web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=SHUTDOWN_SECONDS)


@web.middleware
async def _add_headers(request: web.Request, handler: _Handler) -> web.StreamResponse:
    answer = await _handle_errors(request, handler)
    for name, value in _HEADERS.items():
        answer.headers.setdefault(name, value)
    return answer


async def _handle_errors(request: web.Request, handler: _Handler) -> web.StreamResponse:
    if not is_own_host(request.host):
        return error_response(StripeApiError("This simulator answers to names of this machine only.", status=421))
    state_of(request).memory.base_url = f"http://{request.host}"
    is_page = not request.path.startswith(("/v1/", "/_control/"))
    try:
        return await handler(request)
    except StripeApiError as problem:
        return pages.render_error(problem) if is_page else error_response(problem)
    except web.HTTPException as problem:
        where = f"({request.method}: {request.path[:200]})"
        refused = StripeApiError(f"Unrecognized request URL {where}: {problem.reason}.", status=problem.status)
        return pages.render_error(MissingObject("page", request.path)) if is_page else error_response(refused)


async def _running(app: web.Application) -> AsyncIterator[None]:
    state = app[STATE]
    await state.delivery.start()
    clock = task_supervisor.start("payment_clock", partial(scheduler.run_scheduler, state))
    yield
    await task_supervisor.stop(clock)
    await state.delivery.stop()
    state.memory.close()
