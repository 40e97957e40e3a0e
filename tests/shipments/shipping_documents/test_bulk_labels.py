"""Several labels in one PDF (POST /shipments/labels)."""

from typing import Any

import pypdfium2
import pytest

from tests.harness.parcels import booked, item, new_shipment
from tests.harness.service import Answer, Client

PATH = "/api/v1/shipments/labels"


def printed(client: Client, *ids: str, **options: Any) -> Answer:
    return client("POST", PATH, {"shipmentIds": list(ids), **options})


def pages(answer: Answer) -> list[str]:
    assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf"), answer.raw
    return [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(answer.raw)]


def test_every_shipment_has_its_label_in_the_order_given(merchant: Client):
    shipment_ids = [new_shipment(merchant, item(name=f"Goods {n}"))["id"] for n in range(3)]
    page_texts = pages(printed(merchant, shipment_ids[2], shipment_ids[0], shipment_ids[1], shipment_ids[0]))
    assert [next(n for n in range(3) if f"Goods {n}" in page) for page in page_texts] == [2, 0, 1, 0]


def test_one_alone_says_what_its_own_label_says(merchant: Client):
    sent = booked(merchant)
    own = merchant("GET", f"/api/v1/shipments/{sent['id']}/label?size=a4&showItems=false").raw
    assert printed(merchant, sent["id"], size="a4", showItems=False).raw == own
    assert sent["waybillId"] in pages(printed(merchant, sent["id"]))[0]


def test_a_hundred_fit_in_one_document_and_no_more(merchant: Client):
    id = new_shipment(merchant)["id"]
    assert len(pages(printed(merchant, *[id] * 100))) == 100
    answer = printed(merchant, *[id] * 101)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "shipmentIds")


def test_what_takes_too_long_to_draw_is_refused_before_it_is_drawn(merchant: Client):
    large = [item(name="豆" * 200, description="豆" * 500) for _ in range(200)]
    ids = [new_shipment(merchant, *large)["id"] for _ in range(3)]
    for path in (PATH, "/api/v1/shipments/packing-slips"):
        answer = merchant("POST", path, {"shipmentIds": ids})
        assert (answer.error, answer.field) == ((400, "VALIDATION"), "shipmentIds")


def test_five_on_sheets_of_four_take_two_pages(merchant: Client):
    ids = [new_shipment(merchant, item(name=f"Goods {n}"))["id"] for n in range(5)]
    first, second = pages(printed(merchant, *ids, size="a4", layout="4up"))
    assert all(f"Goods {n}" in first for n in range(4)) and "Goods 4" in second


def test_the_same_request_gives_the_same_bytes_under_a_key_too(merchant: Client):
    body = {"shipmentIds": [new_shipment(merchant)["id"] for _ in range(2)]}
    answers = [merchant("POST", PATH, body, key=key) for key in (None, "print-1", "print-1")]
    assert len({answer.raw for answer in answers}) == 1
    assert [answer.status for answer in answers] == [200, 200, 200]


def test_an_id_of_nobody_or_of_another_workspace_is_named(merchant: Client, stranger: Client):
    own, theirs = new_shipment(merchant)["id"], new_shipment(stranger)["id"]
    for bad in (theirs, "ship_nobodys"):
        answer = printed(merchant, own, bad, own)
        assert (answer.error, answer.field) == ((404, "NOT_FOUND"), "shipmentIds.1")


def test_shipments_that_say_more_than_one_document_holds_are_refused(merchant: Client):
    whole = [item(name=f"Goods {n}", description="x" * 500) for n in range(200)]
    id = new_shipment(merchant, *whole)["id"]
    answer = printed(merchant, *[id] * 100)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "shipmentIds")
    assert printed(merchant, id).status == 200


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "shipmentIds"),
        ({"shipmentIds": []}, "shipmentIds"),
        ({"shipmentIds": [7]}, "shipmentIds.0"),
        ({"shipmentIds": [""]}, "shipmentIds.0"),
        ({"shipmentIds": ["a\0"]}, "shipmentIds.0"),
        ({"shipmentIds": ["a"], "size": "a3"}, "size"),
        ({"shipmentIds": ["a"], "showItems": "true"}, "showItems"),
        ({"shipmentIds": ["a"], "layout": "4up"}, "layout"),
        ({"shipmentIds": ["a"], "size": "a4", "layout": "3up"}, "layout"),
    ],
)
def test_what_makes_no_sense_is_refused(merchant: Client, body: dict[str, Any], field: str):
    answer = merchant("POST", PATH, body)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)
