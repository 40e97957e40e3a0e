"""CSV cells that no spreadsheet takes for a formula, however it splits a text; reading restores the text."""

import csv
import io
import random

import pytest

from fulfilment.infra import safe_csv

ALPHABET = "=+-@＝＋﹣'\"\t\r\n,;a 9\u200b\ufeff\u2028"
BEGINNINGS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")


def random_texts(count: int) -> list[str]:
    dice = random.Random(7)
    return ["".join(dice.choices(ALPHABET, k=dice.randrange(14))) for _ in range(count)]


@pytest.mark.parametrize("begins", BEGINNINGS)
@pytest.mark.parametrize("before", ["", "Siti;", "Siti,", "Siti\t", "Siti\n", "Siti\r\n", "Siti; ", 'Siti;"'])
def test_each_piece_that_begins_as_a_formula_is_guarded(before: str, begins: str) -> None:
    guarded = safe_csv.guard(f"{before}{begins}cmd|' /C calc'!A0;")
    piece = guarded[len(before.rstrip(' "')) :]
    assert piece.startswith("'") and guarded.endswith(f"{begins}cmd|' /C calc'!A0;")


@pytest.mark.parametrize("text", ["Jl. Dago 2-4", "a=b", "x@y.example", "1;2", "'Abd", "Nur'aini, Siti"])
def test_what_begins_as_no_formula_stays_as_it_is(text: str) -> None:
    assert safe_csv.guard(text) == text


@pytest.mark.parametrize("read_with", [",", ";", "\t"])
@pytest.mark.parametrize("written_with", safe_csv.DELIMITERS)
def test_no_cell_of_a_file_is_a_formula_however_it_is_split(written_with: safe_csv.Separator, read_with: str) -> None:
    texts = [*random_texts(3_000), "Siti;=cmd|' /C calc'!A0;"]
    content = safe_csv.lines(([n, text, text] for n, text in enumerate(texts)), written_with).decode()
    for row in csv.reader(io.StringIO(content, newline=""), delimiter=read_with):
        for cell in row:
            assert not cell.lstrip(' "').startswith(BEGINNINGS), row


def test_what_was_guarded_comes_back_as_it_was() -> None:
    for text in random_texts(20_000):
        assert safe_csv.unguard(safe_csv.guard(text)) == text


def test_numbers_stay_numbers() -> None:
    assert safe_csv.lines([[-5, None, "-5", 1.5]]) == b"-5,,'-5,1.5\r\n"
