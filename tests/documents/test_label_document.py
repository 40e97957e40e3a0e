"""The printed label: codes that scan, papers of the right size, the same bytes every time."""

import hashlib
import subprocess
import sys
import threading

import pypdfium2
import pytest

from fulfilment.documents import LabelItem, LabelOptions, render
from tests.documents import printing
from tests.documents.printing import LABEL, MILLIMETRES, SIZES, changed, extract, rasterise, scan


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("waybill", ["JNE0123456789", "000123456789012", "SPXID-04 4598/aBc", "7"])
def test_both_codes_of_the_waybill_scan_at_the_resolution_of_a_label_printer(size, waybill):
    (page,) = rasterise(render([changed(waybill=waybill)], LabelOptions(size=size)))
    assert scan(page) == {("Code128", waybill), ("QRCode", waybill)}


@pytest.mark.parametrize("size", SIZES)
def test_a_waybill_of_twenty_five_characters_still_scans(size):
    waybill = "ABCDEFGHIJ0123456789KLMNO"
    page = rasterise(render([changed(waybill=waybill)], LabelOptions(size=size)))[0]
    assert scan(page) == {("Code128", waybill), ("QRCode", waybill)}


def test_a_waybill_that_bars_cannot_say_scans_as_qr_and_is_printed():
    waybill = "運送-42-Ñ"
    page = rasterise(render([changed(waybill=waybill)], LabelOptions()))[0]
    assert scan(page) == {("QRCode", waybill)}
    assert waybill in extract(changed(waybill=waybill))


def test_a_waybill_too_long_for_bars_scans_as_qr_and_is_printed_whole():
    waybill = "LONG" * 20
    page = rasterise(render([changed(waybill=waybill)], LabelOptions(size="thermal-80x100")))[0]
    assert scan(page) == {("QRCode", waybill)}
    assert waybill in extract(changed(waybill=waybill)).replace(" ", "")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("waybill", [None, ""])
def test_without_a_waybill_the_label_says_so_and_has_nothing_to_scan(size, waybill):
    label = changed(waybill=waybill)
    assert "AWAITING WAYBILL" in extract(label, LabelOptions(size=size))
    assert scan(rasterise(render([label], LabelOptions(size=size)))[0]) == set()


@pytest.mark.parametrize("size", SIZES)
def test_the_page_has_the_size_of_the_paper(size):
    page = pypdfium2.PdfDocument(render([LABEL], LabelOptions(size=size)))[0]
    width, height = MILLIMETRES[size]
    assert page.get_size() == pytest.approx((width / 25.4 * 72, height / 25.4 * 72), abs=0.01)


@pytest.mark.parametrize("size", SIZES)
def test_an_everyday_label_takes_one_page_and_keeps_the_edge_white(size):
    (page,) = rasterise(render([LABEL], LabelOptions(size=size)))
    assert printing.margins_are_white(page, 2)


def test_several_shipments_come_as_one_document_in_their_order():
    waybills = [f"JNE00000000{number}" for number in range(3)]
    pages = rasterise(render([changed(waybill=waybill) for waybill in waybills], LabelOptions()))
    assert [scan(page) for page in pages] == [{("Code128", each), ("QRCode", each)} for each in waybills]


def test_a_document_without_labels_is_refused():
    with pytest.raises(ValueError, match="at least one label"):
        render([], LabelOptions())


def test_many_items_run_on_to_further_pages_and_none_is_lost():
    items = tuple(
        LabelItem(f"Barang nomor {n:03} yang dibungkus", n, 100 + n, f"SKU-{n:03}", f"isi {n:03}") for n in range(60)
    )
    label = changed(items=items)
    text = extract(label)
    pages = rasterise(render([label], LabelOptions()))
    assert len(pages) > 1
    assert all(f"Barang nomor {n:03}" in text and f"SKU-{n:03}" in text and f"isi {n:03}" in text for n in range(60))
    assert f"1/{len(pages)}" in text
    assert all(printing.margins_are_white(page, 2) for page in pages)


def test_the_foot_keeps_its_height_however_many_pages_there_are():
    items = tuple(LabelItem(f"Barang {n} " * 12) for n in range(120))
    pages = rasterise(render([changed(items=items)], LabelOptions(size="thermal-80x100")))
    assert len(pages) >= 10
    assert all(printing.margins_are_white(page, 2) for page in pages)


def test_a_further_page_repeats_no_code_that_could_be_scanned_for_a_second_parcel():
    items = tuple(LabelItem(f"Barang {n}") for n in range(80))
    pages = rasterise(render([changed(items=items)], LabelOptions()))
    assert [bool(scan(page)) for page in pages] == [True] + [False] * (len(pages) - 1)


def test_what_a_label_lacks_leaves_no_empty_field():
    label = changed(
        sort_code=None,
        reference=None,
        items=(),
        total_weight_grams=None,
        price=None,
        insurance=None,
        insured=False,
        service_name=None,
        service_code=None,
        courier_type=None,
        recipient=printing.Party("Ani"),
        sender=printing.Party("Budi"),
    )
    text = extract(label, printing.unmasked(show_insurance=False))
    assert "Ani" in text and "Budi" in text
    assert not any(word in text for word in ("SORT", "REFERENCE", "WEIGHT", "SHIPPING", "CONTENTS", "Note", "None"))


def test_money_weight_and_day_are_written_out():
    assert all(text in extract(LABEL) for text in ("Rp18.000", "Rp2.500", "1.25 kg", "220 g", "2026-11-21"))
    assert "$180.00" in extract(changed(currency="USD"))
    assert "EUR 180.00" in extract(changed(currency="EUR"))
    assert "$1,234.50" in extract(changed(currency="USD", price=123_450))
    assert "Rp1.234.500" in extract(changed(price=1_234_500))


@pytest.mark.parametrize("size", SIZES)
def test_the_count_is_of_items_for_a_shipment_is_one_parcel(size):
    text = extract(LABEL, LabelOptions(size=size))
    assert "ITEMS" in text and "PIECES" not in text and "pcs" not in text
    assert "(1 item)" in extract(changed(items=(LabelItem("Kaos"),)))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("waybill", ["JNE0123456789", None])
@pytest.mark.parametrize("sort_code", ["CGK-BDO10", None])
def test_the_merchants_reference_and_the_city_stand_on_every_size(size, waybill, sort_code):
    text = extract(changed(waybill=waybill, sort_code=sort_code), LabelOptions(size=size))
    assert "INV/2026/0042" in text and "Coblong, Bandung, Jawa Barat 40132" in text


@pytest.mark.parametrize(
    ("service", "kind", "badge"),
    [
        ("Instant", "Instant", "INSTANT"),
        ("instant_bike", "instant", "INSTANT_BIKE"),
        ("Same Day", "same_day", "SAME DAY"),
        ("Reguler", "Standard", "REGULER · STANDARD"),
        (None, "Instant", "INSTANT"),
    ],
)
def test_a_service_that_is_named_after_its_kind_is_named_once(service, kind, badge):
    text = extract(changed(service_name=service, service_code=None, courier_type=kind))
    assert badge in text and text.count(badge.partition(" ")[0]) == 1


_PRINT_DIGEST = """
import hashlib
from fulfilment.documents import LabelOptions, render
from tests.documents.printing import LABEL, addressed
labels = [LABEL, addressed(name="王小明 محمد", address="ถนนสุขุมวิท 𠮷 👨‍👩‍👧 सड़क")]
print(hashlib.sha256(render(labels, LabelOptions())).hexdigest())
"""


def test_two_processes_print_the_same_bytes_whatever_they_printed_before():
    digests = {
        subprocess.run(
            [sys.executable, "-c", before + _PRINT_DIGEST], capture_output=True, text=True, check=True
        ).stdout
        for before in ("", "from fulfilment.infra.pdf.text.shaping import shape\nshape('دیگر ភ្នំពេញ 中文', True)\n")
    }
    assert len(digests) == 1
    assert len(digests.pop().strip()) == 64


def test_threads_that_print_at_the_same_time_do_not_disturb_each_other():
    label = printing.addressed(name="王小明 محمد", address="서울특별시 강남구 테헤란로 152")
    expected = hashlib.sha256(render([label], LabelOptions())).hexdigest()
    found: list[str] = []

    def print_some() -> None:
        for _ in range(3):
            found.append(hashlib.sha256(render([label], LabelOptions())).hexdigest())

    threads = [threading.Thread(target=print_some) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 12


def test_a_plain_label_embeds_no_more_than_the_glyphs_it_draws():
    assert len(render([LABEL], LabelOptions())) < 40_000
    assert len(render([LABEL] * 20, LabelOptions())) < 120_000


@pytest.mark.parametrize("options", [*(LabelOptions(size=size) for size in SIZES), LabelOptions("a4", layout="4up")])
def test_the_label_of_a_cancelled_parcel_says_so_across_it_on_every_page(options):
    many = changed(items=[LabelItem(f"Goods {nth}", 1, 100) for nth in range(150)], is_cancelled=True)
    for label in (changed(is_cancelled=True), many):
        pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(render([label], options))]
        count = "".join(pages).count("CANCELLED")
        assert count >= len(pages) and all("CANCELLED" in page for page in pages)
    assert "CANCELLED" not in extract(changed(), options)
    # It is drawn over the middle of the page, where no code is needed any more.
    plain, stamped = (rasterise(render([changed(is_cancelled=it)], options))[0] for it in (False, True))
    assert plain.size == stamped.size and plain.tobytes() != stamped.tobytes()
