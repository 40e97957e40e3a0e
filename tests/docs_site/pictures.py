"""Manifest of the pictures in docs/pictures: each picture with the headings of the screen that it shows.

`make console-pictures ARGS=--docs` draws the pictures and fills in the manifest. A test compares the headings with the
code, its templates and its translations.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

from fulfilment.infra.i18n import CONSOLE, ENGLISH, translations_for
from tests.console.messages import KEYWORDS

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "pictures"
MANIFEST = FOLDER / "manifest.json"
MAX_BYTES = 150_000

_HEADING = re.compile(r"<(h1|h2|title)\b[^>]*>(.*?)</\1>|\{% block title %\}(.*?)\{% endblock %\}", re.DOTALL)
_CALL = re.compile(r"""\b(?:_|gettext|ngettext)\(\s*((?:"(?:[^"\\]|\\.)*"\s*,?\s*)+)""")
_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
_SLOT = re.compile(r"%\(\w+\)s")
_TITLES = re.compile("title|sections", re.IGNORECASE)


class Screen(msgspec.Struct, tag="screen", tag_field="shows", omit_defaults=True):
    """Picture of a screen of the console.

    `scene` is a name of tests/system/browser/gallery.py. `size` is desktop or phone, `scheme` is light or dark.
    `height` in CSS pixels cuts the page; without it the picture has the height of the window. `part` is the CSS
    selector of an element; the picture then shows this element alone. The command fills in `folder`, a folder of the
    console, and `headings`: the heading as shown, with its text in English.
    """

    scene: str
    language: str = ENGLISH
    size: str = "desktop"
    scheme: str = "light"
    height: int | None = None
    part: str | None = None
    folder: str = ""
    headings: dict[str, str] = {}


class PrintedLabel(msgspec.Struct, tag="label", tag_field="shows", omit_defaults=True):
    """Picture of the sample label of tests/documents/printing.py, with all of its text."""

    size: str
    text: str = ""


Pictures = dict[str, Screen | PrintedLabel]


def read_manifest() -> Pictures:
    return msgspec.json.decode(MANIFEST.read_bytes(), type=Pictures)


def write_manifest(pictures: Pictures) -> None:
    text = msgspec.json.format(msgspec.json.encode(pictures), indent=2)
    MANIFEST.write_bytes(text + b"\n")


def match_headings(shown: list[str], language: str) -> tuple[str, dict[str, str]]:
    """Folder of the console with most of these headings, and each of them with its text in English.

    Headings of data, such as the name of a product, are left out.
    """
    found = {
        folder.name: {
            heading: text for heading in shown for text in headings_of(folder) if is_text(heading, text, language)
        }
        for folder in sorted(CONSOLE.iterdir())
        if folder.is_dir()
    }
    best = max(found, key=lambda name: len(found[name]))
    return best, found[best]


def is_text(shown: str, text: str, language: str) -> bool:
    """True if the heading is this English text in the language, with anything in its slots."""
    translated = translations_for(language).gettext(text)
    if language != ENGLISH and translated == text:
        translated = translations_for(language).ngettext(text, text, 2)
    pattern = ".+".join(re.escape(part) for part in _SLOT.split(translated))
    return re.fullmatch(pattern, shown) is not None


@cache
def headings_of(folder: Path) -> frozenset[str]:
    """English texts of all headings that the code and the templates of a folder have."""
    templates = (path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.html")))
    modules = (ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.py")))
    return frozenset(
        [text for template in templates for text in _headings_of_template(template)]
        + [text for module in modules for text in _headings_of_module(module)]
    )


def _headings_of_template(template: str) -> Iterator[str]:
    for heading in _HEADING.finditer(template):
        for call in _CALL.finditer(heading[0]):
            yield from _TEXT.findall(call[1])


def _headings_of_module(module: ast.Module) -> Iterator[str]:
    """Texts of arguments, variables and functions that are named title."""
    for node in ast.walk(module):
        match node:
            case ast.keyword(arg=str(name)) | ast.FunctionDef(name=name):
                is_title = _TITLES.search(name) is not None
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                is_title = _TITLES.search(name) is not None
            case _:
                is_title = False
        if is_title:
            yield from _translated_texts(node)


def _translated_texts(node: ast.AST) -> Iterator[str]:
    for call in ast.walk(node):
        if isinstance(call, ast.Call):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if name in KEYWORDS:
                yield from (each.value for each in call.args if isinstance(each, ast.Constant))
