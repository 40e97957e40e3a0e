"""Nodes whose clocks are minutes apart: when a reservation ends is the database's to say (decisions, section 12)."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from tests.harness.database import rows
from tests.harness.goods import new_warehouse, quantity
from tests.harness.parcels import create, item
from tests.harness.service import Service
from tests.harness.simulator import simulating
from tests.harness.workspaces import open_client
from tests.storefront.till import StorefrontShop, open_shop
from tests.system.faults.test_clocks import apart

# As far as a signature's clock may be from a node's, and less.
APART_SECONDS = 200
ENDS = "UPDATE stock_reservations SET expires_at = now() + $2 * interval '1 s' WHERE account_id = $1 RETURNING id"
STORED = "SELECT created_at, expires_at - created_at AS life FROM stock_reservations WHERE account_id = $1"
NOW = "SELECT date_trunc('milliseconds', now()) AS now FROM accounts WHERE id = $1"
PIECES = 10


@pytest.fixture(scope="module")
def nodes(module_database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Service]]:
    """A node that is ahead, and a node that is behind."""
    with simulating(tmp_path_factory.mktemp("courier")) as courier:
        settings = {"aggregator_url": courier.url, "aggregator_key": "simulator"}
        with (
            apart(module_database_url, APART_SECONDS, **settings) as ahead,
            apart(module_database_url, -APART_SECONDS, **settings) as behind,
        ):
            yield [ahead, behind]


@pytest.fixture(params=[0, 1], ids=["at the one ahead", "at the one behind"])
def shop(nodes: list[Service], request: pytest.FixtureRequest) -> StorefrontShop:
    """Ten pieces on the shelf, of which a checkout at the other node has set aside all."""
    made = open_shop(open_client(nodes[1 - request.param]), quantity=PIECES)
    answer = made.till.created("cs_first", made.physical(PIECES))
    assert answer.status == 200, answer.raw
    here = nodes[request.param]
    replace = msgspec.structs.replace
    return replace(made, merchant=replace(made.merchant, service=here), till=replace(made.till, service=here))


def ask_for_one(shop: StorefrontShop) -> list[int]:
    """Statuses of four requests for a piece: a draft, a draft of another checkout, a cart, and a transfer."""
    one = item(variantId=shop.variant)
    moved = {
        "variantId": shop.variant,
        "fromWarehouseId": shop.warehouse,
        "toWarehouseId": new_warehouse(shop.merchant, "Elsewhere")["id"],
        "quantity": 1,
    }
    return [
        create(shop.merchant, one).status,
        create(shop.merchant, one, checkoutSessionId="cs_second").status,
        shop.till.created("cs_third", shop.physical(1)).status,
        shop.merchant("POST", "/api/v1/stock/transfer", moved).status,
    ]


class Shown(msgspec.Struct):
    """Pieces of its variant: of the reservations in a state, free as it is offered, and at its level."""

    active: int
    expired: int
    offered: int
    named: int
    free: int
    reserved: int


def shown(shop: StorefrontShop) -> Shown:
    def see(path: str, name: str) -> list[dict[str, Any]]:
        answer = shop.merchant("GET", f"/api/v1/{path}")
        assert answer.status == 200, answer.raw
        return answer.data[name]

    ended = {
        state: see(f"stock/reservations?state={state}&variantId={shop.variant}", "reservations")
        for state in ("active", "expired")
    }
    (offer,) = see("variants?q=Coffee", "variants")
    (named,) = see(f"variants?ids={shop.variant}", "variants")
    (level,) = see(f"stock/levels?variant_id={shop.variant}&include=details", "stock")
    return Shown(
        *(sum(one["quantity"] for one in found) for found in ended.values()),
        offer["available"],
        named["available"],
        level["details"]["available"],
        level["details"]["reserved"],
    )


def test_what_has_not_ended_yet_is_nobody_elses_and_its_checkouts(shop: StorefrontShop):
    assert len(rows(shop.merchant, ENDS, APART_SECONDS // 2)) == 1
    assert ask_for_one(shop) == [409, 409, 409, 409]
    order = shop.order(shop.till.paid("cs_first", shop.physical(PIECES)))
    assert (order["status"], quantity(shop.merchant, shop.variant, shop.warehouse)) == ("fulfilled", 0)


def test_what_has_ended_is_anybodys(shop: StorefrontShop):
    assert len(rows(shop.merchant, ENDS, -APART_SECONDS // 2)) == 1
    assert ask_for_one(shop) == [201, 201, 200, 200]


def test_what_is_shown_of_it_goes_by_the_databases_clock_too(shop: StorefrontShop):
    assert len(rows(shop.merchant, ENDS, APART_SECONDS // 2)) == 1
    assert shown(shop) == Shown(active=PIECES, expired=0, offered=0, named=0, free=0, reserved=PIECES)
    assert len(rows(shop.merchant, ENDS, -APART_SECONDS // 2)) == 1
    assert shown(shop) == Shown(active=0, expired=PIECES, offered=PIECES, named=PIECES, free=PIECES, reserved=0)


def test_what_is_set_aside_ends_an_hour_after_the_databases_moment(shop: StorefrontShop):
    began = rows(shop.merchant, NOW)[0]["now"]
    assert shop.till.created("cs_first", shop.physical(1)).status == 200
    ended = rows(shop.merchant, NOW)[0]["now"]
    stored = rows(shop.merchant, f"{STORED} AND state = 'open'")[0]
    assert began <= stored["created_at"] <= ended and stored["life"] == timedelta(hours=1)
