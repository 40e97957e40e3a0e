"""The delivery log over HTTP: filters, pages, and retries by hand."""

import itertools

import pytest

from tests.harness.database import execute, rows
from tests.harness.goods import new_warehouse
from tests.harness.service import Client
from tests.webhooks.inbox import receiving
from tests.webhooks.working import create_event, eventually, list_log, register, wait_until_settled

pytestmark = pytest.mark.usefixtures("worker")

EVENTS = "/api/v1/webhooks/events"
TYPES = ("svc.product.created.v1", "svc.warehouse.created.v1")


def test_every_combination_of_filters_gives_what_fits_newest_first(shop: Client):
    with receiving(lambda received: 500 if received.path == "/failing" else 204) as inbox:
        hooks = [register(shop, inbox.url("/failing")), register(shop, inbox.url("/good"))]
        for number in range(3):
            create_event(shop, f"number {number}")
            new_warehouse(shop, f"number {number}")
        for hook in hooks:
            wait_until_settled(shop, hook, 6)
    everything = list_log(shop)
    position = {row["id"]: row["position"] for row in _positions(shop)}
    assert [row["id"] for row in everything] == sorted(position, key=position.get, reverse=True)
    endpoint_ids = [None, "unknown", *(hook.id for hook in hooks)]
    for type, status, endpoint_id in itertools.product((None, *TYPES), (None, "sent", "failed"), endpoint_ids):
        wanted = {"type": type, "status": status, "endpointId": endpoint_id}
        given = {name: value for name, value in wanted.items() if value is not None}
        expected = [row for row in everything if all(row[name] == value for name, value in given.items())]
        assert list_log(shop, **given) == expected, given
    assert shop("GET", f"{EVENTS}?status=lost").error == (400, "VALIDATION")


def _positions(client: Client) -> list:
    return rows(client, "SELECT id, position FROM webhook_deliveries WHERE account_id = $1")


def test_pages_join_into_the_whole_log(shop: Client):
    with receiving() as inbox:
        hook = register(shop, inbox.url())
        for number in range(7):
            create_event(shop, f"number {number}")
        whole = wait_until_settled(shop, hook, 7)
    found, cursor = [], ""
    for size in (3, 3, 1):
        page = shop("GET", f"{EVENTS}?limit=3{cursor}")
        assert len(page.data["events"]) == size
        assert page.json["meta"]["cursor"] == page.data["nextCursor"]
        assert page.json["meta"]["hasMore"] is (page.data["nextCursor"] is not None)
        found += page.data["events"]
        cursor = f"&cursor={page.data['nextCursor']}"
    assert cursor == "&cursor=None"
    assert found == whole
    assert shop("GET", f"{EVENTS}/{whole[0]['id']}").data["event"] == whole[0]


def test_a_page_of_large_events_ends_early_and_the_cursor_leads_on(shop: Client):
    with receiving() as inbox:
        hook = register(shop, inbox.url())
        for number in range(4):
            create_event(shop, f"number {number}")
        whole = [row["id"] for row in wait_until_settled(shop, hook, 4)]
    large = "UPDATE events SET data = json_build_object('text', repeat('é', 1000000))"
    execute(shop, f"{large} WHERE account_id = $1", shop.account_id)
    for filters in ("", f"&endpointId={hook.id}", f"&type={TYPES[0]}", f"&type={TYPES[0]}&endpointId={hook.id}"):
        listed = shop("GET", f"{EVENTS}?limit=200{filters}").data
        rest = shop("GET", f"{EVENTS}?limit=200{filters}&cursor={listed['nextCursor']}").data
        assert [row["id"] for row in listed["events"]] == whole[:3]
        assert [row["id"] for row in rest["events"]] == whole[3:]
        assert rest["nextCursor"] is None


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=201", "limit=many", "cursor=!", "cursor=WyJ4Il0", "cursor=WyItMSJd"]
)
def test_a_bad_page_is_refused(shop: Client, query: str):
    answer = shop("GET", f"{EVENTS}?{query}")
    assert (answer.error, answer.field) == ((400, "VALIDATION"), query.partition("=")[0])


def test_a_delivery_that_was_sent_can_be_sent_again(shop: Client):
    with receiving() as inbox:
        hook = register(shop, inbox.url())
        create_event(shop)
        (row,) = wait_until_settled(shop, hook)
        answer = shop("POST", f"{EVENTS}/{row['id']}/retry")
        assert (answer.status, answer.data["event"]["status"]) == (202, "pending")
        (again,) = eventually(lambda: list_log(shop), lambda found: found[0]["attempts"] == 2)
    first, second = inbox.received
    assert (first.attempt, second.attempt) == (1, 2)
    assert (first.body, first.headers["svc-event-id"]) == (second.body, second.headers["svc-event-id"])
    assert again["status"] == "sent"
    assert [each["status"] for each in again["deliveryAttempts"]] == ["succeeded", "succeeded"]


def test_a_retry_that_fails_is_followed_by_what_the_schedule_has_left(shop: Client):
    with receiving(lambda received: 204 if received.attempt == 1 else 500) as inbox:
        hook = register(shop, inbox.url())
        create_event(shop)
        (row,) = wait_until_settled(shop, hook)
        shop("POST", f"{EVENTS}/{row['id']}/retry")
        (after,) = wait_until_settled(shop, hook)
        assert (after["status"], after["attempts"]) == ("failed", 6)
        assert shop("POST", f"{EVENTS}/{row['id']}/retry").status == 202
        (last,) = wait_until_settled(shop, hook)
    assert (last["status"], last["attempts"]) == ("failed", 7)
    assert [each.attempt for each in inbox.received] == [1, 2, 3, 4, 5, 6, 7]


def test_what_is_pending_cannot_be_queued_again(shop: Client):
    with receiving() as inbox:
        hook = register(shop, inbox.url())
        create_event(shop)
        (row,) = wait_until_settled(shop, hook)
    execute(shop, "UPDATE webhook_deliveries SET status = 'pending' WHERE id = $1", row["id"])
    assert shop("POST", f"{EVENTS}/{row['id']}/retry").error == (409, "ALREADY_QUEUED")


def test_a_disabled_endpoint_takes_no_retry(shop: Client):
    with receiving() as inbox:
        hook = register(shop, inbox.url())
        create_event(shop)
        (row,) = wait_until_settled(shop, hook)
        shop("PATCH", f"/api/v1/webhooks/endpoints/{hook.id}", {"active": False})
        assert shop("POST", f"{EVENTS}/{row['id']}/retry").error == (409, "ENDPOINT_DISABLED")
    assert len(inbox.received) == 1


def test_another_workspace_sees_nothing_of_it(shop: Client, other_workspace: Client):
    with receiving() as inbox:
        hook = register(shop, inbox.url())
        create_event(shop)
        (row,) = wait_until_settled(shop, hook)
        assert list_log(other_workspace) == []
        assert list_log(other_workspace, endpointId=hook.id) == []
        assert other_workspace("GET", f"{EVENTS}/{row['id']}").error == (404, "NOT_FOUND")
        assert other_workspace("POST", f"{EVENTS}/{row['id']}/retry").error == (404, "NOT_FOUND")
        assert other_workspace("POST", f"{EVENTS}/unknown/retry").error == (404, "NOT_FOUND")
        assert list_log(shop) == [row]
    assert len(inbox.received) == 1
