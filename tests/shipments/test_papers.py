"""Packing slips and hand-over lists over HTTP."""

from typing import Any

import pytest

from tests.harness import goods
from tests.harness.goods import fresh_key
from tests.harness.parcels import DESTINATION, booked, item, new_shipment
from tests.http.service import Answer, Client
from tests.labels import papers

SLIPS = "/api/v1/shipments/packing-slips"
LIST = "/api/v1/shipments/hand-over-list"


def pages(answer: Answer) -> list[str]:
    assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf"), answer.raw
    return papers.pages(answer.raw)


def slips(client: Client, *ids: str, **options: Any) -> Answer:
    return client("POST", SLIPS, {"shipmentIds": list(ids), **options})


def handed(client: Client, *ids: str, **options: Any) -> Answer:
    return client("POST", LIST, {"shipmentIds": list(ids), **options})


def test_slips_stand_in_the_order_given_and_one_named_twice_twice(merchant: Client):
    made = [new_shipment(merchant, item(name=f"Goods {n}"))["id"] for n in range(2)]
    shown = pages(slips(merchant, made[1], made[0], made[1]))
    assert [next(n for n in range(2) if f"Goods {n}" in page) for page in shown] == [1, 0, 1]


def test_a_slip_names_variant_sku_and_order(merchant: Client):
    variant = goods.new_variant(merchant, goods.new_product(merchant), name="Hitam besar", sku="KAOS-7")["id"]
    goods.stock(merchant, variant, goods.new_warehouse(merchant)["id"], 5)
    made = new_shipment(merchant, item(variantId=variant, quantity=2), item(name="Gift"), externalRef="order-77")
    (said,) = pages(slips(merchant, made["id"], size="a4", language="en"))
    for text in ("Hitam besar · SKU KAOS-7", "2 × Coffee", "1 × Gift", "3 pieces in all", "order-77", made["id"]):
        assert text in said
    assert DESTINATION["contactPhone"] not in said


def test_a_list_has_one_part_for_each_courier_and_each_parcel_once(merchant: Client):
    first, second = booked(merchant), booked(merchant)
    other = new_shipment(merchant, courierCode="sicepat", externalRef="order-9")
    jne, sicepat = pages(handed(merchant, second["id"], other["id"], first["id"], second["id"], language="en"))
    assert "JNE 2 parcels" in jne and jne.index(second["waybillId"]) < jne.index(first["waybillId"])
    assert "SiCepat 1 parcel" in sicepat and "order-9" in sicepat and "No waybill yet" in sicepat


def test_a_list_by_courier_has_what_is_booked_and_not_collected(merchant: Client):
    drafted = new_shipment(merchant, externalRef="only-drafted")
    answer = merchant("POST", LIST, {"courierCode": "jne"})
    assert (answer.refusal, answer.field) == ((404, "NOT_FOUND"), "courierCode")
    older, newer = booked(merchant), booked(merchant)
    (said,) = pages(merchant("POST", LIST, {"courierCode": "jne", "language": "en"}))
    assert said.index(newer["waybillId"]) < said.index(older["waybillId"])
    assert drafted["externalRef"] not in said and "More parcels wait" not in said
    assert merchant("POST", f"/api/v1/shipments/{newer['id']}/cancel", {}, key=fresh_key()).status == 200
    (said,) = pages(merchant("POST", LIST, {"courierCode": "jne"}))
    assert newer["waybillId"] not in said and older["waybillId"] in said


@pytest.mark.parametrize("path", [SLIPS, LIST])
def test_an_id_of_nobody_or_of_another_workspace_is_named(merchant: Client, stranger: Client, path: str):
    own, theirs = new_shipment(merchant)["id"], new_shipment(stranger)["id"]
    for bad in (theirs, "ship_nobodys"):
        answer = merchant("POST", path, {"shipmentIds": [own, bad, own]})
        assert (answer.refusal, answer.field) == ((404, "NOT_FOUND"), "shipmentIds.1")


@pytest.mark.parametrize("path", [SLIPS, LIST])
def test_the_same_request_gives_the_same_bytes_under_a_key_too(merchant: Client, path: str):
    body = {"shipmentIds": [new_shipment(merchant)["id"] for _ in range(2)]}
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
    assert (answer.refusal, answer.field) == ((400, "VALIDATION"), field)


def test_slips_that_say_more_than_one_document_holds_are_refused(merchant: Client):
    whole = [item(name=f"Goods {n}", description="x" * 500) for n in range(200)]
    id = new_shipment(merchant, *whole)["id"]
    answer = slips(merchant, *[id] * 100)
    assert (answer.refusal, answer.field) == ((400, "VALIDATION"), "shipmentIds")
    assert slips(merchant, id).status == 200
