"""Control routes of the simulator under /_control, which real providers do not have. Each takes JSON."""

from aiohttp import web

from fulfilment.infra.loopback import is_loopback
from fulfilment_simulators.identity import fields, logout, people, tokens
from fulfilment_simulators.identity.errors import OAuthError
from fulfilment_simulators.identity.keys import TOKEN_SECONDS
from fulfilment_simulators.identity.state import state_of

MAX_RECEIVERS = 20
# More would not fit into a token. The oldest are dropped.
MAX_OPENED = 30
ID_CHARACTERS = 255
_PREFIX = "acc_"

routes = web.RouteTableDef()


@routes.get("/_control/health")
async def show_health(request: web.Request) -> web.Response:
    state = state_of(request)
    who = {
        person.id: people.build_claims(person, state.workspaces, state.opened_workspaces) for person in people.PEOPLE
    }
    return web.json_response({"status": "ok", "people": who, "logoutReceivers": state.receivers})


@routes.post("/_control/workspaces")
async def set_workspaces(request: web.Request) -> web.Response:
    """`{"first": "acc_..."}`: set the workspace of the users. A user with two workspaces also has the second shop."""
    state, body = state_of(request), await fields.read_json(request)
    state.workspaces = [_require_workspace_id(body, "first"), people.SECOND_WORKSPACE]
    return web.json_response({"workspaces": state.workspaces})


@routes.post("/_control/workspaces/opened")
async def add_workspace(request: web.Request) -> web.Response:
    """`{"accountId": "acc_..."}`: add a workspace of the operator to all users that have any workspace."""
    state, body = state_of(request), await fields.read_json(request)
    opened = _require_workspace_id(body, "accountId")
    if opened not in (*state.workspaces, *state.opened_workspaces):
        state.opened_workspaces = [*state.opened_workspaces, opened][-MAX_OPENED:]
    return web.json_response({"opened": state.opened_workspaces})


@routes.post("/_control/token")
async def make_token(request: web.Request) -> web.Response:
    """`{"person", "accountId"?}`: issue an access token without a browser, for that workspace or for the user's own."""
    state, body = state_of(request), await fields.read_json(request)
    person = _require_person(body)
    token_claims = people.build_claims(person, state.workspaces, state.opened_workspaces)
    if body.get("accountId") is not None:
        token_claims["accountId"] = _require_workspace_id(body, "accountId")
    elif person.workspaces and "accountId" not in token_claims:
        raise OAuthError("not_ready", "No workspace was opened yet; name one as accountId.", 409)
    token = await tokens.issue_access_token(state, state.grants.open_session(person.subject), token_claims, "openid")
    return web.json_response({"access_token": token, "token_type": "Bearer", "expires_in": TOKEN_SECONDS})


@routes.post("/_control/rotate")
async def rotate_keys(request: web.Request) -> web.Response:
    """Sign with the next key from now on. Former keys stay in the key set while their tokens may be valid."""
    keys = state_of(request).keys
    await keys.rotate()
    return web.json_response({"signing": (await keys.signing()).kid})


@routes.post("/_control/logout-receivers")
async def add_receiver(request: web.Request) -> web.Response:
    """`{"uri"}`: add a receiver of logout tokens, on this machine only."""
    state, body = state_of(request), await fields.read_json(request)
    uri = body.get("uri")
    if not isinstance(uri, str) or not is_loopback(uri):
        raise OAuthError("invalid_request", "uri must be an address of HTTP on this machine.")
    if uri not in state.receivers:
        state.receivers = [*state.receivers, uri][-MAX_RECEIVERS:]
    return web.json_response({"logoutReceivers": state.receivers})


@routes.post("/_control/logout")
async def log_out(request: web.Request) -> web.Response:
    """`{"person"}`: end all sessions of a user, and notify the receivers."""
    state, body = state_of(request), await fields.read_json(request)
    sessions = state.grants.list_sessions(_require_person(body).subject)
    return web.json_response({"ended": len(sessions), "told": await logout.end_sessions(state, sessions)})


def _require_person(body: dict) -> people.SimulatedPerson:
    person = people.find_person(body.get("person"))
    if person is None:
        known = ", ".join(each.id for each in people.PEOPLE)
        raise OAuthError("invalid_request", f"person must be one of {known}.")
    return person


def _require_workspace_id(body: dict, name: str) -> str:
    value = body.get(name)
    if not isinstance(value, str) or not value.startswith(_PREFIX) or len(value) > ID_CHARACTERS:
        raise OAuthError("invalid_request", f"{name} must be a workspace's id, acc_...")
    return value
