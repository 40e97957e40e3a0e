"""The way around: which screens there are, who may see them, and the key that leads there."""

import msgspec

from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.i18n import N_


class NavItem(msgspec.Struct, frozen=True):
    """A screen in the navigation. `key` is what is pressed after `g`."""

    name: str
    title: str
    path: str
    icon: str
    right: str
    key: str


NAV_ITEMS = (
    NavItem("home", N_("Home"), "", "home", "shipments.read", "h"),
    NavItem("shipments", N_("Shipments"), "/shipments", "parcel", "shipments.read", "s"),
    NavItem("batches", N_("Batches"), "/batches", "stack", "batches.read", "b"),
    NavItem("products", N_("Products"), "/products", "tag", "catalog.read", "p"),
    NavItem("stock", N_("Stock"), "/stock", "shelf", "stock.read", "l"),
    NavItem("credit", N_("Credit"), "/credit", "coins", "shipping_credits.read", "c"),
    NavItem("billing", N_("Plan"), "/billing", "receipt", "billing.read", "y"),
    NavItem("settings", N_("Settings"), "/settings", "sliders", "shipping.read", "e"),
)


def list_nav_items(page: ConsolePage) -> list[NavItem]:
    """The screens that the person may see."""
    return [item for item in NAV_ITEMS if page.may(item.right)]
