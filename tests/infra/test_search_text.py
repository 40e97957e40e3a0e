"""The one folding of search text, and what is compared folded."""

import sys
import unicodedata

import pytest

from fulfilment.infra import search_text

# Every character except the halves of surrogate pairs.
CHARACTERS = [chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code <= 0xDFFF]


def test_folding_once_is_folding_as_often_as_one_likes() -> None:
    assert [one for one in CHARACTERS if search_text.fold(search_text.fold(one)) != search_text.fold(one)] == []


def test_cases_and_decompositions_of_a_letter_are_alike() -> None:
    letters = [one for one in CHARACTERS if one.isalpha()]
    assert len(letters) > 100_000
    for change in (str.lower, str.upper, str.casefold, lambda one: unicodedata.normalize("NFD", one)):
        assert [one for one in letters if search_text.fold(change(one)) != search_text.fold(one)] == []


@pytest.mark.parametrize(
    ("kind", "folded"),
    [
        ("'`´ʼ‘’‛′＇", "'"),
        ("-\u2010\u2011\u2012–—―−－﹣", "-"),
        (" \t\n\u00a0\u2003\u3000\u202f", " "),
        ("\u200b\u200c\u200d\u2060\ufeff\u00ad\ufe0f\u034f", ""),
        ("7７٧७𝟕", "7"),
    ],
)
def test_what_looks_alike_is_alike(kind: str, folded: str) -> None:
    assert {search_text.fold(one) for one in kind} == {folded}


def test_marks_that_make_another_letter_stay() -> None:
    assert search_text.fold("が") != search_text.fold("か")
    assert search_text.fold("กี") != search_text.fold("ก")


def test_places_lead_back_into_the_text() -> None:
    folded, places = search_text.fold_with_places("Strａße\u0301!")
    assert folded == "strasse!" == search_text.fold("Strａße\u0301!")
    assert places == [0, 1, 2, 3, 4, 4, 5, 7, 8]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(
            ("0812-3", "8123"),
            ("62 812 3", "8123"),
            ("+62 (0)812/3", "8123"),
            ("0062 8123", "8123"),
            ("８１２３", "8123"),
        ),
        *(("0622 12", "62212"), ("0", ""), ("abc", ""), ("", "")),
    ],
)
def test_a_telephone_number_is_the_same_in_every_spelling(text: str, number: str) -> None:
    assert search_text.national_number(text) == number


@pytest.mark.parametrize("text", ["AK956-747 05", "ak95674705", "ＡＫ９５６７４７０５", "\u200bAK‑95674705 "])
def test_a_waybill_is_the_same_in_every_spelling(text: str) -> None:
    assert search_text.waybill_key(text) == "ak95674705"
