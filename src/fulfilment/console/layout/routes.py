"""HTTP routes of the frame: start of the console, its files, and the settings of a workstation."""

from fulfilment.console.layout import page_layout
from fulfilment.infra.api import static_files
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.database.pool import Database
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.settings import Settings
from fulfilment.workspaces import preferences

route = Routes("Console", prefix="/console")


@route.get("", right="console.use", media_type="text/html")
async def open_console(page: ConsolePage, db: Database) -> Document | EncodedResponse:
    """Redirect a person to their workspace, or let them choose among several."""
    if len(page.session.account_ids) == 1:
        return EncodedResponse(303, b"", {"Location": page.address})
    layout = await page_layout.load_layout(page)
    names_by_id = await preferences.get_names(db, page.session.account_ids)
    workspaces = [(names_by_id.get(id), id) for id in page.session.account_ids]
    # Workspaces without a name come last.
    workspaces.sort(key=lambda entry: (entry[0] is None, (entry[0] or "").casefold(), entry[1]))
    return layout.render(
        "layout/choose.html", nav_item="choose", title=layout.gettext("Choose a workspace"), workspaces=workspaces
    )


@route.get("/signed-in-again", right="console.use", media_type="text/html")
async def signed_in_again(page: ConsolePage) -> Document:
    """Last page of a sign-in in another tab; the form waits in the first tab."""
    layout = await page_layout.load_layout(page)
    return layout.render("layout/signed_in_again.html", nav_item="", title=layout.gettext("You are signed in again"))


@route.get("/assets/{edition}/{name}", media_type="application/octet-stream")
async def get_asset(public: Public, edition: str, name: str) -> Document:
    """One file of the pages."""
    return static_files.ASSETS.file(edition, name, public.request)


@route.post("/{workspace}/workstation", right="console.use")
async def save_device_settings(page: ConsolePage, form: Form, settings: Settings) -> Document:
    """Save the settings of this browser from the form."""
    is_secure = settings.base_url.startswith("https:")
    cookies = tuple(
        page_layout.build_cookie(name, form.text(name), is_secure=is_secure)
        for name, choices in page_layout.CHOICES.items()
        if name in form and form.text(name) in (*choices, "")
    )
    location = f"{page.address}/settings/workstation?done=kept"
    headers = {"Location": location}
    return Document(b"", page_layout.HTML, headers=headers, status=303, cookies=cookies)
