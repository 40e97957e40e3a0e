"""The simulator's own controls, under /_control: what no real provider has. Each takes JSON."""

from aiohttp import web

from fulfilment.identity_simulator import fields, logout, people, tokens
from fulfilment.identity_simulator.keys import TOKEN_SECONDS
from fulfilment.identity_simulator.refusals import Refused
from fulfilment.identity_simulator.state import state_of
from fulfilment.simulation.loopback import is_loopback

RECEIVERS_MOST = 20
ID_CHARACTERS = 255
_PREFIX = "acc_"

routes = web.RouteTableDef()


@routes.get("/_control/health")
async def show_health(request: web.Request) -> web.Response:
    state = state_of(request)
    who = {person.id: people.claims(person, state.workspaces) for person in people.PEOPLE}
    return web.json_response({"status": "ok", "people": who, "logoutReceivers": state.receivers})


@routes.post("/_control/workspaces")
async def set_workspaces(request: web.Request) -> web.Response:
    """`{"first": "acc_..."}`: where its people work; whoever has two workspaces has another one beside it."""
    state, given = state_of(request), await fields.body(request)
    state.workspaces = [_workspace(given, "first"), people.SECOND_WORKSPACE]
    return web.json_response({"workspaces": state.workspaces})


@routes.post("/_control/token")
async def make_token(request: web.Request) -> web.Response:
    """`{"person", "accountId"?}`: an access token without a browser, in that workspace, else in theirs."""
    state, given = state_of(request), await fields.body(request)
    person = _person(given)
    said = people.claims(person, state.workspaces)
    if given.get("accountId") is not None:
        said["accountId"] = _workspace(given, "accountId")
    elif person.workspaces and "accountId" not in said:
        raise Refused("not_ready", "No workspace was opened yet; name one as accountId.", 409)
    token = await tokens.access_token(state, state.grants.open(person.subject), said, "openid")
    return web.json_response({"access_token": token, "token_type": "Bearer", "expires_in": TOKEN_SECONDS})


@routes.post("/_control/rotate")
async def rotate_keys(request: web.Request) -> web.Response:
    """Sign with the next key from now on; former ones stay in the set while a token of theirs may live."""
    keys = state_of(request).keys
    await keys.rotate()
    return web.json_response({"signing": (await keys.signing()).kid})


@routes.post("/_control/logout-receivers")
async def add_receiver(request: web.Request) -> web.Response:
    """`{"uri"}`: where logout tokens are posted to from now on, on this machine only."""
    state, given = state_of(request), await fields.body(request)
    uri = given.get("uri")
    if not isinstance(uri, str) or not is_loopback(uri):
        raise Refused("invalid_request", "uri must be an address of HTTP on this machine.")
    if uri not in state.receivers:
        state.receivers = [*state.receivers, uri][-RECEIVERS_MOST:]
    return web.json_response({"logoutReceivers": state.receivers})


@routes.post("/_control/logout")
async def log_out(request: web.Request) -> web.Response:
    """`{"person"}`: end all sessions of somebody, and tell the receivers."""
    state, given = state_of(request), await fields.body(request)
    sessions = state.grants.sessions_of(_person(given).subject)
    return web.json_response({"ended": len(sessions), "told": await logout.end(state, sessions)})


def _person(given: dict) -> people.Person:
    person = people.find(given.get("person"))
    if person is None:
        known = ", ".join(each.id for each in people.PEOPLE)
        raise Refused("invalid_request", f"person must be one of {known}.")
    return person


def _workspace(given: dict, name: str) -> str:
    value = given.get(name)
    if not isinstance(value, str) or not value.startswith(_PREFIX) or len(value) > ID_CHARACTERS:
        raise Refused("invalid_request", f"{name} must be a workspace's id, acc_...")
    return value
