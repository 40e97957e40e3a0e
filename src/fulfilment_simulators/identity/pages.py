"""HTML pages of the simulator, without scripts; each choice is a button."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from aiohttp import web

from fulfilment.infra.api import templates
from fulfilment_simulators.identity.people import PEOPLE, SimulatedPerson
from fulfilment_simulators.identity.session_store import AuthorizationRequest

_ENVIRONMENT = templates.of_pages(Path(__file__).parent / "templates")

routes = web.RouteTableDef()


@routes.get("/")
async def show_start(_: web.Request) -> web.Response:
    """Index page: the simulator and its uses."""
    return _render_page("start.html", people=PEOPLE)


def render_choice(
    authorization_request: AuthorizationRequest, people: Sequence[SimulatedPerson], hinted: str
) -> web.Response:
    """The list of users; the hinted user comes first."""
    ordered = sorted(people, key=lambda person: hinted not in (person.id, person.email))
    carried = {
        "response_type": "code",
        "client_id": authorization_request.client_id,
        "redirect_uri": authorization_request.redirect_uri,
        "scope": authorization_request.scope,
        "state": authorization_request.state,
        "nonce": authorization_request.nonce,
        "code_challenge": authorization_request.challenge,
        "code_challenge_method": "S256",
    }
    return _render_page("choice.html", people=ordered, carried=carried)


def render_signed_out() -> web.Response:
    return _render_page("message.html", title="You are signed out", text="This window can be closed.")


def render_error(description: str, status: int) -> web.Response:
    """Error page for a user who cannot be redirected to a client."""
    return _render_page("message.html", status, title="This sign-in cannot go on", text=description)


def _render_page(name: str, status: int = 200, **values: Any) -> web.Response:
    text = _ENVIRONMENT.get_template(name).render(**values)
    return web.Response(text=text, status=status, content_type="text/html", charset="utf-8")
