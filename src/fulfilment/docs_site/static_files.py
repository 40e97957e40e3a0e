"""The style sheet and the scripts of the pages."""

from pathlib import Path

from fulfilment.infra.api.static_files import Assets

ASSETS = Assets(
    Path(__file__).parent / "assets",
    *("style.css", "theme.js", "page.js", "search.js", "trial.js", "ids.js", "signing.js"),
)
