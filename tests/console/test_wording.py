"""Everything that the console says is said in Indonesian as well, beside the page that says it."""

import re
from pathlib import Path

import pytest

from fulfilment import translations
from fulfilment.console.wording import amounts
from fulfilment.console.wording.show import Show
from fulfilment.translations import ENGLISH, LANGUAGES, files
from tests.console import messages
from tests.console.messages import Text

_PLACEHOLDER = re.compile(r"%\(\w+\)s|%")
OTHERS = [language for language in LANGUAGES if language != ENGLISH]


def placeholders(text: Text) -> set[str]:
    return set(_PLACEHOLDER.findall(text if isinstance(text, str) else " ".join(text)))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("folder", messages.folders(), ids=lambda folder: folder.name)
def test_a_folder_says_everything_in_every_language_and_nothing_that_it_does_not_say(
    folder: Path, language: str
) -> None:
    said, known = messages.texts(folder), messages.translated(folder, language)
    assert said - known.keys() == set()
    assert known.keys() - said == set()
    for text, (translation, is_fuzzy) in known.items():
        assert translation and all(translation) and not is_fuzzy, text
        assert placeholders(translation) == placeholders(text), text


@pytest.mark.parametrize("language", OTHERS)
def test_one_text_is_the_same_wherever_it_stands(language: str) -> None:
    by_text: dict[Text, set[Text]] = {}
    for path in files(language):
        for text, (translation, _) in messages.translated(path.parent, language).items():
            by_text.setdefault(text, set()).add(translation)
    assert {text: found for text, found in by_text.items() if len(found) > 1} == {}


def test_a_text_without_a_translation_stays_as_it_is() -> None:
    assert translations.of("id").gettext("Nobody translated this.") == "Nobody translated this."


@pytest.mark.parametrize(
    ("text", "currency", "amount"),
    [
        *(
            (text, "IDR", 85_000)
            for text in ("85000", "85.000", "85,000", "Rp 85.000", "rp85000", "85 000", "IDR 85000")
        ),
        *((text, "USD", 8_500) for text in ("85", "85.00", "85,00", "$85", "USD 85.0")),
        ("1.234.567", "IDR", 1_234_567),
        ("1,234.50", "USD", 123_450),
        *((text, "IDR", None) for text in ("", "abc", "-5", "8.50", "1e5", "9" * 40, "85.000,00")),
        *((text, "USD", None) for text in ("1.2.3", "12,345,6", "٣", "--")),
    ],
)
def test_an_amount_is_read_as_either_language_writes_it(text: str, currency: str, amount: int | None) -> None:
    assert amounts.read(text, currency) == amount


def test_money_and_times_are_shown_as_each_language_writes_them() -> None:
    indonesian, english = Show("id", "Asia/Jayapura", "IDR"), Show("en", "Asia/Jayapura", "IDR")
    assert (indonesian.money(85_000), english.money(85_000)) == ("Rp85.000", "Rp85,000")
    assert (english.money(-1_500), english.money(None)) == ("−Rp1,500", "–")
    assert indonesian.moment("2026-05-01T20:30:00.000Z") == "2 Mei 2026, 05.30"
    assert english.moment("2026-05-01T20:30:00.000Z") == "2 May 2026, 05:30"
    assert english.zone_title == "WIT"


def test_a_zone_that_this_machine_does_not_know_is_shown_in_the_usual_one() -> None:
    assert Show("en", "Mars/Olympus", "IDR").moment("2026-05-01T20:30:00.000Z") == "2 May 2026, 03:30"


def test_a_number_has_its_words_in_the_right_form() -> None:
    one, many = "%(num)s attempt", "%(num)s attempts"
    assert [translations.of("id").ngettext(one, many, count) for count in (1, 3)] == ["%(num)s percobaan"] * 2
    assert [translations.of("en").ngettext(one, many, count) for count in (1, 3)] == [one, many]
