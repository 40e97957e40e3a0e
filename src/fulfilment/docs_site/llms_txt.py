"""The same pages for machines: an operation as Markdown, and the list of everything as llms.txt."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jinja2

from fulfilment.docs_site import code_samples, guides, library, markdown
from fulfilment.docs_site.operations import Operation, format_json

_FOLDER = Path(__file__).parent / "templates" / "machines"


def render_overview(**values: Any) -> str:
    """llms.txt: what this is, every guide and every operation with its address (https://llmstxt.org)."""
    return _templates.get_template("llms.txt").render(**values)


def render_operation(operation: Operation, meanings: Mapping[tuple[str, str], str]) -> str:
    """One operation or event."""
    return _templates.get_template("operation.md").render(
        operation=operation,
        meanings=meanings,
        samples=code_samples.build_samples(operation),
        variables=code_samples.list_variables(),
    )


def _rewrite_links(text: str) -> str:
    """Links of the page of errors, as they lead from anywhere."""

    def resolve(link: str) -> str | None:
        target = library.resolve_link(guides.ERRORS, link)
        return None if target is None else f"/docs/{target[0].address}{target[1]}"

    return markdown.rewrite_links(text, resolve)


_templates = jinja2.Environment(
    loader=jinja2.FileSystemLoader(_FOLDER),
    autoescape=False,  # noqa: S701 - Markdown and plain text
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.filters |= {"links": _rewrite_links, "written": format_json, "line": lambda text: " ".join(text.split())}
