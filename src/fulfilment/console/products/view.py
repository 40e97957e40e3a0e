"""What stands in the list of products and on the page of one."""

from typing import Any
from urllib.parse import urlencode

import msgspec

from fulfilment.catalog import routes as catalog
from fulfilment.console.frame import forms
from fulfilment.console.frame.frame import Frame
from fulfilment.console.products import entry
from fulfilment.console.stock import levels
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError, NotFound
from fulfilment.http.form import Form
from fulfilment.http.page import Page
from fulfilment.stock import routes as stock
from fulfilment.translations import N_

PAGE_ROWS = 50
# The API's names of filters that may be wrong, by the page's fields.
FILTERS = {"q": "f-q", "type": "f-type"}
_SHOWN_LEVELS = 200
# As many variants as GET /variants takes at once.
_LOOKED_UP = 100

TYPES = {
    "physical": N_("Physical"),
    "digital": N_("Digital"),
    "license": N_("License"),
}
DONE = {
    "created": N_("The product is created."),
    "partly": N_("The product is created, but not all that was entered with it could be saved. Check price and stock."),
    "saved": N_("Saved."),
    "archived": N_("The product is archived. Nothing of it is lost, and it can be brought back."),
    "restored": N_("The product is in use again."),
    "variant-added": N_("The variant is added."),
    "variant-saved": N_("The variant is saved."),
    "variant-archived": N_("The variant is archived. It can be brought back."),
    "variant-restored": N_("The variant is in use again."),
    "variant-default": N_("This variant is the default now."),
}


class ListQuery(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What the address of the list says."""

    q: str | None = None
    type: str | None = None
    archived: str | None = None
    cursor: str | None = None


async def compose(page: Page, shown: Frame, query: ListQuery) -> dict[str, Any]:
    """The rows of the page and the links on. Raises Validation."""
    kept = {name: value for name, value in msgspec.to_builtins(query).items() if value and name != "cursor"}
    answer = await page.ask(catalog.list_products, kept | {"limit": PAGE_ROWS, "cursor": query.cursor})
    products = answer.data["products"]
    free = await _free(page, products)
    return {
        "rows": [_row(product, free) for product in products],
        "query": query,
        "types": TYPES,
        "is_filtered": bool(kept),
        "cleared": _link(shown, {}),
        "older": _link(shown, kept | {"cursor": answer.meta["cursor"]}) if answer.meta["hasMore"] else None,
        "newest": _link(shown, kept) if query.cursor else None,
    }


async def _free(page: Page, products: list[dict[str, Any]]) -> dict[str, int | None]:
    """How many pieces of each variant parcels can take: of as many products as one look-up holds."""
    wanted: list[str] = []
    for product in products:
        ids = [variant["id"] for variant in _active(product)] if product["type"] == "physical" else []
        if len(wanted) + len(ids) > _LOOKED_UP:
            break
        wanted += ids
    if not wanted:
        return {}
    found = (await page.ask(stock.search_variants, {"ids": ",".join(wanted)})).data["variants"]
    return {one["id"]: one["available"] for one in found}


def _active(product: dict[str, Any]) -> list[dict[str, Any]]:
    return [variant for variant in product["variants"] if not variant["archived"]]


def _row(product: dict[str, Any], free: dict[str, int | None]) -> dict[str, Any]:
    active = _active(product)
    counted = [free[variant["id"]] for variant in active if free.get(variant["id"]) is not None]
    prices = sorted({variant["priceCents"] for variant in active if variant["priceCents"] is not None})
    skus = list(dict.fromkeys(sku for sku in [product["sku"], *(one["sku"] for one in active)] if sku))
    return {
        "id": product["id"],
        "name": product["name"],
        "type": product["type"],
        "archived": product["archived"],
        "sku": skus[0] if skus else None,
        "other_skus": max(0, len(skus) - 1),
        "variants": len(active),
        "prices": prices[:1] + prices[-1:] if len(prices) > 1 else prices,
        "free": sum(counted) if counted else None,
    }


def _link(shown: Frame, values: dict[str, str]) -> str:
    return f"{shown.address}/products" + (f"?{urlencode(values)}" if values else "")


async def put(
    page: Page,
    shown: Frame,
    id: str,
    *,
    done: str | None = None,
    form: Form | None = None,
    refusal: ApiError | None = None,
) -> Document:
    """One product with its variants and where they lie. Raises NotFound."""
    product = await find(page, id)
    is_sent = form is not None and "name" in form
    shelves = await _shelves(page, shown, product) if product["type"] == "physical" else []
    return shown.put(
        "products/product.html",
        place="products",
        title=product["name"],
        told=None if refusal is None else shown.told(refusal),
        fields=entry.PRODUCT_FIELDS,
        done=shown.say(DONE[done]) if done in DONE else None,
        product=product,
        type=TYPES[product["type"]],
        variants=sorted(product["variants"], key=lambda one: (one["archived"], not one["isDefault"])),
        shelves=shelves,
        typed=entry.typed(form, entry.PRODUCT) if is_sent and form else entry.of_product(shown, product),
        key_value=None if form is None or refusal is None else forms.next_key(form, refusal),
    )


async def find(page: Page, id: str) -> dict[str, Any]:
    """A product as the API shows it. Raises NotFound."""
    return (await page.ask(catalog.get_product, id=id)).data["product"]


def variant_of(product: dict[str, Any], variant_id: str) -> dict[str, Any]:
    """A variant of the product. Raises NotFound."""
    for variant in product["variants"]:
        if variant["id"] == variant_id:
            return variant
    raise NotFound


async def _shelves(page: Page, shown: Frame, product: dict[str, Any]) -> list[dict[str, Any]]:
    """Where the product lies; a product of one variant in every warehouse in use, whether or not it was counted there.

    Of a product of several the levels alone, since to look for them costs a statement more.
    """
    variants = {variant["id"]: variant for variant in product["variants"]}
    which = {"variant_id": next(iter(variants))} if len(variants) == 1 else {"productId": product["id"]}
    asked = which | {"include": "details", "limit": _SHOWN_LEVELS}
    counted = (await page.ask(stock.list_stock_levels, asked)).data["stock"]
    found = [_shelf(shown, product, variants[one["variantId"]], one["warehouse"], one) for one in counted]
    if len(variants) == 1 or not counted:
        there = {one["warehouseId"] for one in counted}
        active = [variant for variant in product["variants"] if not variant["archived"]]
        for warehouse in (await page.ask(stock.list_warehouses)).data["warehouses"]:
            if warehouse["id"] not in there:
                found += [_shelf(shown, product, variant, warehouse, None) for variant in active]
    return found[:_SHOWN_LEVELS]


def _shelf(
    shown: Frame, product: dict[str, Any], variant: dict[str, Any], warehouse: dict[str, Any], level: Any
) -> dict[str, Any]:
    address = levels.address_of(shown, variant["id"], warehouse["id"])
    return {
        "address": address if level else f"{address}?{urlencode({'product': product['id']})}",
        "warehouse": warehouse["name"],
        "variant": levels.variant_name(variant["name"]),
        "row": levels.row_of(shown, level) if level else None,
    }
