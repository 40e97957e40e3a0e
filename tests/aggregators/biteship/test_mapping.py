"""Mapping of Biteship's responses, in which every field may be missing, null or of another type."""

import copy
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from fulfilment.aggregators.biteship import BiteshipAccount, mapping
from fulfilment.aggregators.port import CourierRate, classify_service
from tests.aggregators.running import Simulator, booking_request

ODD = [None, "", 0, -1, 1.5, True, [], {}, [None], {"a": 1}, "x" * 5_000, "\0", "1e999", "2026-13-45", 10**30]
NAMES = ["id", "status", "price", "reference_id", "courier", "history", "link", "waybill_id", "order_id"]
NESTED = [
    "tracking_id",
    "waybill_id",
    "company",
    "type",
    "driver_name",
    "link",
    "insurance",
    "history",
    "routing_code",
]


@pytest.mark.parametrize(
    ("raw", "standard", "instant"),
    [
        ("confirmed", "confirmed", "confirmed"),
        ("scheduled", "confirmed", "confirmed"),
        ("allocated", "allocated", "allocated"),
        ("pickingUp", "picking_up", "picking_up"),
        ("picked", "picked_up", "picked_up"),
        ("DROPPING_OFF", "in_transit", "dropping_off"),
        ("in_transit", "in_transit", "in_transit"),
        ("on_hold", None, None),
        ("returnInTransit", None, None),
        ("returned", "returned", "returned"),
        ("disposed", "returned", "returned"),
        ("delivered", "delivered", "delivered"),
        ("cancelled", "cancelled", "cancelled"),
        ("rejected", "cancelled", "cancelled"),
        ("courierNotFound", "cancelled", "cancelled"),
        ("abducted", None, None),
    ],
)
def test_each_status_means_what_the_decisions_say(raw: str, standard: str | None, instant: str | None):
    normal = mapping.normalise(raw)
    assert mapping.map_status(normal, "standard") == standard
    assert mapping.map_status(normal, "instant") == mapping.map_status(normal, "same_day") == instant


@pytest.mark.parametrize(
    ("service_type", "code", "kind"),
    [
        ("instant", "bike", "instant"),
        ("same_day", "instant", "instant"),
        ("same_day", "sds", "same_day"),
        ("overnight", "yes", "standard"),
        ("standard", "reg", "standard"),
        (None, None, "standard"),
    ],
)
def test_the_type_of_a_service_comes_from_its_kind_and_code(service_type, code, kind):
    assert classify_service(service_type, code) == kind


def test_an_odd_field_anywhere_breaks_nothing():
    whole = {
        "id": "abc",
        "status": "picked",
        "courier": {"history": [{"status": "picked", "updated_at": "x"}]},
    }
    for odd in ODD:
        for name in NAMES:
            said = whole | {name: odd}
            order, tracking = mapping.order(said, None), mapping.tracking(said, None)
            assert order is None or isinstance(order.order_id, str)
            assert tracking is None or isinstance(tracking.raw_status, str)
        for name in NESTED:
            assert mapping.order(whole | {"courier": {name: odd}}, None).order_id == "abc"
        for name in (
            "courier_code",
            "courier_service_code",
            "price",
            "insurance_fee",
            "shipment_duration_range",
        ):
            row = {"courier_code": "jne", "courier_service_code": "reg", "price": 9_000} | {name: odd}
            assert all(rate.price >= 0 for rate in mapping.rates({"pricing": [row, odd]}))
        assert isinstance(mapping.couriers({"couriers": [odd, {"courier_code": odd}]}), list)
        assert isinstance(mapping.areas({"areas": [odd, {"id": odd}]}), list)


def list_paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where each part of an answer stands."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        yield (*path, name)
        yield from list_paths(part, (*path, name))


def without(value: Any, path: tuple[Any, ...]) -> Any:
    """A copy in which what stands there is null."""
    changed = copy.deepcopy(value)
    parent = changed
    for name in path[:-1]:
        parent = parent[name]
    parent[path[-1]] = None
    return changed


async def test_any_field_of_a_real_answer_may_be_null(account: BiteshipAccount, simulator: Simulator):
    booked = await account.book(booking_request())
    for status in ("allocated", "picked"):
        await simulator.control(f"orders/{booked.order_id}/status", status=status)
    _, order = await simulator.call("GET", f"/v1/orders/{booked.order_id}")
    _, tracking = await simulator.call("GET", f"/v1/trackings/{booked.tracking_id}")
    paths = list(list_paths(order))
    assert len(paths) > 60
    for path in paths:
        read = mapping.order(without(order, path), "standard")
        assert (read is None) == (path == ("id",)), path
        assert read is None or read.raw_status == "picked", path
    for path in list_paths(tracking):
        read = mapping.tracking(without(tracking, path), "standard")
        assert (read is None) == (path == ("status",)), path


@pytest.mark.parametrize(
    ("said", "rupiah"),
    [(35_000, 35_000), (35_000.0, 35_000), (35_000.4, 35_000), (2**53 - 1, 2**53 - 1)]
    + [
        (raw_fields, None)
        for raw_fields in (None, "", "35000", "12000.00", -1, 0, 0.4, True, float("inf"), "nan", [], {}, 1e17)
    ],
)
def test_money_is_whole_rupiah_or_none(said: Any, rupiah: int | None):
    assert mapping.order({"id": "abc", "price": said}, "standard").price == rupiah


def test_an_order_without_a_status_has_the_last_of_its_history():
    history = [
        {"status": "picked", "updated_at": "2026-05-12T10:00:00+07:00"},
        {"status": "confirmed", "updated_at": "2026-05-12T09:00:00+07:00"},
    ]
    read = mapping.order({"id": "abc", "courier": {"history": history}}, "standard")
    assert (read.raw_status, read.status) == ("picked", "picked_up")


def test_a_partial_rate_is_read_with_what_it_has():
    row = {
        "company": "JNE",
        "type": "REG",
        "price": "35000",
        "insurance_fee": 1_000,
        "duration": "2 - 3 days",
    }
    assert mapping.rates({"pricing": [row]}) == [
        CourierRate(
            courier_code="jne",
            courier_name="jne",
            courier_service_code="reg",
            courier_service_name="reg",
            courier_type="standard",
            price=34_000,
            eta_min=2,
            eta_max=3,
            eta_unit="days",
            insurance=1_000,
        )
    ]


def test_times_are_utc_milliseconds_whatever_their_offset():
    expected = datetime(2026, 5, 12, 8, 0, 0, 123_000, tzinfo=UTC)
    for said in ("2026-05-12T15:00:00.123456+07:00", "2026-05-12T08:00:00.123Z", "2026-05-12T15:00:00.123"):
        assert mapping.moment({"at": said}, "at") == expected
    assert mapping.moment({"at": "0001-01-01T00:00:00+07:00"}, "at") is None


def test_a_history_is_put_in_order_and_a_row_without_a_time_follows_the_one_before():
    history = [
        {"status": "confirmed"},
        {"status": "picked", "updated_at": "2026-05-12T10:00:00+07:00"},
        {"status": "on_hold", "note": "Rain", "updated_at": None},
        {"status": "allocated", "updated_at": "2026-05-12T09:00:00+07:00"},
    ]
    order = mapping.order({"id": "abc", "courier": {"history": history}}, "standard")
    assert [(report.raw_status, report.status) for report in order.history] == [
        ("allocated", "allocated"),
        ("picked", "picked_up"),
        ("on_hold", None),
    ]
    assert order.history[1].at == order.history[2].at


def test_a_link_that_is_no_web_address_is_dropped():
    assert mapping.link({"link": "javascript:alert(1)"}, "link") is None
    assert mapping.link({"link": "https://track.example/1"}, "link") == "https://track.example/1"


def test_nul_never_reaches_a_column():
    assert mapping.text({"note": "a\0b"}, "note") == "ab"


def test_of_a_history_without_an_end_the_newest_are_kept_oldest_first():
    beyond = mapping.MAX_TRACKING_EVENTS + 30
    moments = [datetime(2026, 11, 1, tzinfo=UTC) + timedelta(minutes=number) for number in range(beyond)]
    # Newest first, as some couriers tell theirs.
    said = [{"status": "picked", "note": f"{at:%H:%M}", "updated_at": at.isoformat()} for at in reversed(moments)]
    tracking = mapping.tracking({"status": "picked", "history": said}, "standard")
    assert [report.at for report in tracking.history] == moments[-mapping.MAX_TRACKING_EVENTS :]
