"""Registering, changing and removing endpoints, over HTTP."""

import json

import pytest

from tests.harness.database import execute, rows
from tests.harness.service import Client, Service, serving
from tests.harness.workspaces import open_client
from tests.webhooks.working import endpoint, register

ENDPOINTS = "/api/v1/webhooks/endpoints"
URL = "http://127.0.0.1:9/hook"


def test_registration_shows_the_endpoint_and_its_secret_once(shop: Client):
    answer = shop("POST", ENDPOINTS, {"url": URL})
    assert answer.status == 201
    secret, shown = answer.data["secret"], answer.data["endpoint"]
    assert secret.startswith("whsec_")
    assert shown == {
        "id": shown["id"],
        "accountId": shop.account_id,
        "url": URL,
        "events": ["*"],
        "description": "",
        "active": True,
        "consecutiveFailures": 0,
        "failingSince": None,
        "disabledAt": None,
        "disabledReason": None,
        "secretPreview": f"whsec_…{secret[-4:]}",
        "partner": None,
        "createdAt": shown["createdAt"],
        "updatedAt": shown["createdAt"],
    }
    listed = shop("GET", ENDPOINTS)
    assert listed.data == {"endpoints": [shown]}
    assert secret.encode() not in listed.raw
    (stored,) = rows(shop, "SELECT secret FROM webhook_endpoints WHERE account_id = $1")
    assert secret.encode() not in stored["secret"]


def test_a_repeated_registration_answers_the_same_secret_and_keeps_it_sealed(shop: Client):
    first = shop("POST", ENDPOINTS, {"url": URL}, key="once")
    again = shop("POST", ENDPOINTS, {"url": URL}, key="once")
    assert (again.status, again.raw) == (201, first.raw)
    assert again.headers["idempotency-replayed"] == "true"
    assert len(shop("GET", ENDPOINTS).data["endpoints"]) == 1
    (memory,) = rows(shop, "SELECT response FROM idempotency_keys WHERE account_id = $1")
    assert first.data["secret"].encode() not in memory["response"]


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.com/hook",
        "https://localhost/hook",
        "https://files.internal/hook",
        "https://169.254.169.254/latest",
        "https://user:password@example.com/",
        "https://example.com/" + "a" * 2_000,
        "not a url",
        "",
    ],
)
def test_a_url_that_may_not_be_reached_is_refused(shop: Client, url: str):
    answer = shop("POST", ENDPOINTS, {"url": url})
    assert answer.error == (400, "VALIDATION")
    assert answer.field == "url"
    message = answer.json["error"]["message"]
    assert message[0].isupper() and message.endswith(".")
    assert shop("GET", ENDPOINTS).data["endpoints"] == []


def test_the_service_itself_is_no_receiver(hooks: Service, shop: Client):
    answer = shop("POST", ENDPOINTS, {"url": f"http://127.0.0.1:{hooks.port}/api/v1/health"})
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "url")


def test_production_takes_https_to_public_addresses_only(hooks: Service):
    with serving(hooks.database_url, mode="production") as service:
        client = open_client(service)
        for url in ("http://93.184.215.14/hook", "https://127.0.0.1/hook", "https://10.0.0.1/hook", "https://[::1]/"):
            assert client("POST", ENDPOINTS, {"url": url}).error == (400, "VALIDATION"), url
        answer = client("POST", ENDPOINTS, {"url": "https://93.184.215.14/hook"})
        assert answer.status == 201


@pytest.mark.parametrize(
    "events",
    [["*"], ["svc.shipment.created.v1"], ["svc.shipment.*", "svc.license.*"], ["svc.*"], ["svc.stock_level.*"]],
)
def test_patterns_are_kept_as_given(shop: Client, events: list[str]):
    assert shop("POST", ENDPOINTS, {"url": URL, "events": events}).data["endpoint"]["events"] == events


@pytest.mark.parametrize(
    "events", [[], ["shipment.created"], ["*.created"], ["svc.%"], ["svc.a.v1"] * 51, [f"svc.{'a' * 200}*"], [""], [7]]
)
def test_anything_else_than_a_pattern_is_refused(shop: Client, events: list[object]):
    assert shop("POST", ENDPOINTS, {"url": URL, "events": events}).error == (400, "VALIDATION")


def test_an_exact_type_that_does_not_exist_is_refused_at_registration_and_at_a_change(shop: Client):
    hook = register(shop, URL)
    unknown = {"events": ["svc.stock.*", "svc.stock.lo.v1"]}
    for answer in (
        shop("POST", ENDPOINTS, {"url": URL, **unknown}),
        shop("PATCH", f"{ENDPOINTS}/{hook.id}", unknown),
    ):
        assert (answer.error, answer.field) == ((400, "VALIDATION"), "events")
        assert "svc.stock.low.v1" in answer.json["error"]["message"]


def test_endpoints_are_listed_newest_first_and_in_pages(shop: Client):
    ids = [register(shop, f"{URL}/{number}").id for number in range(5)]
    assert [each["id"] for each in shop("GET", ENDPOINTS).data["endpoints"]] == ids[::-1]
    first = shop("GET", f"{ENDPOINTS}?limit=3")
    assert [each["id"] for each in first.data["endpoints"]] == ids[:1:-1]
    assert first.json["meta"]["hasMore"] is True
    rest = shop("GET", f"{ENDPOINTS}?limit=3&cursor={first.json['meta']['cursor']}")
    assert [each["id"] for each in rest.data["endpoints"]] == ids[1::-1]
    assert (rest.json["meta"]["hasMore"], rest.json["meta"]["cursor"]) == (False, None)


def test_a_change_touches_what_it_names_and_nothing_else(shop: Client):
    hook = register(shop, URL)
    before = endpoint(shop, hook)
    change = {"url": f"{URL}/new", "events": ["svc.stock.*"], "description": "The warehouse"}
    after = shop("PATCH", f"{ENDPOINTS}/{hook.id}", change).data["endpoint"]
    assert after == {**before, **change, "updatedAt": after["updatedAt"]}
    cleared = shop("PATCH", f"{ENDPOINTS}/{hook.id}", {"description": None}).data["endpoint"]
    assert (cleared["description"], cleared["url"]) == ("", change["url"])
    assert endpoint(shop, hook) == cleared


def test_a_new_url_is_checked_like_a_first_one(shop: Client):
    hook = register(shop, URL)
    answer = shop("PATCH", f"{ENDPOINTS}/{hook.id}", {"url": "https://169.254.169.254/"})
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "url")
    assert shop("PATCH", f"{ENDPOINTS}/{hook.id}", {"url": None}).error == (400, "VALIDATION")
    assert endpoint(shop, hook)["url"] == URL


def test_becoming_active_again_begins_anew(shop: Client):
    hook = register(shop, URL)
    execute(
        shop,
        """
        UPDATE webhook_endpoints SET active = false, consecutive_failures = 25, failing_since = now(),
               disabled_at = now(), disabled_reason = 'failed' WHERE id = $1
        """,
        hook.id,
    )
    assert endpoint(shop, hook)["disabledReason"] == "failed"
    shown = shop("PATCH", f"{ENDPOINTS}/{hook.id}", {"active": True}).data["endpoint"]
    reset = ("active", "consecutiveFailures", "failingSince", "disabledAt", "disabledReason")
    assert [shown[name] for name in reset] == [True, 0, None, None, None]


def test_every_change_is_audited_and_none_tells_the_secret(shop: Client):
    answer = shop("POST", ENDPOINTS, {"url": URL})
    path = f"{ENDPOINTS}/{answer.data['endpoint']['id']}"
    shop("PATCH", path, {"description": "The warehouse"})
    shop("PATCH", path, {"description": "The warehouse"})
    shop("PATCH", path, {})
    shop("DELETE", path)
    log = shop("GET", "/api/v1/audit-log?target_type=WebhookEndpoint")
    entries = log.data["entries"]
    assert [each["action"] for each in entries] == ["webhook.deleted", "webhook.updated", "webhook.created"]
    deleted, updated, created = entries
    assert (created["before"], created["after"]["url"]) == (None, URL)
    assert (updated["before"], updated["after"]) == ({"description": ""}, {"description": "The warehouse"})
    assert (deleted["before"]["description"], deleted["after"]) == ("The warehouse", None)
    assert answer.data["secret"].encode() not in log.raw


def test_a_deleted_endpoint_is_gone(shop: Client):
    hook = register(shop, URL)
    assert shop("DELETE", f"{ENDPOINTS}/{hook.id}").data == {"deleted": True}
    assert shop("GET", ENDPOINTS).data["endpoints"] == []
    assert shop("DELETE", f"{ENDPOINTS}/{hook.id}").error == (404, "NOT_FOUND")
    assert shop("PATCH", f"{ENDPOINTS}/{hook.id}", {"active": True}).error == (404, "NOT_FOUND")


def test_another_workspace_can_neither_see_nor_touch_it(shop: Client, other_workspace: Client):
    hook = register(shop, URL)
    before = endpoint(shop, hook)
    assert other_workspace("GET", ENDPOINTS).data["endpoints"] == []
    for change in ({"url": f"{URL}/theirs"}, {"active": False}):
        answer = other_workspace("PATCH", f"{ENDPOINTS}/{hook.id}", change)
        unknown = other_workspace("PATCH", f"{ENDPOINTS}/unknown", change)
        assert answer.error == (404, "NOT_FOUND")
        assert json.loads(answer.raw)["error"] == unknown.json["error"]
    assert other_workspace("DELETE", f"{ENDPOINTS}/{hook.id}").error == (404, "NOT_FOUND")
    assert endpoint(shop, hook) == before


def test_one_is_retrieved_by_its_id_without_its_secret(shop: Client, hooks: Service):
    answer = shop("POST", ENDPOINTS, {"url": URL})
    path = f"{ENDPOINTS}/{answer.data['endpoint']['id']}"
    found = shop("GET", path)
    assert found.data == {"endpoint": answer.data["endpoint"]}
    assert answer.data["secret"].encode() not in found.raw
    assert open_client(hooks, "Stranger")("GET", path).error == (404, "NOT_FOUND")
    shop("DELETE", path)
    assert shop("GET", path).error == (404, "NOT_FOUND")
