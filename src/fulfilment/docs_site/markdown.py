"""Markdown as HTML: links that lead to the pages as they are served, anchors, and highlighted code.

The libraries are imported for the first page, so that a process without readers of its documentation does not hold
them.
"""

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec
from markupsafe import Markup, escape

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_LINK = re.compile(r"(?<=\]\()[^()\[\]\s]++(?=\))")
EXTERNAL_PREFIXES = ("https:", "http:", "mailto:", "/", "#")
_NOT_IN_ANCHORS = re.compile(r"[^\w\- ]")
_SENTENCE_END = re.compile(r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)(?<!Jl\.) ")
_REQUEST_LINE = re.compile(r"(GET|POST|PUT|PATCH|DELETE) (/\S*)")
# Names of languages in the documents that differ from those of the highlighter.
_LANGUAGES = {"sh": "bash", "js": "javascript", "ts": "typescript", "mjs": "javascript", "jsonl": "json"}

# Address of the target of a link, None where it is not served; and of an operation by method and path.
Resolve = Callable[[str], str | None]
FindOperation = Callable[[str, str], str | None]
# Width and height in pixels of a picture, by its address.
PictureSizes = Mapping[str, tuple[int, int]]


class PageSection(msgspec.Struct):
    """A heading with the plain text below it: sentences of paragraphs and lists, and the text of tables and code."""

    level: int
    anchor: str
    title: str
    sentences: list[str]
    text: str


class RenderedPage(msgspec.Struct):
    """A page: its title is its first heading, which is not in the HTML."""

    title: str
    html: Markup
    sections: list[PageSection]


def render_page(
    text: str, resolve: Resolve, find: FindOperation, sizes: PictureSizes = MappingProxyType({})
) -> RenderedPage:
    """A whole page."""
    tokens = _parser().parse(text)
    sections = _add_anchors(tokens)
    _resolve_links(tokens, resolve, find)
    _resolve_pictures(tokens, resolve, sizes)
    title = sections[0].title if sections else ""
    if tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        tokens = tokens[3:]
    return RenderedPage(title, _render_tokens(tokens), sections)


def render_passage(text: str) -> Markup:
    """A few words or paragraphs of the document: a description."""
    return _render_tokens(_parser().parse(text))


def render_inline(text: str) -> Markup:
    """A few words within a line."""
    return Markup(_parser().renderInline(text)) if text else Markup()  # noqa: S704 - raw HTML is switched off


def render_linked_inline(text: str, resolve: Resolve, find: FindOperation) -> Markup:
    """A few words within a line of a page, with their links."""
    tokens = _parser().parseInline(text)
    _resolve_links(tokens, resolve, find)
    return _render_tokens(tokens)


def highlight_code(text: str, language: str) -> Markup:
    """Highlighted source, for a `pre`."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    # A lexer of PHP would wait for `<?php` before it sees any code.
    options = {"stripnl": False, "ensurenl": False} | ({"startinline": True} if language == "php" else {})
    try:
        lexer = get_lexer_by_name(_LANGUAGES.get(language, language or "text"), **options)
    except ClassNotFound:
        return escape(text)
    return Markup(highlight(text, lexer, HtmlFormatter(nowrap=True)))  # noqa: S704 - the formatter escapes


def slugify(title: str) -> str:
    """The name of a heading in addresses."""
    return _NOT_IN_ANCHORS.sub("", title.lower()).replace(" ", "-")


def rewrite_links(text: str, resolve: Resolve) -> str:
    """Markdown with its relative links changed to served addresses; a link to an unserved file stays as it is."""

    def rewrite(match: re.Match[str]) -> str:
        link = match[0]
        return link if link.startswith(EXTERNAL_PREFIXES) else resolve(link) or link

    return _LINK.sub(rewrite, text)


def _render_tokens(tokens: "list[Token]") -> Markup:
    parser = _parser()
    return Markup(parser.renderer.render(tokens, parser.options, {}))  # noqa: S704 - raw HTML is switched off


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    # Raw HTML is off: tags appear as text.
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.add_render_rule("fence", _render_fence)
    parser.add_render_rule("code_block", _render_fence)
    parser.add_render_rule(
        "table_open", lambda *_: '<div class="table" tabindex="0" role="group" aria-label="Table"><table>'
    )
    parser.add_render_rule("table_close", lambda *_: "</table></div>")
    return parser


def _render_fence(renderer: object, tokens: "Sequence[Token]", index: int, options: object, env: object) -> str:
    token = tokens[index]
    language = token.info.split()[0] if token.info.strip() else ""
    highlighted = highlight_code(token.content.rstrip("\n"), language)
    return f'<pre class="code" tabindex="0" role="group" aria-label="Code"><code>{highlighted}</code></pre>\n'


def _add_anchors(tokens: "list[Token]") -> list[PageSection]:
    """Give each heading its anchor. The sections in order; the first one is called after the page."""
    sections: list[PageSection] = []
    counts: dict[str, int] = {}
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            title = _plain_text(tokens[index + 1])
            name = slugify(title)
            count = counts[name] = counts.get(name, -1) + 1
            id = f"{name}-{count}" if count else name
            token.attrSet("id", id)
            sections.append(PageSection(int(token.tag[1]), id, title, [], ""))
        elif sections and token.type == "inline" and tokens[index - 1].type == "paragraph_open":
            sentences, rest = split_sentences(_plain_text(token))
            sections[-1].sentences += sentences
            sections[-1].text += f" {rest}"
        elif sections and token.type in ("inline", "fence") and tokens[index - 1].type != "heading_open":
            sections[-1].text += " " + (_plain_text(token) if token.type == "inline" else token.content)
    return sections


def list_sentences(text: str) -> tuple[list[str], str]:
    """Sentences of the paragraphs and lists of a passage as plain text, and the words outside of sentences."""
    tokens = _parser().parse(text)
    texts = [
        split_sentences(_plain_text(token))
        for before, token in itertools.pairwise(tokens)
        if token.type == "inline" and before.type == "paragraph_open"
    ]
    return [each for sentences, _ in texts for each in sentences], " ".join(rest for _, rest in texts if rest)


def split_sentences(text: str) -> tuple[list[str], str]:
    """Sentences of a text, and its words outside of sentences, such as those of a short list item."""
    parts = _SENTENCE_END.split(" ".join(text.split()))
    return [part for part in parts if _is_sentence(part)], " ".join(part for part in parts if not _is_sentence(part))


def _is_sentence(text: str) -> bool:
    return text.rstrip('")”’').endswith((".", "!", "?"))


def _plain_text(token: "Token") -> str:
    breaks = ("softbreak", "hardbreak")
    return "".join(" " if child.type in breaks else child.content for child in token.children or ())


def _resolve_links(tokens: "list[Token]", resolve: Resolve, find: FindOperation) -> None:
    """Change links to the served addresses, and link requests in code to their operations."""
    for token in tokens:
        if token.type != "inline":
            continue
        children: list[Token] = []
        is_linked = is_dead = False
        for child in token.children or ():
            if child.type == "link_open":
                address = resolve(str(child.attrGet("href")))
                is_linked, is_dead = True, address is None
                if address is None:
                    continue
                child.attrSet("href", address)
            elif child.type == "link_close":
                is_linked = False
                if is_dead:
                    continue
            elif child.type == "code_inline" and not is_linked and (address := _find_operation(child.content, find)):
                children += _wrap_in_link(child, address)
                continue
            children.append(child)
        token.children = children


def _resolve_pictures(tokens: "list[Token]", resolve: Resolve, sizes: PictureSizes) -> None:
    """Give each picture its served address and its size, so that the page does not move when the picture arrives.

    A picture that is not served becomes its description.
    """
    for picture in (child for token in tokens for child in token.children or () if child.type == "image"):
        address = resolve(str(picture.attrGet("src")))
        if address is None or address not in sizes:
            picture.type, picture.tag = "text", ""
            continue
        width, height = sizes[address]
        picture.attrs = {**picture.attrs, "src": address, "width": width, "height": height, "loading": "lazy"}


def _find_operation(text: str, find: FindOperation) -> str | None:
    match = _REQUEST_LINE.fullmatch(text)
    return find(match[1], match[2].partition("?")[0]) if match else None


def _wrap_in_link(child: "Token", address: str) -> "list[Token]":
    from markdown_it.token import Token

    return [Token("link_open", "a", 1, attrs={"href": address}), child, Token("link_close", "a", -1)]
