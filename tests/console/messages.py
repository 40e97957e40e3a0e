"""The texts of the console, of signing in to it, and of the tracking page, by the folder that they stand in."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from fulfilment.infra.i18n import CONSOLE, SIGN_IN, TRACKING_PAGE

KEYWORDS = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "N_": None,
    "say": None,
    "say_count": (1, 2),
    "NC_": ((1, "c"), 2),
}
_METHODS = [("**.py", "python"), ("**.html", "jinja2")]
_OPTIONS = {"**.html": {"trimmed": "true", "newstyle_gettext": "true", "silent": "false"}}

Text = str | tuple[str, ...]


def list_folders() -> list[Path]:
    """Every folder of the console that says something, the pages of signing in, and the tracking page."""
    return sorted(
        path for path in (*CONSOLE.iterdir(), SIGN_IN, TRACKING_PAGE) if path.is_dir() and extract_texts(path)
    )


@cache
def extract_texts(folder: Path) -> frozenset[Text]:
    """The translatable texts in the code and the templates of a folder, in English; a plural is a pair."""
    return frozenset(message for message in _extract_messages(folder) if message)


def read_translations(folder: Path, language: str) -> dict[Text, tuple[Text, bool]]:
    """The entries of the folder's file: each text with its translation, and with True where that is fuzzy."""
    path = folder / f"{language}.po"
    if not path.exists():
        return {}
    with path.open("rb") as file:
        return {
            _with_context(message.context, _to_text(message.id)): (_to_text(message.string), message.fuzzy)
            for message in read_po(file, locale=language)
            if message.id
        }


def _to_text(message_id: str | list[str] | tuple[str, ...]) -> Text:
    return message_id if isinstance(message_id, str) else tuple(message_id)


def _extract_messages(folder: Path) -> Iterator[Text]:
    found = extract_from_dir(folder, _METHODS, _OPTIONS, KEYWORDS)
    for _path, _line, message, _comments, context in found:
        if isinstance(message, tuple):
            yield tuple(part for part in message if part is not None)
        else:
            yield _with_context(context, message)


def _with_context(context: str | None, text: Text) -> Text:
    return text if context is None else (context, *([text] if isinstance(text, str) else text))
