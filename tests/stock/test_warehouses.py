"""Warehouses over a real socket (specification, Warehouse and Warehouses)."""

from typing import Any

import pytest

from tests.harness.database import events
from tests.harness.goods import fresh_key, new_warehouse
from tests.harness.service import Client

WAREHOUSES = "/api/v1/warehouses"


def names(client: Client, query: str = "") -> list[str]:
    return [warehouse["name"] for warehouse in client("GET", WAREHOUSES + query).data["warehouses"]]


def test_every_field_is_kept_as_given(merchant: Client):
    body = {
        "name": "x" * 120,
        "address": "Jl. Senopati 1",
        "city": "Jakarta",
        "postal": "12110",
        "lat": -6.2436,
        "lng": 106.8003,
        "phone": "0811",
        "isDefault": False,
    }
    answer = merchant("POST", WAREHOUSES, body, key=fresh_key())
    assert answer.status == 201
    warehouse = answer.data["warehouse"]
    assert warehouse == body | {
        "id": warehouse["id"],
        "accountId": merchant.account_id,
        "isDefault": True,
        "archived": False,
        "createdAt": warehouse["createdAt"],
        "updatedAt": warehouse["createdAt"],
    }
    assert warehouse["id"].startswith("wh_")
    assert merchant("GET", WAREHOUSES).data["warehouses"] == [warehouse]


def test_null_is_as_good_as_nothing(merchant: Client):
    optional = ("address", "city", "postal", "lat", "lng", "phone")
    said = new_warehouse(merchant, isDefault=None, **dict.fromkeys(optional))
    unsaid = new_warehouse(merchant)
    assert [said[name] for name in optional] == [unsaid[name] for name in optional] == [None] * len(optional)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", None),
        ("name", ""),
        ("name", "x" * 121),
        ("address", 5),
        ("lat", 90.1),
        ("lat", "6"),
        ("lng", -180.5),
        ("isDefault", "yes"),
    ],
)
def test_a_field_out_of_bounds_is_refused_by_its_name(merchant: Client, field: str, value: Any):
    answer = merchant("POST", WAREHOUSES, {"name": "Main", field: value}, key=fresh_key())
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)
    assert names(merchant) == []


def test_a_number_too_large_for_a_coordinate_is_refused(merchant: Client):
    answer = merchant("POST", WAREHOUSES, b'{"name": "Main", "lat": 1e999}', key=fresh_key())
    assert answer.error == (400, "VALIDATION")


def test_an_idempotency_key_is_required(merchant: Client):
    answer = merchant("POST", WAREHOUSES, {"name": "Main"})
    assert answer.error == (400, "IDEMPOTENCY_KEY_REQUIRED")
    assert names(merchant) == []


def test_the_first_is_the_default_whether_it_asks_or_not(merchant: Client):
    assert new_warehouse(merchant, "A", isDefault=False)["isDefault"] is True
    assert new_warehouse(merchant, "B")["isDefault"] is False


def test_a_later_default_does_not_demote_the_former_one(merchant: Client):
    new_warehouse(merchant, "A")
    assert new_warehouse(merchant, "B", isDefault=True)["isDefault"] is True
    listed = merchant("GET", WAREHOUSES).data["warehouses"]
    assert [warehouse["isDefault"] for warehouse in listed] == [True, True]


def test_the_list_shows_defaults_first_then_the_oldest(merchant: Client):
    for name, is_default in (("A", False), ("B", False), ("C", True), ("D", False), ("E", True)):
        new_warehouse(merchant, name, isDefault=is_default)
    assert names(merchant) == ["A", "C", "E", "B", "D"]


def test_the_pages_of_the_list_put_together_are_the_list(merchant: Client):
    for name, is_default in (("A", False), ("B", False), ("C", True), ("D", False), ("E", True)):
        new_warehouse(merchant, name, isDefault=is_default)
    seen, query = [], "?limit=2"
    for _ in range(3):
        answer = merchant("GET", WAREHOUSES + query)
        seen += [warehouse["name"] for warehouse in answer.data["warehouses"]]
        query = f"?limit=2&cursor={answer.json['meta']['cursor']}"
    assert seen == ["A", "C", "E", "B", "D"]
    assert answer.json["meta"]["hasMore"] is False


def test_without_a_limit_the_list_is_whole(merchant: Client):
    for number in range(205):
        new_warehouse(merchant, f"W{number}")
    answer = merchant("GET", WAREHOUSES)
    assert len(answer.data["warehouses"]) == 205
    assert answer.json["meta"]["hasMore"] is False


def test_a_foreign_warehouse_is_not_listed(merchant: Client, stranger: Client):
    new_warehouse(merchant)
    assert names(stranger) == []


def test_creating_a_warehouse_is_told_and_not_audited(merchant: Client):
    warehouse = new_warehouse(merchant)
    (event,) = events(merchant, "warehouse.")
    assert (event.type, event.subject, event.sequence) == ("svc.warehouse.created.v1", warehouse["id"], 1)
    assert event.data == warehouse | {"warehouseId": warehouse["id"]}
    actions = [entry["action"] for entry in merchant("GET", "/api/v1/audit-log").data["entries"]]
    assert not any(action.startswith("warehouse") for action in actions)


def test_one_is_retrieved_by_its_id_archived_or_not(merchant: Client, stranger: Client):
    warehouse = new_warehouse(merchant, city="Jakarta")
    path = f"{WAREHOUSES}/{warehouse['id']}"
    assert merchant("GET", path).data == {"warehouse": warehouse}
    merchant("DELETE", path)
    assert merchant("GET", path).data["warehouse"]["archived"] is True
    assert stranger("GET", path).error == (404, "NOT_FOUND")
    assert merchant("GET", f"{WAREHOUSES}/wh_nobodys").error == (404, "NOT_FOUND")


def test_archived_warehouses_are_listed_where_they_are_asked_for(merchant: Client):
    made = [new_warehouse(merchant, name)["id"] for name in ("First", "Second", "Third", "Fourth")]
    for gone in (made[0], made[2]):
        assert merchant("DELETE", f"/api/v1/warehouses/{gone}").status == 200

    def listed(query: str) -> list[str]:
        return [one["id"] for one in merchant("GET", f"/api/v1/warehouses{query}").data["warehouses"]]

    assert listed("") == listed("?archived=false") == [made[1], made[3]]
    assert listed("?archived=true") == made
    first = merchant("GET", "/api/v1/warehouses?archived=true&limit=3").json
    assert [one["archived"] for one in first["data"]["warehouses"]] == [True, False, True]
    assert listed(f"?archived=true&limit=3&cursor={first['meta']['cursor']}") == made[3:]
    assert merchant("GET", "/api/v1/warehouses?archived=maybe").error == (400, "VALIDATION")
