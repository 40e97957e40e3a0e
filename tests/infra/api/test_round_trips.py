"""How many round trips to PostgreSQL each act costs: its rate on every machine (docs/performance.md).

A change that makes an act cheaper lowers its number here; a change that raises a number says why.
"""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.harness import parcels
from tests.harness.round_trips import Listening, listening
from tests.harness.simulator import Courier

API = "/api/v1"


@pytest.fixture
async def service(database_url: str, courier: Courier) -> AsyncIterator[Listening]:
    async with listening(database_url, courier.url) as running:
        yield running


async def test_an_adjustment(service: Listening) -> None:
    change = {**await _stocked(service), "delta": 5, "reason": "manual_adjust"}
    assert await _cost(service, "/stock/adjust", change, change) == 5


async def test_a_product(service: Listening) -> None:
    assert await _cost(service, "/products", {"name": "Kopi"}, {"name": "Teh"}) == 5


async def test_many_products_cost_as_many_as_one(service: Listening) -> None:
    two, hundred = ({"products": [{"name": f"Kopi {n}", "sku": f"K{n}"} for n in range(most)]} for most in (2, 100))
    assert await _cost(service, "/products/bulk", two, hundred) == 5


async def test_a_change_of_a_product(service: Listening) -> None:
    path = f"/products/{(await _coffee(service))['id']}"
    assert await _cost(service, path, {"weight": 1}, {"weight": 2}, method="PATCH") == 6


async def test_another_name_of_a_product(service: Listening) -> None:
    path = f"/products/{(await _coffee(service))['id']}"
    assert await _cost(service, path, {"name": "Kopi Gayo"}, {"name": "Kopi Toraja"}, method="PATCH") == 7


async def test_a_variant(service: Listening) -> None:
    path = f"/products/{(await _coffee(service))['id']}/variants"
    assert await _cost(service, path, {"name": "S", "sku": "S"}, {"name": "M", "sku": "M"}) == 6


async def test_a_change_of_a_variant(service: Listening) -> None:
    product = await _coffee(service)
    path = f"/products/{product['id']}/variants/{product['variants'][0]['id']}"
    assert await _cost(service, path, {"priceCents": 1}, {"priceCents": 2}, method="PATCH") == 7


async def test_a_license(service: Listening) -> None:
    issue = await _licensed(service)
    assert await _cost(service, "/licenses", issue, issue | {"customerId": "budi"}) == 5


async def test_an_activation_and_a_deactivation(service: Listening) -> None:
    key = (await service.ask("POST", f"{API}/licenses", await _licensed(service)))["license"]["key"]
    one, other = ({"key": key, "instanceId": name} for name in ("one", "other"))
    assert await _cost(service, "/licenses/activate", one, other) == 5
    assert await _cost(service, "/licenses/deactivate", one, other) == 5


async def test_what_is_asked_of_a_key_again_and_its_validation(service: Listening) -> None:
    """Whatever changes nothing is answered by the look-up of the key, unless an idempotency key must remember it."""
    key = (await service.ask("POST", f"{API}/licenses", await _licensed(service)))["license"]["key"]
    slot = {"key": key, "instanceId": "one"}
    assert await _cost(service, "/licenses/activate", slot, slot, has_key=False) == 1
    assert (await service.ask("POST", f"{API}/licenses/activate", slot))["alreadyActive"]
    await service.ask("POST", f"{API}/licenses/deactivate", slot)
    assert await _cost(service, "/licenses/deactivate", slot, slot, has_key=False) == 1
    assert (await service.ask("GET", f"{API}/licenses/validate?key={key}"))["valid"]
    assert len(service.asked) == 1


async def test_what_a_merchant_does_with_a_license(service: Listening) -> None:
    issue = await _licensed(service)
    first, second = [(await service.ask("POST", f"{API}/licenses", issue))["license"] for _ in range(2)]
    releases = []
    for license in (first, second):
        slot = {"key": license["key"], "instanceId": "one"}
        held = (await service.ask("POST", f"{API}/licenses/activate", slot))["activation"]["id"]
        releases.append(f"/licenses/{license['id']}/activations/{held}/release")
    assert await _cost_of(service, *releases) == 7
    for act in ("suspend", "reinstate", "revoke"):
        assert await _cost_of(service, *(f"/licenses/{one['id']}/{act}" for one in (first, second))) == 6


async def test_a_hundred_licenses_at_once(service: Listening) -> None:
    issues = {"licenses": [await _licensed(service)] * 100}
    assert await _cost(service, "/licenses/bulk", issues, issues) == 7


async def test_a_download(service: Listening) -> None:
    product = (await service.ask("POST", f"{API}/products", {"name": "Buku", "type": "digital"}))["product"]
    grant = {"productId": product["id"], "customerId": "siti", "checkoutSessionId": "one"}
    path = f"/deliveries/{(await service.ask('POST', f'{API}/deliveries', grant))['delivery']['id']}"
    assert await _cost_of(service, *[f"{path}/download"] * 2) == 5
    assert await _cost_of(service, *[f"{path}/extend"] * 2) == 6


async def test_a_delivery(service: Listening) -> None:
    product = (await service.ask("POST", f"{API}/products", {"name": "Buku", "type": "digital"}))["product"]
    grant = {"productId": product["id"], "customerId": "siti", "checkoutSessionId": "one"}
    assert await _cost(service, "/deliveries", grant, grant | {"checkoutSessionId": "other"}) == 5


async def test_a_draft(service: Listening) -> None:
    """It looks, locks, counts what is reserved, takes and inserts: docs/decisions/0009-stock.md."""
    draft = parcels.draft(parcels.item(variantId=(await _stocked(service))["variantId"]))
    assert await _cost(service, "/shipments", draft, draft) == 9


async def test_a_draft_of_several_variants(service: Listening) -> None:
    one = await _stocked(service)
    other = await _stocked(service, one["warehouseId"])
    draft = parcels.draft(*(parcels.item(variantId=place["variantId"]) for place in (one, other)))
    assert await _cost(service, "/shipments", draft, draft) == 9


async def test_a_hundred_drafts_at_once(service: Listening) -> None:
    draft = parcels.draft(parcels.item(variantId=(await _stocked(service))["variantId"]))
    drafts = {"shipments": [draft] * 100}
    assert await _cost(service, "/shipments/bulk", drafts, drafts) == 9


async def test_cancelling_a_draft(service: Listening) -> None:
    first, second = [await _drafted(service) for _ in range(2)]
    assert await _cost_of(service, f"/shipments/{first}/cancel", f"/shipments/{second}/cancel") == 9


async def test_confirming_and_cancelling_what_is_confirmed(service: Listening) -> None:
    funds = {"amount": parcels.FUNDS}
    await service.ask("POST", f"{API}/shipping-credits/topup", funds)
    first, second = [await _drafted(service) for _ in range(2)]
    confirms = [f"/shipments/{one}/confirm-pickup" for one in (first, second)]
    assert await _cost_of(service, *confirms) == 13
    assert await _cost_of(service, f"/shipments/{first}/cancel", f"/shipments/{second}/cancel") == 17


async def _drafted(service: Listening) -> str:
    draft = parcels.draft(parcels.item(variantId=(await _stocked(service))["variantId"]))
    return (await service.ask("POST", f"{API}/shipments", draft))["shipment"]["id"]


async def _cost(
    service: Listening, path: str, first: Any, second: Any, *, method: str = "POST", has_key: bool = True
) -> int:
    """The round trips of the second request; but not what the driver asks once a process about PostgreSQL's types."""
    await service.ask(method, API + path, first, has_key=has_key)
    return await _round_trips(service, path, second, method, has_key=has_key)


async def _cost_of(service: Listening, first: str, second: str) -> int:
    """The same of a request without a body, by its paths."""
    await service.ask("POST", API + first)
    return await _round_trips(service, second)


async def _round_trips(
    service: Listening, path: str, given: Any = None, method: str = "POST", *, has_key: bool = True
) -> int:
    await service.ask(method, API + path, given, has_key=has_key)
    print(*service.asked, sep="\n")
    return len([one for one in service.asked if "pg_notify" not in one])


async def _coffee(service: Listening) -> dict[str, Any]:
    return (await service.ask("POST", f"{API}/products", {"name": "Kopi"}))["product"]


async def _stocked(service: Listening, warehouse_id: str | None = None) -> dict[str, str]:
    product = (await service.ask("POST", f"{API}/products", {"name": "Kopi"}))["product"]
    if warehouse_id is None:
        warehouse_id = (await service.ask("POST", f"{API}/warehouses", {"name": "Main"}))["warehouse"]["id"]
    place = {"variantId": product["variants"][0]["id"], "warehouseId": warehouse_id}
    await service.ask("POST", f"{API}/stock/adjust", {**place, "delta": 1_000, "reason": "initial_stock"})
    return place


async def _licensed(service: Listening) -> dict[str, Any]:
    made = {"name": "App", "type": "license"}
    product = (await service.ask("POST", f"{API}/products", made))["product"]
    return {"productId": product["id"], "customerId": "siti", "maxActivations": 100}
