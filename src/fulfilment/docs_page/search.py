"""What the search box looks through: every operation and event, and every section of the guides."""

from collections.abc import Callable
from typing import Any

import msgspec

from fulfilment.docs_page import guides
from fulfilment.docs_page.fields import Field
from fulfilment.docs_page.library import File
from fulfilment.docs_page.markdown import Rendered, Section
from fulfilment.docs_page.operations import Operation


def index(operations: list[Operation], rendered: Callable[[File], Rendered]) -> str:
    """JSON: a list of `[kind, title, address, words]`; the kind of an operation is its method."""
    entries: list[tuple[str, str, str, str]] = []
    for each in operations:
        entries.append((each.method or "event", each.title, each.address, _words(each)))
    for _, some in guides.groups():
        for guide in some:
            page = rendered(guide.file)
            entries += [_section(guide.address, page, section) for section in page.sections]
    return msgspec.json.encode(entries).decode()


def _section(address: str, page: Rendered, section: Section) -> tuple[str, str, str, str]:
    is_first = section is page.sections[0]
    title = page.title if is_first else f"{page.title}: {section.title}"
    where = address if is_first else f"{address}#{section.anchor}"
    return "guide", title, where, " ".join(section.text.split())


def _words(operation: Operation) -> str:
    names: list[str] = []
    fields: list[Any] = [parameter.field for parameter in operation.parameters] + operation.body
    for answer in operation.answers:
        fields += answer.fields
    _gather(fields, names)
    codes = [refusal.code for refusal in operation.refusals]
    said = [operation.path, operation.summary, operation.description, operation.tag, *dict.fromkeys(names + codes)]
    return " ".join(" ".join(said).split())


def _gather(fields: list[Field], names: list[str]) -> None:
    for field in fields:
        names.append(field.name)
        _gather(field.fields, names)
