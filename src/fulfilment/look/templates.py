"""How templates of pages are read: one way for every page, so that none forgets to escape what it shows."""

from pathlib import Path

import jinja2


def of_pages(folder: Path, *extensions: str) -> jinja2.Environment:
    """A new environment of a folder's HTML templates; a name that they do not know is an error."""
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=extensions,
    )
