"""The files of the pages, and where they are served."""

from pathlib import Path

from fulfilment.infra.api.static_files import Assets

PATH = "/console/assets"
ASSETS = Assets(Path(__file__).parent / "assets", "style.css", "htmx.min.js", "console.js", "icon.svg")


def asset_url(name: str) -> str:
    """Where a file is; its address changes with its contents."""
    return f"{PATH}/{ASSETS.content_hash}/{name}"
