"""Granting digital deliveries (specification, Delivery and Deliveries; decisions, section 7)."""

import json
from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.deliveries.selling import (
    DELIVERIES,
    act,
    act_successfully,
    audited,
    digital,
    grant,
    list_event_names,
    read,
    sale,
)
from tests.harness.database import events
from tests.harness.goods import fresh_key, new_product
from tests.harness.service import Client

NEVER_TAKEN: list[tuple[str, Any]] = [
    ("productId", ""),
    ("productId", None),
    ("customerId", ""),
    ("customerId", "x" * 256),
    ("customerId", 5),
    ("checkoutSessionId", ""),
    ("checkoutSessionId", "x" * 256),
    ("checkoutSessionId", "a\0b"),
    ("maxDownloads", 0),
    ("maxDownloads", -1),
    ("maxDownloads", 101),
    ("maxDownloads", 1.5),
    ("maxDownloads", "5"),
    ("expiresAt", "tomorrow"),
    ("expiresAt", "2027-01-01T00:00:00"),
    ("expiresAt", "1969-12-31T23:59:59Z"),
    ("expiresAt", "0001-01-01T00:00:00+23:59"),
    ("expiresAt", "9999-12-31T23:59:59-23:59"),
    ("expiresAt", 1_800_000_000),
    ("externalSource", ""),
    ("externalSource", "x" * 51),
    ("externalRef", ""),
    ("externalRef", "x" * 256),
]


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def test_every_field_is_kept_as_given(merchant: Client):
    given = sale(
        digital(merchant),
        "c" * 255,
        customerId="☕" * 255,
        maxDownloads=100,
        expiresAt="2099-05-12T08:00:00.125Z",
        externalSource="x" * 50,
        externalRef="y" * 255,
    )
    delivery = grant(
        merchant, **{"product_id": given.pop("productId"), "session": given.pop("checkoutSessionId")}, **given
    )
    assert delivery["id"].startswith("dlv_") and len(delivery["id"]) == 30
    assert {name: delivery[name] for name in given} == given
    assert (delivery["status"], delivery["downloadCount"]) == ("active", 0)
    assert delivery["createdAt"] == delivery["updatedAt"]
    assert [delivery[name] for name in ("revokedAt", "lastDownloadedAt")] == [None, None]
    assert read(merchant, delivery) == delivery


def test_what_is_left_out_has_its_default(merchant: Client):
    delivery = grant(merchant, digital(merchant))
    assert delivery["maxDownloads"] == 5
    assert moment(delivery["expiresAt"]) - moment(delivery["createdAt"]) == timedelta(days=14)
    assert [delivery[name] for name in ("externalSource", "externalRef")] == [None, None]


def test_a_time_with_an_offset_is_shown_in_utc(merchant: Client):
    delivery = grant(merchant, digital(merchant), expiresAt="2099-05-12T08:00:00+07:00")
    assert delivery["expiresAt"] == "2099-05-12T01:00:00.000Z"


@pytest.mark.parametrize("year", ["1970-01-01T00:00:00Z", "2020-02-29T12:00:00Z"])
def test_an_expiry_in_the_past_is_taken_and_is_one(merchant: Client, year: str):
    delivery = grant(merchant, digital(merchant), expiresAt=year)
    assert delivery["status"] == "expired"
    assert act(merchant, delivery, "download").error == (410, "EXPIRED")


def test_the_end_of_time_can_be_extended_and_stays(merchant: Client):
    delivery = grant(merchant, digital(merchant), expiresAt="9999-12-31T23:59:59.999999Z")
    assert delivery["expiresAt"] == "9999-12-31T23:59:59.999Z" == read(merchant, delivery)["expiresAt"]
    assert act_successfully(merchant, delivery, "extend")["expiresAt"] == delivery["expiresAt"]


@pytest.mark.parametrize(("field", "value"), NEVER_TAKEN)
def test_a_field_out_of_bounds_is_refused_by_its_name(merchant: Client, field: str, value: Any):
    answer = merchant("POST", DELIVERIES, sale(digital(merchant)) | {field: value})
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)


@pytest.mark.parametrize("field", ["productId", "customerId", "checkoutSessionId"])
def test_a_missing_field_is_refused_by_its_name(merchant: Client, field: str):
    answer = merchant("POST", DELIVERIES, {k: v for k, v in sale("prod_unknown").items() if k != field})
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)


@pytest.mark.parametrize("type", ["physical", "license"])
def test_only_a_digital_product_is_delivered_by_download(merchant: Client, type: str):
    answer = merchant("POST", DELIVERIES, sale(new_product(merchant, type=type)["id"]))
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "productId")


def test_an_unknown_and_a_foreign_product_are_the_same(merchant: Client, stranger: Client):
    for product_id in ("prod_unknown", digital(stranger)):
        answer = merchant("POST", DELIVERIES, sale(product_id))
        assert (answer.error, answer.field) == ((404, "NOT_FOUND"), "productId")


def test_an_archived_product_is_delivered_no_more_but_what_was_granted_stays(merchant: Client):
    product = digital(merchant)
    delivery = grant(merchant, product)
    assert merchant("DELETE", f"/api/v1/products/{product}").status == 200
    answer = merchant("POST", DELIVERIES, sale(product, "cs_2"))
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "productId")
    assert act_successfully(merchant, delivery, "download")["downloadCount"] == 1


def test_a_checkout_delivers_a_product_once(merchant: Client, stranger: Client):
    product, other = digital(merchant), digital(merchant)
    delivery = grant(merchant, product)
    again = merchant("POST", DELIVERIES, sale(product, customerId="cus_82"))
    assert (again.error, again.field) == ((409, "DUPLICATE"), "checkoutSessionId")
    act_successfully(merchant, delivery, "revoke")
    assert merchant("POST", DELIVERIES, sale(product)).error == (409, "DUPLICATE")
    assert grant(merchant, other)["id"] != grant(merchant, product, "cs_2")["id"]
    assert grant(stranger, digital(stranger))["checkoutSessionId"] == "cs_1"
    assert list_event_names(merchant, delivery) == ["created", "updated revoke"]


def test_a_grant_is_told_and_audited_as_the_api_shows_it(merchant: Client):
    delivery = grant(merchant, digital(merchant), externalSource="shop")
    (event,) = events(merchant, "delivery.")
    assert (event.type, event.subject, event.sequence) == ("svc.delivery.created.v1", delivery["id"], 1)
    assert event.data == delivery | {"deliveryId": delivery["id"]}
    (entry,) = audited(merchant, delivery)
    assert (entry["action"], entry["target_type"], entry["before"]) == ("delivery.created", "Delivery", None)
    assert json.loads(entry["after"]) == delivery


def test_the_same_request_under_one_key_grants_one(merchant: Client):
    body, key = sale(digital(merchant)), fresh_key()
    first, second = (merchant("POST", DELIVERIES, body, key=key) for _ in range(2))
    assert (first.status, first.raw) == (201, second.raw)
    assert len(events(merchant, "delivery.")) == 1


def test_a_foreign_delivery_is_like_one_that_never_was(merchant: Client, stranger: Client):
    delivery = grant(merchant, digital(merchant))
    assert stranger("GET", f"{DELIVERIES}/{delivery['id']}").error == (404, "NOT_FOUND")
    for action in ("download", "extend", "reset-downloads", "revoke"):
        assert act(stranger, delivery, action).error == (404, "NOT_FOUND")
    assert read(merchant, delivery) == delivery
