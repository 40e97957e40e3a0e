"""Labels over HTTP: the PDF, and the link that needs no signature (specification, Shipments; decisions, section 6)."""

import base64
import json
import time
from urllib.parse import urlsplit

import pypdfium2
import pytest

from fulfilment import settings
from fulfilment.documents import LabelOptions
from fulfilment.infra.encryption import keyring
from fulfilment.shipments.shipping_documents import label_links
from tests.harness.database import execute
from tests.harness.parcels import booked, item, new_shipment
from tests.harness.service import Answer, Client, Service, serving
from tests.harness.workspaces import as_operator

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


def link(client: Client, id: str, flags: str = "") -> str:
    answer = client("GET", f"{NEW}/{id}/label{flags}")
    assert answer.status == 200, answer.raw
    return answer.data["url"]


def follow(api: Service, url: str, query: str = "", client: str = "127.0.0.1") -> Answer:
    """As a browser would, without any credential."""
    return api.send("GET", urlsplit(url).path + query, [("X-Forwarded-For", client)])


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
    for label_text in (sent["waybillId"], "Toko Kopi", "Siti Rahma", "Jl. Dago 2", "Coffee"):
        assert label_text in text


def test_the_recipient_is_masked_unless_it_is_said(merchant: Client):
    id = booked(merchant)["id"]
    masked = text_of(merchant("GET", f"{LEGACY}/{id}/label"))
    assert "Siti Rahma" not in masked
    assert "0811000002" not in masked
    label_text = text_of(merchant("GET", f"{LEGACY}/{id}/label?maskRecipientName=false&maskRecipientPhone=false"))
    assert "Siti Rahma" in label_text
    assert "0811000002" in label_text


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
        assert (answer.error, answer.field) == ((400, "VALIDATION"), flag)


def test_four_labels_share_a_sheet_of_a4_and_of_nothing_else(merchant: Client, api: Service):
    id = booked(merchant)["id"]
    target = f"{LEGACY}/{id}/label?size=a4"
    four = merchant("GET", f"{target}&layout=4up").raw
    assert pypdfium2.PdfDocument(four)[0].get_size() == pytest.approx([mm * POINTS_PER_MM for mm in (210, 297)], abs=1)
    assert merchant("GET", f"{target}&layout=single").raw == merchant("GET", target).raw != four
    assert follow(api, link(merchant, id), "?size=a4&layout=4up").raw == four
    for query in ("layout=4up", "size=thermal-80x100&layout=4up", "size=a4&layout=2up"):
        assert merchant("GET", f"{LEGACY}/{id}/label?{query}").error == (400, "VALIDATION")
        assert merchant("GET", f"{LEGACY}/{id}/label?{query}").field == "layout"


def test_an_unknown_size_is_refused(merchant: Client):
    answer = merchant("GET", f"{LEGACY}/{booked(merchant)['id']}/label?size=a3")
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "size")


def test_a_draft_has_a_label_of_ours_but_no_link(merchant: Client):
    id = new_shipment(merchant)["id"]
    assert "Toko Kopi" in text_of(merchant("GET", f"{LEGACY}/{id}/label"))
    assert merchant("GET", f"{NEW}/{id}/label").error == (409, "NOT_READY")


def test_a_link_needs_no_signature_and_shows_the_same_label(merchant: Client, api: Service):
    id = booked(merchant)["id"]
    url = link(merchant, id)
    assert url.startswith(f"http://127.0.0.1:{api.port}/")
    answer = follow(api, url)
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.raw == merchant("GET", f"{LEGACY}/{id}/label").raw
    assert follow(api, url, "?size=a4").raw == merchant("GET", f"{LEGACY}/{id}/label?size=a4").raw


def test_a_link_seals_its_flags_and_a_query_can_only_hide_more(merchant: Client, api: Service):
    id = booked(merchant)["id"]
    plain, narrow = (f"{LEGACY}/{id}/label?{flags}" for flags in ("maskRecipientName=false", "showItems=false"))
    open_link = link(merchant, id, "?maskRecipientName=false")
    assert follow(api, open_link).raw == merchant("GET", plain).raw
    assert follow(api, open_link, "?maskRecipientName=true").raw == merchant("GET", f"{LEGACY}/{id}/label").raw
    for flags in ("", "?showItems=true", "?showItems=false"):
        assert follow(api, link(merchant, id, "?showItems=false"), flags).raw == merchant("GET", narrow).raw
    for masked in ("maskRecipientName", "maskRecipientPhone"):
        assert follow(api, link(merchant, id), f"?{masked}=false").raw == merchant("GET", f"{LEGACY}/{id}/label").raw
    assert follow(api, link(merchant, id), "?showItems=false").raw == merchant("GET", narrow).raw
    on_paper = follow(api, link(merchant, id, "?size=a4&layout=4up")).raw
    assert on_paper == merchant("GET", f"{LEGACY}/{id}/label?size=a4&layout=4up").raw
    assert follow(api, link(merchant, id), "?layout=4up").field == "layout"
    assert merchant("GET", f"{NEW}/{id}/label?size=a3").field == "size"


def test_a_link_of_the_release_before_opens_as_it_did(merchant: Client, api: Service):
    id = booked(merchant)["id"]
    with as_operator():
        until = int(time.time()) + 60
        sealed = keyring.keyring().encrypt(json.dumps([merchant.account_id, id, until]).encode(), "label_link")
    token = base64.urlsafe_b64encode(sealed).rstrip(b"=").decode()
    url = link(merchant, id)
    old = url[: url.rindex("/") + 1] + token
    assert follow(api, old, "?maskRecipientName=false").raw == follow(api, url).raw


def test_label_links_count_against_an_allowance_of_the_clients_address(
    module_database_url: str,
):
    with serving(module_database_url, trusted_proxies="127.0.0.1", label_link_requests_per_minute="3") as limited:
        url = f"http://127.0.0.1:{limited.port}/api/v1/label-links/none"
        responses = [follow(limited, url, client="203.0.113.7") for _ in range(4)]
        assert [answer.status for answer in responses] == [404, 404, 404, 429]
        assert responses[2].headers["ratelimit-remaining"] == "0" and int(responses[3].headers["retry-after"]) >= 1
        assert follow(limited, url, client="203.0.113.8").status == 404


def test_a_link_that_was_tampered_with_opens_nothing(merchant: Client, api: Service):
    url = link(merchant, booked(merchant)["id"])
    middle = len(url) - 40
    changed = "A" if url[middle] != "A" else "B"
    for bad in (url[:-4], url[:middle] + changed + url[middle + 1 :], url[: url.rindex("/") + 1] + "x", url + "%00"):
        assert follow(api, bad).error == (404, "NOT_FOUND")


@pytest.mark.parametrize(("hours", "status"), [(1, 200), (-1, 404)])
def test_a_link_opens_the_label_until_it_expires(
    merchant: Client, api: Service, monkeypatch: pytest.MonkeyPatch, hours: int, status: int
):
    row = {"account_id": merchant.account_id, "id": booked(merchant)["id"]}
    monkeypatch.setattr(label_links, "LINK_LIFETIME_HOURS", hours)
    with as_operator():
        url = label_links.create_link(row, settings.current(), LabelOptions())
    assert follow(api, url).status == status


def test_where_the_courier_has_a_label_the_link_leads_to_it(merchant: Client, api: Service):
    id = booked(merchant)["id"]
    theirs = "https://labels.example/1.pdf"
    execute(merchant, "UPDATE shipments SET label_url = $2 WHERE id = $1", id, theirs)
    answer = follow(api, link(merchant, id))
    assert (answer.status, answer.headers["location"]) == (302, theirs)
