"""A label takes work in proportion to what it says, whatever that is: the worst texts are searched for, not thought up.

Work is counted, never timed. It is every executed line of the labels' own code, comprehensions by their rounds, and
every character that HarfBuzz is given. Quadratic work shows as sixteen times the work for four times the text.
"""

import sys
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any

import pypdfium2
import pytest
from hypothesis import HealthCheck, given, settings, target
from hypothesis import strategies as st

from fulfilment.documents import Label, LabelItem, LabelOptions, Party, render
from fulfilment.documents.document_writer import MAX_PAGES
from fulfilment.infra.pdf.text import shaping
from fulfilment.infra.pdf.text.shaping import SizedLru
from tests.documents.odd_texts import CHARACTERS, ODD, say
from tests.documents.printing import LABEL, changed, extract, unmasked
from tests.documents.test_scripts import SAMPLES

LENGTHS = (400, 1_600)
LONG = 4 * LENGTHS[-1]
# The fixed work of each label, and the additional pages of a longer one, may make up this much of the difference.
SLACK = 1.6

PLACES: dict[str, Callable[[str], Label]] = {
    "description": lambda text: changed(items=(LabelItem("x", 1, 1, "s", text),)),
    "name": lambda text: changed(items=(LabelItem(text, 1, 1, "s", "x"),)),
    "many items": lambda text: changed(items=tuple(LabelItem(part, 1, 1, part, part) for part in _parts(text))),
    "address": lambda text: changed(recipient=Party(text, text[:100], text, text, "1", text)),
    "sender": lambda text: changed(sender=Party(text, text[:100], text, text, "1", text)),
    "head": lambda text: changed(courier_name=text, service_name=text, sort_code=text, reference=text, waybill=text),
}


def _parts(text: str) -> list[str]:
    return [text[at : at + 40] for at in range(0, len(text), 40)]


def work(label: Label, options: LabelOptions) -> int:
    """How much is done to draw the label by a process that has drawn nothing like it."""
    return work_of(lambda: render([label], options))


def work_of(draw: Callable[[], bytes]) -> int:
    """The same of any paper."""
    counted = 0
    is_ours: dict[CodeType, bool] = {}

    def begin(frame: FrameType, _event: str, _argument: Any) -> Any:
        nonlocal counted
        code = frame.f_code
        if code not in is_ours:
            is_ours[code] = any(
                part in code.co_filename for part in ("/fulfilment/documents/", "/fulfilment/infra/pdf/")
            )
        if code is _DRAW:
            given = frame.f_locals
            counted += 2 * (len(given["text"]) + len(given["before"]) + len(given["after"]))
        return go_on if is_ours[code] else None

    def go_on(_frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal counted
        if event == "line":
            counted += 1
        return go_on

    _forget()
    sys.settrace(begin)
    try:
        draw()
    finally:
        sys.settrace(None)
    return counted


_DRAW = shaping._draw.__code__


def _forget() -> None:
    shaping.shaped_texts.__init__(shaping.shaped_texts.max_bytes)
    shaping._draw_short.cache_clear()


texts = st.lists(st.text(st.sampled_from(CHARACTERS), min_size=1, max_size=6), min_size=1, max_size=4)


@pytest.mark.parametrize("place", PLACES)
@settings(max_examples=5, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(units=texts, size=st.sampled_from(("thermal-80x100", "thermal-100x150")))
def test_four_times_the_text_is_four_times_the_work_in_whatever_text_a_search_finds(
    place: str, units: list[str], size: str
):
    less, more = (work(PLACES[place](say(units, length)), unmasked(size=size)) for length in LENGTHS)
    target(more / less)
    assert more / less <= 4 * SLACK, (units, less, more)


@pytest.mark.parametrize("place", PLACES)
def test_four_times_a_long_text_of_all_scripts_is_four_times_the_work(place: str):
    units = [*SAMPLES.values(), *ODD]
    less, more = (work(PLACES[place](say(units, length)), unmasked()) for length in (LENGTHS[-1], LONG))
    assert more / less <= 4 * SLACK, (less, more)


LARGEST: dict[str, list[str]] = {
    "Chinese with emoji": [chr(code) for code in (*range(0x4E00, 0x6E00), *range(0x1F600, 0x1F640))],
    "two directions alternating": ["\u0627", "a"],
    "brackets in two directions": ["(", ")", "[", "]", "\u0627", "a", "1", " "],
    "all scripts": list(SAMPLES.values()),
    "heaps of marks": ["a", "\u0301\u0316\u20dd" * 20],
    "families": ["\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f1ee\U0001f1e9", "a"],
    "characters without a glyph": ["\U00013000", "\U00013001"],
    "blanks that hang over": ["\u3000", " ", "a"],
    "one word": ["W"],
}


def pages_of(label: Label, size: str = "thermal-100x150") -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(render([label], LabelOptions(size=size)))


def last_words(document: pypdfium2.PdfDocument) -> str:
    return document[len(document) - 1].get_textpage().get_text_range()


@pytest.mark.parametrize("units", LARGEST.values(), ids=LARGEST)
def test_the_largest_shipment_there_can_be_is_drawn(units: list[str]):
    """Two hundred items, each text as long as it may be. Quadratic work would take hours."""
    items = [LabelItem(say(units, 200), 2, 220, say(units, 255), say(units, 500)) for _ in range(199)]
    document = pages_of(changed(items=(*items, LabelItem("the very last one"))))
    # Only what no typeface draws, and each character of which is shown as nine, comes to more pages than there may be.
    is_shortened = units is LARGEST["characters without a glyph"]
    assert ("SHORTENED" if is_shortened else "the very last one") in last_words(document)


def test_a_label_that_would_take_too_many_pages_says_that_it_was_shortened():
    label = changed(items=tuple(LabelItem("\ufdfd" * 50) for _ in range(1_000)))
    document = pages_of(label)
    assert len(document) == MAX_PAGES
    assert "SHORTENED: this shipment says more than a label holds." in last_words(document)
    assert "SHORTENED" not in extract(LABEL)


def test_shaped_texts_are_kept_by_their_bytes_and_not_by_their_number(monkeypatch: pytest.MonkeyPatch):
    cache: SizedLru = SizedLru(1_000_000)
    monkeypatch.setattr(shaping, "shaped_texts", cache)
    for number in range(50):
        shaping.shape(f"{number} " + "Lorem ipsum " * 300)
        assert cache.bytes <= 1_000_000
    held = len(cache)
    assert held < 50
    for number in range(200):
        shaping.shape(f"short {number}")
    assert len(cache) > held
    assert cache.get(("short 199", False)) is not None
    assert cache.get(("0 " + "Lorem ipsum " * 300, False)) is None


def test_what_is_kept_of_a_text_is_about_what_it_takes_of_the_memory():
    import tracemalloc

    texts = [say(["\u0627", "a", "中", "😀", " "], 500) + str(number) for number in range(200)]
    shaping.shape(texts[0])
    _forget()
    tracemalloc.start()
    for text in texts:
        shaping.shape(text)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken / 3 < shaping.shaped_texts.bytes < taken * 3
