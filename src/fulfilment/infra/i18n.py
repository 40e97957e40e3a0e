"""Translations of pages (gettext): English in the code, other languages in `<language>.po`, read once per process."""

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
# Spreadsheets of languages with a decimal comma expect semicolons.
CSV_SEPARATORS: dict[str, Separator] = {ENGLISH: "comma", INDONESIAN: "semicolon"}

_SERVICE = Path(__file__).parents[1]
CONSOLE, SIGN_IN = _SERVICE / "console", _SERVICE / "sign_in"
# The tracking page addresses recipients, so it has a catalog of its own.
TRACKING_PAGE = _SERVICE / "tracking_page"


def N_(text: str) -> str:
    """Mark a text for extraction; it is translated where it is rendered."""
    return text


def NC_(context: str, text: str) -> str:
    """Mark a text for extraction with a context, since its translation differs from that of the same text elsewhere."""
    return text


@cache
def translations_for(language: str, part: Path | None = None) -> NullTranslations:
    """The translations to a language; for English none, since the code's texts are English.

    `part` is a folder with its own catalog. Without it, the catalog is that of the console and of its sign-in.
    """
    if language == ENGLISH:
        return NullTranslations()
    # Imported only with the first page in another language.
    from babel.messages.mofile import write_mo

    catalog = load_catalog(language, part)
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return Translations(compiled)


def template_environment(folder: Path, language: str, part: Path | None = None) -> jinja2.Environment:
    """A new Jinja environment of a folder's templates, translated to a language with the catalog of a `part`."""
    environment = pages.of_pages(folder, "jinja2.ext.i18n")
    # The i18n extension adds this method at run time.
    install = environment.install_gettext_translations  # pyright: ignore[reportAttributeAccessIssue]
    install(translations_for(language, part), newstyle=True)
    return environment


def load_catalog(language: str, part: Path | None = None) -> "Catalog":
    """The merged catalog of all files of a language, or the catalog of a part."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po

    catalog = Catalog(locale=language)
    for path in list_catalog_files(language, part):
        with path.open("rb") as file:
            parsed = read_po(file, locale=language)
            # The files declare the plural forms; Babel does not know them for every language.
            catalog.mime_headers = parsed.mime_headers
            for message in parsed:
                if message.id:
                    catalog[message.id] = message
    return catalog


def list_catalog_files(language: str, part: Path | None = None) -> list[Path]:
    """The catalog files of a language: one per screen, next to the screen's code."""
    if part is not None:
        return [part / f"{language}.po"]
    return sorted([*CONSOLE.glob(f"*/{language}.po"), *SIGN_IN.glob(f"{language}.po")])
