"""The first label of a process loads nothing that later labels do not."""

import subprocess
import sys

import pytest
import uharfbuzz
from reportlab.pdfbase.ttfonts import TTFontFace

from fulfilment.infra.pdf.text.glyph_face import GlyphFace
from fulfilment.infra.pdf.text.typefaces import FOLDER

FIRST_LABEL = """
import sys
from fulfilment.shipments.shipping_documents import label_rendering as drawing
drawing.render_labels(drawing.sample_label().payload)
from fulfilment.documents import LabelOptions, render
from tests.documents.printing import LABEL, addressed
known = set(sys.modules)
labels = [LABEL, addressed(name="พระ ก्षि 中文 محمد 🙂", address="دیگر ភ្នំពេញ")]
for size in ("thermal-80x100", "thermal-100x150", "a4"):
    render(labels, LabelOptions(size=size))
print(sorted(set(sys.modules) - known))
"""


def test_in_a_process_that_has_drawn_its_specimen_no_label_imports_anything():
    printed = subprocess.run([sys.executable, "-c", FIRST_LABEL], capture_output=True, text=True, check=True)
    assert printed.stdout == "[]\n"


def test_the_api_itself_loads_nothing_to_draw_with():
    loaded = "import sys, fulfilment.app; print({'reportlab', 'uharfbuzz'} & set(sys.modules))"
    printed = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert printed.stdout == "set()\n"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ttf")), ids=lambda path: path.stem)
def test_a_face_is_read_as_it_is_written(path):
    """HarfBuzz is the reference for widths, since reportlab misreads glyphs without one; reportlab is for the rest."""
    ours, theirs = GlyphFace(str(path)), TTFontFace(str(path))
    font = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path))))
    metrics = [ours.hmetrics[glyph] for glyph in range(theirs.numGlyphs)]
    assert [width for width, _ in metrics] == [font.get_glyph_h_advance(glyph) for glyph in range(theirs.numGlyphs)]
    assert [bearing for _, bearing in metrics] == [bearing for _, bearing in theirs.hmetrics]
    assert list(ours.glyphPos) == theirs.glyphPos
    assert ours.defaultWidth == pytest.approx(theirs.defaultWidth)
    assert (ours.numGlyphs, ours.name, ours.bbox) == (theirs.numGlyphs, theirs.name, theirs.bbox)
