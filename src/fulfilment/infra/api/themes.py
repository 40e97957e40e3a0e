"""Theme and static files of the pages for people: the console's, and those of signing in to it.

A workstation may choose light or dark; elsewhere pages follow the browser.
"""

from fulfilment.infra import i18n
from fulfilment.infra.api.request import Request
from fulfilment.infra.api.static_files import Assets

PATH = "/console/assets"
ASSETS = Assets(i18n.CONSOLE / "assets", "style.css", "htmx.min.js", "console.js", "icon.svg")


def asset_url(name: str) -> str:
    """Where a file is; its address changes with its contents."""
    return f"{PATH}/{ASSETS.content_hash}/{name}"


THEMES = ("light", "dark")
COOKIE = "console-theme"


def device_theme(request: Request) -> str | None:
    """The workstation's choice; None where it has made none that there is."""
    said = request.cookies.get(COOKIE)
    return said if said in THEMES else None
