"""The person who drafted, booked, cancelled or replaced a parcel: by the console, a batch, the worker."""

from collections.abc import Callable
from typing import Any

from tests.console.people import session_headers
from tests.console.people import submit_form as submitted
from tests.harness.line import Line
from tests.harness.parcels import booked, cancel, fund, new_shipment, shipment
from tests.harness.service import Answer, Client
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually
from tests.webhooks.working import working

# Whom `session_headers` signs in.
OWNER = "owner@people.example"


def send(merchant: Client, path: str, **fields: Any) -> Answer:
    own = session_headers(merchant.service, merchant.account_id)
    return submitted(merchant.service, f"/console/{merchant.account_id}{path}", own, fields)


def is_refused(answer: Answer) -> bool:
    """A stored form shows what another system refused, or left unclear, with 200."""
    return answer.status == 200 and b'class="message bad"' in answer.raw


def list_person_actions(client: Client, id: str) -> list[tuple[str, str]]:
    """The actions of people on a shipment, each with the person, the oldest first."""
    timeline = client("GET", f"/api/v1/shipping/shipments/{id}/timeline").data["entries"]
    return [(entry["what"], entry["by"]) for entry in reversed(timeline) if entry["kind"] == "person"]


def list_audit_entries(client: Client, id: str) -> list[dict[str, Any]]:
    return client("GET", f"/api/v1/audit-log?targetId={id}&action=shipment").data["entries"]


def test_what_a_person_does_to_a_parcel_stands_in_its_timeline(merchant: Client) -> None:
    fund(merchant)
    id = new_shipment(merchant)["id"]
    assert send(merchant, f"/shipments/{id}/book", key="form_1").status == 303
    assert send(merchant, f"/shipments/{id}/book", key="form_1").status == 303
    rebooked = send(merchant, f"/shipments/{id}/rebook", key="form_2")
    assert rebooked.status == 303, rebooked.raw
    (replacing,) = [row["id"] for row in merchant("GET", "/api/v1/shipments").data["shipments"] if row["id"] != id]
    assert send(merchant, f"/shipments/{replacing}/cancel", key="form_3", reason="Changed").status == 303
    assert list_person_actions(merchant, id) == [("shipment.booked", OWNER), ("shipment.replaced", OWNER)]
    assert list_person_actions(merchant, replacing) == [("shipment.created", OWNER), ("shipment.cancelled", OWNER)]
    cancelled, created = list_audit_entries(merchant, replacing)
    assert cancelled["after"] == {"reason": "Changed", "refunded": 0}
    assert created["after"] == {"status": "pending", "replaces": id}
    assert {entry["actorId"] for entry in (cancelled, created)} == {f"usr_owner_{merchant.account_id}"}


def test_what_a_key_does_is_not_in_the_audit_log(merchant: Client) -> None:
    id = booked(merchant)["id"]
    assert cancel(merchant, id).status == 200
    assert (list_person_actions(merchant, id), list_audit_entries(merchant, id)) == ([], [])


def test_a_batch_names_for_each_parcel_whoever_ordered_it(merchant: Client, courier: Courier) -> None:
    fund(merchant)
    ids = [new_shipment(merchant)["id"] for _ in range(3)]
    assert send(merchant, "/batches", act="book", id=ids, key="form_1").status == 303
    with working(merchant.service.database_url, aggregator_url=courier.url, aggregator_key="simulator"):
        eventually(lambda: all(list_person_actions(merchant, id) for id in ids))
    assert [list_person_actions(merchant, id) for id in ids] == [[("shipment.booked", OWNER)]] * len(ids)


def test_what_the_worker_carries_to_its_end_is_in_the_name_of_whoever_asked(
    merchant: Client, courier: Courier, line: Line, recover: Callable[[], None]
) -> None:
    fund(merchant)
    id = new_shipment(merchant)["id"]
    with line.trouble("lose"):
        assert is_refused(send(merchant, f"/shipments/{id}/book", key="form_1"))
    assert list_person_actions(merchant, id) == []
    recover()
    assert list_person_actions(merchant, id) == [("shipment.booked", OWNER)]
    order = shipment(merchant, id)["aggregatorOrderId"]
    with courier.unheard(), line.trouble("lose", ("POST", f"/v1/orders/{order}/cancel")):
        assert is_refused(send(merchant, f"/shipments/{id}/cancel", key="form_2"))
    recover()
    assert list_person_actions(merchant, id) == [("shipment.booked", OWNER), ("shipment.cancelled", OWNER)]


def test_a_couriers_report_that_ends_a_cancellation_names_whoever_asked_for_it(
    merchant: Client, courier: Courier, line: Line
) -> None:
    id = booked(merchant)["id"]
    order = shipment(merchant, id)["aggregatorOrderId"]
    with line.trouble("lose", ("POST", f"/v1/orders/{order}/cancel")):
        assert is_refused(send(merchant, f"/shipments/{id}/cancel", key="form_1"))
    eventually(lambda: shipment(merchant, id)["status"] == "cancelled")
    assert list_person_actions(merchant, id) == [("shipment.cancelled", OWNER)]
