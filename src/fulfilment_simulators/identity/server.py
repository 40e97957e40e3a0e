"""Server of the identity simulator: an aiohttp application that serves only this machine."""

import time
from collections.abc import Awaitable, Callable

from aiohttp import web

from fulfilment.infra.loopback import is_own_host
from fulfilment_simulators.identity import authorization, controls, discovery, logout, pages, token_endpoint
from fulfilment_simulators.identity.errors import OAuthError, OAuthPageError, to_json_response
from fulfilment_simulators.identity.keys import SigningKeys
from fulfilment_simulators.identity.session_store import SessionStore
from fulfilment_simulators.identity.state import STATE, IdentitySimulatorState

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
    """Build the application; `now` is a clock in epoch seconds."""
    app = web.Application(middlewares=[_add_headers], client_max_size=BODY_BYTES)
    app[STATE] = IdentitySimulatorState(issuer, audience, now, SigningKeys(now), SessionStore(now))
    for table in (
        discovery.routes,
        authorization.routes,
        token_endpoint.routes,
        logout.routes,
        controls.routes,
        pages.routes,
    ):
        app.add_routes(table)
    return app


def runner(app: web.Application) -> web.AppRunner:
    """A runner that can listen. A disconnected client cancels its handler."""
    return web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=SHUTDOWN_SECONDS)


@web.middleware
async def _add_headers(request: web.Request, handler: _Handler) -> web.StreamResponse:
    answer = await _handle_errors(request, handler)
    answer.headers.update(_HEADERS)
    return answer


async def _handle_errors(request: web.Request, handler: _Handler) -> web.StreamResponse:
    if not is_own_host(request.host):
        return to_json_response(
            OAuthError("invalid_request", "This simulator answers to names of this machine only.", 421)
        )
    try:
        return await handler(request)
    except OAuthPageError as problem:
        return pages.render_error(problem.description, problem.status)
    except OAuthError as problem:
        return to_json_response(problem)
    except web.HTTPException as problem:
        return to_json_response(OAuthError("invalid_request", problem.reason, problem.status))
