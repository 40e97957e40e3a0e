"""Tokens for codes, and who a token belongs to."""

from aiohttp import web

from fulfilment.identity_simulator import fields, people, tokens
from fulfilment.identity_simulator.about import TOKEN, USERINFO
from fulfilment.identity_simulator.refusals import Refused
from fulfilment.identity_simulator.state import state_of

routes = web.RouteTableDef()


@routes.post(TOKEN)
async def redeem(request: web.Request) -> web.Response:
    state = state_of(request)
    given = await fields.form(request)
    if given.get("grant_type") != "authorization_code":
        raise Refused("unsupported_grant_type", "grant_type must be 'authorization_code'.")
    if given.get("client_id") != state.audience:
        raise Refused("invalid_client", f"client_id must be '{state.audience}'.")
    for name in ("code", "redirect_uri", "code_verifier"):
        if not given.get(name):
            raise Refused("invalid_request", f"{name} is missing.")
    redeemed = state.grants.redeem(given["code"], given["client_id"], given["redirect_uri"], given["code_verifier"])
    person = redeemed and people.find_subject(redeemed[1].subject)
    if not redeemed or person is None:
        raise Refused("invalid_grant", "The code is unknown, used, too old, or was asked for by somebody else.")
    return web.json_response(await tokens.answer(state, *redeemed, person))


@routes.get(USERINFO)
@routes.post(USERINFO)
async def show_person(request: web.Request) -> web.Response:
    state = state_of(request)
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    found = tokens.accessing(state, token) if scheme.lower() == "bearer" else None
    if found is None:
        raise Refused("invalid_token", "The access token is not valid, or its session has ended.", 401)
    session, person = found
    return web.json_response({"sub": session.subject, **people.claims(person, state.workspaces)})
