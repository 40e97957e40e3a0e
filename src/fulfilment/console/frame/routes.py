"""The HTTP edge of the frame: where the console begins, its files, the find box, and what a workstation likes."""

from urllib.parse import urlencode

from fulfilment.console import files
from fulfilment.console.frame import frame, station
from fulfilment.http.envelope import Document
from fulfilment.http.form import Form
from fulfilment.http.mutation import Answered
from fulfilment.http.page import Page
from fulfilment.http.public import Public
from fulfilment.http.request import Request
from fulfilment.http.route import Routes
from fulfilment.settings import Settings

route = Routes("Console", prefix="/console")


@route.get("", right="console.use", media_type="text/html")
async def begin(page: Page) -> Document | Answered:
    """Lead a person to their workspace, or let them choose among theirs."""
    if len(page.session.account_ids) == 1:
        return Answered(303, b"", {"Location": page.address, "Cache-Control": "no-store"})
    shown = await frame.of(page)
    return shown.put("frame/choose.html", place="choose", title=shown.say("Choose a workspace"))


@route.get("/signed-in-again", right="console.use", media_type="text/html")
async def signed_in_again(page: Page) -> Document:
    """Where a sign-in in another tab ends: the form waits in the first one."""
    shown = await frame.of(page)
    return shown.put("frame/signed_in_again.html", place="", title=shown.say("You are signed in again"))


@route.get("/assets/{edition}/{name}", media_type="application/octet-stream")
async def asset(public: Public, edition: str, name: str) -> Document:
    """One file of the pages."""
    return files.ASSETS.file(edition, name, public.request)


@route.post("/{workspace}/workstation", right="console.use")
async def choose_for_workstation(page: Page, form: Form, request: Request, settings: Settings) -> Answered:
    """Keep what this browser likes."""
    shown = await frame.of(page)
    name, value = form.text("name"), form.text("value")
    choices = {"language": tuple(frame.catalogue.LANGUAGES), "theme": station.THEMES, "label-size": station.SIZES}
    choices["keys"] = ("off",)
    answer = shown.go("/settings?" + urlencode({"done": "kept"}))
    if name in choices and value in (*choices[name], ""):
        answer.headers["Set-Cookie"] = station.cookie(name, value, is_secure=settings.base_url.startswith("https:"))
    return answer
