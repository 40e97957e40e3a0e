"""Contents of the pages of the documentation, with the search index and llms.txt."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import jinja2
import msgspec
from markupsafe import Markup

from fulfilment.docs_site import code_samples, library, markdown, operations, pages
from fulfilment.docs_site.fields import FieldDoc
from fulfilment.docs_site.library import DocsFile
from fulfilment.docs_site.markdown import PageSection, RenderedPage
from fulfilment.docs_site.operations import Operation, format_json
from fulfilment.infra import branding

_FOLDER = Path(__file__).parent / "templates" / "machines"


HTML, TEXT = "text/html; charset=utf-8", "text/plain; charset=utf-8"
MARKDOWN, JSON, PNG = "text/markdown; charset=utf-8", "application/json", "image/png"

_ROOT = "/docs"
_PREFIX = "/api/v1"
_FIRST_PICTURE = "pictures/console.png"
# Addresses of the service in guides, which are those of `make serve`.
_DOCUMENTED_ADDRESSES = ("export BASE=", "<")
_DOCUMENTED_BASE = "http://127.0.0.1:8080"


class SiteContents:
    """Pages of one OpenAPI document and of the guides, by their addresses below /docs."""

    def __init__(self, document: bytes) -> None:
        spec = msgspec.json.decode(document)
        self._info = spec["info"]
        self._operations = operations.parse_operations(spec)
        self._by_id = {operation.id: operation for operation in self._operations}
        self._by_path = {_path_shape(each.method, each.path): each for each in self._operations}
        self._shared = {
            "brand": branding.current(),
            "title": self._info["title"],
            "guides": library.list_groups(),
            "groups": operations.group_by_tag(spec, self._operations),
        }
        self._special_pages: dict[str, Callable[[], tuple[str, str]]] = {
            "": lambda: (self._render_home(), HTML),
            "404": lambda: (self._render_html("missing.html", here=""), HTML),
            "llms.txt": lambda: (render_overview(**self._shared, about=self._info["description"]), TEXT),
            "search.json": lambda: (build_index(self._operations, self._render_markdown), JSON),
        }

    def has_page(self, address: str) -> bool:
        """True for the address of a page."""
        folder, _, name = address.rpartition("/")
        if folder == "reference":
            return name.removesuffix(".md") in self._by_id
        known = library.files_by_address()
        return address in self._special_pages or address in known or f"{address}.md" in known

    def render_page(self, address: str) -> tuple[str | bytes, str] | None:
        """Content of a page or a picture with its media type; None for an unknown address."""
        if address in self._special_pages:
            return self._special_pages[address]()
        folder, _, name = address.rpartition("/")
        if folder == "reference":
            return self._operation_page(name)
        file = library.files_by_address().get(address)
        if file is not None and file.is_picture:
            return file.content, PNG
        if file is not None:
            return self._rewrite_markdown(file), MARKDOWN if file.is_page else TEXT
        file = library.files_by_address().get(f"{address}.md")
        return None if file is None else (self._render_guide(file), HTML)

    def _operation_page(self, name: str) -> tuple[str, str] | None:
        operation = self._by_id.get(name.removesuffix(".md"))
        if operation is None:
            return None
        if name.endswith(".md"):
            return render_operation(operation, library.load_error_meanings()), MARKDOWN
        html = self._render_html(
            "operation.html",
            here=operation.address,
            operation=operation,
            samples=code_samples.build_samples(operation),
            variables=code_samples.list_variables(),
            meanings=self._error_meanings(operation),
        )
        return html, HTML

    def _render_home(self) -> str:
        size = library.picture_sizes().get(_FIRST_PICTURE)
        return self._render_html(
            "overview.html",
            here=_ROOT,
            about=self._info["description"],
            sample=code_samples.build_first_request(),
            variables=code_samples.list_variables(),
            first_operation=self.find_operation("GET", code_samples.FIRST_TARGET),
            picture=None if size is None else (f"{_ROOT}/{_FIRST_PICTURE}", *size),
        )

    def _error_meanings(self, operation: Operation) -> list[tuple[str, str, Markup]]:
        """The status, the code and the words of each refusal."""
        known = library.load_error_meanings()
        resolve = self._link_resolver(library.ERRORS)
        refused = [(each.status, each.code) for each in operation.errors]
        return [
            (*each, markdown.render_linked_inline(known.get(each, ""), resolve, self.find_operation))
            for each in refused
        ]

    def _render_guide(self, file: DocsFile) -> str:
        return self._render_html("guide.html", here=f"{_ROOT}/{file.page}", page=self._render_markdown(file))

    def _render_markdown(self, file: DocsFile) -> markdown.RenderedPage:
        sizes = {f"{_ROOT}/{address}": size for address, size in library.picture_sizes().items()}
        return markdown.render_page(
            _with_placeholder(file.text), self._link_resolver(file.source), self.find_operation, sizes
        )

    def _rewrite_markdown(self, file: DocsFile) -> str:
        def resolve(link: str) -> str | None:
            target = library.resolve_link(file.source, link)
            return None if target is None else f"{_ROOT}/{target[0].address}{target[1]}"

        return markdown.rewrite_links(_with_placeholder(file.text), resolve) if file.is_page else file.text

    def find_operation(self, method: str, path: str) -> str | None:
        """Address of the page of an operation; the names of path parameters do not matter."""
        operation = self._by_path.get(_path_shape(method, path)) or self._by_path.get(
            _path_shape(method, _PREFIX + path)
        )
        return None if operation is None else operation.address

    @staticmethod
    def _link_resolver(source: str) -> markdown.Resolve:
        def resolve(link: str) -> str | None:
            if link.startswith(markdown.EXTERNAL_PREFIXES):
                return link
            target = library.resolve_link(source, link)
            return None if target is None else f"{_ROOT}/{target[0].page}{target[1]}"

        return resolve

    def _render_html(self, template: str, **values: Any) -> str:
        return pages.render_template(template, **self._shared, **values)


def _with_placeholder(text: str) -> str:
    """Guide with the placeholder of the base address in place of the address of `make serve`."""
    for before in _DOCUMENTED_ADDRESSES:
        text = text.replace(before + _DOCUMENTED_BASE, before + code_samples.BASE_ADDRESS)
    return text


def _path_shape(method: str, path: str) -> str:
    """The path without the names of its parameters."""
    return f"{method} " + "/".join("{}" if part.startswith("{") else part for part in path.split("/"))


def render_overview(**values: Any) -> str:
    """llms.txt: what this is, every guide and every operation with its address (https://llmstxt.org)."""
    return _templates.get_template("llms.txt").render(**values)


def render_operation(operation: Operation, meanings: Mapping[tuple[str, str], str]) -> str:
    """One operation or event."""
    return _templates.get_template("operation.j2").render(
        operation=operation,
        meanings=meanings,
        samples=code_samples.build_samples(operation),
        variables=code_samples.list_variables(),
    )


def _rewrite_links(text: str) -> str:
    """Text of the page of errors with absolute links."""

    def resolve(link: str) -> str | None:
        target = library.resolve_link(library.ERRORS, link)
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


IndexEntry = tuple[str, str, str, list[str], str]


def build_index(operations: list[Operation], render_markdown: Callable[[DocsFile], RenderedPage]) -> str:
    """JSON: a list of `[kind, title, address, sentences, words]`; the kind of an operation is its method.

    The page shows one of the sentences with a result. It only searches the words: names, codes and cells of tables.
    """
    entries: list[IndexEntry] = []
    for each in operations:
        sentences, rest = markdown.list_sentences(f"{each.summary}\n\n{each.description}")
        entries.append(
            (each.method or "event", each.title, each.address, sentences, f"{_operation_words(each)} {rest}".strip())
        )
    for _, guides_of_group in library.list_groups():
        for guide in guides_of_group:
            page = render_markdown(guide.file)
            entries += [_section_entry(guide.address, page, section) for section in page.sections]
    return msgspec.json.encode(entries).decode()


def _section_entry(address: str, page: RenderedPage, section: PageSection) -> IndexEntry:
    is_first = section is page.sections[0]
    title = page.title if is_first else f"{page.title}: {section.title}"
    where = address if is_first else f"{address}#{section.anchor}"
    return (
        "guide",
        title,
        where,
        section.sentences,
        " ".join(section.text.replace(code_samples.BASE_ADDRESS, "").split()),
    )


def _operation_words(operation: Operation) -> str:
    names: list[str] = []
    fields: list[Any] = [parameter.field for parameter in operation.parameters] + operation.body
    for answer in operation.responses:
        fields += answer.fields
    _collect_names(fields, names)
    codes = [error.code for error in operation.errors]
    texts = [operation.path, operation.tag, *dict.fromkeys(names + codes)]
    return " ".join(" ".join(texts).split())


def _collect_names(fields: list[FieldDoc], names: list[str]) -> None:
    for field in fields:
        names.append(field.name)
        _collect_names(field.fields, names)
