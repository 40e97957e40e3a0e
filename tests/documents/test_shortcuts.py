"""Single-pass text layout gives the same result as the plain rule, however slow the plain rule is."""

from hypothesis import given, settings
from hypothesis import strategies as st

from fulfilment.infra.pdf.text import bidi, graphemes, shaping, wrapping
from tests.documents.odd_texts import CHARACTERS, say

TEXTS = st.text(st.sampled_from([char for char in CHARACTERS if char != "\n"]), max_size=40)
IN_TWO_DIRECTIONS = st.text(st.sampled_from("()[]{}「」a1 .אب٣"), max_size=24)


@settings(max_examples=300, deadline=None, database=None)
@given(text=TEXTS)
def test_a_part_is_drawn_as_with_all_of_its_text_in_view(text: str):
    shaped = shaping.shape(text)
    for piece in shaped.pieces:
        before, after = shaped.text[: piece.start], shaped.text[piece.end :]
        whole = shaping._draw(piece.face, shaped.text[piece.start : piece.end], before, after, piece.level % 2 == 1)
        assert shaping.draw(shaped.text, piece, piece.start, piece.end) == whole


@settings(max_examples=300, deadline=None, database=None)
@given(text=TEXTS, width=st.integers(1, 12))
def test_lines_hold_all_of_a_text_and_each_ends_where_no_more_fits(text: str, width: int):
    shaped = shaping.shape(text)
    lines = wrapping.wrap(text, width)
    assert "".join("".join(line.text for line in lines).split()) == "".join(shaped.text.split())
    for line in lines:
        inside = [at for at, start in enumerate(shaped.starts[:-1]) if line._start <= start < line._end]
        wide = [at for at in inside if shaped.reach[at + 1] > shaped.reach[at]]
        assert line.width <= width + 0.3 or len(wide) <= 1


@settings(max_examples=500, deadline=None, database=None)
@given(text=IN_TWO_DIRECTIONS)
def test_brackets_are_resolved_as_the_rule_has_it(text: str):
    for edge in "LR":
        kinds = bidi._resolve_weak([bidi._class_of(char) for char in text], edge)
        expected = _resolve_brackets_plainly(text, list(kinds), edge)
        bidi._resolve_brackets(text, kinds, edge)
        assert kinds == expected


def _resolve_brackets_plainly(text: str, kinds: list[str], edge: str) -> list[str]:
    """N0 of UAX 9, pair by pair, each looking at everything within it and before it."""
    way = {"L": "L", "R": "R", "EN": "R", "AN": "R"}
    opened: list[tuple[int, str]] = []
    pairs = []
    for at, char in enumerate(text):
        if char in bidi._PAIRS:
            opened.append((at, bidi._PAIRS[char]))
        for depth in range(len(opened) - 1, -1, -1):
            if opened[depth][1] == char:
                pairs.append((opened[depth][0], at))
                del opened[depth:]
                break
    for start, end in sorted(pairs):
        inside = {way[kind] for kind in kinds[start + 1 : end] if kind in way}
        before = next((way[kind] for kind in reversed(kinds[:start]) if kind in way), edge)
        if inside:
            kinds[start] = kinds[end] = before if edge not in inside and before in inside else edge
    return kinds


def test_brackets_nested_deeper_than_the_rule_goes_pair_with_nothing():
    kinds = ["ON"] * 200
    bidi._resolve_brackets("(" * 100 + ")" * 100, kinds, "L")
    assert kinds == ["ON"] * 200


@settings(max_examples=300, deadline=None, database=None)
@given(text=TEXTS)
def test_clusters_are_the_text_and_none_is_heaped_without_end(text: str):
    clusters = graphemes.split(text)
    assert "".join(clusters) == text
    assert all(0 < len(cluster) <= graphemes.MAX_CHARACTERS for cluster in clusters)


def test_a_heap_of_marks_is_taken_apart():
    assert len(graphemes.split("a" + "\u0301" * 1_000)) > 30


def test_a_long_text_is_set_in_parts_that_are_all_of_it():
    for units in (["word "], ["中"], ["a\u0301"]):
        text = say(units, 20_000)
        parts = list(shaping.paragraphs(text))
        assert "".join(parts) == text
        assert max(map(len, parts)) <= shaping.LONGEST_PARAGRAPH
        assert not any(graphemes.is_combining(part[0]) for part in parts)
