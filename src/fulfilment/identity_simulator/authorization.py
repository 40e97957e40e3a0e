"""The page of people to choose from, and the code that a choice is answered with (authorization code with PKCE)."""

import re

from aiohttp import web

from fulfilment.identity_simulator import fields, pages, people
from fulfilment.identity_simulator.about import AUTHORIZE
from fulfilment.identity_simulator.grants import Wish
from fulfilment.identity_simulator.refusals import PageRefused, Refused
from fulfilment.identity_simulator.state import State, state_of
from fulfilment.simulation.loopback import is_loopback, with_parameters

VALUE_CHARACTERS = 1_000
_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")

routes = web.RouteTableDef()


@routes.get(AUTHORIZE)
async def ask(request: web.Request) -> web.Response:
    """Show who can be chosen; a client that must not show anything is told that nobody is signed in."""
    state = state_of(request)
    given = _given(request.query.items())
    _require_client(state, given)
    try:
        wish = _wish(given)
        if given.get("prompt") == "none":
            raise Refused("login_required", "Nobody stays signed in here.")
    except Refused as problem:
        return _told(state, given, problem)
    return pages.choice(wish, people.PEOPLE, given.get("login_hint", ""))


@routes.post(AUTHORIZE)
async def choose(request: web.Request) -> web.Response:
    """Lead whoever was chosen back to the client with a code."""
    state = state_of(request)
    try:
        given = await fields.form(request)
    except Refused as problem:
        raise PageRefused(problem.error, problem.description) from None
    _require_client(state, given)
    try:
        wish = _wish(given)
        person = people.find(given.get("person"))
        if person is None:
            raise Refused("access_denied", "Nobody was chosen.")
    except Refused as problem:
        return _told(state, given, problem)
    code = state.grants.begin(wish, person.subject)
    return _back(wish.redirect_uri, {"code": code, "state": wish.state, "iss": state.issuer})


def _given(pairs) -> dict[str, str]:
    try:
        return fields.once(pairs)
    except Refused as problem:
        raise PageRefused(problem.error, problem.description) from None


def _require_client(state: State, given: dict[str, str]) -> None:
    """Before that is certain nobody is led anywhere. Raises PageRefused."""
    if given.get("client_id") != state.audience:
        raise PageRefused("invalid_client", f"client_id must be '{state.audience}'.")
    if not is_loopback(given.get("redirect_uri", "")):
        raise PageRefused("invalid_request", "redirect_uri must be an address of HTTP on this machine.")


def _wish(given: dict[str, str]) -> Wish:
    """What is asked for. Raises Refused, which the client can be told."""
    if given.get("response_type") != "code":
        raise Refused("unsupported_response_type", "response_type must be 'code'.")
    if "openid" not in given.get("scope", "").split():
        raise Refused("invalid_scope", "scope must have 'openid' in it.")
    if given.get("code_challenge_method") != "S256" or not _CHALLENGE.fullmatch(given.get("code_challenge", "")):
        raise Refused("invalid_request", "code_challenge must be an S256 challenge, and its method must say so.")
    if given.get("response_mode", "query") != "query" or "request" in given or "request_uri" in given:
        raise Refused("invalid_request", "The answer can only be in the query, and request objects are not read.")
    for name in ("state", "nonce"):
        if not 0 < len(given.get(name, "")) <= VALUE_CHARACTERS:
            raise Refused("invalid_request", f"{name} must be a text of 1 to {VALUE_CHARACTERS} characters.")
    return Wish(
        client_id=given["client_id"],
        redirect_uri=given["redirect_uri"],
        state=given["state"],
        nonce=given["nonce"],
        challenge=given["code_challenge"],
        scope=given["scope"],
    )


def _told(state: State, given: dict[str, str], problem: Refused) -> web.Response:
    said = {"error": problem.error, "error_description": problem.description, "iss": state.issuer}
    if 0 < len(given.get("state", "")) <= VALUE_CHARACTERS:
        said["state"] = given["state"]
    return _back(given["redirect_uri"], said)


def _back(address: str, said: dict[str, str]) -> web.Response:
    # The browser must not send the form on, and so it is 303 rather than 302.
    return web.Response(status=303, headers={"Location": with_parameters(address, said)})
