"""The way around: which screens there are, who may see them, and the key that leads there."""

import msgspec

from fulfilment.http.page import Page
from fulfilment.translations import N_


class Place(msgspec.Struct, frozen=True):
    """A screen in the navigation. `key` is what is pressed after `g`."""

    name: str
    title: str
    path: str
    icon: str
    right: str
    key: str


PLACES = (
    Place("home", N_("Home"), "", "home", "shipments.read", "h"),
    Place("shipments", N_("Shipments"), "/shipments", "parcel", "shipments.read", "s"),
    Place("batches", N_("Batches"), "/batches", "stack", "batches.read", "b"),
    Place("products", N_("Products"), "/products", "tag", "catalog.read", "p"),
    Place("stock", N_("Stock"), "/stock", "shelf", "stock.read", "l"),
    Place("credit", N_("Credit"), "/credit", "coins", "shipping_credits.read", "c"),
    Place("billing", N_("Plan"), "/billing", "receipt", "billing.read", "y"),
    Place("settings", N_("Settings"), "/settings", "sliders", "shipping.read", "e"),
)


def of(page: Page) -> list[Place]:
    """The screens that the person may see."""
    return [place for place in PLACES if page.may(place.right)]
