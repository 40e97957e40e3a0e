"""Logout: the end-session endpoint for browsers, and back-channel logout for clients."""

import asyncio
from collections.abc import Sequence

import aiohttp
import structlog
from aiohttp import web

from fulfilment.infra.loopback import is_loopback, with_parameters
from fulfilment_simulators.identity import fields, pages, tokens
from fulfilment_simulators.identity.discovery import END_SESSION
from fulfilment_simulators.identity.errors import OAuthError, OAuthPageError
from fulfilment_simulators.identity.session_store import IdentitySession
from fulfilment_simulators.identity.state import IdentitySimulatorState, state_of

NOTIFY_TIMEOUT_SECONDS = 5.0

routes = web.RouteTableDef()
_log = structlog.get_logger(__name__)


@routes.get(END_SESSION)
@routes.post(END_SESSION)
async def end_session(request: web.Request) -> web.Response:
    """End the session of an id token, notify the clients, and redirect to `post_logout_redirect_uri`."""
    state = state_of(request)
    try:
        parameters = (
            await fields.read_form(request) if request.method == "POST" else fields.unique_fields(request.query.items())
        )
    except OAuthError as problem:
        raise OAuthPageError(problem.error, problem.description) from None
    back = parameters.get("post_logout_redirect_uri")
    if back is not None and not is_loopback(back):
        raise OAuthPageError("invalid_request", "post_logout_redirect_uri must be an address of HTTP on this machine.")
    if parameters.get("client_id", state.audience) != state.audience:
        raise OAuthPageError("invalid_client", f"client_id must be '{state.audience}'.")
    session = tokens.find_hinted_session(state, parameters.get("id_token_hint", ""))
    if session is not None:
        await end_sessions(state, [session])
    if back is None:
        return pages.render_signed_out()
    query = {"state": parameters["state"]} if "state" in parameters else {}
    return web.Response(status=303, headers={"Location": with_parameters(back, query)})


async def end_sessions(state: IdentitySimulatorState, sessions: Sequence[IdentitySession]) -> list[dict[str, object]]:
    """End sessions and notify every receiver of each. Returns results with `uri`, and `status` or `problem`."""
    for session in sessions:
        state.grants.end_session(session.id)
    timeout = aiohttp.ClientTimeout(total=NOTIFY_TIMEOUT_SECONDS)
    async with aiohttp.ClientSession(timeout=timeout) as client:
        notifications = [
            _notify_client(client, uri, await tokens.issue_logout_token(state, session))
            for session in sessions
            for uri in state.receivers
        ]
        return await asyncio.gather(*notifications)


async def _notify_client(client: aiohttp.ClientSession, uri: str, token: str) -> dict[str, object]:
    try:
        async with client.post(uri, data={"logout_token": token}, allow_redirects=False) as answer:
            return {"uri": uri, "status": answer.status}
    except (aiohttp.ClientError, TimeoutError) as problem:
        _log.warning("logout_notification_failed", uri=uri, problem=type(problem).__name__)
        return {"uri": uri, "problem": type(problem).__name__}
