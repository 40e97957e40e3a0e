"""Fifty parcels booked in bulk, while the API and the workers die: each is booked once, or has its reason."""

from collections import Counter
from collections.abc import Iterator

import pytest

from tests.bulk_jobs.batch_requests import PATH, get_batch, get_counts, list_rows
from tests.harness.database import rows
from tests.harness.hours import assert_hours_law
from tests.harness.line import Line
from tests.harness.service import Client
from tests.system.faults.crashes import House, pass_seconds
from tests.system.faults.load import DESTINATION, parcel
from tests.webhooks.working import STOPPED_WITHIN_SECONDS, eventually, working

PARCELS = 50
REFUSED = (7, 23, 48)
NAME = "Nobody Home"
SLOW_MS = 60


@pytest.fixture
def line(house: House) -> Iterator[Line]:
    running = Line(house.courier.url)
    running.refused.add(NAME.encode())
    yield running
    running.close()


def drafted(shop: Client) -> list[str]:
    given = [
        parcel(destination={**DESTINATION, "contactName": NAME} if nth in REFUSED else DESTINATION)
        for nth in range(PARCELS)
    ]
    answer = shop("POST", "/api/v1/shipments/bulk", {"shipments": given})
    return [each["data"]["shipment"]["id"] for each in answer.data["outcomes"]]


def ended(shop: Client) -> int:
    """Read past the API, which is dead now and then."""
    found = rows(shop, "SELECT count(*) AS number FROM batch_rows WHERE account_id = $1 AND finished_at IS NOT NULL")
    return found[0]["number"]


def test_fifty_are_booked_once_though_everything_dies_in_between_and_three_are_refused(
    house: House, shop: Client, line: Line
) -> None:
    assert shop("POST", "/api/v1/shipping-credits/topup", {"amount": 1_000_000}).status == 201
    ids = drafted(shop)
    given = {"kind": "book", "shipmentIds": ids}
    batch = shop("POST", PATH, given, "fifty").data["batch"]
    settings = {**house.settings, "aggregator_url": line.url}
    with house.courier.in_mood(slow_ms=SLOW_MS):
        for enough, kills_api in ((4, True), (16, False)):
            with working(house.url, **settings) as worker:
                eventually(lambda enough=enough: ended(shop) >= enough)
                worker.kill()
            if kills_api:
                house.api.kill()
            assert ended(shop) < PARCELS, "it was over before any process died"
            pass_seconds(shop)
            if kills_api:
                house.api.start()
        assert shop("POST", PATH, given, "fifty").data["batch"]["id"] == batch["id"]
        with working(house.url, **settings), working(house.url, **settings):
            eventually(lambda: get_batch(shop, batch)["status"], lambda status: status == "finished")
            assert get_counts(shop, batch) == {"done": PARCELS - len(REFUSED), "failed": len(REFUSED)}
            for row in list_rows(shop, batch):
                assert (row["status"] == "failed") == (row["position"] in REFUSED)
                if row["status"] == "failed":
                    assert row["error"]["code"] == "INTEGRATION_ERROR"
                    assert "The courier partner refused the order" in row["error"]["message"]
            assert len(charged_all(shop)) == PARCELS - len(REFUSED)
            line.refused.clear()
            assert shop("POST", f"{PATH}/{batch['id']}/retry", None, "again").status == 200
            eventually(lambda: get_batch(shop, batch)["status"], lambda status: status == "finished")
            eventually(lambda: untold(shop), lambda waiting: not waiting)
    # Each was counted once, by whichever worker told of it.
    assert_hours_law(shop)
    hours = rows(shop, "SELECT booked FROM shipment_hourly_stats WHERE account_id = $1")
    assert sum(row["booked"] for row in hours) == PARCELS
    assert get_counts(shop, batch) == {"done": PARCELS}
    booked = Counter(order["reference_id"] for order in house.courier.all_orders())
    assert {id: booked[id] for id in ids} == dict.fromkeys(ids, 1)
    assert Counter(charged_all(shop)) == Counter(ids)


def test_a_worker_that_is_told_to_stop_ends_what_it_has_begun_and_the_next_goes_on_at_once(
    house: House, shop: Client
) -> None:
    assert shop("POST", "/api/v1/shipping-credits/topup", {"amount": 1_000_000}).status == 201
    ids = drafted(shop)
    batch = shop("POST", PATH, {"kind": "book", "shipmentIds": ids}, "fifty").data["batch"]
    with house.courier.in_mood(slow_ms=SLOW_MS):
        with house.working() as worker:
            eventually(lambda: ended(shop) >= 4)
            worker.process.terminate()
            assert worker.process.wait(STOPPED_WITHIN_SECONDS) == 0
            assert '"level": "error"' not in worker.log.read_text()
        assert 4 <= ended(shop) < PARCELS
        # No heartbeat has to expire first.
        with house.working():
            eventually(lambda: get_batch(shop, batch)["status"], lambda status: status == "finished")
    assert get_counts(shop, batch) == {"done": PARCELS}
    booked = Counter(order["reference_id"] for order in house.courier.all_orders())
    assert {id: booked[id] for id in ids} == dict.fromkeys(ids, 1)
    assert Counter(charged_all(shop)) == Counter(ids)


def untold(shop: Client) -> int:
    """How many events no worker has told of yet."""
    return len(rows(shop, "SELECT position FROM outbox WHERE account_id = $1"))


def charged_all(shop: Client) -> list[str]:
    statement = "SELECT shipment_id FROM credit_transactions WHERE account_id = $1 AND kind = 'shipment_charge'"
    return [row["shipment_id"] for row in rows(shop, statement)]
