"""The HTTP edge of the frame: where the console begins, its files, the find box, and what a workstation likes."""

from fulfilment.accounts import names
from fulfilment.console.frame import frame, station
from fulfilment.db.pool import Database
from fulfilment.http.envelope import Document
from fulfilment.http.form import Form
from fulfilment.http.mutation import Answered
from fulfilment.http.page import Page
from fulfilment.http.public import Public
from fulfilment.http.route import Routes
from fulfilment.look import files
from fulfilment.settings import Settings

route = Routes("Console", prefix="/console")


@route.get("", right="console.use", media_type="text/html")
async def begin(page: Page, db: Database) -> Document | Answered:
    """Lead a person to their workspace, or let them choose among theirs."""
    if len(page.session.account_ids) == 1:
        return Answered(303, b"", {"Location": page.address})
    shown = await frame.of(page)
    called = await names.of(db, page.session.account_ids)
    theirs = [(called.get(id), id) for id in page.session.account_ids]
    # One that nobody has named comes last.
    theirs.sort(key=lambda one: (one[0] is None, (one[0] or "").casefold(), one[1]))
    return shown.put("frame/choose.html", place="choose", title=shown.say("Choose a workspace"), workspaces=theirs)


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
async def choose_for_workstation(page: Page, form: Form, settings: Settings) -> Document:
    """Keep what this browser likes, of what the form says."""
    is_secure = settings.base_url.startswith("https:")
    cookies = tuple(
        station.cookie(name, form.text(name), is_secure=is_secure)
        for name, choices in station.CHOICES.items()
        if name in form and form.text(name) in (*choices, "")
    )
    there = f"{page.address}/settings/workstation?done=kept"
    headers = {"Location": there}
    return Document(b"", frame.HTML, headers=headers, status=303, cookies=cookies)
