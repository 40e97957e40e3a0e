"""Token endpoint and userinfo endpoint."""

from aiohttp import web

from fulfilment_simulators.identity import fields, people, tokens
from fulfilment_simulators.identity.discovery import TOKEN, USERINFO
from fulfilment_simulators.identity.errors import OAuthError
from fulfilment_simulators.identity.state import state_of

routes = web.RouteTableDef()


@routes.post(TOKEN)
async def redeem(request: web.Request) -> web.Response:
    state = state_of(request)
    parameters = await fields.read_form(request)
    if parameters.get("grant_type") != "authorization_code":
        raise OAuthError("unsupported_grant_type", "grant_type must be 'authorization_code'.")
    if parameters.get("client_id") != state.audience:
        raise OAuthError("invalid_client", f"client_id must be '{state.audience}'.")
    for name in ("code", "redirect_uri", "code_verifier"):
        if not parameters.get(name):
            raise OAuthError("invalid_request", f"{name} is missing.")
    redeemed = state.grants.redeem_code(
        parameters["code"], parameters["client_id"], parameters["redirect_uri"], parameters["code_verifier"]
    )
    person = redeemed and people.find_subject(redeemed[1].subject)
    if not redeemed or person is None:
        raise OAuthError("invalid_grant", "The code is unknown, used, too old, or belongs to another client.")
    return web.json_response(await tokens.issue_tokens(state, *redeemed, person))


@routes.get(USERINFO)
@routes.post(USERINFO)
async def show_person(request: web.Request) -> web.Response:
    state = state_of(request)
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    found = tokens.find_access_session(state, token) if scheme.lower() == "bearer" else None
    if found is None:
        raise OAuthError("invalid_token", "The access token is not valid, or its session has ended.", 401)
    session, person = found
    return web.json_response(
        {"sub": session.subject, **people.build_claims(person, state.workspaces, state.opened_workspaces)}
    )
