"""The same pages for machines: an operation as Markdown, and the list of everything as llms.txt."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jinja2

from fulfilment.docs_page import guides, library, markdown, samples
from fulfilment.docs_page.operations import Operation, written

_FOLDER = Path(__file__).parent / "templates" / "machines"


def overview(**values: Any) -> str:
    """llms.txt: what this is, every guide and every operation with its address (https://llmstxt.org)."""
    return _templates.get_template("llms.txt").render(**values)


def operation(operation: Operation, meanings: Mapping[tuple[str, str], str]) -> str:
    """One operation or event."""
    return _templates.get_template("operation.md").render(
        operation=operation,
        meanings=meanings,
        samples=samples.of(operation),
        variables=samples.variables(),
    )


def _links(text: str) -> str:
    """Links of the page of errors, as they lead from anywhere."""

    def lead(link: str) -> str | None:
        led = library.linked(guides.ERRORS, link)
        return None if led is None else f"/docs/{led[0].address}{led[1]}"

    return markdown.with_links(text, lead)


_templates = jinja2.Environment(
    loader=jinja2.FileSystemLoader(_FOLDER),
    autoescape=False,  # noqa: S701 - Markdown and plain text
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.filters |= {"links": _links, "written": written, "line": lambda text: " ".join(text.split())}
