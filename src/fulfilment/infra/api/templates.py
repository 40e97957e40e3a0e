"""How templates of pages are read: one way for every page, so that none forgets to escape what it shows."""

from pathlib import Path

import jinja2

from fulfilment.infra.models import Value

_METHODS_OF_ROWS = frozenset(dir(dict))


def of_pages(folder: Path, *extensions: str) -> jinja2.Environment:
    """A new environment of a folder's HTML templates; a name that they do not know is an error."""
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
    """What a list shows are rows, and Jinja looks for an attribute of each value before it looks for the value."""

    def getattr(self, obj: object, attribute: str) -> Value:
        if type(obj) is dict and attribute not in _METHODS_OF_ROWS:
            return self.getitem(obj, attribute)
        return super().getattr(obj, attribute)
