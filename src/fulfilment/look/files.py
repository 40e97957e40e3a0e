"""The files of the pages, and where they are served."""

from pathlib import Path

from fulfilment.http.assets import Assets

PATH = "/console/assets"
ASSETS = Assets(Path(__file__).parent / "assets", "style.css", "htmx.min.js", "console.js", "icon.svg")


def address_of(name: str) -> str:
    """Where a file is; its address changes with its contents."""
    return f"{PATH}/{ASSETS.edition}/{name}"
