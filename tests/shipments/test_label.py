"""Labels over HTTP: the PDF, and the link that needs no signature (specification, Shipments; decisions, section 6)."""

from urllib.parse import urlsplit

import pypdfium2
import pytest

from fulfilment import settings
from fulfilment.shipments import label
from tests.harness.database import execute
from tests.harness.parcels import booked, item, new_shipment
from tests.http.service import Answer, Client, Service
from tests.http.workspaces import as_operator

LEGACY = "/api/v1/shipments"
NEW = "/api/v1/shipping/shipments"
POINTS_PER_MM = 72 / 25.4
SIZES_MM = {"a4": (210, 297), "thermal-80x100": (80, 100), "thermal-100x150": (100, 150)}
FLAGS = [
    "showSenderPhone",
    "showRecipientPhone",
    "maskRecipientName",
    "maskRecipientPhone",
    "showShippingCost",
    "showInsurance",
    "showItems",
    "showItemDescriptions",
    "showItemSkus",
]


def text_of(answer: Answer) -> str:
    assert answer.status == 200, answer.raw
    page = pypdfium2.PdfDocument(answer.raw)[0]
    return page.get_textpage().get_text_bounded()


def link(client: Client, id: str) -> str:
    answer = client("GET", f"{NEW}/{id}/label")
    assert answer.status == 200, answer.raw
    return answer.data["url"]


def follow(api: Service, url: str, query: str = "") -> Answer:
    """As a browser would, without any credential."""
    return api.send("GET", urlsplit(url).path + query, [])


@pytest.mark.parametrize("size", [None, *SIZES_MM])
def test_a_label_is_a_pdf_of_the_size_that_was_asked_for(merchant: Client, size: str | None):
    id = booked(merchant)["id"]
    answer = merchant("GET", f"{LEGACY}/{id}/label" + (f"?size={size}" if size else ""))
    assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf")
    page = pypdfium2.PdfDocument(answer.raw)[0]
    expected = [mm * POINTS_PER_MM for mm in SIZES_MM[size or "thermal-100x150"]]
    assert page.get_size() == pytest.approx(expected, abs=1)


def test_a_label_shows_the_waybill_and_both_parties(merchant: Client):
    sent = booked(merchant)
    text = text_of(merchant("GET", f"{LEGACY}/{sent['id']}/label?maskRecipientName=false"))
    for shown in (sent["waybillId"], "Toko Kopi", "Siti Rahma", "Jl. Dago 2", "Coffee"):
        assert shown in text


def test_the_recipient_is_masked_unless_it_is_said(merchant: Client):
    id = booked(merchant)["id"]
    masked = text_of(merchant("GET", f"{LEGACY}/{id}/label"))
    assert "Siti Rahma" not in masked
    assert "0811000002" not in masked
    shown = text_of(merchant("GET", f"{LEGACY}/{id}/label?maskRecipientName=false&maskRecipientPhone=false"))
    assert "Siti Rahma" in shown
    assert "0811000002" in shown


@pytest.mark.parametrize("flag", FLAGS)
def test_every_flag_changes_the_label_and_is_true_or_false(merchant: Client, flag: str):
    goods = item(description="Dark roast", sku="KOPI-1")
    id = booked(merchant, goods, insurance=1_000)["id"]
    target = f"{LEGACY}/{id}/label"
    usual = merchant("GET", target).raw
    assert merchant("GET", f"{target}?{flag}=true").raw == usual
    assert merchant("GET", f"{target}?{flag}=false").raw != usual
    for value in ("", "1", "no"):
        answer = merchant("GET", f"{target}?{flag}={value}")
        assert (answer.refusal, answer.field) == ((400, "VALIDATION"), flag)


def test_four_labels_share_a_sheet_of_a4_and_of_nothing_else(merchant: Client, api: Service):
    id = booked(merchant)["id"]
    target = f"{LEGACY}/{id}/label?size=a4"
    four = merchant("GET", f"{target}&layout=4up").raw
    assert pypdfium2.PdfDocument(four)[0].get_size() == pytest.approx([mm * POINTS_PER_MM for mm in (210, 297)], abs=1)
    assert merchant("GET", f"{target}&layout=single").raw == merchant("GET", target).raw != four
    assert follow(api, link(merchant, id), "?size=a4&layout=4up").raw == four
    for query in ("layout=4up", "size=thermal-80x100&layout=4up", "size=a4&layout=2up"):
        assert merchant("GET", f"{LEGACY}/{id}/label?{query}").refusal == (400, "VALIDATION")
        assert merchant("GET", f"{LEGACY}/{id}/label?{query}").field == "layout"


def test_an_unknown_size_is_refused(merchant: Client):
    answer = merchant("GET", f"{LEGACY}/{booked(merchant)['id']}/label?size=a3")
    assert (answer.refusal, answer.field) == ((400, "VALIDATION"), "size")


def test_a_draft_has_a_label_of_ours_but_no_link(merchant: Client):
    id = new_shipment(merchant)["id"]
    assert "Toko Kopi" in text_of(merchant("GET", f"{LEGACY}/{id}/label"))
    assert merchant("GET", f"{NEW}/{id}/label").refusal == (409, "NOT_READY")


def test_a_link_needs_no_signature_and_shows_the_same_label(merchant: Client, api: Service):
    id = booked(merchant)["id"]
    url = link(merchant, id)
    assert url.startswith(f"http://127.0.0.1:{api.port}/")
    answer = follow(api, url)
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.raw == merchant("GET", f"{LEGACY}/{id}/label").raw
    assert follow(api, url, "?size=a4").raw == merchant("GET", f"{LEGACY}/{id}/label?size=a4").raw


def test_a_link_that_was_tampered_with_opens_nothing(merchant: Client, api: Service):
    url = link(merchant, booked(merchant)["id"])
    middle = len(url) - 40
    changed = "A" if url[middle] != "A" else "B"
    for bad in (url[:-4], url[:middle] + changed + url[middle + 1 :], url[: url.rindex("/") + 1] + "x", url + "%00"):
        assert follow(api, bad).refusal == (404, "NOT_FOUND")


@pytest.mark.parametrize(("hours", "status"), [(1, 200), (-1, 404)])
def test_a_link_opens_the_label_until_it_expires(
    merchant: Client, api: Service, monkeypatch: pytest.MonkeyPatch, hours: int, status: int
):
    row = {"account_id": merchant.account_id, "id": booked(merchant)["id"]}
    monkeypatch.setattr(label, "LINK_HOURS", hours)
    with as_operator():
        url = label.link(row, settings.current())
    assert follow(api, url).status == status


def test_where_the_courier_has_a_label_the_link_leads_to_it(merchant: Client, api: Service):
    id = booked(merchant)["id"]
    theirs = "https://labels.example/1.pdf"
    execute(merchant, "UPDATE shipments SET label_url = $2 WHERE id = $1", id, theirs)
    answer = follow(api, link(merchant, id))
    assert (answer.status, answer.headers["location"]) == (302, theirs)
