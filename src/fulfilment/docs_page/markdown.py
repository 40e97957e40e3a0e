"""Markdown as HTML: links that lead to the pages as they are served, anchors, and highlighted code.

The libraries are imported when the first page is asked for, so that a process whose documentation nobody reads does not
hold them.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
from markupsafe import Markup, escape

_LINK = re.compile(r"(?<=\]\()[^()\[\]\s]++(?=\))")
ELSEWHERE = ("https:", "http:", "mailto:", "/", "#")
_NO_LETTER_OF_ANCHORS = re.compile(r"[^\w\- ]")
_OF_REQUEST = re.compile(r"(GET|POST|PUT|PATCH|DELETE) (/\S*)")
# What the documents call a language, where the highlighter calls it otherwise.
_LANGUAGES = {"sh": "bash", "js": "javascript", "ts": "typescript", "mjs": "javascript", "jsonl": "json"}

# The address of what a link leads to, None for one that leads nowhere; and of an operation by method and path.
Resolve = Callable[[str], str | None]
Find = Callable[[str, str], str | None]


class Section(msgspec.Struct):
    """A heading and the text below it, as plain words."""

    level: int
    anchor: str
    title: str
    text: str


class Rendered(msgspec.Struct):
    """A page: its title is its first heading, which is not in the HTML."""

    title: str
    html: Markup
    sections: list[Section]


def render(text: str, resolve: Resolve, find: Find) -> Rendered:
    """A whole page."""
    tokens = _parser().parse(text)
    sections = _name_headings(tokens)
    _lead(tokens, resolve, find)
    title = sections[0].title if sections else ""
    if tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        tokens = tokens[3:]
    return Rendered(title, _html(tokens), sections)


def passage(text: str) -> Markup:
    """A few words or paragraphs of the document: a description."""
    return _html(_parser().parse(text))


def words(text: str) -> Markup:
    """A few words within a line."""
    return Markup(_parser().renderInline(text)) if text else Markup()  # noqa: S704 - raw HTML is switched off


def inline(text: str, resolve: Resolve, find: Find) -> Markup:
    """A few words within a line of a page, with their links."""
    tokens = _parser().parseInline(text)
    _lead(tokens, resolve, find)
    return _html(tokens)


def code(text: str, language: str) -> Markup:
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


def anchor(title: str) -> str:
    """The name of a heading in addresses."""
    return _NO_LETTER_OF_ANCHORS.sub("", title.lower()).replace(" ", "-")


def with_links(text: str, resolve: Resolve) -> str:
    """The Markdown itself, its relative links leading to what is served; one that leads nowhere stays as it is."""

    def led(found: re.Match[str]) -> str:
        link = found[0]
        return link if link.startswith(ELSEWHERE) else resolve(link) or link

    return _LINK.sub(led, text)


def _html(tokens: list[Any]) -> Markup:
    parser = _parser()
    return Markup(parser.renderer.render(tokens, parser.options, {}))  # noqa: S704 - raw HTML is switched off


@cache
def _parser() -> Any:
    from markdown_it import MarkdownIt

    # Without raw HTML, whatever is written comes out as text.
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.add_render_rule("fence", _fence)
    parser.add_render_rule("code_block", _fence)
    parser.add_render_rule(
        "table_open", lambda *_: '<div class="table" tabindex="0" role="group" aria-label="Table"><table>'
    )
    parser.add_render_rule("table_close", lambda *_: "</table></div>")
    return parser


def _fence(renderer: Any, tokens: list[Any], index: int, options: Any, env: Any) -> str:
    token = tokens[index]
    language = token.info.split()[0] if token.info.strip() else ""
    highlighted = code(token.content.rstrip("\n"), language)
    return f'<pre class="code" tabindex="0" role="group" aria-label="Code"><code>{highlighted}</code></pre>\n'


def _name_headings(tokens: list[Any]) -> list[Section]:
    """Give each heading its anchor. The sections in order; the first one is called after the page."""
    sections: list[Section] = []
    taken: dict[str, int] = {}
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            title = _plain(tokens[index + 1])
            name = anchor(title)
            count = taken[name] = taken.get(name, -1) + 1
            token.attrSet("id", f"{name}-{count}" if count else name)
            sections.append(Section(int(token.tag[1]), token.attrGet("id"), title, ""))
        elif sections and token.type in ("inline", "fence") and tokens[index - 1].type != "heading_open":
            sections[-1].text += " " + (_plain(token) if token.type == "inline" else token.content)
    return sections


def _plain(token: Any) -> str:
    return "".join(child.content or " " for child in token.children or ())


def _lead(tokens: list[Any], resolve: Resolve, find: Find) -> None:
    """Have links lead to the pages as they are served, and requests in code to their operations."""
    for token in tokens:
        if token.type != "inline":
            continue
        children, is_linked, is_dead = [], False, False
        for child in token.children:
            if child.type == "link_open":
                address = resolve(child.attrGet("href"))
                is_linked, is_dead = True, address is None
                if is_dead:
                    continue
                child.attrSet("href", address)
            elif child.type == "link_close":
                is_linked = False
                if is_dead:
                    continue
            elif child.type == "code_inline" and not is_linked and (address := _operation(child.content, find)):
                children += _around(child, address)
                continue
            children.append(child)
        token.children = children


def _operation(text: str, find: Find) -> str | None:
    found = _OF_REQUEST.fullmatch(text)
    return find(found[1], found[2].partition("?")[0]) if found else None


def _around(child: Any, address: str) -> list[Any]:
    from markdown_it.token import Token

    return [Token("link_open", "a", 1, attrs={"href": address}), child, Token("link_close", "a", -1)]
