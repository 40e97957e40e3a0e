"""Requests that are the same request, sent at once to several API processes (decisions, section 4)."""

from typing import Any

import pytest

from tests.harness.database import events, rows
from tests.harness.goods import change, default_variant, fresh_key, new_product, new_warehouse, quantity
from tests.harness.parallel import Call, send_together
from tests.harness.service import Answer, Client

TWINS = 50


def send_twins(client: Client, target: str, body: Any) -> list[Answer]:
    return send_together([Call(client, "POST", target, body, fresh_key())] * TWINS)


def assert_one_answer(answers: list[Answer], status: int) -> None:
    assert {answer.status for answer in answers} == {status}
    assert len({answer.raw for answer in answers}) == 1
    assert sum("idempotency-replayed" not in answer.headers for answer in answers) == 1
    assert len({answer.headers["x-request-id"] for answer in answers}) == TWINS


def test_fifty_adjustments_under_one_key_are_one(merchant: Client):
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    assert_one_answer(send_twins(merchant, "/api/v1/stock/adjust", change(variant, warehouse, 5)), 200)
    assert quantity(merchant, variant, warehouse) == 5
    assert len(rows(merchant, "SELECT id FROM stock_movements WHERE account_id = $1")) == 1
    assert len(events(merchant, "stock.")) == 1


def test_twins_that_take_the_last_of_a_level_all_hear_of_the_one_that_did(merchant: Client):
    variant, warehouse = default_variant(new_product(merchant)), new_warehouse(merchant)["id"]
    merchant("POST", "/api/v1/stock/adjust", change(variant, warehouse, 5))
    assert_one_answer(send_twins(merchant, "/api/v1/stock/adjust", change(variant, warehouse, -5)), 200)
    assert quantity(merchant, variant, warehouse) == 0


def test_fifty_products_under_one_key_are_one(merchant: Client):
    assert_one_answer(send_twins(merchant, "/api/v1/products", {"name": "Once"}), 201)
    assert len(merchant("GET", "/api/v1/products").data["products"]) == 1
    assert len(events(merchant, "product.created")) == 1
    assert len(merchant("GET", "/api/v1/audit-log?action=product.").data["entries"]) == 1


def test_fifty_warehouses_under_one_key_are_one(merchant: Client):
    assert_one_answer(send_twins(merchant, "/api/v1/warehouses", {"name": "Once"}), 201)
    assert len(merchant("GET", "/api/v1/warehouses").data["warehouses"]) == 1


def test_fifty_licenses_under_one_key_are_one(merchant: Client):
    given = {"productId": new_product(merchant, type="license")["id"], "customerId": "cus_1"}
    assert_one_answer(send_twins(merchant, "/api/v1/licenses", given), 201)
    assert len(merchant("GET", "/api/v1/licenses").data["licenses"]) == 1
    assert len(events(merchant, "license.issued")) == 1


def test_fifty_activations_that_take_the_last_slot_under_one_key_are_one(merchant: Client):
    given = {"productId": new_product(merchant, type="license")["id"], "customerId": "cus_1"}
    license = merchant("POST", "/api/v1/licenses", given).data["license"]
    slot = {"key": license["key"], "instanceId": "pc"}
    answers = send_twins(merchant, "/api/v1/licenses/activate", slot)
    assert_one_answer(answers, 200)
    assert answers[0].data["alreadyActive"] is False
    assert_one_answer(send_twins(merchant, "/api/v1/licenses/deactivate", slot), 200)
    assert len(events(merchant, "license.activated")) == len(events(merchant, "license.deactivated")) == 1


def test_fifty_deliveries_under_one_key_are_one_and_the_last_download_is_counted_once(merchant: Client):
    product = new_product(merchant, type="digital")["id"]
    given = {"productId": product, "customerId": "cus_1", "checkoutSessionId": "cs_1", "maxDownloads": 1}
    answers = send_twins(merchant, "/api/v1/deliveries", given)
    assert_one_answer(answers, 201)
    delivery = answers[0].data["delivery"]["id"]
    assert_one_answer(send_twins(merchant, f"/api/v1/deliveries/{delivery}/download", None), 200)
    assert len(events(merchant, "delivery.downloaded")) == 1


def test_fifty_api_keys_under_one_key_are_one_and_share_its_secret(merchant: Client):
    assert_one_answer(send_twins(merchant, "/api/v1/api-keys", {"name": "Once"}), 201)
    assert len(merchant("GET", "/api/v1/api-keys").data["apiKeys"]) == 2


def test_different_requests_under_one_key_are_done_for_one_of_them_only(merchant: Client):
    key = fresh_key()
    answers = send_together([Call(merchant, "POST", "/api/v1/products", {"name": f"P{n}"}, key) for n in range(20)])
    made = [answer for answer in answers if answer.status == 201]
    assert len(made) == 1
    assert {a.error for a in answers if a.status != 201} == {(422, "IDEMPOTENCY_KEY_REUSED")}
    assert len(merchant("GET", "/api/v1/products").data["products"]) == 1


def test_the_same_key_in_two_workspaces_is_two_keys(merchant: Client, stranger: Client):
    key = fresh_key()
    calls = [Call(client, "POST", "/api/v1/products", {"name": "Mine"}, key) for client in (merchant, stranger)] * 10
    answers = send_together(calls)
    assert {answer.status for answer in answers} == {201}
    assert {answer.data["product"]["accountId"] for answer in answers[0::2]} == {merchant.account_id}
    assert {answer.data["product"]["accountId"] for answer in answers[1::2]} == {stranger.account_id}


@pytest.mark.parametrize("wants_default", [False, True])
def test_of_warehouses_opened_at_once_the_first_is_the_default(merchant: Client, wants_default: bool):
    calls = [
        Call(merchant, "POST", "/api/v1/warehouses", {"name": f"W{n}", "isDefault": wants_default}, fresh_key())
        for n in range(20)
    ]
    answers = send_together(calls)
    assert {answer.status for answer in answers} == {201}
    defaults = [answer for answer in answers if answer.data["warehouse"]["isDefault"]]
    assert len(defaults) == (20 if wants_default else 1)


def test_of_variants_made_default_at_once_one_is(merchant: Client):
    product = new_product(merchant)
    target = f"/api/v1/products/{product['id']}/variants"
    answers = send_together([Call(merchant, "POST", target, {"name": f"V{n}", "isDefault": True}) for n in range(20)])
    assert {answer.status for answer in answers} == {201}
    variants = merchant("GET", f"/api/v1/products/{product['id']}").data["product"]["variants"]
    assert len(variants) == 21
    assert sum(variant["isDefault"] for variant in variants) == 1


def test_of_variants_with_one_sku_made_at_once_one_gets_it(merchant: Client):
    product = new_product(merchant)
    target = f"/api/v1/products/{product['id']}/variants"
    answers = send_together([Call(merchant, "POST", target, {"name": f"V{n}", "sku": "S"}) for n in range(20)])
    assert sorted(answer.status for answer in answers) == [201] + [409] * 19
    assert {a.error for a in answers if a.status == 409} == {(409, "SKU_TAKEN")}
