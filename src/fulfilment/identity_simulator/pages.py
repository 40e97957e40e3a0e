"""The pages of the simulator: plain HTML without scripts, each choice a button of its own."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from aiohttp import web

from fulfilment.identity_simulator.grants import Wish
from fulfilment.identity_simulator.people import PEOPLE, Person
from fulfilment.look import templates

_ENVIRONMENT = templates.of_pages(Path(__file__).parent / "templates")

routes = web.RouteTableDef()


@routes.get("/")
async def show_start(_: web.Request) -> web.Response:
    """What this is, and what can be done with it."""
    return _page("start.html", people=PEOPLE)


def choice(wish: Wish, people: Sequence[Person], hinted: str) -> web.Response:
    """Who can be signed in as; whoever the client hinted at comes first."""
    ordered = sorted(people, key=lambda person: hinted not in (person.id, person.email))
    carried = {
        "response_type": "code",
        "client_id": wish.client_id,
        "redirect_uri": wish.redirect_uri,
        "scope": wish.scope,
        "state": wish.state,
        "nonce": wish.nonce,
        "code_challenge": wish.challenge,
        "code_challenge_method": "S256",
    }
    return _page("choice.html", people=ordered, carried=carried)


def signed_out() -> web.Response:
    return _page("message.html", title="You are signed out", text="This window can be closed.")


def refused(description: str, status: int) -> web.Response:
    """For somebody who cannot be led back anywhere."""
    return _page("message.html", status, title="This sign-in cannot go on", text=description)


def _page(name: str, status: int = 200, **values: Any) -> web.Response:
    text = _ENVIRONMENT.get_template(name).render(**values)
    return web.Response(text=text, status=status, content_type="text/html", charset="utf-8")
