"""A scanner reads the waybill from its QR code, whatever characters the waybill has."""

import pytest

from fulfilment.documents import barcode
from tests.documents.printing import changed, rasterise, render, scan, unmasked


@pytest.mark.parametrize(
    "waybill",
    ["JNE0123456789", "jne/01-a b", "0123456789" * 6, "A" * 60, "木村", "é" * 30, "é木-01", "12345\n", "JNE01\n"],
)
def test_a_waybill_is_scanned_as_it_is(waybill):
    (page,) = rasterise(render([changed(waybill=waybill)], unmasked()))
    assert ("QRCode", waybill) in scan(page)


def test_a_waybill_too_long_for_a_label_has_no_code():
    assert barcode.encode_qr("A" * 180) is not None
    assert barcode.encode_qr("A" * 181) is None
    assert barcode.encode_qr("") is None
