"""The expected arrival on the tracking page, where the courier estimated it, and while the parcel is awaited."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from fulfilment.aggregators.biteship import mapping
from fulfilment.aggregators.port import Duration, parse_duration
from fulfilment.tracking_page import wording
from fulfilment.tracking_page.wording import WIB, WIT
from tests.harness.buyers import INSTANT, Page, booked_as, link_of, moved, page_of
from tests.harness.database import execute, rows
from tests.harness.parcels import cancel, create, draft, new_shipment
from tests.harness.service import Client
from tests.harness.simulator import Courier

ENGLISH, INDONESIAN = wording.load_wording("en"), wording.load_wording("id")
STEP = timedelta(days=1)


def stored_estimate(client: Client, id: str) -> tuple[int | None, int | None, str | None]:
    """The stored part of the courier's estimate."""
    (row,) = rows(
        client,
        "SELECT eta_min, eta_max, eta_unit FROM shipments WHERE account_id = $1 AND id = $2",
        id,
    )
    return tuple(row.values())


def shown_estimate(page: Page) -> str | None:
    return page.texts[page.texts.index("Expected") + 1] if "Expected" in page.texts else None


def format_days(begun: datetime, *days: int) -> str:
    first, last = (begun + STEP * count for count in days)
    return ENGLISH.format_span(first, last, WIB, in_hours=False)


def event_time(client: Client, id: str, status: str) -> datetime:
    statement = "SELECT occurred_at FROM shipment_events WHERE account_id = $1 AND shipment_id = $2 AND status = $3"
    return rows(client, statement, id, status)[0]["occurred_at"]


def test_a_draft_keeps_what_the_catalogue_says_and_expects_nothing_yet(merchant: Client) -> None:
    shipment = new_shipment(merchant)
    assert stored_estimate(merchant, shipment["id"]) == (2, 3, "days")
    assert shown_estimate(page_of(merchant, shipment["id"])) is None


def test_drafts_in_bulk_and_replacements_keep_it_too(merchant: Client) -> None:
    bulk = merchant("POST", "/api/v1/shipments/bulk", {"shipments": [draft(), draft(courierCode="none"), draft()]})
    outcomes = bulk.data["outcomes"]
    assert [outcome["status"] for outcome in outcomes] == [201, 400, 201]
    kept = outcomes[2]["data"]["shipment"]["id"]
    assert stored_estimate(merchant, kept) == (2, 3, "days")
    same = merchant("POST", f"/api/v1/shipments/{kept}/rebook", {"price": 1_000}).data["shipment"]["id"]
    assert stored_estimate(merchant, same) == (2, 3, "days")
    for price in ({"price": 1_000}, {}):
        other = {"courierCode": "jne", "courierServiceCode": "yes", **price}
        changed = merchant("POST", f"/api/v1/shipments/{same}/rebook", other).data["shipment"]["id"]
        assert stored_estimate(merchant, changed) == (1, 1, "days")
        same = merchant("POST", f"/api/v1/shipments/{changed}/rebook", {"courierServiceCode": "oke"}).data["shipment"][
            "id"
        ]
        assert stored_estimate(merchant, same) == (3, 6, "days")


def test_a_booking_keeps_what_the_courier_says_by_now(merchant: Client) -> None:
    drafted = create(merchant).data["shipment"]
    execute(merchant, "UPDATE shipments SET eta_min = 8, eta_max = 9 WHERE id = $1", drafted["id"])
    booked_shipment = booked_as(merchant)
    assert stored_estimate(merchant, booked_shipment["id"]) == (2, 3, "days")
    assert merchant("POST", f"/api/v1/shipments/{drafted['id']}/confirm-pickup").status == 200
    assert stored_estimate(merchant, drafted["id"]) == (2, 3, "days")


def test_days_are_counted_from_the_booking_and_then_from_the_collection(merchant: Client, courier: Courier) -> None:
    shipment = booked_as(merchant)
    booked = event_time(merchant, shipment["id"], "confirmed")
    assert shown_estimate(page_of(merchant, shipment["id"])) == format_days(booked, 2, 3)
    moved(merchant, courier, shipment, "picked", "dropping_off")
    for status, back in (("confirmed", 9), ("picked_up", 4)):
        change = (
            "UPDATE shipment_events SET occurred_at = occurred_at - $3::interval WHERE shipment_id = $1 AND status = $2"
        )
        execute(merchant, change, shipment["id"], status, STEP * back)
    collected = event_time(merchant, shipment["id"], "picked_up")
    assert (
        shown_estimate(page_of(merchant, shipment["id"])) == format_days(collected, 2, 3) != format_days(booked, 2, 3)
    )


def test_hours_are_told_as_times_of_day_in_the_zone_of_the_place(merchant: Client, courier: Courier) -> None:
    shipment = booked_as(merchant, **INSTANT)
    begun = event_time(merchant, shipment["id"], "confirmed")
    told = ENGLISH.format_span(begun + timedelta(hours=1), begun + timedelta(hours=3), WIB, in_hours=True)
    assert shown_estimate(page_of(merchant, shipment["id"])) == told and re.search(r"\d\d:\d\d WIB$", told)
    link = link_of(merchant, shipment["id"])
    indonesian = Page(merchant.service.send("GET", link, [("Accept-Language", "id")]))
    at = indonesian.texts.index("Perkiraan tiba") + 1
    wanted = INDONESIAN.format_span(begun + timedelta(hours=1), begun + timedelta(hours=3), WIB, in_hours=True)
    assert indonesian.texts[at] == wanted


@pytest.mark.parametrize("status", ["on_hold", "return_in_transit", "delivered", "returned", "rejected"])
def test_a_parcel_that_stopped_turned_back_or_ended_is_not_expected(
    merchant: Client, courier: Courier, status: str
) -> None:
    shipment = booked_as(merchant)
    moved(merchant, courier, shipment, status)
    assert shown_estimate(page_of(merchant, shipment["id"])) is None


def test_a_parcel_that_was_cancelled_or_replaced_is_not_expected(merchant: Client) -> None:
    cancelled, replaced = booked_as(merchant), booked_as(merchant)
    assert cancel(merchant, cancelled["id"]).status == 200
    assert merchant("POST", f"/api/v1/shipments/{replaced['id']}/rebook", {}).status == 201
    assert [shown_estimate(page_of(merchant, one["id"])) for one in (cancelled, replaced)] == [None, None]


def test_nothing_is_expected_where_the_courier_said_nothing(merchant: Client) -> None:
    shipment = booked_as(merchant)
    change = "UPDATE shipments SET eta_min = NULL, eta_max = NULL, eta_unit = NULL WHERE id = $1"
    execute(merchant, change, shipment["id"])
    assert shown_estimate(page_of(merchant, shipment["id"])) is None


def test_neither_the_api_nor_the_catalogue_has_a_field_for_it(merchant: Client) -> None:
    shipment = new_shipment(merchant)
    assert not [name for name in shipment if "expected" in name.lower() or "duration" in name.lower()]
    rows = merchant("GET", "/api/v1/shipping/couriers").data
    assert {name for row in rows for name in row} == {
        "courier_code",
        "courier_name",
        "courier_service_code",
        "courier_service_name",
        "service_type",
        "tier",
    }


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ({"shipment_duration_range": "1 - 3", "shipment_duration_unit": "hours"}, Duration(1, 3, "hours")),
        ({"shipment_duration_range": "2", "shipment_duration_unit": "Days"}, Duration(2, 2, "days")),
        ({"shipment_duration_range": "0 - 1", "shipment_duration_unit": "day"}, Duration(0, 1, "days")),
        ({"shipment_duration_range": "3 - 2", "shipment_duration_unit": "days"}, Duration(2, 3, "days")),
        ({"shipment_duration_range": "2 - 3"}, None),
        ({"shipment_duration_range": "2 - 3", "shipment_duration_unit": "weeks"}, None),
        ({"shipment_duration_range": "0", "shipment_duration_unit": "days"}, None),
        ({"shipment_duration_range": "999999", "shipment_duration_unit": "days"}, None),
        ({"shipment_duration_range": "soon", "shipment_duration_unit": "days"}, None),
        ({"shipment_duration_range": None, "shipment_duration_unit": 7}, None),
        ({}, None),
    ],
)
def test_what_a_courier_says_is_kept_where_one_could_go_by_it(said: dict[str, Any], kept: Duration | None) -> None:
    row = {"courier_code": "jne", "courier_service_code": "reg", **said}
    (service,) = mapping.couriers({"couriers": [row]})
    assert service.duration == kept


def test_a_rate_without_a_duration_has_none() -> None:
    row = {"courier_code": "jne", "courier_service_code": "reg", "price": 9_000}
    quoted = mapping.rates({"pricing": [row, row | {"duration": "2 - 3 days", "shipment_duration_unit": "days"}]})
    assert [rate.duration for rate in quoted] == [None, Duration(2, 3, "days")]
    assert parse_duration(3, 2, "days") is None and parse_duration(1, 2, None) is None


@pytest.mark.parametrize(
    ("hours", "in_hours", "english", "indonesian"),
    [
        ((24, 48), False, "22 – 23 November 2026", "22 – 23 November 2026"),
        ((24, 24), False, "22 November 2026", "22 November 2026"),
        ((24, 240), False, "22 November 2026 – 1 December 2026", "22 November 2026 – 1 Desember 2026"),
        ((1, 3), True, "21 November 2026, 11:00 – 13:00 WIT", "21 November 2026, 11.00 – 13.00 WIT"),
        ((2, 2), True, "21 November 2026, 12:00 WIT", "21 November 2026, 12.00 WIT"),
        (
            (8, 24),
            True,
            "21 November 2026, 18:00 – 22 November 2026, 10:00 WIT",
            "21 November 2026, 18.00 – 22 November 2026, 10.00 WIT",
        ),
    ],
)
def test_a_span_is_told_in_both_languages(
    hours: tuple[int, int], in_hours: bool, english: str, indonesian: str
) -> None:
    first, last = (datetime(2026, 11, 21, 1, tzinfo=UTC) + timedelta(hours=count) for count in hours)
    told = [said.format_span(first, last, WIT, in_hours=in_hours) for said in (ENGLISH, INDONESIAN)]
    assert told == [english, indonesian]
