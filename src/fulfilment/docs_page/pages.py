"""The pages for people, of templates that escape what they are given."""

from functools import cache
from pathlib import Path
from typing import Any

import jinja2

from fulfilment.docs_page import files, markdown, operations
from fulfilment.docs_page.operations import written
from fulfilment.look import templates

_FOLDER = Path(__file__).parent / "templates" / "pages"


def render(template: str, **values: Any) -> str:
    return _templates().get_template(template).render(assets=f"/docs/assets/{files.ASSETS.edition}", **values)


@cache
def _templates() -> jinja2.Environment:
    made = templates.of_pages(_FOLDER)
    made.filters |= {
        "words": markdown.words,
        "passage": markdown.passage,
        "highlighted": markdown.code,
        "written": written,
        "camel": operations.camel,
    }
    made.globals["nl"] = "\n"
    return made
