"""Printed packing slips and hand-over lists: their content, their codes and their page breaks."""

import io

import msgspec
import pypdfium2
import pytest

from fulfilment.documents import manifest, packing_slip
from fulfilment.documents.document_data import PackingSlipItem
from fulfilment.documents.document_writer import MAX_PAGES
from tests.documents.packing_documents import (
    ENTRY,
    SLIP,
    build_entry,
    build_slip,
    extract_pages,
    render_manifest,
    render_slips,
)
from tests.documents.printing import LABEL, MILLIMETRES, SIZES, margins_are_white, rasterise, scan
from tests.documents.test_scripts import SAMPLES


@pytest.mark.parametrize("size", SIZES)
def test_the_codes_of_a_slip_scan_at_the_resolution_of_a_label_printer(size):
    kinds = {"QRCode"} if size == "thermal-80x100" else {"QRCode", "Code128"}
    for id in (SLIP.shipment_id, "ship_7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "ship_0QAW1SXE2DCR3FVT4BGY5NHM6J"):
        (page,) = rasterise(render_slips(build_slip(shipment_id=id), size=size))
        assert scan(page) == {(kind, id) for kind in kinds}


@pytest.mark.parametrize("size", SIZES)
def test_the_page_of_a_slip_has_the_size_of_the_paper_and_white_edges(size):
    pdf = render_slips(size=size)
    width, height = MILLIMETRES[size]
    for page in pypdfium2.PdfDocument(io.BytesIO(pdf)):
        assert page.get_size() == pytest.approx((width / 25.4 * 72, height / 25.4 * 72), abs=0.01)
    assert all(margins_are_white(page, 1.5) for page in rasterise(pdf))


@pytest.mark.parametrize("size", SIZES)
def test_a_slip_says_what_is_in_the_parcel_and_neither_price_nor_phone(size):
    (page_texts,) = extract_pages(render_slips(size=size, language="en"))
    for text in ("Gudang Sejahtera", "Siti Nurhaliza", "40132", "INV/2026/0042", "JNE0123456789", "Titip satpam."):
        assert text in page_texts
    for text in ("2 × Kaos Katun", "Hitam / L · SKU KAOS-HTM-L", "1 × Topi Baseball", "3 pieces in all"):
        assert text in page_texts
    assert LABEL.recipient.phone not in page_texts and LABEL.sender.phone not in page_texts and "Rp" not in page_texts


def test_a_slip_speaks_the_language_that_is_asked_for():
    assert "DAFTAR ISI PAKET" in extract_pages(render_slips(language="id"))[0]
    assert "PACKING SLIP" in extract_pages(render_slips(language="en"))[0]
    assert "1 piece in all" in extract_pages(render_slips(build_slip(items=SLIP.items[1:]), language="en"))[0]


@pytest.mark.parametrize("size", SIZES)
def test_two_hundred_items_go_on_over_counted_pages_none_left_out(size):
    items = [PackingSlipItem(f"Goods <{n}>", n, f"SKU<{n}>") for n in range(1, 201)]
    page_texts = extract_pages(render_slips(build_slip(items=items), build_slip(), size=size, language="en"))
    counted, last = page_texts[:-1], page_texts[-1]
    assert all(f"Page {n} of {len(counted)}" in page for n, page in enumerate(counted, start=1))
    assert all(SLIP.shipment_id in page for page in counted)
    whole = " ".join(counted)
    assert all(f"Goods <{n}>" in whole and f"SKU<{n}>" in whole for n in range(1, 201))
    assert "Page" not in last


@pytest.mark.parametrize("script", SAMPLES)
def test_slips_and_lists_say_any_script(script):
    text = SAMPLES[script]
    named = msgspec.structs.replace(SLIP.recipient, name=text, address=text, note=text)
    one = render_slips(build_slip(recipient=named, items=[PackingSlipItem(text, 1, text, text)], reference=text))
    two = render_manifest(build_entry(recipient=text, city=text, reference=text, sender=text))
    plain = render_slips(build_slip(recipient=msgspec.structs.replace(named, name=""), items=[PackingSlipItem("x")]))
    assert extract_pages(one) != extract_pages(plain) and len(extract_pages(two)) == 1
    assert "\ufffd" not in extract_pages(one)[0] + extract_pages(two)[0]


def test_texts_as_long_as_any_that_is_kept_are_whole():
    long = " ".join(f"w{n}" for n in range(2_000))
    named = msgspec.structs.replace(SLIP.recipient, name=long, address=long, note=long)
    page_texts = " ".join(
        extract_pages(render_slips(build_slip(recipient=named, items=[PackingSlipItem(long, 10**15, long, long)])))
    )
    assert page_texts.count(" w1999") == 6
    page_texts = " ".join(
        extract_pages(render_manifest(build_entry(recipient=long, city=long, reference=long, waybill=long), ENTRY))
    )
    assert page_texts.count(" w1999") == 4 and "Tanda tangan" in page_texts


def test_a_slip_of_more_pages_than_there_may_be_ends_and_says_so():
    items = [PackingSlipItem(f"{n} " + "x " * 600) for n in range(4_000)]
    page_texts = extract_pages(render_slips(build_slip(items=items), size="thermal-80x100", language="en"))
    assert len(page_texts) == MAX_PAGES and "SHORTENED" in page_texts[-1]


def test_each_courier_has_a_list_of_its_own_in_the_order_given():
    entries = [build_entry(courier=name, waybill=f"W{n:03}") for n, name in enumerate(("JNE", "SiCepat", "JNE"))]
    jne, sicepat = extract_pages(render_manifest(*entries, language="en"))
    assert "JNE 2 parcels" in jne and jne.index("W000") < jne.index("W002") and "W001" not in jne
    assert "SiCepat 1 parcel" in sicepat and "W001" in sicepat
    assert all(page.count("Signature") == 2 and page.count("Name") == 2 for page in (jne, sicepat))


def test_every_waybill_of_a_list_scans_and_one_that_is_missing_is_said():
    entries = [build_entry(waybill=f"JNE00000000{n:02}") for n in range(9)]
    (page,) = rasterise(render_manifest(*entries, build_entry(waybill="")))
    assert scan(page) == {("Code128", parcel.waybill) for parcel in entries}
    assert "Belum ada resi" in extract_pages(render_manifest(build_entry(waybill="")))[0]


def test_five_hundred_parcels_are_listed_on_counted_pages_of_a4_and_signed_once():
    pdf = render_manifest(*(build_entry(reference=f"order<{n}>") for n in range(500)), has_more=True)
    page_texts = extract_pages(pdf)
    assert all(f"Halaman {n} dari {len(page_texts)}" in page for n, page in enumerate(page_texts, start=1))
    assert [n for n in range(500) if f"order<{n}>" not in " ".join(page_texts)] == []
    assert sum("Tanda tangan" in page for page in page_texts) == 1 and "Masih ada paket lain" in page_texts[-1]
    width, height = pypdfium2.PdfDocument(io.BytesIO(pdf))[0].get_size()
    assert (width, height) == pytest.approx((595.28, 841.89), abs=0.01)


def test_the_same_papers_are_the_same_bytes():
    assert render_slips(SLIP, SLIP) == render_slips(SLIP, SLIP) != render_slips(SLIP)
    assert render_manifest(ENTRY) == render_manifest(ENTRY) != render_manifest(ENTRY, ENTRY)


def test_a_document_of_nothing_is_refused():
    with pytest.raises(ValueError, match="at least one"):
        packing_slip.render_slips([], "a4", "id")
    with pytest.raises(ValueError, match="at least one"):
        manifest.render_manifest([], "id", "Toko Kita")


@pytest.mark.parametrize(("language", "word"), [("en", "CANCELLED"), ("id", "DIBATALKAN")])
def test_the_slip_of_a_cancelled_parcel_says_so_across_it(language, word):
    (page_texts,) = extract_pages(render_slips(build_slip(is_cancelled=True), language=language))
    assert word in page_texts
    assert word not in extract_pages(render_slips(language=language))[0]
