"""The simulator put together: an aiohttp application that only this machine is answered by."""

import time
from collections.abc import Awaitable, Callable

from aiohttp import web

from fulfilment.identity_simulator import about, authorization, controls, exchange, logout, pages
from fulfilment.identity_simulator.grants import Grants
from fulfilment.identity_simulator.keys import Keys
from fulfilment.identity_simulator.refusals import PageRefused, Refused, as_json
from fulfilment.identity_simulator.state import STATE, State
from fulfilment.simulation.loopback import is_own_host

SHUTDOWN_SECONDS = 0.2
BODY_BYTES = 65_536
_HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
}

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def build(issuer: str, audience: str, now: Callable[[], float] = time.time) -> web.Application:
    """The application; `now` is a clock in epoch seconds."""
    app = web.Application(middlewares=[_answer], client_max_size=BODY_BYTES)
    app[STATE] = State(issuer, audience, now, Keys(now), Grants(now))
    for table in (about.routes, authorization.routes, exchange.routes, logout.routes, controls.routes, pages.routes):
        app.add_routes(table)
    return app


def runner(app: web.Application) -> web.AppRunner:
    """Ready to listen. A caller who hangs up ends the handler, so that silence costs nothing."""
    return web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=SHUTDOWN_SECONDS)


@web.middleware
async def _answer(request: web.Request, handler: _Handler) -> web.StreamResponse:
    answer = await _answered(request, handler)
    answer.headers.update(_HEADERS)
    return answer


async def _answered(request: web.Request, handler: _Handler) -> web.StreamResponse:
    if not is_own_host(request.host):
        return as_json(Refused("invalid_request", "This simulator answers to names of this machine only.", 421))
    try:
        return await handler(request)
    except PageRefused as problem:
        return pages.refused(problem.description, problem.status)
    except Refused as problem:
        return as_json(problem)
    except web.HTTPException as problem:
        return as_json(Refused("invalid_request", problem.reason, problem.status))
