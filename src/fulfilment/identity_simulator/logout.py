"""The end of a session: for the browser at the end-session endpoint, for the clients by back-channel logout."""

import asyncio
from collections.abc import Sequence

import aiohttp
import structlog
from aiohttp import web

from fulfilment.identity_simulator import fields, pages, tokens
from fulfilment.identity_simulator.about import END_SESSION
from fulfilment.identity_simulator.grants import Session
from fulfilment.identity_simulator.refusals import PageRefused, Refused
from fulfilment.identity_simulator.state import State, state_of
from fulfilment.simulation.loopback import is_loopback, with_parameters

TELL_TIMEOUT_SECONDS = 5.0

routes = web.RouteTableDef()
_log = structlog.get_logger(__name__)


@routes.get(END_SESSION)
@routes.post(END_SESSION)
async def end_session(request: web.Request) -> web.Response:
    """End the session of an identity token, tell the clients, and lead back to where was asked for."""
    state = state_of(request)
    try:
        given = await fields.form(request) if request.method == "POST" else fields.once(request.query.items())
    except Refused as problem:
        raise PageRefused(problem.error, problem.description) from None
    back = given.get("post_logout_redirect_uri")
    if back is not None and not is_loopback(back):
        raise PageRefused("invalid_request", "post_logout_redirect_uri must be an address of HTTP on this machine.")
    if given.get("client_id", state.audience) != state.audience:
        raise PageRefused("invalid_client", f"client_id must be '{state.audience}'.")
    session = tokens.hinted(state, given.get("id_token_hint", ""))
    if session is not None:
        await end(state, [session])
    if back is None:
        return pages.signed_out()
    said = {"state": given["state"]} if "state" in given else {}
    return web.Response(status=303, headers={"Location": with_parameters(back, said)})


async def end(state: State, sessions: Sequence[Session]) -> list[dict[str, object]]:
    """End sessions and tell every receiver of each. What came of it: `uri`, and `status` or `problem`."""
    for session in sessions:
        state.grants.end(session.id)
    timeout = aiohttp.ClientTimeout(total=TELL_TIMEOUT_SECONDS)
    async with aiohttp.ClientSession(timeout=timeout) as client:
        telling = [
            _tell(client, uri, await tokens.logout_token(state, session))
            for session in sessions
            for uri in state.receivers
        ]
        return await asyncio.gather(*telling)


async def _tell(client: aiohttp.ClientSession, uri: str, token: str) -> dict[str, object]:
    try:
        async with client.post(uri, data={"logout_token": token}, allow_redirects=False) as answer:
            return {"uri": uri, "status": answer.status}
    except (aiohttp.ClientError, TimeoutError) as problem:
        _log.warning("logout not told", uri=uri, problem=type(problem).__name__)
        return {"uri": uri, "problem": type(problem).__name__}
