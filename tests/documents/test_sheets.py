"""Layout of labels on paper: four on a sheet of A4, and blocks that stay on one page."""

import io

import pypdfium2
import pytest

from fulfilment.documents import LabelItem, LabelOptions, Party, render
from tests.documents.printing import LABEL, SIZES, changed, margins_are_white, quarters, rasterise, scan, unmasked

FOUR = LabelOptions(size="a4", layout="4up")
WAYBILLS = ["JNE0123456789", "000123456789012", "SPXID-04 4598/aBc", "ABCDEFGHIJ0123456789KLMNO", "7", "JNE02"]


def codes(waybill: str) -> set[tuple[str, str]]:
    return {("Code128", waybill), ("QRCode", waybill)}


def texts(pdf: bytes) -> list[str]:
    pages = pypdfium2.PdfDocument(io.BytesIO(pdf))
    return [" ".join(page.get_textpage().get_text_range().split()) for page in pages]


def test_four_labels_share_a_sheet_row_by_row_and_every_code_scans():
    sheets = rasterise(render([changed(waybill=waybill) for waybill in WAYBILLS], FOUR))
    assert len(sheets) == 2
    found = [scan(quarter) for sheet in sheets for quarter in quarters(sheet)]
    assert found == [codes(waybill) for waybill in WAYBILLS] + [set(), set()]
    assert all(
        margins_are_white(quarter.crop((20, 20, quarter.width - 20, quarter.height - 20)), 2.5)
        for sheet in sheets
        for quarter in quarters(sheet)
    )


def test_a_sheet_of_four_is_a4_and_its_whole_page_scans_too():
    pdf = render([changed(waybill=waybill) for waybill in WAYBILLS[:4]], FOUR)
    assert pypdfium2.PdfDocument(pdf)[0].get_size() == pytest.approx((210 / 25.4 * 72, 297 / 25.4 * 72), abs=0.01)
    assert scan(rasterise(pdf)[0]) == set().union(*map(codes, WAYBILLS[:4]))


def test_a_label_of_two_pages_takes_two_quarters():
    many = changed(items=tuple(LabelItem(f"Barang nomor {n:03} yang dibungkus") for n in range(60)))
    sheets = rasterise(render([many, changed(waybill="NEXT1")], FOUR))
    found = [scan(quarter) for sheet in sheets for quarter in quarters(sheet)]
    assert found[0] == codes("JNE0123456789")
    following = found.index(codes("NEXT1"))
    assert following > 1 and not any(found[1:following])


def test_the_same_labels_on_sheets_of_four_are_the_same_bytes():
    labels = [changed(waybill=waybill) for waybill in WAYBILLS]
    assert render(labels, FOUR) == render(labels, FOUR)
    assert render([LABEL], FOUR) != render([LABEL], LabelOptions(size="a4"))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("length", range(200, 2400, 200))
def test_the_senders_block_stands_on_one_page_however_long_the_recipients_is(size, length):
    sender = Party("Gudangawal", "+6221999", "Jl. Kebon " * 12 + "Sirihujung", "Menteng", "10377")
    street = ("Perumahan Griya Asri " * 200)[:length]
    recipient = Party("Siti", "0811", street, "Bandung", "40132", street[:500])
    pages = texts(render([changed(sender=sender, recipient=recipient)], unmasked(size=size)))
    words = ("Gudangawal", "+6221999", "Sirihujung", "10377")
    assert [sum(word in page for word in words) for page in pages if any(word in page for word in words)] == [4]


def test_a_senders_block_longer_than_a_page_runs_on_and_loses_nothing():
    sender = Party("Gudang", None, " ".join(f"nomor{n:03}" for n in range(400)))
    text = " ".join(texts(render([changed(sender=sender)], unmasked(size="thermal-80x100"))))
    assert all(f"nomor{n:03}" in text for n in range(400))
