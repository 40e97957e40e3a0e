"""Server of the courier simulator: an aiohttp application with a journal, which serves only this machine."""

from pathlib import Path

from aiohttp import web

from fulfilment.infra.loopback import is_own_host
from fulfilment_simulators.couriers import api, controls, fault_mode, locations, page
from fulfilment_simulators.couriers.fault_mode import FaultMode, Handler
from fulfilment_simulators.couriers.faults import ApiFault, error_response
from fulfilment_simulators.couriers.forms import BAD_BODY
from fulfilment_simulators.couriers.state import STATE, SimulatorState, get_state
from fulfilment_simulators.couriers.status_webhooks import StatusWebhooks
from fulfilment_simulators.couriers.store import OrderStore
from fulfilment_simulators.journal import Journal, JournalError

SHUTDOWN_SECONDS = 0.2
JSON = "application/json"
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


def build(data_path: Path) -> web.Application:
    """Build the application from its journal. Raises JournalError where the file cannot be used."""
    journal = Journal(data_path)
    try:
        store = OrderStore(journal)
    except JournalError:
        journal.close()
        raise
    app = web.Application(middlewares=[_handle])
    app[STATE] = SimulatorState(store, StatusWebhooks(store), FaultMode())
    for table in (api.routes, locations.routes, controls.routes, page.routes):
        app.add_routes(table)
    app.on_startup.append(_start)
    app.on_cleanup.append(_stop)
    return app


def runner(app: web.Application) -> web.AppRunner:
    """A runner that can listen. A disconnected client cancels its handler."""
    return web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=SHUTDOWN_SECONDS)


@web.middleware
async def _handle(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Convert errors to the aggregator's format, and apply the fault mode to the aggregator's routes."""
    try:
        _require_same_machine(request)
        if request.path.startswith("/v1/"):
            return await fault_mode.apply_fault_mode(get_state(request).fault_mode, request, handler)
        return await handler(request)
    except ApiFault as fault:
        return error_response(fault)
    except web.HTTPException as problem:
        return error_response(ApiFault(problem.status * 100_000 + 1, problem.reason))


def _require_same_machine(request: web.Request) -> None:
    """Reject foreign pages in a local browser, by DNS rebinding or with a form. Raises ApiFault."""
    if not is_own_host(request.host):
        raise ApiFault(None, "This simulator answers to names of this machine only", status=421)
    is_control = request.path.startswith("/_control/") and request.method not in _SAFE_METHODS
    if (is_control or request.can_read_body) and request.content_type != JSON:
        raise ApiFault(BAD_BODY, f"The body must be {JSON}")


async def _start(app: web.Application) -> None:
    await app[STATE].webhooks.start()


async def _stop(app: web.Application) -> None:
    await app[STATE].webhooks.stop()
    app[STATE].store.close()
