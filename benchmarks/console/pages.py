"""Which pages are asked for, what they may take at p95 in the large shop, and where in a shop they look."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import msgspec

from fulfilment.infra.api import pagination

HOME_MS, LIST_MS, SEARCH_MS = 60, 40, 30


class Shop(msgspec.Struct, frozen=True):
    """A workspace of the benchmark and how many parcels and variants it has."""

    account_id: str
    parcels: int
    variants: int

    def some(self, chance: random.Random) -> int:
        """A parcel of the last tenth, which people look for most, that is not one of the newest."""
        return int(self.parcels * chance.uniform(0.9, 0.99))

    def shipment(self, number: int) -> str:
        return f"ship_{number:026}"


# Makes the address of one request under the workspace's own.
Address = Callable[[Shop, random.Random], str]


class Asked(msgspec.Struct, frozen=True):
    """A page, its bar in milliseconds, and its address. Answers of `status` are right."""

    name: str
    bar: int
    address: Address
    status: int = 200


def _fixed(path: str) -> Address:
    return lambda shop, chance: path


def _day(back: int) -> str:
    return (datetime.now(UTC) - timedelta(days=back)).date().isoformat()


def _phone(number: int) -> str:
    return f"0812{number * 7919 % 100_000_000:08}"


ASKED = (
    Asked("home", HOME_MS, _fixed("")),
    Asked("shipments", LIST_MS, _fixed("/shipments")),
    Asked("shipments, to book", LIST_MS, _fixed("/shipments?status=pending")),
    Asked("shipments, to print", LIST_MS, _fixed("/shipments?queue=to_print")),
    Asked("shipments, uncollected", LIST_MS, _fixed("/shipments?queue=uncollected")),
    Asked("shipments, silent", LIST_MS, _fixed("/shipments?queue=silent")),
    Asked("shipments, delivered", LIST_MS, _fixed("/shipments?status=delivered")),
    Asked("shipments, returned", LIST_MS, _fixed("/shipments?status=returned")),
    Asked("shipments, of a courier", LIST_MS, _fixed("/shipments?courierCode=jne&status=cancelled")),
    Asked(
        "shipments, of a week last year", LIST_MS, lambda shop, chance: f"/shipments?from={_day(400)}&to={_day(394)}"
    ),
    Asked(
        "shipments, far back",
        LIST_MS,
        lambda shop, chance: f"/shipments?cursor={pagination.cursor_after(shop.shipment(shop.parcels // 10))}",
    ),
    Asked("shipments, never printed", LIST_MS, _fixed("/shipments?printed=false&status=delivered")),
    Asked(
        "shipments, new ones", LIST_MS, lambda shop, chance: f"/shipments.new?after={shop.shipment(shop.parcels)}", 204
    ),
    Asked("search, an order", SEARCH_MS, lambda shop, chance: f"/search?q=%23{shop.some(chance):08}", 303),
    Asked("search, a waybill", SEARCH_MS, lambda shop, chance: f"/search?q=WB{shop.some(chance):010}", 303),
    Asked("search, a telephone number", SEARCH_MS, lambda shop, chance: f"/search?q={_phone(shop.some(chance))}", 303),
    Asked("search, a name of many", SEARCH_MS, _fixed("/search?q=siti")),
    Asked("search, two names of many", SEARCH_MS, _fixed("/search?q=siti+rahayu")),
    Asked("search, names that never meet", SEARCH_MS, _fixed("/search?q=siti+budi")),
    Asked("search, what nobody is called", SEARCH_MS, _fixed("/search?q=zzyzx")),
    Asked("a parcel", LIST_MS, lambda shop, chance: f"/shipments/{shop.shipment(shop.some(chance))}"),
    Asked("batches", LIST_MS, _fixed("/batches")),
    Asked("credit", LIST_MS, _fixed("/credit")),
    Asked("products", LIST_MS, _fixed("/products")),
    Asked("products, by a word", LIST_MS, _fixed("/products?q=gayo")),
    Asked("stock", LIST_MS, _fixed("/stock")),
    Asked("stock, low", LIST_MS, _fixed("/stock?low=true")),
    Asked("stock, by a word", LIST_MS, _fixed("/stock?q=toraja")),
    Asked(
        "a level",
        LIST_MS,
        lambda shop, chance: f"/stock/var_{chance.randrange(shop.variants):026}/wh_{0:026}",
    ),
    Asked("new shipment", LIST_MS, _fixed("/shipments/new")),
)
