"""Test events of an endpoint."""

import pytest

from tests.harness.database import rows
from tests.harness.service import Client
from tests.webhooks.inbox import receiving
from tests.webhooks.test_endpoints import URL
from tests.webhooks.working import create_event, list_log, register, wait_until_settled

pytestmark = pytest.mark.usefixtures("worker")


def request_test_event(client: Client, endpoint_id: str, **headers: str):
    return client("POST", f"/api/v1/webhooks/endpoints/{endpoint_id}/test", **headers)


def test_a_test_event_goes_signed_to_this_endpoint_alone_whatever_it_is_subscribed_to(shop: Client):
    with receiving() as inbox, receiving() as everything:
        hook = register(shop, inbox.url(), "svc.shipment.*")
        register(shop, everything.url())
        answer = request_test_event(shop, hook.id)
        (received,) = inbox.wait_for(1)
        (row,) = wait_until_settled(shop, hook)
        # A later event arrives, so an event that has not arrived by then never will.
        create_event(shop)
        everything.wait_for(1)
    assert (answer.status, answer.data["event"]["status"]) == (202, "pending")
    assert received.is_signed_with(hook.secret)
    assert received.headers["svc-event-type"] == received.event["type"] == "svc.webhook_endpoint.test.v1"
    assert received.headers["svc-delivery-id"] == answer.data["event"]["id"] == row["id"]
    assert received.event["data"]["endpointId"] == hook.id
    assert received.event["data"]["sequence"] == 1
    assert received.event == answer.data["event"]["payload"]
    assert hook.secret not in received.body.decode()
    assert (row["status"], row["attempts"]) == ("sent", 1)
    assert [each.event["type"] for each in everything.received] == ["svc.product.created.v1"]


def test_each_test_is_an_event_of_its_own_and_one_under_a_key_is_sent_once(shop: Client):
    with receiving() as inbox:
        hook = register(shop, inbox.url())
        first, again = request_test_event(shop, hook.id, key="once"), request_test_event(shop, hook.id, key="once")
        assert again.raw == first.raw
        request_test_event(shop, hook.id)
        wait_until_settled(shop, hook, 2)
    assert sorted(each.event["data"]["sequence"] for each in inbox.received) == [1, 2]


def test_a_test_that_fails_is_tried_again_and_shows_why(shop: Client):
    with receiving(lambda received: 503 if received.attempt == 1 else 200) as inbox:
        hook = register(shop, inbox.url())
        request_test_event(shop, hook.id)
        (row,) = wait_until_settled(shop, hook)
    assert [each["error"] for each in row["deliveryAttempts"]] == ["HTTP 503", None]


def test_a_paused_endpoint_is_not_tried_out(shop: Client):
    hook = register(shop, URL)
    shop("PATCH", f"/api/v1/webhooks/endpoints/{hook.id}", {"active": False})
    assert request_test_event(shop, hook.id).error == (409, "ENDPOINT_DISABLED")
    assert list_log(shop) == []
    assert rows(shop, "SELECT id FROM events WHERE account_id = $1") == []


def test_another_workspace_cannot_try_it_out(shop: Client, other_workspace: Client):
    hook = register(shop, URL)
    assert request_test_event(other_workspace, hook.id).error == (404, "NOT_FOUND")
    assert list_log(shop) == list_log(other_workspace) == []
