"""A suspended workspace can be read, and nothing in it changed (docs/decisions/0007-credentials.md)."""

import json
from typing import Any

import msgspec
import pytest

from fulfilment.app import all_routes
from fulfilment.infra.api.routing import Route
from tests.harness.buyers import link_of, open_page
from tests.harness.database import events, rows
from tests.harness.goods import fresh_key, new_product
from tests.harness.parcels import booked, shipment
from tests.harness.service import Answer, Client
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually
from tests.harness.workspaces import open_partner, provision
from tests.workspaces.suspending import reopen, suspend

SUSPENDED = (403, "WORKSPACE_SUSPENDED")
UNKNOWN = "ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ"
PRODUCTS, LICENSES = "/api/v1/products", "/api/v1/licenses"
SIGNED = [route for route in all_routes() if not route.is_public]
WRITING = [pytest.param(route, id=f"{route.method} {route.path}") for route in SIGNED if route.method != "GET"]
READING = [pytest.param(route, id=f"GET {route.path}") for route in SIGNED if route.method == "GET"]


def send(client: Client, route: Route, **more: Any) -> Answer:
    """The route with ids that nothing has."""
    return client(route.method, route.path.replace("{", "").replace("}", ""), **more)


def post_key(client: Client, action: str, license_key: str, key: str | None = None) -> Answer:
    """Send the request of a buyer's software."""
    headers = [("Content-Type", "application/json"), *([("Idempotency-Key", key)] if key else [])]
    body = json.dumps({"key": license_key, "instanceId": "pc-1"}).encode()
    return client.service.send("POST", f"{LICENSES}/{action}", headers, body)


@pytest.fixture
def license_key(merchant: Client) -> str:
    product = new_product(merchant, name="Editor", type="license")["id"]
    given = {"productId": product, "customerId": "cus_1", "maxActivations": 5}
    return merchant("POST", LICENSES, given).data["license"]["key"]


@pytest.mark.parametrize("route", WRITING)
def test_every_route_that_changes_something_is_refused(merchant: Client, route: Route) -> None:
    suspend(merchant)
    for body in (None, {}, b"nonsense"):
        assert send(merchant, route, body=body).error == SUSPENDED


@pytest.mark.parametrize("route", READING)
def test_every_route_that_reads_answers_as_before(merchant: Client, route: Route) -> None:
    before = send(merchant, route)
    suspend(merchant)
    after = send(merchant, route)
    assert (after.status, _refusal_of(after)) == (before.status, _refusal_of(before))


def _refusal_of(answer: Answer) -> object:
    """The error of a refused request; an answer that was given need not be JSON."""
    return None if answer.status == 200 else answer.json["error"]


def test_a_head_request_reads(merchant: Client) -> None:
    suspend(merchant)
    assert merchant("HEAD", PRODUCTS).status == 200


def test_nothing_of_it_changes_and_all_of_it_comes_back(merchant: Client, stranger: Client) -> None:
    product = new_product(merchant)["id"]
    suspend(merchant)
    assert merchant("PATCH", f"{PRODUCTS}/{product}", {"name": "Tea"}).error == SUSPENDED
    assert merchant("DELETE", f"{PRODUCTS}/{product}").error == SUSPENDED
    assert stranger("POST", PRODUCTS, {"name": "Another shop's"}).status == 201
    assert merchant("GET", f"{PRODUCTS}/{product}").data["product"]["name"] == "Coffee"
    reopen(merchant)
    assert merchant("PATCH", f"{PRODUCTS}/{product}", {"name": "Tea"}).status == 200


def test_what_a_credential_lacks_is_told_before(merchant: Client) -> None:
    suspend(merchant)
    forged = msgspec.structs.replace(merchant, secret="svcsk_guessed")
    assert forged("POST", PRODUCTS, {"name": "Tea"}).error == (401, "BAD_SIGNATURE")


def test_an_answer_that_was_given_before_may_be_read_again(merchant: Client) -> None:
    key = fresh_key()
    first = merchant("POST", PRODUCTS, {"name": "Tea"}, key)
    suspend(merchant)
    again = merchant("POST", PRODUCTS, {"name": "Tea"}, key)
    assert (again.raw, again.headers["idempotency-replayed"]) == (first.raw, "true")
    assert merchant("POST", PRODUCTS, {"name": "Coffee"}, key).error == (422, "IDEMPOTENCY_KEY_REUSED")
    assert merchant("POST", PRODUCTS, {"name": "Tea"}, fresh_key()).error == SUSPENDED


def test_a_refusal_for_the_suspension_is_not_remembered(merchant: Client) -> None:
    key = fresh_key()
    suspend(merchant)
    assert merchant("POST", PRODUCTS, {"name": "Tea"}, key).error == SUSPENDED
    reopen(merchant)
    assert merchant("POST", PRODUCTS, {"name": "Tea"}, key).status == 201


def test_neither_partner_nor_merchant_changes_it(merchant: Client) -> None:
    partner = open_partner(merchant.service, f"partner-{merchant.account_id}")
    provision(merchant, f"partner-{merchant.account_id}")
    acting = msgspec.structs.replace(partner, on_behalf_of=merchant.account_id)
    suspend(merchant)
    assert acting("POST", PRODUCTS, {"name": "Tea"}).error == SUSPENDED
    assert acting("GET", PRODUCTS).status == 200
    assert partner("POST", PRODUCTS, {"name": "The partner's own"}).status == 201


def test_a_partner_whose_own_workspace_is_suspended_changes_nothing_anywhere(merchant: Client) -> None:
    partner = open_partner(merchant.service, f"partner-{merchant.account_id}")
    provision(merchant, f"partner-{merchant.account_id}")
    acting = msgspec.structs.replace(partner, on_behalf_of=merchant.account_id)
    suspend(partner)
    assert acting("POST", PRODUCTS, {"name": "Tea"}).error == SUSPENDED
    assert acting("GET", PRODUCTS).status == 200
    assert merchant("POST", PRODUCTS, {"name": "The merchant's own"}).status == 201


def test_license_keys_are_still_good_but_bind_and_unbind_no_instance(merchant: Client, license_key: str) -> None:
    assert post_key(merchant, "activate", license_key).status == 200
    suspend(merchant)
    said = merchant.service.send("GET", f"{LICENSES}/validate?key={license_key}", []).data
    assert (said["valid"], said["activations"]) == (True, 1)
    assert post_key(merchant, "activate", license_key).error == SUSPENDED
    assert post_key(merchant, "deactivate", license_key).error == SUSPENDED
    assert post_key(merchant, "activate", UNKNOWN).error == (404, "INVALID_KEY")
    assert post_key(merchant, "deactivate", UNKNOWN).status == 200
    reopen(merchant)
    assert post_key(merchant, "deactivate", license_key).data["deactivated"] is True


def test_a_buyer_reads_an_answer_given_before_again(merchant: Client, license_key: str) -> None:
    key = fresh_key()
    first = post_key(merchant, "activate", license_key, key)
    suspend(merchant)
    assert post_key(merchant, "activate", license_key, key).raw == first.raw
    assert post_key(merchant, "activate", license_key, fresh_key()).error == SUSPENDED


def test_what_couriers_report_goes_on_being_written_down(merchant: Client, courier: Courier) -> None:
    sent = booked(merchant)
    suspend(merchant)
    courier.report(sent["aggregatorOrderId"], "picked")
    eventually(lambda: shipment(merchant, sent["id"])["status"] == "picked_up")
    assert open_page(merchant.service, link_of(merchant, sent["id"])).status == 200
    assert [event.data["status"] for event in events(merchant, "shipment.status_updated")][-1] == "picked_up"


def test_links_to_labels_still_open(merchant: Client) -> None:
    sent = booked(merchant)
    url = merchant("GET", f"/api/v1/shipping/shipments/{sent['id']}/label").data["url"]
    suspend(merchant)
    path = "/" + url.split("/", 3)[3]
    assert merchant.service.send("GET", path, []).raw.startswith(b"%PDF")


def test_suspending_and_reopening_are_audited_once_each_and_without_the_reason(merchant: Client) -> None:
    for change in (suspend, suspend, reopen, reopen):
        change(merchant)
    reopened, suspended = merchant("GET", "/api/v1/audit-log?action=workspace.").data["entries"]
    assert (suspended["action"], reopened["action"]) == ("workspace.suspended", "workspace.reopened")
    assert (suspended["targetType"], suspended["targetId"]) == ("Workspace", merchant.account_id)
    assert suspended["after"]["suspendedAt"] and reopened["after"] == {"suspendedAt": None}
    assert {entry["actorType"] for entry in (suspended, reopened)} == {"system"}


def test_a_suspended_workspace_loses_nothing(merchant: Client, license_key: str) -> None:
    def kept() -> list[str]:
        found = []
        for table in ("products", "variants", "licenses", "api_keys", "events", "idempotency_keys"):
            statement = f"SELECT (to_jsonb(t) - 'last_used_at')::text FROM {table} t WHERE account_id = $1 ORDER BY 1"
            found += [row[0] for row in rows(merchant, statement)]
        return found

    before = kept()
    suspend(merchant)
    for route in SIGNED:
        send(merchant, route, key=fresh_key())
    post_key(merchant, "activate", license_key, fresh_key())
    reopen(merchant)
    assert kept() == before
