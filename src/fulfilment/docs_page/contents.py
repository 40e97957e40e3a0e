"""What each page of the documentation says: of the guides, and of the operations and events of the API's document."""

from collections.abc import Callable
from typing import Any

import msgspec

from fulfilment import brand
from fulfilment.docs_page import guides, library, machines, markdown, operations, pages, samples, search
from fulfilment.docs_page.library import File
from fulfilment.docs_page.operations import Operation

HTML, TEXT = "text/html; charset=utf-8", "text/plain; charset=utf-8"
MARKDOWN, JSON = "text/markdown; charset=utf-8", "application/json"

_ROOT = "/docs"
_PREFIX = "/api/v1"


class Contents:
    """Every page by its address below /docs, made out of one document."""

    def __init__(self, document: bytes):
        said = msgspec.json.decode(document)
        self._info = said["info"]
        self._operations = operations.read(said)
        self._by_id = {operation.id: operation for operation in self._operations}
        self._by_path = {_shape(each.method, each.path): each for each in self._operations}
        self._shared = {
            "brand": brand.current(),
            "title": self._info["title"],
            "guides": guides.groups(),
            "groups": operations.grouped(said, self._operations),
        }
        self._special: dict[str, Callable[[], tuple[str, str]]] = {
            "": lambda: (self._html("overview.html", here=_ROOT, about=self._info["description"]), HTML),
            "404": lambda: (self._html("missing.html", here=""), HTML),
            "llms.txt": lambda: (machines.overview(**self._shared, about=self._info["description"]), TEXT),
            "search.json": lambda: (search.index(self._operations, self._rendered), JSON),
        }

    def has(self, address: str) -> bool:
        """Whether there is such a page."""
        folder, _, name = address.rpartition("/")
        if folder == "reference":
            return name.removesuffix(".md") in self._by_id
        known = library.by_address()
        return address in self._special or address in known or f"{address}.md" in known

    def page(self, address: str) -> tuple[str, str] | None:
        """The text of a page and its media type; None where there is no such page."""
        if address in self._special:
            return self._special[address]()
        folder, _, name = address.rpartition("/")
        if folder == "reference":
            return self._of_operation(name)
        file = library.by_address().get(address)
        if file is not None:
            return self._as_written(file), MARKDOWN if file.is_page else TEXT
        file = library.by_address().get(f"{address}.md")
        return None if file is None else (self._guide(file), HTML)

    def _of_operation(self, name: str) -> tuple[str, str] | None:
        operation = self._by_id.get(name.removesuffix(".md"))
        if operation is None:
            return None
        if name.endswith(".md"):
            return machines.operation(operation, guides.meanings()), MARKDOWN
        shown = self._html(
            "operation.html",
            here=operation.address,
            operation=operation,
            samples=samples.of(operation),
            variables=samples.variables(),
            meanings=self._meanings(operation),
        )
        return shown, HTML

    def _meanings(self, operation: Operation) -> list[tuple[str, str, Any]]:
        """The status, the code and the words of each refusal."""
        known = guides.meanings()
        written = [(each.status, each.code, known.get((each.status, each.code), "")) for each in operation.refusals]
        return [(*rest, markdown.inline(text, self._resolve(guides.ERRORS), self.find)) for *rest, text in written]

    def _guide(self, file: File) -> str:
        return self._html("guide.html", here=f"{_ROOT}/{file.page}", page=self._rendered(file))

    def _rendered(self, file: File) -> markdown.Rendered:
        return markdown.render(file.text, self._resolve(file.source), self.find)

    def _as_written(self, file: File) -> str:
        def lead(link: str) -> str | None:
            led = library.linked(file.source, link)
            return None if led is None else f"{_ROOT}/{led[0].address}{led[1]}"

        return markdown.with_links(file.text, lead) if file.is_page else file.text

    def find(self, method: str, path: str) -> str | None:
        """The address of an operation, whatever its path calls its parameters."""
        operation = self._by_path.get(_shape(method, path)) or self._by_path.get(_shape(method, _PREFIX + path))
        return None if operation is None else operation.address

    @staticmethod
    def _resolve(source: str) -> markdown.Resolve:
        def resolve(link: str) -> str | None:
            if link.startswith(markdown.ELSEWHERE):
                return link
            led = library.linked(source, link)
            return None if led is None else f"{_ROOT}/{led[0].page}{led[1]}"

        return resolve

    def _html(self, template: str, **values: Any) -> str:
        return pages.render(template, **self._shared, **values)


def _shape(method: str, path: str) -> str:
    """The path without the names of its parameters."""
    return f"{method} " + "/".join("{}" if part.startswith("{") else part for part in path.split("/"))
