"""The list of a workspace's events."""

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.harness.database import execute, rows
from tests.harness.goods import fresh_key
from tests.harness.service import Client

EVENTS = "/api/v1/events"


def list_events(client: Client, **filters: Any) -> list[dict[str, Any]]:
    answer = client("GET", f"{EVENTS}?{urlencode(filters)}" if filters else EVENTS)
    assert answer.status == 200, answer.raw
    return answer.data["events"]


def sell(client: Client, name: str = "Coffee") -> tuple[str, str]:
    """A product with stock; the ids of its variant and the level."""
    product = client("POST", "/api/v1/products", {"name": name}).data["product"]
    variant_id = product["variants"][0]["id"]
    warehouse_id = client("POST", "/api/v1/warehouses", {"name": "Main"}, fresh_key()).data["warehouse"]["id"]
    level = {"variantId": variant_id, "warehouseId": warehouse_id}
    for delta in (5, -2):
        client("POST", "/api/v1/stock/adjust", {**level, "delta": delta, "reason": "import"}, fresh_key())
    return product["id"], f"{variant_id}:{warehouse_id}"


def get_types(events: list[dict[str, Any]]) -> list[str]:
    return [event["type"].removeprefix("svc.").removesuffix(".v1") for event in events]


def test_every_event_is_listed_newest_first_though_no_endpoint_listens(shop: Client):
    product_id, _ = sell(shop)
    listed = list_events(shop)
    assert get_types(listed) == ["stock.adjusted", "stock.adjusted", "warehouse.created", "product.created"]
    assert listed[3]["data"]["productId"] == product_id
    assert [event["data"]["sequence"] for event in listed] == [2, 1, 1, 1]
    assert {event["accountId"] for event in listed} == {shop.account_id}
    assert shop("GET", f"{EVENTS}/{listed[0]['id']}").data["event"] == listed[0]


def test_what_is_listed_is_what_is_delivered(shop: Client):
    shop("POST", "/api/v1/webhooks/endpoints", {"url": "http://127.0.0.1:9/hook", "events": ["svc.shipment.*"]})
    (hook,) = shop("GET", "/api/v1/webhooks/endpoints").data["endpoints"]
    sent = shop("POST", f"/api/v1/webhooks/endpoints/{hook['id']}/test").data["event"]["payload"]
    assert list_events(shop) == [sent]


@pytest.mark.parametrize(
    ("type", "found"),
    [
        ("svc.product.created.v1", 1),
        ("svc.stock.*", 2),
        ("*", 4),
        ("svc.*", 4),
        ("svc.product.created", 0),
        ("svc.stock_*", 0),
        ("svc.%", 0),
        ("svc.license.*", 0),
    ],
)
def test_a_type_is_exact_or_a_prefix(shop: Client, type: str, found: int):
    sell(shop)
    listed = list_events(shop, type=type)
    assert len(listed) == found
    assert listed == [event for event in list_events(shop) if event in listed]


def test_a_subject_is_the_resource_whose_events_are_counted(shop: Client):
    product_id, level = sell(shop)
    sell(shop, "Tea")
    shop("PATCH", f"/api/v1/products/{product_id}", {"name": "Dark coffee"})
    assert [event["data"]["sequence"] for event in list_events(shop, subject=level)] == [2, 1]
    assert get_types(list_events(shop, subject=product_id)) == ["product.updated", "product.created"]
    assert get_types(list_events(shop, subject=product_id, type="svc.product.c*")) == ["product.created"]
    assert list_events(shop, subject="prod_unknown") == []


def test_a_period_has_its_beginning_in_it_and_its_end_not(shop: Client):
    sell(shop)
    for number, event in enumerate(list_events(shop)):
        moment = datetime.fromisoformat(event["occurredAt"]) - timedelta(seconds=10 * number)
        execute(shop, "UPDATE events SET occurred_at = $1 WHERE id = $2", moment, event["id"])
    whole = list_events(shop)
    start, end = whole[2]["occurredAt"], whole[1]["occurredAt"]
    assert list_events(shop, **{"from": start}) == whole[:3]
    assert list_events(shop, to=end) == whole[2:]
    assert list_events(shop, **{"from": start, "to": end}) == whole[2:3]
    assert list_events(shop, type="svc.warehouse.*", **{"from": start, "to": end}) == whole[2:3]
    assert list_events(shop, **{"from": "9999-12-31T23:59:59Z"}) == list_events(shop, to="0001-01-01T00:00:00Z") == []


@pytest.mark.parametrize("filters", [{}, {"type": "svc.*"}])
def test_pages_join_into_the_whole_list(shop: Client, filters: dict[str, str]):
    sell(shop)
    sell(shop, "Tea")
    whole, paged, cursor = list_events(shop, **filters), [], {}
    for size in (3, 3, 2):
        answer = shop("GET", f"{EVENTS}?{urlencode({'limit': 3, **filters, **cursor})}")
        assert len(answer.data["events"]) == size
        paged += answer.data["events"]
        cursor = {"cursor": answer.json["meta"]["cursor"]}
    assert answer.json["meta"] | {"cursor": None, "hasMore": False} == answer.json["meta"]
    assert paged == whole


@pytest.mark.parametrize("filters", [{"limit": "200"}, {"type": "svc.*"}, {"subject": "prod_large"}])
def test_a_page_of_large_events_ends_early_and_the_cursor_leads_on(shop: Client, filters: dict[str, str]):
    sell(shop)
    large = "UPDATE events SET data = json_build_object('text', repeat('é', 1000000)), subject = 'prod_large'"
    execute(shop, f"{large} WHERE account_id = $1", shop.account_id)
    listed = shop("GET", f"{EVENTS}?{urlencode(filters)}")
    rest = shop("GET", f"{EVENTS}?{urlencode({**filters, 'cursor': listed.json['meta']['cursor']})}")
    assert (len(listed.data["events"]), listed.json["meta"]["hasMore"]) == (3, True)
    assert (len(rest.data["events"]), rest.json["meta"]["hasMore"], rest.json["meta"]["cursor"]) == (1, False, None)
    ids = [event["id"] for event in listed.data["events"] + rest.data["events"]]
    assert ids == sorted(set(ids), reverse=True)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("limit=0", "limit"),
        ("limit=201", "limit"),
        ("cursor=!", "cursor"),
        ("from=yesterday", "from"),
        ("from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z", "to"),
        ("type=", "type"),
        (f"type={'x' * 201}", "type"),
        (f"subject={'x' * 513}", "subject"),
    ],
)
def test_a_bad_query_is_refused(shop: Client, query: str, field: str):
    answer = shop("GET", f"{EVENTS}?{query}")
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)


def test_another_workspace_sees_nothing_of_them(shop: Client, other_workspace: Client):
    product_id, _ = sell(shop)
    (event,) = rows(shop, "SELECT id FROM events WHERE account_id = $1 AND subject = $2", product_id)
    assert (
        list_events(other_workspace)
        == list_events(other_workspace, type="*")
        == list_events(other_workspace, subject=product_id)
        == []
    )
    assert other_workspace("GET", f"{EVENTS}/{event['id']}").error == (404, "NOT_FOUND")
