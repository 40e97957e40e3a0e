"""What pages say in other languages: English in the code, every `<language>.po` put together, read once a process."""

import io
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import jinja2
from babel.support import NullTranslations, Translations

from fulfilment.infra.api import templates as pages
from fulfilment.infra.safe_csv import Separator

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

ENGLISH, INDONESIAN = "en", "id"
LANGUAGES = {ENGLISH: "English", INDONESIAN: "Bahasa Indonesia"}
# Where decimals have a comma, spreadsheets split a file at semicolons.
CSV_SEPARATORS: dict[str, Separator] = {ENGLISH: "comma", INDONESIAN: "semicolon"}

_SERVICE = Path(__file__).parents[1]
CONSOLE, SIGN_IN = _SERVICE / "console", _SERVICE / "sign_in"
# Recipients are told otherwise than merchants, in words of their own.
TRACKING_PAGE = _SERVICE / "tracking_page"


def N_(text: str) -> str:
    """Mark a text that is translated where it is shown."""
    return text


def NC_(context: str, text: str) -> str:
    """Mark a text that is said otherwise here than elsewhere."""
    return text


@cache
def translations_for(language: str, part: Path | None = None) -> NullTranslations:
    """What texts of the code are in a language; English is what stands there.

    `part` is a folder with words of its own; without one they are those of the console and of signing in to it.
    """
    if language == ENGLISH:
        return NullTranslations()
    # What reads and writes files of messages is loaded with the first page that is not in English.
    from babel.messages.mofile import write_mo

    catalog = load_catalog(language, part)
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return Translations(compiled)


def template_environment(folder: Path, language: str, part: Path | None = None) -> jinja2.Environment:
    """A new environment of a folder's templates, whose texts are in a language, in the words of a `part`."""
    environment = pages.of_pages(folder, "jinja2.ext.i18n")
    # The extension adds it.
    install = environment.install_gettext_translations  # pyright: ignore[reportAttributeAccessIssue]
    install(translations_for(language, part), newstyle=True)
    return environment


def load_catalog(language: str, part: Path | None = None) -> "Catalog":
    """The messages of all files of a language, or of a part's one."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po

    catalog = Catalog(locale=language)
    for path in list_catalog_files(language, part):
        with path.open("rb") as file:
            parsed = read_po(file, locale=language)
            # The files say how many plural forms there are; Babel has none of its own for every language.
            catalog.mime_headers = parsed.mime_headers
            for message in parsed:
                if message.id:
                    catalog[message.id] = message
    return catalog


def list_catalog_files(language: str, part: Path | None = None) -> list[Path]:
    """Each screen has its own file, so that a text stands beside the page that shows it."""
    if part is not None:
        return [part / f"{language}.po"]
    return sorted([*CONSOLE.glob(f"*/{language}.po"), *SIGN_IN.glob(f"{language}.po")])
