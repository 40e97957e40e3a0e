"""Changing and archiving warehouses (specification, Warehouses; decisions, section 5)."""

from typing import Any

import pytest

from tests.harness.database import events
from tests.harness.goods import default_variant, new_product, new_warehouse, quantity, stock
from tests.harness.service import Answer, Client

WAREHOUSES = "/api/v1/warehouses"


def patch(client: Client, id: str, **fields: Any) -> Answer:
    return client("PATCH", f"{WAREHOUSES}/{id}", fields)


def listed(client: Client) -> dict[str, dict[str, Any]]:
    return {warehouse["id"]: warehouse for warehouse in client("GET", WAREHOUSES).data["warehouses"]}


def test_what_is_given_changes_and_the_rest_stays(merchant: Client):
    warehouse = new_warehouse(merchant, city="Jakarta", phone="0811", lat=1.5)
    answer = patch(merchant, warehouse["id"], name="North", phone=None, lng=2)
    assert answer.status == 200
    changed = answer.data["warehouse"]
    assert changed == warehouse | {"name": "North", "phone": None, "lng": 2.0, "updatedAt": changed["updatedAt"]}
    assert listed(merchant) == {warehouse["id"]: changed}


def test_another_default_does_not_demote_the_former_until_the_caller_does(merchant: Client):
    first, second = new_warehouse(merchant)["id"], new_warehouse(merchant)["id"]
    patch(merchant, second, isDefault=True)
    assert [row["isDefault"] for row in listed(merchant).values()] == [True, True]
    patch(merchant, first, isDefault=False)
    assert [(id, row["isDefault"]) for id, row in listed(merchant).items()] == [(second, True), (first, False)]


@pytest.mark.parametrize(
    ("field", "value"), [("name", None), ("name", ""), ("name", "x" * 121), ("lat", 91), ("isDefault", None)]
)
def test_a_change_out_of_bounds_is_refused_by_its_name(merchant: Client, field: str, value: Any):
    warehouse = new_warehouse(merchant)
    answer = patch(merchant, warehouse["id"], **{"city": "Jakarta", field: value})
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)
    assert listed(merchant) == {warehouse["id"]: warehouse}


def test_an_archived_warehouse_leaves_the_list_and_keeps_its_stock(merchant: Client):
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    stock(merchant, variant, warehouse, 5)
    for _ in range(2):
        assert merchant("DELETE", f"{WAREHOUSES}/{warehouse}").data == {"archived": True}
    assert listed(merchant) == {}
    assert quantity(merchant, variant, warehouse) == 5
    assert patch(merchant, warehouse, archived=False).data["warehouse"]["archived"] is False
    assert set(listed(merchant)) == {warehouse}


def test_changes_of_a_warehouse_are_neither_told_nor_audited(merchant: Client):
    warehouse = new_warehouse(merchant)["id"]
    patch(merchant, warehouse, name="North")
    merchant("DELETE", f"{WAREHOUSES}/{warehouse}")
    assert [event.type for event in events(merchant)] == ["svc.warehouse.created.v1"]
    assert [e["action"] for e in merchant("GET", "/api/v1/audit-log").data["entries"]] == ["api_key.created"]


def test_a_change_archives_no_warehouse_and_says_nothing_new_of_an_archived_one(merchant: Client):
    made = new_warehouse(merchant)
    answer = patch(merchant, made["id"], archived=True)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "archived")
    merchant("DELETE", f"{WAREHOUSES}/{made['id']}")
    archived = patch(merchant, made["id"], archived=True).data["warehouse"]
    assert archived == made | {"archived": True, "updatedAt": archived["updatedAt"]}
    assert patch(merchant, made["id"], archived=True).data["warehouse"] == archived


def test_a_foreign_warehouse_is_neither_changed_nor_archived(merchant: Client, stranger: Client):
    warehouse = new_warehouse(merchant)
    assert patch(stranger, warehouse["id"], name="Mine").error == (404, "NOT_FOUND")
    assert stranger("DELETE", f"{WAREHOUSES}/{warehouse['id']}").error == (404, "NOT_FOUND")
    assert listed(merchant) == {warehouse["id"]: warehouse}
