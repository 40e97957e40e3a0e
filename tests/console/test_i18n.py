"""Every text of the console has an Indonesian translation, next to the page with the text."""

import re
from pathlib import Path

import pytest

from fulfilment.console.i18n import formatter
from fulfilment.console.i18n.formatter import Formatter
from fulfilment.infra import i18n
from fulfilment.infra.i18n import ENGLISH, LANGUAGES, list_catalog_files
from tests.console import messages
from tests.console.messages import Text

_PLACEHOLDER = re.compile(r"%\(\w+\)s|%")
OTHERS = [language for language in LANGUAGES if language != ENGLISH]


def placeholders(text: Text) -> set[str]:
    return set(_PLACEHOLDER.findall(text if isinstance(text, str) else " ".join(text)))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("folder", messages.list_folders(), ids=lambda folder: folder.name)
def test_a_folder_says_everything_in_every_language_and_nothing_that_it_does_not_say(
    folder: Path, language: str
) -> None:
    said, known = messages.extract_texts(folder), messages.read_translations(folder, language)
    assert said - known.keys() == set()
    assert known.keys() - said == set()
    for text, (translation, is_fuzzy) in known.items():
        assert translation and all(translation) and not is_fuzzy, text
        assert placeholders(translation) == placeholders(text), text


@pytest.mark.parametrize("language", OTHERS)
def test_one_text_is_the_same_wherever_it_stands(language: str) -> None:
    by_text: dict[Text, set[Text]] = {}
    for path in list_catalog_files(language):
        for text, (translation, _) in messages.read_translations(path.parent, language).items():
            by_text.setdefault(text, set()).add(translation)
    assert {text: found for text, found in by_text.items() if len(found) > 1} == {}


# English texts that mean the same, beside those that differ in their case or in a plural alone.
ALIKE = (
    {"active", "enabled", "on"},
    {"no warehouse yet.", "there is no warehouse yet."},
    {"find", "search"},
    {"top up", "top-up"},
    {"kind", "type"},
    {"the courier is already booked.", "the courier is booked."},
    {"see the plan", "see the plans"},
    {"credit", "shipping credit"},
    {"done", "finished"},
    {"all", "any"},
    {"state", "status"},
    {"level", "stock"},
    {"add a variant", "add variant"},
    {"no limit", "without limits"},
    {"available", "free"},
)


def one_of(text: Text) -> str:
    return (text if isinstance(text, str) else text[0]).lower()


def test_one_indonesian_phrase_does_not_mean_two_things() -> None:
    english: dict[str, set[str]] = {}
    for path in list_catalog_files("id"):
        for text, (translation, _) in messages.read_translations(path.parent, "id").items():
            english.setdefault(one_of(translation), set()).add(one_of(text))
    found = {
        phrase: texts
        for phrase, texts in english.items()
        if len({text.rstrip("s") for text in texts}) > 1 and not any(texts <= alike for alike in ALIKE)
    }
    assert found == {}


# A word of the shop, its Indonesian, and what it must not be mixed up with (design, Language).
GLOSSARY = (
    (r"\bplans?\b", "langganan", r"\bpaket\b"),
    (r"\breserved\b", "dicadangkan", r"\bdipesan"),
    (r"^delivered$|\ba delivered shipment\b", "diterima", r"terkirim|sampai"),
    (r"^booked$|\bto book$", "dipesan", r"cadang"),
    (r"\bparcels?\b", "paket", r"langganan"),
)


@pytest.mark.parametrize(("word", "indonesian", "never"), GLOSSARY, ids=[word for word, *_ in GLOSSARY])
def test_one_word_stands_for_one_thing(word: str, indonesian: str, never: str) -> None:
    seen, wrong = 0, {}
    for folder in messages.list_folders():
        for text, (translation, _) in messages.read_translations(folder, "id").items():
            told = one_of(translation)
            if not re.search(word, one_of(text)):
                continue
            seen += indonesian in told
            if re.search(never, told):
                wrong[text] = translation
    assert seen and wrong == {}


def test_a_text_without_a_translation_stays_as_it_is() -> None:
    assert i18n.translations_for("id").gettext("An untranslated text.") == "An untranslated text."


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
        # Half of something is not five hundred of it, and one number has one kind of grouping mark.
        *((text, "IDR", None) for text in ("2.0", "1,5", "0.500", "1.000,000", "1.000000", "85.00", " " * 40 + "5")),
        *((text, "USD", None) for text in ("0.500", "0,500", "1,00,000", "1.000,000", "1.000,500.2")),
        *((text, "USD", None) for text in ("1.2.3", "12,345,6", "٣", "--")),
    ],
)
def test_an_amount_is_read_as_either_language_writes_it(text: str, currency: str, amount: int | None) -> None:
    assert formatter.parse_money(text, currency) == amount


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *((text, 1_040) for text in ("1040", "1.040", "1,040", "1 040", "１０４０")),
        ("1.234.567", 1_234_567),
        ("0", 0),
        *((text, None) for text in ("2.0", "1,5", "0.500", "1.04", "1.0400", "1.000,000", "1,000.000", "1 000.000")),
        *((text, None) for text in ("", "-5", "1e5", "5 kg", "٣", "½", "1_000", "2.", ".5", "9" * 17, "0" * 41 + "5")),
    ],
)
def test_a_whole_number_is_read_where_it_is_certain(text: str, number: int | None) -> None:
    assert formatter.parse_integer(text) == number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *((text, -6.885) for text in ("-6.885", "−6,885", "–6.885")),
        *((text, 106.8) for text in ("106.8", "+106,8")),
        *((text, None) for text in ("6.8.5", "1_0.5", "1e1", "nan", "inf", "180.5", "6°53'", "-6.8, 106.8", "1,234.5")),
    ],
)
def test_a_coordinate_is_read_where_it_is_certain(text: str, value: float | None) -> None:
    assert formatter.parse_degrees(text, 180) == value


def test_money_and_times_are_shown_as_each_language_writes_them() -> None:
    indonesian, english = Formatter("id", "Asia/Jayapura", "IDR"), Formatter("en", "Asia/Jayapura", "IDR")
    assert (indonesian.money(85_000), english.money(85_000)) == ("Rp85.000", "Rp85,000")
    assert (english.money(-1_500), english.money(None)) == ("−Rp1,500", "–")
    assert indonesian.moment("2026-05-01T20:30:00.000Z") == "2 Mei 2026, 05.30"
    assert english.moment("2026-05-01T20:30:00.000Z") == "2 May 2026, 05:30"
    assert english.zone_title == "WIT"


def test_a_zone_that_this_machine_does_not_know_is_shown_in_the_usual_one() -> None:
    assert Formatter("en", "Mars/Olympus", "IDR").moment("2026-05-01T20:30:00.000Z") == "2 May 2026, 03:30"


def test_a_number_has_its_words_in_the_right_form() -> None:
    one, many = "%(num)s attempt", "%(num)s attempts"
    assert [i18n.translations_for("id").ngettext(one, many, count) for count in (1, 3)] == ["%(num)s percobaan"] * 2
    assert [i18n.translations_for("en").ngettext(one, many, count) for count in (1, 3)] == [one, many]
