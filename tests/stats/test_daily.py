"""Daily statistics: hourly sums, compared with the rows that they sum up."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from fulfilment.infra.database.pool import Database
from fulfilment.settings import load
from fulfilment.stats.daily import DEFAULT_DAYS, MAX_DAYS, SPENDING_DAYS
from fulfilment.webhooks.dispatch.fan_out import FanOut
from tests.contract.world import MASTER_KEYS, fan_out
from tests.harness.database import events, execute, rows
from tests.harness.hours import assert_hours_law
from tests.harness.parcels import FUNDS, booked, cancel, confirm, fund, new_shipment
from tests.harness.service import Answer, Client
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually
from tests.harness.workspaces import as_operator

DAYS = "/api/v1/stats/days"
JAKARTA = ZoneInfo("Asia/Jakarta")
NONE = {"booked": 0, "delivered": 0, "returned": 0, "cancelled": 0, "creditSpent": 0, "creditAdded": 0}


def request_days(client: Client, **query: object) -> Answer:
    query_string = "&".join(f"{name.rstrip('_')}={value}" for name, value in query.items())
    return client("GET", f"{DAYS}?{query_string}" if query_string else DAYS)


def get_days(client: Client, **query: object) -> dict:
    answer = request_days(client, **query)
    assert answer.status == 200, answer.raw
    return answer.data


def get_error(client: Client, **query: object) -> dict:
    answer = request_days(client, **query)
    assert answer.status == 400, answer.raw
    return answer.json["error"]


def today(client: Client) -> dict:
    return get_days(client)["days"][-1]


def hours(client: Client, table: str) -> list[tuple]:
    return sorted(tuple(row) for row in rows(client, f"SELECT * FROM {table} WHERE account_id = $1"))


def report(client: Client, courier: Courier, id: str, status: str) -> None:
    """Have a courier report, and wait until it arrived."""
    before = len(events(client, "shipment.status_updated", id))
    sent = client("GET", f"/api/v1/shipments/{id}").data["shipment"]
    courier.report(sent["aggregatorOrderId"], status)
    eventually(lambda: len(events(client, "shipment.status_updated", id)) > before)


def fan_out_together(url: str, until: Sequence[Future[Any]]) -> None:
    """Three workers at once, for as long as something is under way."""

    async def work() -> None:
        bases = [
            Database(load({"FULFILMENT_DATABASE_URL": url, "FULFILMENT_MASTER_KEYS": MASTER_KEYS}), url)
            for _ in range(3)
        ]
        for db in bases:
            await db.open()
        workers = [FanOut(db, lambda: None, 1.0) for db in bases]
        while not all(each.done() for each in until):
            await asyncio.gather(*(worker.run_batch() for worker in workers))
        for db in bases:
            await db.close()

    with as_operator():
        asyncio.run(work())


def rebuild_stats(client: Client) -> int:
    (row,) = rows(client, "SELECT rebuild_hourly_stats($1, now() - interval '29 days') AS corrected")
    return row["corrected"]


def test_a_new_workspace_has_thirty_days_of_nothing_that_end_today(merchant: Client):
    shown = get_days(merchant)
    assert (shown["timeZone"], shown["creditAvailable"], shown["creditDaysLeft"]) == ("Asia/Jakarta", 0, None)
    last = datetime.now(JAKARTA).date()
    expected = [last - timedelta(days=back) for back in reversed(range(DEFAULT_DAYS))]
    assert shown["days"] == [{"day": str(day), **NONE, "creditBalance": 0} for day in expected]


def test_parcels_count_once_by_what_became_of_them(merchant: Client, courier: Courier):
    delivered, cancelled, returned = (booked(merchant)["id"] for _ in range(3))
    drafted = new_shipment(merchant)["id"]
    cancel(merchant, drafted)
    cancel(merchant, cancelled)
    for id, reports in ((delivered, ("picked", "delivered")), (returned, ("picked", "returned"))):
        for status in reports:
            report(merchant, courier, id, status)
    shown = today(merchant)
    assert [shown[name] for name in ("booked", "delivered", "returned", "cancelled")] == [3, 1, 1, 1]
    assert_hours_law(merchant)


def test_credit_counts_as_it_moves_and_lasts_as_long_as_it_did(merchant: Client):
    sent = booked(merchant)
    spent = FUNDS - merchant("GET", "/api/v1/shipping-credits").data["balance"]
    shown = get_days(merchant)
    assert [shown["days"][-1][name] for name in ("creditSpent", "creditAdded", "creditBalance")] == [
        spent,
        FUNDS,
        FUNDS - spent,
    ]
    assert shown["days"][-2]["creditBalance"] == 0
    assert shown["creditAvailable"] == FUNDS - spent
    # A day's worth was spent today, so far.
    assert shown["creditDaysLeft"] == round((FUNDS - spent) / spent, 1)
    cancel(merchant, sent["id"])
    assert today(merchant)["creditSpent"] == 0
    assert get_days(merchant)["creditDaysLeft"] is None
    assert_hours_law(merchant)


def test_what_is_held_for_a_booking_does_not_last(merchant: Client):
    booked(merchant)
    execute(merchant, "UPDATE credit_balances SET held = 100 WHERE account_id = $1", merchant.account_id)
    assert get_days(merchant)["creditAvailable"] == merchant("GET", "/api/v1/shipping-credits").data["available"]


def test_spending_of_before_a_fortnight_says_nothing_of_how_long_credit_lasts(merchant: Client):
    fund(merchant)
    now = datetime.now(UTC).replace(minute=0, second=0, microsecond=0)
    for days, spent in ((SPENDING_DAYS + 1, 900_000), (10, 30_000), (1, 70_000)):
        values = merchant.account_id, now - timedelta(days=days), spent
        execute(merchant, "INSERT INTO credit_hourly_stats (account_id, hour, spent) VALUES ($1, $2, $3)", *values)
    # 100,000 in the ten days since it was first spent of.
    left = get_days(merchant, from_=now.date(), to=now.date())["creditDaysLeft"]
    assert 100 <= left <= 105


def test_a_day_is_one_of_the_workspaces_zone(merchant: Client):
    # 17:00 in London is midnight in Jakarta, an hour after the one in Makassar.
    for hour, booked_then in ((15, 1), (16, 10), (17, 100)):
        at = datetime(2026, 3, 9, hour, tzinfo=UTC)
        execute(
            merchant,
            "INSERT INTO shipment_hourly_stats (account_id, hour, booked) VALUES ($1, $2, $3)",
            merchant.account_id,
            at,
            booked_then,
        )
    for zone, expected in (("Asia/Jakarta", [11, 100]), ("Asia/Makassar", [1, 110]), ("Europe/London", [111, 0])):
        assert merchant("PATCH", "/api/v1/workspace", {"timeZone": zone}).status == 200
        shown = get_days(merchant, from_="2026-03-09", to="2026-03-10")
        assert shown["timeZone"] == zone
        assert [(day["day"], day["booked"]) for day in shown["days"]] == list(
            zip(("2026-03-09", "2026-03-10"), expected, strict=True)
        )


def test_a_day_on_which_clocks_change_has_all_of_its_hours(merchant: Client):
    assert merchant("PATCH", "/api/v1/workspace", {"timeZone": "Europe/Berlin"}).status == 200
    execute(
        merchant,
        "INSERT INTO shipment_hourly_stats (account_id, hour, booked) SELECT $1, at, 1 FROM generate_series("
        "'2026-10-24T22:00Z'::timestamptz, '2026-10-25T22:00Z', '1 hour') AS at",
        merchant.account_id,
    )
    assert [day["booked"] for day in get_days(merchant, from_="2026-10-25", to="2026-10-25")["days"]] == [25]


def test_a_balance_is_that_of_the_days_end(merchant: Client):
    for _ in range(3):
        fund(merchant)
    for number, at in ((1, "2026-03-01T16:59:59Z"), (2, "2026-03-01T17:00:00Z"), (3, "2026-03-03T01:00:00Z")):
        execute(
            merchant,
            "UPDATE credit_transactions SET created_at = $3 WHERE account_id = $1 AND number = $2",
            merchant.account_id,
            number,
            datetime.fromisoformat(at),
        )
    rebuild_stats(merchant)
    shown = get_days(merchant, from_="2026-02-28", to="2026-03-04")["days"]
    assert [day["creditBalance"] // FUNDS for day in shown] == [0, 1, 2, 3, 3]


def test_a_period_is_refused_with_what_to_do(merchant: Client):
    assert get_error(merchant, from_="2026-03-02", to="2026-03-01")["field"] == "to"
    assert get_error(merchant, from_="2026-01-01", to=date(2026, 1, 1) + timedelta(days=MAX_DAYS))["field"] == "from"
    assert (
        len(get_days(merchant, from_="2026-01-01", to=date(2026, 1, 1) + timedelta(days=MAX_DAYS - 1))["days"])
        == MAX_DAYS
    )
    assert len(get_days(merchant, to="2026-01-30")["days"]) == DEFAULT_DAYS
    assert get_days(merchant, from_="2026-01-01")["days"][0]["day"] == "2026-01-01"
    for bad in ("yesterday", "2026-02-30", "2026-03-01T00:00:00Z"):
        assert get_error(merchant, from_=bad)["code"] == "VALIDATION"
    for name, far in (("from", "1999-12-31"), ("to", "3000-01-01"), ("from", "9999-12-31"), ("to", "0001-01-01")):
        assert get_error(merchant, **{name: far})["code"] == "VALIDATION", far


def test_a_recount_mends_what_is_wrong_and_finds_nothing_a_second_time(merchant: Client):
    booked(merchant)
    assert rebuild_stats(merchant) == 0
    for table, column in (("shipment_hourly_stats", "booked"), ("credit_hourly_stats", "spent")):
        execute(merchant, f"UPDATE {table} SET {column} = {column} + 7 WHERE account_id = $1", merchant.account_id)
        assert rebuild_stats(merchant) == 1
        execute(merchant, f"DELETE FROM {table} WHERE account_id = $1", merchant.account_id)
        assert rebuild_stats(merchant) == 1
        assert_hours_law(merchant)
    assert rebuild_stats(merchant) == 0


def test_what_leaves_the_outbox_is_not_counted_again(merchant: Client):
    booked(merchant)
    assert today(merchant)["booked"] == 1
    fan_out(merchant.service.database_url)
    assert today(merchant)["booked"] == 1
    assert rebuild_stats(merchant) == 0


def test_nothing_is_counted_twice_or_lost_while_workers_and_recounts_meet(merchant: Client):
    fund(merchant)
    ids = [new_shipment(merchant)["id"] for _ in range(24)]
    url = merchant.service.database_url
    with ThreadPoolExecutor(10) as pool:
        booking = [pool.submit(confirm, merchant, id) for id in ids]
        telling = pool.submit(fan_out_together, url, booking)
        counting = [pool.submit(rebuild_stats, merchant) for _ in range(24)]
        outcomes = [answer.result().status for answer in booking]
        for each in (telling, *counting):
            each.result()
    fan_out(url)
    assert today(merchant)["booked"] == outcomes.count(200) > 0
    assert_hours_law(merchant)
    assert rebuild_stats(merchant) == 0


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Asia/Jakarta", "UTC", "Asia/Kolkata", "Pacific/Pago_Pago"])
def test_today_may_be_asked_for_wherever_it_is(merchant: Client, zone: str):
    assert merchant("PATCH", "/api/v1/workspace", {"timeZone": zone}).status == 200
    fund(merchant)
    now = datetime.now(ZoneInfo(zone))
    here = now.date()
    # In some zones midnight is in the middle of a UTC hour. The half hour after midnight then counts to the day in
    # which that hour began.
    is_today = now.astimezone(UTC).replace(minute=0, second=0).astimezone(now.tzinfo).date() == here
    added = FUNDS if is_today else 0
    for query in ({}, {"from_": here}, {"to": here}, {"from_": here, "to": here}):
        last = get_days(merchant, **query)["days"][-1]
        assert (last["day"], last["creditAdded"], last["creditBalance"]) == (str(here), added, FUNDS), query
    assert get_error(merchant, from_=here + timedelta(days=1))["field"] == "from"
    ahead = get_days(merchant, to=here + timedelta(days=2))["days"]
    assert [day["creditBalance"] for day in ahead[-4:]] == [FUNDS - added, FUNDS, FUNDS, FUNDS]
