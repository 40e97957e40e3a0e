"""The HTML templates, style sheet and scripts of the documentation pages."""

from functools import cache
from pathlib import Path
from typing import Any

import jinja2

from fulfilment.docs_site import markdown, operations
from fulfilment.docs_site.operations import format_json
from fulfilment.infra.api import templates
from fulfilment.infra.api.static_files import Assets

ASSETS = Assets(
    Path(__file__).parent / "assets",
    *("style.css", "theme.js", "page.js", "search.js", "ranking.js", "trial.js", "ids.js", "signing.js"),
)


_FOLDER = Path(__file__).parent / "templates" / "pages"


def render_template(template: str, **values: Any) -> str:
    return _load_templates().get_template(template).render(assets=f"/docs/assets/{ASSETS.content_hash}", **values)


@cache
def _load_templates() -> jinja2.Environment:
    environment = templates.of_pages(_FOLDER)
    environment.filters |= {
        "words": markdown.render_inline,
        "passage": markdown.render_passage,
        "highlighted": markdown.highlight_code,
        "written": format_json,
        "camel": operations.to_camel,
    }
    environment.globals["nl"] = "\n"
    return environment
