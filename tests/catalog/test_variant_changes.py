"""Changing and archiving variants: a product has one default while it has an active variant (decisions, section 5)."""

from typing import Any

import pytest

from tests.harness.database import events
from tests.harness.goods import default_variant, new_product, new_variant
from tests.harness.parallel import Call, send_together
from tests.harness.service import Answer, Client


def path(product: dict[str, Any], id: str) -> str:
    return f"/api/v1/products/{product['id']}/variants/{id}"


def patch(client: Client, product: dict[str, Any], id: str, **fields: Any) -> Answer:
    return client("PATCH", path(product, id), fields)


def archive(client: Client, product: dict[str, Any], id: str) -> Answer:
    return client("DELETE", path(product, id))


def variants(client: Client, product: dict[str, Any]) -> list[dict[str, Any]]:
    return client("GET", f"/api/v1/products/{product['id']}").data["product"]["variants"]


def default_of(client: Client, product: dict[str, Any]) -> str | None:
    """The id of the one default; None where there is none."""
    found = [variant for variant in variants(client, product) if variant["isDefault"]]
    assert len(found) <= 1
    assert not any(variant["archived"] for variant in found)
    return found[0]["id"] if found else None


def actions(client: Client) -> list[str]:
    entries = client("GET", "/api/v1/audit-log?target_type=ProductVariant").data["entries"]
    return [entry["action"] for entry in reversed(entries)]


def test_what_is_given_changes_and_the_rest_stays(merchant: Client):
    product = new_product(merchant)
    variant = new_variant(merchant, product, sku="L", priceCents=100, weight=5)
    answer = patch(merchant, product, variant["id"], name="Huge", sku=None, costCents=7)
    assert answer.status == 200
    assert answer.data["variant"] == variant | {"name": "Huge", "sku": None, "costCents": 7}
    assert variants(merchant, product)[1] == answer.data["variant"]


def test_a_change_is_audited_and_told_to_nobody(merchant: Client):
    product = new_product(merchant)
    variant = new_variant(merchant, product, weight=5)
    patch(merchant, product, variant["id"], weight=6)
    patch(merchant, product, variant["id"], weight=6)
    assert actions(merchant) == ["variant.created", "variant.updated"]
    entry = merchant("GET", "/api/v1/audit-log?action=variant.updated").data["entries"][0]
    named = {"name": variant["name"]}
    assert (entry["before"], entry["after"]) == (named | {"weight": 5}, named | {"weight": 6})
    assert [event.type for event in events(merchant, "variant.")] == ["svc.variant.created.v1"]


def test_promoting_a_variant_demotes_its_sibling(merchant: Client):
    product = new_product(merchant)
    variant = new_variant(merchant, product)["id"]
    assert patch(merchant, product, variant, isDefault=True).data["variant"]["isDefault"] is True
    assert default_of(merchant, product) == variant


def test_the_default_cannot_step_down_by_itself(merchant: Client):
    product = new_product(merchant)
    new_variant(merchant, product)
    answer = patch(merchant, product, default_variant(product), isDefault=False)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "isDefault")
    assert default_of(merchant, product) == default_variant(product)


def test_a_sku_that_a_sibling_has_is_refused(merchant: Client):
    product = new_product(merchant)
    new_variant(merchant, product, sku="L")
    answer = patch(merchant, product, default_variant(product), sku="L", name="Renamed")
    assert (answer.error, answer.field) == ((409, "SKU_TAKEN"), "sku")
    assert variants(merchant, product)[0]["name"] == "Default"
    assert patch(merchant, product, variants(merchant, product)[1]["id"], sku="L").status == 200


def test_archiving_the_default_makes_the_oldest_active_sibling_the_default(merchant: Client):
    product = new_product(merchant)
    first, second, third = (new_variant(merchant, product, name=name)["id"] for name in "ABC")
    archive(merchant, product, first)
    assert archive(merchant, product, default_variant(product)).data == {"archived": True}
    assert default_of(merchant, product) == second
    archive(merchant, product, second)
    assert default_of(merchant, product) == third


def test_the_last_active_variant_can_be_archived_and_one_brought_back_is_the_default(merchant: Client):
    product = new_product(merchant)
    other = new_variant(merchant, product)["id"]
    for id in (default_variant(product), other):
        assert archive(merchant, product, id).status == 200
    assert default_of(merchant, product) is None
    assert patch(merchant, product, other, archived=False).data["variant"]["isDefault"] is True
    assert default_of(merchant, product) == other


def test_a_new_variant_of_a_product_without_a_default_is_it(merchant: Client):
    product = new_product(merchant)
    archive(merchant, product, default_variant(product))
    assert new_variant(merchant, product)["isDefault"] is True


def test_archiving_is_told_and_audited_once(merchant: Client):
    product = new_product(merchant)
    variant = new_variant(merchant, product)
    for _ in range(2):
        assert archive(merchant, product, variant["id"]).data == {"archived": True}
    assert actions(merchant) == ["variant.created", "variant.archived"]
    event = events(merchant, "variant.archived")[0]
    assert (event.subject, event.sequence) == (variant["id"], 2)
    assert event.data == variant | {"archived": True, "variantId": variant["id"]}


def test_a_change_archives_no_variant_and_says_nothing_new_of_an_archived_one(merchant: Client):
    product = new_product(merchant)
    variant = new_variant(merchant, product)
    answer = patch(merchant, product, variant["id"], archived=True)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "archived")
    archive(merchant, product, variant["id"])
    assert patch(merchant, product, variant["id"], archived=True).data["variant"] == variant | {"archived": True}


def test_an_archived_variant_cannot_be_the_default(merchant: Client):
    product = new_product(merchant)
    variant = new_variant(merchant, product)["id"]
    archive(merchant, product, variant)
    assert patch(merchant, product, variant, isDefault=True).error == (400, "VALIDATION")
    assert default_of(merchant, product) == default_variant(product)


def test_a_variant_is_found_under_its_own_product_only(merchant: Client, stranger: Client):
    product, other = new_product(merchant), new_product(merchant)
    variant = default_variant(product)
    for client, through in ((merchant, other), (stranger, product), (stranger, new_product(stranger))):
        assert patch(client, through, variant, name="Mine").error == (404, "NOT_FOUND")
        assert archive(client, through, variant).error == (404, "NOT_FOUND")
    assert variants(merchant, product) == product["variants"]


@pytest.mark.parametrize("attempt", range(3))
def test_promotions_and_archivals_at_once_leave_one_active_default(merchant: Client, attempt: int):
    product = new_product(merchant)
    ids = [new_variant(merchant, product, name=f"V{n}")["id"] for n in range(6)]
    calls = [Call(merchant, "PATCH", path(product, id), {"isDefault": True}) for id in ids]
    calls += [Call(merchant, "DELETE", path(product, id)) for id in (default_variant(product), *ids[:3])]
    calls += [Call(merchant, "POST", f"/api/v1/products/{product['id']}/variants", {"name": "N", "isDefault": True})]
    answers = send_together(calls)
    assert {answer.status for answer in answers} <= {200, 201, 400}
    assert default_of(merchant, product) is not None
