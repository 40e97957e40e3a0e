"""Packing slips and hand-over lists over HTTP."""

from datetime import datetime, timedelta
from typing import Any, get_args
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import pytest

from fulfilment.shipments.schemas import Status
from fulfilment.shipments.shipping_documents.packing_documents import AWAITING_PICKUP
from tests.documents import packing_documents
from tests.harness import goods
from tests.harness.database import execute
from tests.harness.goods import fresh_key
from tests.harness.parcels import DESTINATION, booked, item, new_shipment
from tests.harness.service import Answer, Client

SLIPS = "/api/v1/shipments/packing-slips"
LIST = "/api/v1/shipments/hand-over-list"


def pages(answer: Answer) -> list[str]:
    assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf"), answer.raw
    return packing_documents.extract_pages(answer.raw)


def download_slips(client: Client, *ids: str, **options: Any) -> Answer:
    return client("POST", SLIPS, {"shipmentIds": list(ids), **options})


def download_manifest(client: Client, *ids: str, **options: Any) -> Answer:
    return client("POST", LIST, {"shipmentIds": list(ids), **options})


def test_slips_stand_in_the_order_given_and_one_named_twice_twice(merchant: Client):
    created = [new_shipment(merchant, item(name=f"Goods {n}"))["id"] for n in range(2)]
    page_texts = pages(download_slips(merchant, created[1], created[0], created[1]))
    assert [next(n for n in range(2) if f"Goods {n}" in page) for page in page_texts] == [1, 0, 1]


def test_a_slip_names_variant_sku_and_order(merchant: Client):
    variant = goods.new_variant(merchant, goods.new_product(merchant), name="Hitam besar", sku="KAOS-7")["id"]
    goods.stock(merchant, variant, goods.new_warehouse(merchant)["id"], 5)
    created = new_shipment(merchant, item(variantId=variant, quantity=2), item(name="Gift"), externalRef="order-77")
    (page_text,) = pages(download_slips(merchant, created["id"], size="a4", language="en"))
    for text in ("Hitam besar · SKU KAOS-7", "2 × Coffee", "1 × Gift", "3 pieces in all", "order-77", created["id"]):
        assert text in page_text
    assert DESTINATION["contactPhone"] not in page_text


def test_a_list_has_one_part_for_each_courier_and_each_parcel_once(merchant: Client):
    first, second = booked(merchant), booked(merchant)
    other = booked(merchant, courierCode="lion", courierServiceCode="reg_pack", externalRef="order-9")
    jne, lion = pages(download_manifest(merchant, second["id"], other["id"], first["id"], second["id"], language="en"))
    assert "JNE 2 parcels" in jne and jne.index(second["waybillId"]) < jne.index(first["waybillId"])
    assert "Lion Parcel 1 parcel" in lion and "order-9" in lion and "No waybill yet" in lion


def test_a_list_refuses_by_name_what_is_not_booked_or_is_collected(merchant: Client):
    sent = booked(merchant)["id"]
    others = {"pending": new_shipment(merchant, externalRef="INV-1")["id"]}
    for status in get_args(Status):
        if status not in (*AWAITING_PICKUP, "pending"):
            others[status] = booked(merchant)["id"]
            execute(merchant, "UPDATE shipments SET status = $2 WHERE id = $1", others[status], status)
    answer = download_manifest(merchant, sent, *others.values(), sent)
    assert (answer.error, answer.field) == ((409, "INVALID_STATE"), "shipmentIds.1")
    error = answer.json["error"]
    assert [(one["status"], one["id"]) for one in error["shipments"]] == list(others.items())
    assert "INV-1 (pending)" in error["message"] and f"{others['cancelled']} (cancelled)" in error["message"]
    for status in AWAITING_PICKUP:
        execute(merchant, "UPDATE shipments SET status = $2 WHERE id = $1", sent, status)
        assert download_manifest(merchant, sent).status == 200


def test_a_refused_list_of_many_names_some_and_counts_the_rest(merchant: Client):
    created = [new_shipment(merchant, externalRef=f"INV-{nth}")["id"] for nth in range(22)]
    message = download_manifest(merchant, *created).json["error"]["message"]
    assert message.endswith("INV-19 (pending), 2 more.")


def test_a_list_by_courier_has_what_is_booked_and_not_collected(merchant: Client):
    drafted = new_shipment(merchant, externalRef="only-drafted")
    answer = merchant("POST", LIST, {"courierCode": "jne"})
    assert (answer.error, answer.field) == ((404, "NOT_FOUND"), "courierCode")
    older, newer = booked(merchant), booked(merchant)
    (page_text,) = pages(merchant("POST", LIST, {"courierCode": "jne", "language": "en"}))
    assert page_text.index(newer["waybillId"]) < page_text.index(older["waybillId"])
    assert drafted["externalRef"] not in page_text and "More parcels wait" not in page_text
    assert merchant("POST", f"/api/v1/shipments/{newer['id']}/cancel", {}, key=fresh_key()).status == 200
    (page_text,) = pages(merchant("POST", LIST, {"courierCode": "jne"}))
    assert newer["waybillId"] not in page_text and older["waybillId"] in page_text


@pytest.mark.parametrize("path", [SLIPS, LIST])
def test_an_id_of_nobody_or_of_another_workspace_is_named(merchant: Client, stranger: Client, path: str):
    own, theirs = booked(merchant)["id"], new_shipment(stranger)["id"]
    for bad in (theirs, "ship_nobodys"):
        answer = merchant("POST", path, {"shipmentIds": [own, bad, own]})
        assert (answer.error, answer.field) == ((404, "NOT_FOUND"), "shipmentIds.1")


@pytest.mark.parametrize("path", [SLIPS, LIST])
def test_the_same_request_gives_the_same_bytes_under_a_key_too(merchant: Client, path: str):
    body = {"shipmentIds": [booked(merchant)["id"] for _ in range(2)]}
    answers = [merchant("POST", path, body, key=key) for key in (None, "print-1", "print-1")]
    assert len({answer.raw for answer in answers}) == 1


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        (SLIPS, {}, "shipmentIds"),
        (SLIPS, {"shipmentIds": ["a"] * 101}, "shipmentIds"),
        (SLIPS, {"shipmentIds": ["a"], "size": "a3"}, "size"),
        (SLIPS, {"shipmentIds": ["a"], "language": "fr"}, "language"),
        (LIST, {}, "shipmentIds"),
        (LIST, {"shipmentIds": ["a"], "courierCode": "jne"}, "shipmentIds"),
        (LIST, {"shipmentIds": ["a"] * 501}, "shipmentIds"),
        (LIST, {"shipmentIds": []}, "shipmentIds"),
        (LIST, {"courierCode": ""}, "courierCode"),
    ],
)
def test_what_makes_no_sense_is_refused(merchant: Client, path: str, body: dict[str, Any], field: str):
    answer = merchant("POST", path, body)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)


def test_slips_that_say_more_than_one_document_holds_are_refused(merchant: Client):
    whole = [item(name=f"Goods {n}", description="x" * 500) for n in range(200)]
    id = new_shipment(merchant, *whole)["id"]
    answer = download_slips(merchant, *[id] * 100)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "shipmentIds")
    assert download_slips(merchant, id).status == 200


@pytest.mark.parametrize(("zone", "day"), [("Asia/Jakarta", "2026-11-22"), (None, "2026-11-22"), ("UTC", "2026-11-21")])
def test_papers_bear_the_day_of_the_workspaces_zone(merchant: Client, zone: str | None, day: str):
    """At half past five in the morning in Jakarta it is the day before in UTC."""
    assert merchant("PATCH", "/api/v1/workspace", {"timeZone": zone}).status == 200
    id = booked(merchant)["id"]
    execute(merchant, "UPDATE shipments SET created_at = '2026-11-21T22:30:00Z'")
    link = merchant("GET", f"/api/v1/shipping/shipments/{id}/label").data["url"]
    pdfs = [
        merchant("GET", f"/api/v1/shipments/{id}/label"),
        merchant("POST", "/api/v1/shipments/labels", {"shipmentIds": [id]}),
        merchant.service.send("GET", urlsplit(link).path, []),
        download_slips(merchant, id),
    ]
    assert [day in pages(answer)[0] for answer in pdfs] == [True] * 4
    now = datetime.now(ZoneInfo(zone or "Asia/Jakarta"))
    (page_text,) = pages(download_manifest(merchant, id))
    assert any(f"{each:%Y-%m-%d}" in page_text for each in (now, now + timedelta(minutes=1)))


def test_papers_of_a_cancelled_parcel_say_so(merchant: Client):
    id = booked(merchant)["id"]
    link = merchant("GET", f"/api/v1/shipping/shipments/{id}/label").data["url"]
    assert merchant("POST", f"/api/v1/shipments/{id}/cancel", {}, key=fresh_key()).status == 200
    # The courier's own label says nothing of it, so that ours takes its place.
    execute(merchant, "UPDATE shipments SET label_url = 'https://courier.example/label.pdf'")
    pdfs = [
        merchant("GET", f"/api/v1/shipments/{id}/label"),
        merchant("POST", "/api/v1/shipments/labels", {"shipmentIds": [id]}),
        merchant.service.send("GET", urlsplit(link).path, []),
        download_slips(merchant, id, language="en"),
    ]
    assert ["CANCELLED" in pages(answer)[0] for answer in pdfs] == [True] * 4


@pytest.mark.parametrize("size", ["thermal-80x100", "thermal-100x150", "a4"])
def test_the_sender_on_papers_is_the_shop_with_the_contact_person_below(merchant: Client, size: str):
    assert merchant("PATCH", "/api/v1/workspace", {"name": "Kopi Senja"}).status == 200
    created = booked(merchant)
    label = merchant("GET", f"/api/v1/shipments/{created['id']}/label?size={size}")
    (page_text,) = pages(label)
    contact = created["originSnapshot"]["contactName"]
    assert contact != "Kopi Senja" and page_text.index("Kopi Senja") < page_text.index(contact)
    (slip,) = pages(download_slips(merchant, created["id"], size=size))
    assert "Kopi Senja" in slip
    (handed_over,) = pages(download_manifest(merchant, created["id"]))
    assert "Kopi Senja" in handed_over


def test_a_shop_that_is_called_as_its_contact_person_stands_once_on_a_label(merchant: Client):
    created = booked(merchant)
    contact = created["originSnapshot"]["contactName"]
    assert merchant("PATCH", "/api/v1/workspace", {"name": contact.upper()}).status == 200
    (page_text,) = pages(merchant("GET", f"/api/v1/shipments/{created['id']}/label"))
    assert page_text.casefold().count(contact.casefold()) == 1
