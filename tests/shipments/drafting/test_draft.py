"""Creating shipments over a real socket (specification, Shipment and Shipments; decisions, sections 5, 6 and 8)."""

from typing import Any

import pytest

from tests.harness.database import events
from tests.harness.goods import default_variant, fresh_key, new_product, new_warehouse, quantity, stock
from tests.harness.parcels import (
    COFFEE,
    DESTINATION,
    FUNDS,
    ORIGIN,
    confirm,
    create,
    credit,
    draft,
    fund,
    item,
    new_shipment,
    shipment,
    total,
)
from tests.harness.service import Client
from tests.harness.simulator import Courier

SHIPMENTS = "/api/v1/shipments"


def without(body: dict[str, Any], path: str) -> dict[str, Any]:
    """A copy of the body that lacks one field."""
    first, _, rest = path.partition(".")
    copy = dict(body)
    if rest:
        copy[first] = without(copy[first], rest)
    else:
        del copy[first]
    return copy


def test_a_type_that_contradicts_the_catalogue_is_a_validation(merchant: Client):
    for body in (draft(courierType="instant"), draft(courierCode="gojek", courierServiceCode="instant")):
        answer = merchant("POST", SHIPMENTS, body)
        assert (answer.error, answer.field) == ((400, "VALIDATION"), "courierType")
        (outcome,) = merchant("POST", f"{SHIPMENTS}/bulk", {"shipments": [body]}).data["outcomes"]
        assert (outcome["status"], outcome["error"]["field"]) == (400, "courierType")
    assert total(merchant) == 0


@pytest.mark.parametrize("code", ["Bandung", "00000", "01234", "401", "4O132", "401322"])
def test_a_postal_code_that_is_none_there_is_a_validation_unless_something_else_leads_there(
    merchant: Client, code: str
):
    nowhere = DESTINATION | {"postalCode": code}
    answer = create(merchant, destination=nowhere)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "destination.postalCode")
    for way in ({"lat": -6.9, "lng": 107.6}, {"areaId": "IDNP6IDNC148IDND836IDZ12110"}):
        assert create(merchant, destination=nowhere | way).status == 201
    assert total(merchant) == 2


def test_a_draft_may_say_nothing_of_where_it_goes_and_its_booking_says_what_is_needed(merchant: Client):
    somewhere = {name: value for name, value in DESTINATION.items() if name != "postalCode"}
    fund(merchant)
    answer = confirm(merchant, new_shipment(merchant, destination=somewhere)["id"])
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "destination")
    assert "an area id, a postal code of five digits, or coordinates" in answer.json["error"]["message"]
    assert credit(merchant) == (FUNDS, 0)


def test_a_shipment_begins_pending_with_a_placeholder_for_its_order(merchant: Client, courier: Courier):
    answer = create(merchant)
    assert answer.status == 201
    created = answer.data["shipment"]
    assert created["id"].startswith("ship_")
    assert created["aggregatorOrderId"].startswith("pending-")
    assert {
        name: created[name] for name in created if name not in ("originSnapshot", "destinationSnapshot", "items")
    } == {
        "id": created["id"],
        "accountId": merchant.account_id,
        "status": "pending",
        "courierCode": "jne",
        "courierServiceCode": "reg",
        "courierType": "standard",
        "price": 50_000,
        "insurance": 0,
        "insured": False,
        "aggregatorOrderId": created["aggregatorOrderId"],
        "waybillId": None,
        "labelUrl": None,
        "aggregatorTrackingId": None,
        "customerEmail": None,
        "customerId": None,
        "checkoutSessionId": None,
        "productId": None,
        "externalSource": None,
        "externalRef": None,
        "trackingPageUrl": created["trackingPageUrl"],
        "courierPrice": None,
        "printedAt": None,
        "printedBy": None,
        "createdAt": created["createdAt"],
        "updatedAt": created["createdAt"],
    }
    assert created["originSnapshot"].items() >= ORIGIN.items()
    assert created["destinationSnapshot"].items() >= DESTINATION.items()
    assert created["items"][0].items() >= COFFEE.items()
    assert courier.orders(created["id"]) == []
    assert shipment(merchant, created["id"]) == created | {"events": [], "restock": None}


def test_a_destination_may_name_its_city_and_its_province(merchant: Client):
    named = DESTINATION | {"city": "Bandung", "province": "Jawa Barat"}
    created = new_shipment(merchant, destination=named)
    assert created["destinationSnapshot"].items() >= named.items()
    assert shipment(merchant, created["id"])["destinationSnapshot"] == created["destinationSnapshot"]
    new = merchant("POST", f"/api/v1/shipments/{created['id']}/rebook").data["shipment"]
    assert new["destinationSnapshot"] == created["destinationSnapshot"]
    for name in ("city", "province"):
        answer = create(merchant, destination=DESTINATION | {name: "x" * 101})
        assert (answer.error, answer.field) == ((400, "VALIDATION"), f"destination.{name}")


def test_every_optional_field_is_kept(merchant: Client):
    product = new_product(merchant)["id"]
    fields = {
        "insurance": 2_500,
        "insured": True,
        "productId": product,
        "checkoutSessionId": "cs_1",
        "customerId": "cus_1",
        "customerEmail": "siti@example.com",
        "externalSource": "x" * 50,
        "externalRef": "x" * 255,
    }
    created = new_shipment(merchant, **fields)
    assert {name: created[name] for name in fields} == fields


@pytest.mark.parametrize(
    "field",
    [
        "courierCode",
        "courierServiceCode",
        "courierType",
        "price",
        "origin",
        "destination",
        "items",
        "origin.address",
        "origin.contactName",
        "origin.contactPhone",
        "destination.address",
        "destination.contactName",
        "destination.contactPhone",
    ],
)
def test_a_missing_field_is_refused_by_its_name(merchant: Client, field: str):
    answer = merchant("POST", SHIPMENTS, without(draft(), field))
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)
    assert total(merchant) == 0


@pytest.mark.parametrize("field", ["name", "value", "weight", "quantity"])
def test_a_missing_field_of_an_item_is_refused_by_its_place(merchant: Client, field: str):
    answer = create(merchant, COFFEE, without(COFFEE, field))
    assert (answer.error, answer.field) == ((400, "VALIDATION"), f"items.1.{field}")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("courierCode", ""),
        ("courierServiceCode", ""),
        ("courierType", "express"),
        ("price", -1),
        ("price", 1.5),
        ("insurance", -1),
        ("insured", "yes"),
        ("items", []),
        ("items", None),
        ("origin", None),
        ("destination", []),
        ("customerEmail", "siti"),
        ("externalSource", ""),
        ("externalSource", "x" * 51),
        ("externalRef", ""),
        ("externalRef", "x" * 256),
    ],
)
def test_a_field_out_of_bounds_is_refused_by_its_name(merchant: Client, field: str, value: Any):
    answer = merchant("POST", SHIPMENTS, draft() | {field: value})
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "x" * 201),
        ("value", -1),
        ("weight", 0),
        ("quantity", 0),
        ("quantity", 2**53),
        ("length", -1),
        ("productId", 7),
    ],
)
def test_an_item_out_of_bounds_is_refused_by_its_place(merchant: Client, field: str, value: Any):
    answer = create(merchant, item(**{field: value}))
    assert (answer.error, answer.field) == ((400, "VALIDATION"), f"items.0.{field}")


@pytest.mark.parametrize("field", ["weight", "value"])
def test_items_that_no_number_can_sum_up_are_refused(merchant: Client, field: str):
    answer = create(merchant, item(**{field: 2**53 - 1, "quantity": 2}))
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "items")


def test_an_unknown_courier_is_refused(merchant: Client):
    answer = create(merchant, courierCode="owl")
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "courierCode")


@pytest.mark.parametrize(("insurance", "insured"), [(0, False), (1, True)])
def test_a_premium_means_insured_unless_it_is_said(merchant: Client, insurance: int, insured: bool):
    assert new_shipment(merchant, insurance=insurance)["insured"] is insured
    assert new_shipment(merchant, insurance=insurance, insured=not insured)["insured"] is not insured


def test_creating_is_told_once_and_counted(merchant: Client):
    key = fresh_key()
    first = merchant("POST", SHIPMENTS, draft(), key=key)
    again = merchant("POST", SHIPMENTS, draft(), key=key)
    assert again.raw == first.raw
    created = first.data["shipment"]
    (event,) = events(merchant, "shipment.")
    assert (event.type, event.subject, event.sequence) == ("svc.shipment.created.v1", created["id"], 1)
    assert event.data == created | {"shipmentId": created["id"]}
    assert total(merchant) == total(merchant, "pending") == 1


def test_a_refused_shipment_takes_nothing_and_leaves_no_trace(merchant: Client):
    product, warehouse = new_product(merchant), new_warehouse(merchant)["id"]
    variant = default_variant(product)
    stock(merchant, variant, warehouse, 5)
    missing = item(variantId="var_00000000000000000000000000")
    assert create(merchant, item(variantId=variant), missing).status == 404
    assert quantity(merchant, variant, warehouse) == 5
    assert events(merchant, "shipment.") == []
    assert total(merchant) == 0
