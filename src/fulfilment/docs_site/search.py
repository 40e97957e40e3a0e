"""What the search box looks through: every operation and event, and every section of the guides."""

from collections.abc import Callable
from typing import Any

import msgspec

from fulfilment.docs_site import guides
from fulfilment.docs_site.fields import FieldDoc
from fulfilment.docs_site.library import DocsFile
from fulfilment.docs_site.markdown import PageSection, RenderedPage
from fulfilment.docs_site.operations import Operation


def build_index(operations: list[Operation], render_markdown: Callable[[DocsFile], RenderedPage]) -> str:
    """JSON: a list of `[kind, title, address, words]`; the kind of an operation is its method."""
    entries: list[tuple[str, str, str, str]] = []
    for each in operations:
        entries.append((each.method or "event", each.title, each.address, _operation_words(each)))
    for _, guides_of_group in guides.list_groups():
        for guide in guides_of_group:
            page = render_markdown(guide.file)
            entries += [_section_entry(guide.address, page, section) for section in page.sections]
    return msgspec.json.encode(entries).decode()


def _section_entry(address: str, page: RenderedPage, section: PageSection) -> tuple[str, str, str, str]:
    is_first = section is page.sections[0]
    title = page.title if is_first else f"{page.title}: {section.title}"
    where = address if is_first else f"{address}#{section.anchor}"
    return "guide", title, where, " ".join(section.text.split())


def _operation_words(operation: Operation) -> str:
    names: list[str] = []
    fields: list[Any] = [parameter.field for parameter in operation.parameters] + operation.body
    for answer in operation.responses:
        fields += answer.fields
    _collect_names(fields, names)
    codes = [error.code for error in operation.errors]
    texts = [operation.path, operation.summary, operation.description, operation.tag, *dict.fromkeys(names + codes)]
    return " ".join(" ".join(texts).split())


def _collect_names(fields: list[FieldDoc], names: list[str]) -> None:
    for field in fields:
        names.append(field.name)
        _collect_names(field.fields, names)
