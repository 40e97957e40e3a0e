"""Font subsets in a label: fewer glyphs and tables than in the file, each glyph drawn the same."""

import random

import pytest
import uharfbuzz

from fulfilment.infra.pdf.text.glyph_face import GlyphFace
from fulfilment.infra.pdf.text.typefaces import FOLDER

NEEDED = {"glyf", "head", "hhea", "hmtx", "loca", "maxp"}
TAKEN = 200


def outline_steps(font: uharfbuzz.Font, glyph: int) -> list[tuple]:
    """The steps of its outline."""
    steps: list[tuple] = []
    funcs = uharfbuzz.DrawFuncs()
    funcs.set_move_to_func(lambda x, y, _: steps.append(("move", x, y)))
    funcs.set_line_to_func(lambda x, y, _: steps.append(("line", x, y)))
    funcs.set_quadratic_to_func(lambda *points: steps.append(("curve", *points[:-1])))
    funcs.set_cubic_to_func(lambda *points: steps.append(("cubic", *points[:-1])))
    funcs.set_close_path_func(lambda _: steps.append(("close",)))
    font.draw_glyph(glyph, funcs)
    return steps


def opened(content: bytes) -> uharfbuzz.Font:
    return uharfbuzz.Font(uharfbuzz.Face(content))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ttf")), ids=lambda path: path.stem)
def test_a_subset_draws_each_glyph_as_its_face_does(path):
    face, whole = GlyphFace(str(path)), opened(path.read_bytes())
    others = random.Random(path.stem).sample(range(1, face.numGlyphs), min(TAKEN, face.numGlyphs - 1))
    subset = [0, *others]
    part = opened(face.makeSubset(subset))
    assert [outline_steps(part, at) for at in range(len(subset))] == [outline_steps(whole, glyph) for glyph in subset]
    widths = [part.get_glyph_h_advance(at) for at in range(len(subset))]
    assert widths == [whole.get_glyph_h_advance(glyph) for glyph in subset]


def test_a_subset_has_the_tables_that_a_pdf_needs_and_no_others():
    content = GlyphFace(str(FOLDER / "NotoSans-Regular.ttf")).makeSubset([0, 36, 37])
    assert set(uharfbuzz.Face(content).table_tags) == NEEDED


def test_a_subset_with_more_outlines_than_short_positions_reach_is_read_all_the_same():
    path = FOLDER / "DroidSansFallbackFull.ttf"
    face, whole = GlyphFace(str(path)), opened(path.read_bytes())
    subset = [0, *range(5_000, 7_000)]
    part = opened(face.makeSubset(subset))
    assert outline_steps(part, 2_000) == outline_steps(whole, 6_999)


def test_a_glyph_that_is_put_together_brings_its_parts_along():
    path = FOLDER / "NotoSans-Regular.ttf"
    face, whole = GlyphFace(str(path)), opened(path.read_bytes())
    glyph = whole.get_nominal_glyph(ord("é"))
    part = opened(face.makeSubset([0, glyph]))
    assert outline_steps(part, 1) == outline_steps(whole, glyph) != []
    assert part.face.glyph_count > 2
