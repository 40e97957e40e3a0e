"""Jinja environments of HTML pages, all built alike, so that every page escapes its values."""

from pathlib import Path

import jinja2

from fulfilment.infra.models import Value

_METHODS_OF_ROWS = frozenset(dir(dict))


def of_pages(folder: Path, *extensions: str) -> jinja2.Environment:
    """A new Jinja environment for the HTML templates of a folder. An undefined name is an error."""
    return _Environment(
        loader=jinja2.FileSystemLoader(folder),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=extensions,
    )


class _Environment(jinja2.Environment):
    """Jinja environment that looks up keys of a dict first: lists show rows, and Jinja tries attributes first."""

    def getattr(self, obj: object, attribute: str) -> Value:
        if type(obj) is dict and attribute not in _METHODS_OF_ROWS:
            return self.getitem(obj, attribute)
        return super().getattr(obj, attribute)
