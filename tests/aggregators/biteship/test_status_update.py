"""Status reports that Biteship posts to the service."""

import json
from datetime import UTC, datetime

import pytest

from fulfilment.aggregators.biteship import parse_status_update
from fulfilment.aggregators.port import InboundStatusUpdate, InvalidRequest


@pytest.mark.parametrize("probe", [b"", b"  ", b"{}", b'{"event":"order.status"}'])
def test_the_probe_of_an_installation_says_nothing(probe: bytes):
    assert parse_status_update(probe) is None


def test_a_status_report_is_read():
    said = {
        "event": "order.status",
        "order_id": "abc",
        "status": "pickingUp",
        "order_price": 21_000,
        "courier_tracking_id": "t1",
        "courier_waybill_id": "JNE1",
        "courier_company": "JNE",
        "updated_at": "2026-05-12T15:00:00+07:00",
    }
    assert parse_status_update(json.dumps(said).encode()) == InboundStatusUpdate(
        event="order.status",
        order_id="abc",
        raw_status="picking_up",
        price=21_000,
        waybill_id="JNE1",
        tracking_id="t1",
        at=datetime(2026, 5, 12, 8, tzinfo=UTC),
    )


def test_a_price_report_is_read():
    report = parse_status_update(b'{"event":"order.price","order_id":"abc","price":25000,"status":null}')
    assert (report.event, report.price, report.raw_status) == ("order.price", 25_000, None)


@pytest.mark.parametrize("body", [b"[1]", b"{", b"\xff", b"null", b"[" * 100_000, b'"\\ud800"'])
def test_what_is_no_report_is_the_senders_fault(body: bytes):
    with pytest.raises(InvalidRequest):
        parse_status_update(body)
