"""Webhook endpoints name the partner that knows their secret or chose their URL; its end disables them."""

from typing import Any

from fulfilment.partners import service
from tests.harness.goods import fresh_key
from tests.harness.service import Client
from tests.harness.workspaces import as_operator, in_database
from tests.partners.acting import AUDIT

ENDPOINTS = "/api/v1/webhooks/endpoints"
# In development it need not exist.
URL = "https://hooks.example/events"


def _end(client: Client, name: str) -> service.PartnerTermination:
    with as_operator():
        return in_database(client.service.database_url, lambda db: service.terminate_partner(db, name))


def register(client: Client, **fields: Any) -> dict[str, Any]:
    answer = client("POST", ENDPOINTS, {"url": URL, **fields}, fresh_key())
    assert answer.status == 201, answer.raw
    return answer.data["endpoint"]


def rotate(client: Client, endpoint: dict[str, Any]) -> dict[str, Any]:
    return client("POST", f"{ENDPOINTS}/{endpoint['id']}/rotate-secret", {}, fresh_key()).data["endpoint"]


def shown(client: Client, endpoint: dict[str, Any]) -> dict[str, Any]:
    return client("GET", f"{ENDPOINTS}/{endpoint['id']}").data["endpoint"]


def change(client: Client, endpoint: dict[str, Any], **fields: Any):
    return client("PATCH", f"{ENDPOINTS}/{endpoint['id']}", fields, fresh_key())


def test_an_endpoint_bears_the_partner_that_made_its_secret(
    on_behalf: Client, made: Client, merchant: Client, partner_name: str
) -> None:
    own = register(merchant)
    assert own["partner"] is None
    assert [register(client)["partner"] for client in (on_behalf, made)] == [partner_name] * 2
    assert rotate(on_behalf, own)["partner"] == partner_name
    assert shown(merchant, own)["partner"] == partner_name
    assert rotate(merchant, own)["partner"] is None
    assert rotate(made, own)["partner"] == partner_name


def test_an_endpoint_bears_the_partner_that_chose_its_url_and_for_nothing_else(
    on_behalf: Client, merchant: Client, partner_name: str
) -> None:
    own = register(merchant)
    assert (
        change(on_behalf, own, description="Checked", events=["svc.stock.*"], url=URL).data["endpoint"]["partner"]
        is None
    )
    assert change(on_behalf, own, url=f"{URL}/ours").data["endpoint"]["partner"] == partner_name
    assert change(merchant, own, url=URL).data["endpoint"]["partner"] == partner_name


def test_when_the_partner_ends_its_endpoints_are_switched_off_and_no_others(
    partner: Client, on_behalf: Client, made: Client, merchant: Client, partner_name: str
) -> None:
    kept, taken_back = register(merchant), register(on_behalf)
    rotate(merchant, taken_back)
    off = [register(on_behalf), register(made)]
    queued = merchant("POST", f"{ENDPOINTS}/{off[0]['id']}/test", {}, fresh_key()).data["event"]
    assert _end(partner, partner_name).webhook_endpoints == 2
    for endpoint in off:
        now = shown(merchant, endpoint)
        assert now["active"] is False and now["disabledAt"]
        assert now["disabledReason"] == f"the partner {partner_name} has ended"
        (entry,) = merchant("GET", f"{AUDIT}?targetId={endpoint['id']}&action=webhook.auto_disabled").data["entries"]
        assert (entry["actorType"], entry["metadata"]) == ("system", {"partner": partner_name})
    assert shown(merchant, kept)["active"] and shown(merchant, taken_back)["active"]
    delivery = merchant("GET", f"/api/v1/webhooks/events/{queued['id']}").data["event"]
    assert (delivery["status"], delivery["lastError"]) == ("failed", "endpoint is disabled")
    told = merchant("GET", "/api/v1/events?type=svc.webhook_endpoint.disabled.v1").data["events"]
    assert {event["data"]["endpointId"] for event in told} == {endpoint["id"] for endpoint in off}


def test_an_endpoint_of_an_ended_partner_stays_off_until_its_secret_is_rotated(
    partner: Client, on_behalf: Client, merchant: Client, partner_name: str
) -> None:
    endpoint, paused = register(on_behalf), register(on_behalf)
    change(merchant, paused, active=False)
    _end(partner, partner_name)
    for each in (endpoint, paused):
        refused = change(merchant, each, active=True)
        assert refused.error == (409, "INVALID_STATE") and partner_name in refused.json["error"]["message"]
        assert change(merchant, each, description="Ours now").status == 200
        assert shown(merchant, each)["active"] is False
        assert rotate(merchant, each)["partner"] is None
        again = change(merchant, each, active=True).data["endpoint"]
        assert (again["active"], again["disabledAt"], again["disabledReason"]) == (True, None, None)


def test_a_partner_that_has_not_ended_switches_its_endpoint_on_and_off(on_behalf: Client) -> None:
    endpoint = register(on_behalf)
    for wanted in (False, True):
        assert change(on_behalf, endpoint, active=wanted).data["endpoint"]["active"] is wanted
