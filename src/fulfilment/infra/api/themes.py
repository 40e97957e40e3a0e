"""Light or dark, where a workstation chose one; elsewhere pages are as the browser likes them."""

from fulfilment.infra.api.request import Request

THEMES = ("light", "dark")
COOKIE = "console-theme"


def device_theme(request: Request) -> str | None:
    """The workstation's choice; None where it has made none that there is."""
    said = request.cookies.get(COOKIE)
    return said if said in THEMES else None
