"""Filters of the list of shipments (specification, Shipments; decisions, section 2)."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote

import pytest

from fulfilment.infra import clock, ids
from fulfilment.infra.api import pagination
from tests.harness.database import execute, rows
from tests.harness.paging import GUESSED_CURSORS
from tests.harness.parcels import booked, cancel, fund, new_shipment
from tests.harness.service import Answer, Client

LIST = "/api/v1/shipping/shipments"
START = datetime(2025, 3, 1, tzinfo=UTC)
INSERT = """
    INSERT INTO shipments (account_id, id, status, courier_code, courier_service_code, courier_type, price, insurance,
                           insured, aggregator_order_id, origin_snapshot, destination_snapshot, items, customer_id,
                           waybill_id, created_at, updated_at)
    SELECT $1, 'ship_' || ($2::text[])[n], CASE WHEN n % 2 = 0 THEN 'pending' ELSE 'delivered' END,
           CASE WHEN n % 3 = 0 THEN 'jne' ELSE 'sicepat' END, 'reg', 'standard', 1, 0, false, 'pending-x', '{}', '{}',
           '[]', 'cus_' || n % 5, 'W' || n, $3::timestamptz + n * interval '1 minute', now()
      FROM generate_series(1, cardinality($2::text[])) n
"""


def listed(client: Client, **query: Any) -> Answer:
    names = {"since": "from"}
    pairs = [f"{names.get(name, name)}={quote(str(value), safe='')}" for name, value in query.items()]
    answer = client("GET", f"{LIST}?" + "&".join(pairs))
    assert answer.status == 200, answer.raw
    return answer


def found(client: Client, **query: Any) -> list[str]:
    return [row["id"] for row in listed(client, **query).data]


def every_page(client: Client, **query: Any) -> Iterator[Answer]:
    cursor: dict[str, str] = {}
    while True:
        answer = listed(client, **query, **cursor)
        yield answer
        if not answer.json["meta"]["hasMore"]:
            assert answer.json["meta"]["cursor"] is None
            return
        cursor = {"cursor": answer.json["meta"]["cursor"]}


def many(client: Client, count: int) -> list[dict[str, Any]]:
    """So many shipments, one a minute, newest first: number, id, status, courier, customer, waybill and time."""
    moments = [START + timedelta(minutes=n) for n in range(1, count + 1)]
    suffixes = [ids.lower_bound("", moment)[1:] for moment in moments]
    execute(client, INSERT, client.account_id, suffixes, START)
    insert_sql = "SELECT * FROM shipments WHERE account_id = $1 ORDER BY id DESC"
    return [dict(row) for row in rows(client, insert_sql)]


@pytest.mark.parametrize(("name", "own_id"), [("customerId", "cus_1"), ("checkoutSessionId", "chk_1")])
def test_an_id_of_the_callers_own_narrows_the_list(merchant: Client, name: str, own_id: str):
    expected_ids = [new_shipment(merchant, **{name: own_id})["id"] for _ in range(2)]
    new_shipment(merchant, **{name: own_id + "2"})
    new_shipment(merchant)
    answer = listed(merchant, **{name: own_id})
    assert [row["id"] for row in answer.data] == expected_ids[::-1]
    assert answer.json["meta"].items() >= {"total": None, "cursor": None, "hasMore": False}.items()
    assert found(merchant, **{name: "nobodys"}) == []


def test_a_waybill_and_a_courier_narrow_the_list(merchant: Client):
    fund(merchant)
    sent, other = booked(merchant), booked(merchant)
    draft = new_shipment(merchant, courierCode="sicepat")
    assert found(merchant, waybillId=sent["waybillId"]) == [sent["id"]]
    assert found(merchant, courierCode="jne") == [other["id"], sent["id"]]
    assert found(merchant, courierCode="sicepat") == [draft["id"]]
    assert found(merchant, waybillId=sent["waybillId"], courierCode="sicepat") == []


def test_filters_narrow_each_other_and_show_what_the_plain_list_shows(merchant: Client):
    gone, kept = (new_shipment(merchant, customerId="cus_1", checkoutSessionId=f"chk_{n}") for n in range(2))
    cancel(merchant, gone["id"])
    assert listed(merchant, customerId="cus_1", status="pending").data == [kept]
    assert found(merchant, customerId="cus_1", status="cancelled", courierCode="jne") == [gone["id"]]
    assert found(merchant, customerId="cus_1", checkoutSessionId="chk_0") == [gone["id"]]
    assert found(merchant, customerId="cus_2", status="pending") == []
    total = listed(merchant, customerId="cus_1", status="pending").json["meta"]["total"]
    assert (total, listed(merchant, status="pending").json["meta"]["total"]) == (None, 1)


def test_a_period_has_its_first_moment_and_not_its_last(merchant: Client):
    created = many(merchant, 30)
    since, to = START + timedelta(minutes=5), START + timedelta(minutes=9)
    expected_ids = [row["id"] for row in created if since <= row["created_at"] < to]
    assert len(expected_ids) == 4
    assert found(merchant, since=clock.to_iso(since), to=clock.to_iso(to)) == expected_ids
    assert found(merchant, since=clock.to_iso(since), to="2025-03-01T07:09:00+07:00") == expected_ids
    assert found(merchant, to=clock.to_iso(START + timedelta(minutes=3))) == [row["id"] for row in created[-2:]]
    assert found(merchant, since=clock.to_iso(START + timedelta(minutes=29))) == [row["id"] for row in created[:2]]
    assert found(merchant, since="0001-01-01T00:00:00Z", to="9999-12-31T23:59:59Z", limit=100) == [
        row["id"] for row in created
    ]


def test_a_period_of_today_has_what_was_made_today(merchant: Client):
    created = new_shipment(merchant)
    at = datetime.fromisoformat(created["createdAt"])
    assert found(merchant, since=created["createdAt"]) == [created["id"]]
    assert found(merchant, to=created["createdAt"]) == []
    assert found(merchant, since=created["createdAt"], to=clock.to_iso(at + timedelta(milliseconds=1))) == [
        created["id"]
    ]


@pytest.mark.parametrize(
    ("query", "passes"),
    [
        ({"customerId": "cus_1"}, lambda row: row["customer_id"] == "cus_1"),
        ({"courierCode": "jne", "status": "pending"}, lambda row: row["courier_code"] == "jne" and row["n"] % 2 == 0),
        ({"customerId": "cus_4", "courierCode": "jne"}, lambda row: row["n"] % 15 == 9),
        ({"status": "delivered", "to": "2025-03-01T02:00:00Z"}, lambda row: row["n"] % 2 and row["n"] < 120),
        ({"since": "2025-03-01T01:00:00Z", "waybillId": "W77"}, lambda row: row["n"] == 77),
    ],
)
def test_pages_put_together_are_the_filtered_list(merchant: Client, query: dict[str, Any], passes: Any):
    created = [row | {"n": int(row["waybill_id"][1:])} for row in many(merchant, 150)]
    expected_ids = [row["id"] for row in created if passes(row)]
    assert expected_ids
    assert [row["id"] for page in every_page(merchant, limit=7, **query) for row in page.data] == expected_ids


def test_a_needle_is_found_however_many_pages_are_looked_through_in_vain(merchant: Client):
    created = many(merchant, pagination.MAX_SCANNED * 2 + 50)
    needle = created[-1]["id"]
    execute(merchant, "UPDATE shipments SET customer_id = 'cus_needle', status = 'returned' WHERE id = $1", needle)
    execute(merchant, "UPDATE shipments SET courier_code = 'jne' WHERE account_id = $1", merchant.account_id)
    pages = list(every_page(merchant, courierCode="jne", status="returned", limit=10))
    assert [row["id"] for page in pages for row in page.data] == [needle]
    assert len(pages) == 3
    assert found(merchant, customerId="cus_needle") == [needle]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("from=yesterday", "from"),
        ("to=2025-03-01", "to"),
        ("from=2025-03-02T00:00:00Z&to=2025-03-01T00:00:00Z", "to"),
        ("courierCode=", "courierCode"),
        ("customerId=" + "x" * 256, "customerId"),
        ("waybillId=%00", "waybillId"),
        ("checkoutSessionId=", "checkoutSessionId"),
    ],
)
def test_a_filter_that_makes_no_sense_is_refused(merchant: Client, query: str, field: str):
    answer = merchant("GET", f"{LIST}?{query}")
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)


def test_a_cursor_that_somebody_guessed_is_refused_or_harmless(merchant: Client):
    for cursor in GUESSED_CURSORS:
        answer = merchant("GET", f"{LIST}?courierCode=jne&cursor={cursor}")
        assert answer.status == 200 or answer.error == (400, "VALIDATION"), cursor


def test_a_filter_finds_nothing_of_another_workspace(merchant: Client, stranger: Client):
    created = new_shipment(merchant, customerId="cus_1", checkoutSessionId="chk_1")
    for query in ({"customerId": "cus_1"}, {"checkoutSessionId": "chk_1"}, {"courierCode": "jne"}):
        assert found(merchant, **query) == [created["id"]]
        assert found(stranger, **query) == []
