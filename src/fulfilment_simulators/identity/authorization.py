"""Authorization endpoint: the page with the choice of users, and the code (authorization code flow with PKCE)."""

import re
from collections.abc import Iterable

from aiohttp import web

from fulfilment.infra.loopback import is_loopback, with_parameters
from fulfilment_simulators.identity import fields, pages, people
from fulfilment_simulators.identity.discovery import AUTHORIZE
from fulfilment_simulators.identity.errors import OAuthError, OAuthPageError
from fulfilment_simulators.identity.session_store import AuthorizationRequest
from fulfilment_simulators.identity.state import IdentitySimulatorState, state_of

VALUE_CHARACTERS = 1_000
_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")

routes = web.RouteTableDef()


@routes.get(AUTHORIZE)
async def show_sign_in(request: web.Request) -> web.Response:
    """Show the choice of users. A client with `prompt=none` gets `login_required`."""
    state = state_of(request)
    parameters = _unique_parameters(request.query.items())
    _require_client(state, parameters)
    try:
        authorization_request = _parse_authorization_request(parameters)
        if parameters.get("prompt") == "none":
            raise OAuthError("login_required", "No person stays signed in here.")
    except OAuthError as problem:
        return _redirect_error(state, parameters, problem)
    return pages.render_choice(authorization_request, people.PEOPLE, parameters.get("login_hint", ""))


@routes.post(AUTHORIZE)
async def submit_choice(request: web.Request) -> web.Response:
    """Redirect the chosen user to the client with a code."""
    state = state_of(request)
    try:
        parameters = await fields.read_form(request)
    except OAuthError as problem:
        raise OAuthPageError(problem.error, problem.description) from None
    _require_client(state, parameters)
    try:
        authorization_request = _parse_authorization_request(parameters)
        person = people.find_person(parameters.get("person"))
        if person is None:
            raise OAuthError("access_denied", "No person was chosen.")
    except OAuthError as problem:
        return _redirect_error(state, parameters, problem)
    code = state.grants.issue_code(authorization_request, person.subject)
    return _redirect(
        authorization_request.redirect_uri, {"code": code, "state": authorization_request.state, "iss": state.issuer}
    )


def _unique_parameters(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    try:
        return fields.unique_fields(pairs)
    except OAuthError as problem:
        raise OAuthPageError(problem.error, problem.description) from None


def _require_client(state: IdentitySimulatorState, parameters: dict[str, str]) -> None:
    """Check the client and its redirect URI, before any redirect. Raises OAuthPageError."""
    if parameters.get("client_id") != state.audience:
        raise OAuthPageError("invalid_client", f"client_id must be '{state.audience}'.")
    if not is_loopback(parameters.get("redirect_uri", "")):
        raise OAuthPageError("invalid_request", "redirect_uri must be an address of HTTP on this machine.")


def _parse_authorization_request(parameters: dict[str, str]) -> AuthorizationRequest:
    """The parameters of the request. Raises OAuthError, which is redirected to the client."""
    if parameters.get("response_type") != "code":
        raise OAuthError("unsupported_response_type", "response_type must be 'code'.")
    if "openid" not in parameters.get("scope", "").split():
        raise OAuthError("invalid_scope", "scope must have 'openid' in it.")
    if parameters.get("code_challenge_method") != "S256" or not _CHALLENGE.fullmatch(
        parameters.get("code_challenge", "")
    ):
        raise OAuthError("invalid_request", "code_challenge must be an S256 challenge, and its method must say so.")
    if parameters.get("response_mode", "query") != "query" or "request" in parameters or "request_uri" in parameters:
        raise OAuthError("invalid_request", "The answer can only be in the query, and request objects are not read.")
    for name in ("state", "nonce"):
        if not 0 < len(parameters.get(name, "")) <= VALUE_CHARACTERS:
            raise OAuthError("invalid_request", f"{name} must be a text of 1 to {VALUE_CHARACTERS} characters.")
    return AuthorizationRequest(
        client_id=parameters["client_id"],
        redirect_uri=parameters["redirect_uri"],
        state=parameters["state"],
        nonce=parameters["nonce"],
        challenge=parameters["code_challenge"],
        scope=parameters["scope"],
    )


def _redirect_error(state: IdentitySimulatorState, parameters: dict[str, str], problem: OAuthError) -> web.Response:
    error_fields = {"error": problem.error, "error_description": problem.description, "iss": state.issuer}
    if 0 < len(parameters.get("state", "")) <= VALUE_CHARACTERS:
        error_fields["state"] = parameters["state"]
    return _redirect(parameters["redirect_uri"], error_fields)


def _redirect(address: str, query: dict[str, str]) -> web.Response:
    # 303 instead of 302, so that the browser does not post the form to the client.
    return web.Response(status=303, headers={"Location": with_parameters(address, query)})
