"""A shipment is finished with the aggregator key it was booked with, whatever was set since (decisions, section 13)."""

from collections.abc import Callable
from typing import Any

import pytest
from structlog.testing import capture_logs

from fulfilment.shipping import aggregator_config
from tests.harness.breaking import let_rest, mending, refusing
from tests.harness.database import events, execute, rows
from tests.harness.inbound import post
from tests.harness.line import Line
from tests.harness.parcels import confirm, credit, new_shipment, shipment
from tests.harness.service import Client, Service
from tests.harness.simulator import Courier
from tests.shipments.worker_context import run_in_worker, settings_for

FIRST = "biteship_live.the-first"
NEXT = "biteship_live.the-next"
CONFIG = "/api/v1/shipping/config"


def set_key(client: Client, key: str | None) -> str | None:
    """Set the key; the path that its reports come to."""
    answer = client("PUT", CONFIG, {"apiKey": key})
    assert answer.status == 200, answer.raw
    url = answer.data["config"]["reportUrl"]
    return None if url is None else url[url.index("/api/") :]


def book_with_key(client: Client, key: str) -> tuple[dict[str, Any], str]:
    """A shipment booked with the key, and the address of the key's reports."""
    path = set_key(client, key)
    assert path is not None
    return confirm(client, new_shipment(client)["id"]).data["shipment"], path


@pytest.fixture
def forget(api: Service, line: Line) -> Callable[[], None]:
    """The worker's sweep, hours later."""

    def sweep() -> None:
        run_in_worker(
            settings_for(api.database_url, line.url), lambda inside: aggregator_config.delete_unused(inside.db)
        )

    return sweep


def pass_time(client: Client) -> None:
    statement = "UPDATE previous_aggregator_keys SET retired_at = now() - interval '2 hours' WHERE account_id = $1"
    execute(client, statement, client.account_id)


def count_former_keys(client: Client) -> int:
    return len(rows(client, "SELECT id FROM previous_aggregator_keys WHERE account_id = $1"))


@pytest.mark.parametrize("next_key", [None, NEXT])
def test_reports_of_what_was_booked_with_a_former_key_come_to_its_address(
    merchant: Client, api: Service, courier: Courier, next_key: str | None
):
    sent, path = book_with_key(merchant, FIRST)
    assert set_key(merchant, next_key) != path
    with courier.unheard():
        courier.report(sent["aggregatorOrderId"], "picked")
    assert post(api, {"order_id": sent["aggregatorOrderId"]}, path).data == {"applied": 1}
    assert shipment(merchant, sent["id"])["status"] == "picked_up"


def test_rebooking_asks_with_the_key_of_then_and_books_with_the_key_of_now(merchant: Client, courier: Courier):
    sent, _ = book_with_key(merchant, FIRST)
    set_key(merchant, NEXT)
    answer = merchant("POST", f"/api/v1/shipments/{sent['id']}/rebook", {})
    assert answer.status == 201, answer.raw
    new = answer.data["shipment"]["id"]
    assert confirm(merchant, new).status == 200
    (old_order,), (new_order,) = courier.orders(sent["id"]), courier.orders(new)
    assert (old_order["status"], new_order["status"]) == ("cancelled", "confirmed")
    assert old_order["owner"] != new_order["owner"]


@pytest.mark.parametrize("next_key", [None, NEXT])
def test_an_unclear_booking_is_found_with_the_key_it_was_begun_with(
    merchant: Client, courier: Courier, line: Line, recover: Callable[[], None], next_key: str | None
):
    set_key(merchant, FIRST)
    shipment_id = new_shipment(merchant)["id"]
    with line.trouble("lose"):
        assert confirm(merchant, shipment_id).status == 504
    set_key(merchant, next_key)
    recover()
    (order,) = courier.orders(shipment_id)
    assert shipment(merchant, shipment_id)["aggregatorOrderId"] == order["id"]
    assert credit(merchant) == (0, 0)
    assert len(events(merchant, "shipment.pickup_confirmed")) == 1


def test_a_key_that_is_set_again_has_its_address_of_then(merchant: Client):
    first = set_key(merchant, FIRST)
    assert set_key(merchant, FIRST) == first
    second = set_key(merchant, NEXT)
    assert second != first
    assert set_key(merchant, FIRST) == first
    assert set_key(merchant, NEXT) == second
    assert count_former_keys(merchant) == 1


def test_a_former_key_is_forgotten_when_all_that_was_booked_with_it_has_ended(
    merchant: Client, api: Service, courier: Courier, forget: Callable[[], None]
):
    sent, path = book_with_key(merchant, FIRST)
    set_key(merchant, NEXT)
    pass_time(merchant)
    forget()
    assert count_former_keys(merchant) == 1
    with courier.unheard():
        courier.report(sent["aggregatorOrderId"], "delivered")
    assert post(api, {"order_id": sent["aggregatorOrderId"]}, path).data == {"applied": 1}
    forget()
    assert count_former_keys(merchant) == 0
    assert post(api, {"order_id": sent["aggregatorOrderId"]}, path).error == (404, "NOT_FOUND")
    tracked = merchant("GET", f"/api/v1/shipments/{sent['id']}/tracking")
    assert (tracked.status, tracked.data["status"]) == (200, "delivered")


def test_a_key_that_was_just_replaced_is_kept_for_who_is_about_to_book_with_it(
    merchant: Client, forget: Callable[[], None]
):
    set_key(merchant, FIRST)
    set_key(merchant, NEXT)
    forget()
    assert count_former_keys(merchant) == 1
    pass_time(merchant)
    forget()
    assert count_former_keys(merchant) == 0


def test_a_former_key_of_an_unclear_booking_is_kept(merchant: Client, line: Line, forget: Callable[[], None]):
    set_key(merchant, FIRST)
    shipment_id = new_shipment(merchant)["id"]
    with line.trouble("lose"):
        assert confirm(merchant, shipment_id).status == 504
    set_key(merchant, None)
    pass_time(merchant)
    forget()
    assert count_former_keys(merchant) == 1
    assert confirm(merchant, shipment_id).status == 200


@pytest.mark.parametrize(
    "replaced_since",
    [aggregator_config.MAX_REACTIVATION_CANDIDATES - 1, aggregator_config.MAX_REACTIVATION_CANDIDATES],
)
def test_a_key_is_taken_back_among_the_latest_that_were_replaced(merchant: Client, replaced_since: int):
    first = set_key(merchant, FIRST)
    set_key(merchant, NEXT)
    set_key(merchant, None)
    since = """
        INSERT INTO previous_aggregator_keys (account_id, id, api_key, report_token, report_token_hash, retired_at)
        SELECT account_id, id || n, api_key, report_token, sha256((id || n)::bytea), now()
          FROM previous_aggregator_keys, generate_series(2, $2) n
         WHERE account_id = $1 AND id = (
                   SELECT id FROM previous_aggregator_keys WHERE account_id = $1 ORDER BY retired_at DESC LIMIT 1
               )
    """
    execute(merchant, since, merchant.account_id, replaced_since)
    assert (set_key(merchant, FIRST) == first) is (replaced_since < aggregator_config.MAX_REACTIVATION_CANDIDATES)


def test_a_former_key_that_cannot_be_forgotten_holds_up_none_of_the_others(
    merchant: Client, stranger: Client, forget: Callable[[], None], monkeypatch: pytest.MonkeyPatch
):
    for client in (merchant, stranger):
        set_key(client, FIRST)
        set_key(client, None)
        pass_time(client)
    execute(merchant, refusing("previous_aggregator_keys", "DELETE", f"OLD.account_id = '{merchant.account_id}'"))
    try:
        with capture_logs() as logs:
            forget()
    finally:
        execute(merchant, mending("previous_aggregator_keys"))
    assert (count_former_keys(merchant), count_former_keys(stranger)) == (1, 0)
    assert [entry["account_id"] for entry in logs if entry["event"] == "batch_row_failed"] == [merchant.account_id]
    let_rest(monkeypatch)
    forget()
    assert count_former_keys(merchant) == 0


def test_former_keys_are_sealed_and_shown_nowhere(merchant: Client):
    set_key(merchant, FIRST)
    set_key(merchant, NEXT)
    (row,) = rows(merchant, "SELECT * FROM previous_aggregator_keys WHERE account_id = $1")
    assert FIRST.encode() not in row["api_key"]
    for path in (CONFIG, "/api/v1/audit-log"):
        assert FIRST.encode() not in merchant("GET", path).raw
