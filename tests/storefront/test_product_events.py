"""Products and variants of a storefront, mirrored by its events (decisions, section 9)."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import pytest

from fulfilment.infra.database.transaction import Tx
from fulfilment.storefront import product_events
from fulfilment.storefront.schemas import Storefront, StorefrontEvent, StorefrontSyncActor
from tests.harness.database import events
from tests.harness.goods import new_variant
from tests.harness.service import Service
from tests.harness.workspaces import in_database
from tests.storefront.shop import Shop, event, open_shop

COFFEE: dict[str, Any] = {
    "ref": "p1",
    "name": "Kopi Gayo",
    "sku": "GAYO",
    "description": "From Aceh",
    "type": "physical",
    "weight": 250,
    "length": 10,
    "width": 8,
    "height": 20,
}
BEANS = {"ref": "v1", "name": "Beans", "sku": "GAYO-B", "priceCents": 85_000, "costCents": 50_000, "weight": 260}
GROUND = {"ref": "v2", "name": "Ground", "sku": "GAYO-G", "priceCents": 90_000, "lowStockThreshold": 5}


def audited(shop: Shop, action: str = "storefront.product_synced") -> list[dict[str, Any]]:
    return shop.client("GET", f"/api/v1/audit-log?action={action}").data["entries"]


def names(product: dict[str, Any]) -> dict[str, bool]:
    """The variants' names, and which is the default."""
    return {variant["name"]: variant["isDefault"] for variant in product["variants"]}


def test_a_created_product_is_there_with_where_it_comes_from_and_is_not_announced(shop: Shop):
    assert shop.send_event("product.created", COFFEE) is True
    product = shop.product("p1")
    assert {name: product[name] for name in COFFEE if name != "ref"} == {
        name: value for name, value in COFFEE.items() if name != "ref"
    }
    assert (product["externalSource"], product["externalRef"]) == (shop.partner, "p1")
    assert (product["archived"], product["licenseEnabled"], names(product)) == (False, False, {"Default": True})
    assert events(shop.client) == []
    (entry,) = audited(shop)
    assert (entry["actorType"], entry["targetType"], entry["targetId"]) == ("system", "Product", product["id"])
    assert (entry["metadata"]["partner"], entry["metadata"]["eventType"]) == (shop.partner, "product.created")
    assert audited(shop, "product.") == []


def test_an_update_changes_what_it_says_and_is_announced(shop: Shop):
    shop.send_event("product.created", COFFEE)
    assert shop.send_event("product.updated", {"ref": "p1", "name": "Kopi Aceh", "sku": None}) is True
    product = shop.product("p1")
    assert (product["name"], product["sku"], product["weight"]) == ("Kopi Aceh", None, 250)
    (told,) = events(shop.client)
    assert (told.type, sorted(told.data["changed"])) == ("svc.product.updated.v1", ["name", "sku"])
    entry = audited(shop)[0]
    assert (entry["before"], entry["after"]["name"]) == ({"name": "Kopi Gayo", "sku": "GAYO"}, "Kopi Aceh")
    assert shop.client("GET", "/api/v1/products?q=aceh").data["products"][0]["id"] == product["id"]


def test_an_event_that_says_nothing_new_announces_nothing(shop: Shop):
    shop.send_event("product.created", COFFEE)
    assert shop.send_event("product.updated", COFFEE) is True
    assert (events(shop.client), len(audited(shop))) == ([], 1)


def test_archiving_is_announced_and_a_later_update_takes_it_back(shop: Shop):
    shop.send_event("product.created", COFFEE)
    shop.send_event("product.archived", {"ref": "p1"})
    assert shop.product("p1")["archived"] is True
    shop.send_event("product.updated", {"ref": "p1", "name": "Again"})
    assert shop.product("p1")["archived"] is False
    assert [told.type for told in events(shop.client)] == ["svc.product.archived.v1", "svc.product.updated.v1"]


@pytest.mark.parametrize("by", ["version", "moment"])
def test_an_older_event_changes_nothing_of_what_a_newer_one_said(shop: Shop, by: str):
    def told(number: int, **said: Any) -> dict[str, Any]:
        more = {"version": number} if by == "version" else {}
        return event("product.updated", {"ref": "p1", **said, **more}, at=100 - number if more else number)

    assert shop.post(told(2, name="New")).data["applied"] is True
    assert shop.post(told(1, name="Old")).data["applied"] is False
    assert shop.product("p1")["name"] == "New"
    assert shop.post(told(3, name="Newest")).data["applied"] is True
    assert shop.product("p1")["name"] == "Newest"


def test_of_a_storefront_whose_clock_is_ahead_an_older_event_that_comes_again_is_older_still(shop: Shop):
    ahead = datetime.now(UTC) + timedelta(minutes=4)
    older = event("product.updated", {"ref": "p1", "name": "Old"}, at=ahead.isoformat())
    newer = event("product.updated", {"ref": "p1", "name": "New"}, at=(ahead + timedelta(seconds=1)).isoformat())
    assert [shop.post(told).data["applied"] for told in (newer, older)] == [True, False]
    assert shop.product("p1")["name"] == "New"


def test_an_older_event_that_comes_late_is_dropped_whole(shop: Shop):
    shop.send_event("product.updated", {"ref": "p1", "name": "New", "version": 2})
    assert shop.send_event("product.created", {**COFFEE, "version": 1}) is False
    assert (shop.product("p1")["name"], shop.product("p1")["sku"]) == ("New", None)


def test_an_older_event_of_a_product_still_brings_variants_that_nothing_newer_was_said_of(shop: Shop):
    shop.send_event("product.updated", {"ref": "p1", "name": "New", "version": 2})
    shop.send_event("variant.updated", {"ref": "v1", "productRef": "p1", "name": "Whole beans", "version": 3})
    assert shop.send_event("product.created", {**COFFEE, "variants": [BEANS, GROUND], "version": 1}) is True
    assert shop.product("p1")["name"] == "New"
    assert names(shop.product("p1")) == {"Whole beans": True, "Ground": False}


def test_what_was_archived_before_its_creation_came_is_not_made(shop: Shop):
    assert shop.send_event("product.archived", {"ref": "p1", "version": 2}) is True
    assert shop.send_event("product.created", {**COFFEE, "version": 1}) is False
    assert shop.products() == []
    assert shop.send_event("product.updated", {**COFFEE, "version": 3}) is True
    assert shop.product("p1")["archived"] is False


@pytest.mark.parametrize(
    ("type", "data"),
    [
        ("product.updated", {"ref": "p2", "weight": 5}),
        ("variant.updated", {"ref": "v9", "productRef": "p1", "priceCents": 5}),
    ],
)
def test_a_change_without_a_name_of_what_is_not_there_is_refused_until_it_is(
    shop: Shop, type: str, data: dict[str, Any]
):
    shop.send_event("product.created", COFFEE)
    told = event(type, data)
    answer = shop.post(told)
    assert (answer.error, answer.field) == ((404, "NOT_FOUND"), "data.ref")
    told["data"]["name"] = "It"
    assert shop.post(told).data == {"applied": True}


def test_the_first_variant_takes_over_the_one_that_the_product_began_with(shop: Shop):
    shop.send_event("product.created", COFFEE)
    began = shop.product("p1")["variants"][0]["id"]
    shop.send_event("variant.created", {**BEANS, "productRef": "p1"})
    shop.send_event("variant.created", {**GROUND, "productRef": "p1"})
    product = shop.product("p1")
    assert names(product) == {"Beans": True, "Ground": False}
    beans = product["variants"][0]
    assert beans["id"] == began
    assert {name: beans[name] for name in BEANS if name != "ref"} == {n: v for n, v in BEANS.items() if n != "ref"}
    assert product["variants"][1]["lowStockThreshold"] == 5
    assert events(shop.client) == []


def test_the_variant_that_is_said_to_be_the_default_is_it(shop: Shop):
    shop.send_event("product.created", {**COFFEE, "variants": [BEANS, {**GROUND, "isDefault": True}]})
    assert names(shop.product("p1")) == {"Beans": False, "Ground": True}
    assert len(shop.product("p1")["variants"]) == 2
    shop.send_event("variant.updated", {"ref": "v1", "productRef": "p1", "isDefault": True})
    assert names(shop.product("p1")) == {"Beans": True, "Ground": False}
    shop.send_event("variant.archived", {"ref": "v1", "productRef": "p1"})
    assert names(shop.product("p1")) == {"Beans": False, "Ground": True}


def test_a_new_variant_beside_archived_ones_becomes_the_default(shop: Shop):
    shop.send_event("product.created", {**COFFEE, "variants": [BEANS]})
    shop.send_event("variant.archived", {"productRef": "p1", **BEANS})
    shop.send_event("variant.created", {"productRef": "p1", **GROUND, "isDefault": False})
    assert names(shop.product("p1")) == {"Beans": False, "Ground": True}


def test_a_variant_before_its_product_waits_for_it(shop: Shop):
    assert shop.send_event("variant.created", {**BEANS, "productRef": "p1"}) is True
    assert shop.send_event("variant.archived", {"ref": "v2", "productRef": "p1"}) is True
    assert shop.products() == []
    shop.send_event("product.created", COFFEE)
    assert names(shop.product("p1")) == {"Beans": True}


def test_variants_of_two_products_may_have_one_reference(shop: Shop):
    for ref in ("p1", "p2"):
        shop.send_event(
            "product.created", {"ref": ref, "name": ref, "variants": [{"ref": "only", "name": f"of {ref}"}]}
        )
    assert [names(product) for product in shop.products()] == [{"of p1": True}, {"of p2": True}]


def test_two_variants_can_swap_their_skus(shop: Shop):
    shop.send_event("product.created", {**COFFEE, "variants": [BEANS, GROUND]})
    shop.send_event("variant.updated", {"ref": "v1", "productRef": "p1", "sku": "GAYO-G"})
    assert [variant["sku"] for variant in shop.product("p1")["variants"]] == ["GAYO-G", None]
    shop.send_event("variant.updated", {"ref": "v2", "productRef": "p1", "sku": "GAYO-B"})
    assert [variant["sku"] for variant in shop.product("p1")["variants"]] == ["GAYO-G", "GAYO-B"]
    swapped = [{**BEANS, "sku": "GAYO-B"}, {**GROUND, "sku": "GAYO-G"}]
    shop.send_event("product.updated", {"ref": "p1", "variants": swapped})
    assert [variant["sku"] for variant in shop.product("p1")["variants"]] == ["GAYO-B", "GAYO-G"]


def test_what_the_merchant_changed_is_overwritten_and_what_the_storefront_never_said_is_kept(shop: Shop):
    shop.send_event("product.created", {"ref": "p1", "name": "Kopi", "variants": [BEANS]})
    product = shop.product("p1")
    path = f"/api/v1/products/{product['id']}"
    assert shop.client("PATCH", path, {"name": "Mine", "weight": 999}).status == 200
    change = {"name": "Mine too", "lowStockThreshold": 3}
    assert shop.client("PATCH", f"{path}/variants/{product['variants'][0]['id']}", change).status == 200
    shop.send_event("product.updated", {"ref": "p1", "description": "New"})
    after = shop.product("p1")
    assert (after["name"], after["weight"], after["description"]) == ("Kopi", 999, "New")
    assert (after["variants"][0]["name"], after["variants"][0]["lowStockThreshold"]) == ("Beans", 3)


def test_a_sku_of_the_merchants_own_variant_is_not_taken_away(shop: Shop):
    shop.send_event("product.created", COFFEE)
    new_variant(shop.client, shop.product("p1"), sku="OWN")
    told = event("variant.created", {**BEANS, "productRef": "p1", "sku": "OWN"})
    answer = shop.post(told)
    assert (answer.error, answer.field) == ((409, "SKU_TAKEN"), "data.sku")
    told["data"]["sku"] = "THEIRS"
    assert shop.post(told).data == {"applied": True}
    assert names(shop.product("p1")) == {"Beans": True, "Large": False}


def test_a_type_is_said_once(shop: Shop):
    shop.send_event("product.created", COFFEE)
    answer = shop.post(event("product.updated", {"ref": "p1", "name": "Kopi", "type": "digital"}))
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "data.type")
    assert shop.product("p1")["type"] == "physical"


def test_a_product_with_200_variants_comes_and_changes_as_a_whole(shop: Shop):
    def variants(price: int) -> list[dict[str, Any]]:
        return [{"ref": f"v{n}", "name": f"No. {n}", "sku": f"S{n}", "priceCents": price + n} for n in range(200)]

    shop.send_event("product.created", {**COFFEE, "variants": variants(1_000)})
    product = shop.product("p1")
    assert [variant["sku"] for variant in product["variants"]] == [f"S{n}" for n in range(200)]
    assert [variant["name"] for variant in product["variants"] if variant["isDefault"]] == ["No. 0"]
    shop.send_event("product.updated", {"ref": "p1", "variants": [*reversed(variants(2_000))]})
    assert [one["priceCents"] for one in shop.product("p1")["variants"]] == [2_000 + n for n in range(200)]
    shop.send_event("variant.updated", {"ref": "v7", "productRef": "p1", "priceCents": 7})
    assert shop.product("p1")["variants"][7]["priceCents"] == 7


def test_a_product_has_no_more_variants_than_any_other(shop: Shop):
    variants = [{"ref": f"v{n}", "name": "V"} for n in range(1_000)]
    shop.send_event("product.created", {**COFFEE, "variants": variants})
    told = event("variant.created", {"ref": "one more", "productRef": "p1", "name": "V"})
    assert (shop.post(told).error, shop.post(told).field) == ((400, "VALIDATION"), "data.productRef")
    more = event("product.updated", {"ref": "p1", "variants": [*variants, {"ref": "w", "name": "V"}]})
    assert (shop.post(more).error, shop.post(more).field) == ((400, "VALIDATION"), "data.variants")


def test_plans_do_not_limit_what_a_storefront_tells_of(api: Service):
    free = open_shop(api, plan="free")
    for number in range(70):
        free.send_event("product.created", {"ref": f"p{number}", "name": "P"})
    answer = free.client("GET", "/api/v1/integrations/status")
    assert answer.data["storefront"]["mirroredProductCount"] == 70


@pytest.mark.parametrize("then", ["S{turned}", "T{nth}"])
def test_new_skus_of_many_variants_take_no_more_statements_than_those_of_a_few(shop: Shop, then: str):
    def count(many: int) -> int:
        return in_database(shop.client.service.database_url, lambda db: _statements(db, shop, many, then))

    assert count(60) == count(6)


async def _statements(db: asyncpg.Connection, shop: Shop, many: int, then: str) -> int:
    """How many a product of so many variants takes, whose skus are then others or each other's."""
    storefront = Storefront(shop.client.account_id, shop.id, shop.partner, is_suspended=False, now=datetime.now(UTC))
    ref, run = f"p{many}", []
    for version, sku in enumerate(("S{nth}", then)):
        skus = [sku.format(nth=nth, turned=(nth + 1) % many) for nth in range(many)]
        variants = [{"ref": f"v{nth}", "name": "Variant", "sku": sku} for nth, sku in enumerate(skus)]
        told = {"ref": ref, "name": "Product", "version": version, "variants": variants}
        happened = StorefrontEvent(f"sfe_{version}", "product.updated", storefront.now, json.dumps(told).encode())
        with db.query_logger(run.append):
            async with db.transaction():
                await product_events.sync_product(
                    Tx(db, StorefrontSyncActor(storefront.account_id)), storefront, happened
                )
    statement = """
        SELECT v.sku FROM products p JOIN variants v ON v.account_id = p.account_id AND v.product_id = p.id
         WHERE p.account_id = $1 AND p.external_ref = $2
    """
    assert sorted(row["sku"] for row in await db.fetch(statement, storefront.account_id, ref)) == sorted(skus)
    return len(run)
