"""QR codes are those that reportlab makes, found in another way."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from reportlab.graphics.barcode import qrencoder

from fulfilment.documents import barcode, qr
from tests.documents.printing import changed, rasterise, render, scan, unmasked


def reportlab_modules(text: str) -> tuple[tuple[bool, ...], ...]:
    code = qrencoder.QRCode(None, qrencoder.QRErrorCorrectLevel.M)
    code.addData(text if text.isascii() else qrencoder.QR8bitByte(text.encode()))
    code.make()
    return tuple(map(tuple, code.modules))


def points(modules: list[list[bool]]) -> int:
    return qrencoder.QRUtil.getLostPoint(type("Drawn", (), {"modules": modules}))


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x2FF), min_size=1, max_size=90).filter(str.isprintable))
@example("JNE0123456789")
@example("0123456789" * 18)
@example("A" * 180)
@example("木村")
def test_a_code_is_reportlabs_module_for_module(text):
    assert barcode.encode_qr(text) == reportlab_modules(text)


@pytest.mark.parametrize("version", [1, 2, 7, 10])
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_any_pattern_has_the_points_that_reportlab_gives_it(version, data):
    side = version * 4 + 17
    number = data.draw(st.integers(0, 2 ** (side * side) - 1))
    # Long runs of one colour as well, which chance does not make.
    number &= data.draw(st.sampled_from([-1, number >> 1, number >> side, 0]))
    modules = [[bool(number >> (row * side + column) & 1) for column in range(side)] for row in range(side)]
    assert qr._count_penalty_points(number, qr._build_frame(version), side) == points(modules)


@pytest.mark.parametrize("waybill", ["12345\n", "JNE01\n"])
def test_a_waybill_that_ends_in_a_line_feed_is_drawn_as_a_code(waybill):
    (page,) = rasterise(render([changed(waybill=waybill)], unmasked()))
    assert ("QRCode", waybill) in scan(page)
