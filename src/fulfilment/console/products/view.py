"""The list of products, the page of one, and the fields of their forms."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlencode

import msgspec

from fulfilment.catalog import routes as catalog
from fulfilment.console.layout import forms
from fulfilment.console.layout.forms import SubmittedForm
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.console.stock import levels
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import NotFound
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.i18n import N_
from fulfilment.stock import routes as stock

PRODUCT_NAMES = ("name", "sku", "weight", "description")
VARIANT_NAMES = ("name", "sku", "price", "cost", "weight", "threshold")
NEW_NAMES = ("name", "sku", "type", "weight", "price", "quantity")

# The name of the page's field for each of the API's.
PRODUCT_FIELDS = {name: name for name in PRODUCT_NAMES}
VARIANT_FIELDS = {
    "name": "name",
    "sku": "sku",
    "priceCents": "price",
    "costCents": "cost",
    "weight": "weight",
    "lowStockThreshold": "threshold",
}
NEW_FIELDS = {name: name for name in ("name", "sku", "type", "weight")} | {"priceCents": "price", "delta": "quantity"}


def read_fields(form: Form | None, names: Sequence[str]) -> dict[str, str]:
    """Typed text of each field."""
    return {name: "" if form is None else form.text(name) for name in names}


def product_fields(layout: PageLayout, product: Mapping[str, Any]) -> dict[str, str]:
    """A product's fields as they stand in its form."""
    return {
        "name": product["name"],
        "sku": product["sku"] or "",
        "weight": _format_integer(layout, product["weight"]),
        "description": product["description"] or "",
    }


def variant_fields(layout: PageLayout, variant: Mapping[str, Any]) -> dict[str, str]:
    """A variant's fields as they stand in its form."""
    return {
        "name": variant["name"],
        "sku": variant["sku"] or "",
        "price": forms.format_amount(layout, variant["priceCents"]),
        "cost": forms.format_amount(layout, variant["costCents"]),
        "weight": _format_integer(layout, variant["weight"]),
        "threshold": _format_integer(layout, variant["lowStockThreshold"]),
    }


def parse_product_update(layout: PageLayout, form: Form) -> dict[str, Any]:
    """Changes of a product from its form. Raises Validation."""
    return {
        "name": form.text("name"),
        "sku": form.optional("sku"),
        "description": form.optional("description"),
        "weight": forms.parse_integer(layout, form.text("weight"), "weight"),
    }


def parse_variant_update(layout: PageLayout, form: Form) -> dict[str, Any]:
    """Changes of a variant from its form. Raises Validation."""
    return {
        "name": form.text("name"),
        "sku": form.optional("sku"),
        "priceCents": forms.parse_amount(layout, form.text("price"), "priceCents"),
        "costCents": forms.parse_amount(layout, form.text("cost"), "costCents"),
        "weight": forms.parse_integer(layout, form.text("weight"), "weight"),
        "lowStockThreshold": forms.parse_integer(layout, form.text("threshold"), "lowStockThreshold"),
    }


def _format_integer(layout: PageLayout, value: int | None) -> str:
    return "" if value is None else layout.formatter.number(value)


PAGE_ROWS = 50
# The API's names of filters that may be wrong, by the page's fields.
FILTER_FIELDS = {"q": "f-q", "type": "f-type"}
_MAX_LEVELS = 200
# As many variants as GET /variants takes at once.
_MAX_VARIANT_IDS = 100

TYPE_LABELS = {
    "physical": N_("Physical"),
    "digital": N_("Digital"),
    "license": N_("License"),
}
SUCCESS_MESSAGES = {
    "created": N_("The product is created."),
    "partly": N_("The product is created, but some entries could not be saved. Check price and stock."),
    "saved": N_("Saved."),
    "archived": N_("The product is archived. Nothing is lost, and you can restore it."),
    "restored": N_("The product is in use again."),
    "variant-added": N_("The variant is added."),
    "variant-saved": N_("The variant is saved."),
    "variant-archived": N_("The variant is archived. You can restore it."),
    "variant-restored": N_("The variant is in use again."),
    "variant-default": N_("This variant is now the default."),
}


class ProductListQuery(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Query of the list."""

    q: str | None = None
    type: str | None = None
    archived: str | None = None
    cursor: str | None = None


async def build_context(page: ConsolePage, layout: PageLayout, query: ProductListQuery) -> dict[str, Any]:
    """The rows of the page and the links on. Raises Validation."""
    filters = {name: value for name, value in msgspec.to_builtins(query).items() if value and name != "cursor"}
    response = await page.get(catalog.list_products, filters | {"limit": PAGE_ROWS, "cursor": query.cursor})
    products = response.data["products"]
    available = await _load_available(page, products)
    return {
        "rows": [_to_row(product, available) for product in products],
        "query": query,
        "types": TYPE_LABELS,
        "is_filtered": bool(filters),
        "cleared": _build_link(layout, {}),
        "older": _build_link(layout, filters | {"cursor": response.meta["cursor"]})
        if response.meta["hasMore"]
        else None,
        "newest": _build_link(layout, filters) if query.cursor else None,
    }


async def _load_available(page: ConsolePage, products: list[dict[str, Any]]) -> dict[str, int | None]:
    """Free pieces by variant, of as many products as one look-up holds."""
    variant_ids: list[str] = []
    for product in products:
        ids = [variant["id"] for variant in _active_variants(product)] if product["type"] == "physical" else []
        if len(variant_ids) + len(ids) > _MAX_VARIANT_IDS:
            break
        variant_ids += ids
    if not variant_ids:
        return {}
    offers = (await page.get(stock.search_variants, {"ids": ",".join(variant_ids)})).data["variants"]
    return {one["id"]: one["available"] for one in offers}


def _active_variants(product: dict[str, Any]) -> list[dict[str, Any]]:
    return [variant for variant in product["variants"] if not variant["archived"]]


def _to_row(product: dict[str, Any], available: dict[str, int | None]) -> dict[str, Any]:
    active = _active_variants(product)
    quantities = [count for variant in active if (count := available.get(variant["id"])) is not None]
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
        "free": sum(quantities) if quantities else None,
    }


def _build_link(layout: PageLayout, params: dict[str, str]) -> str:
    return f"{layout.address}/products" + (f"?{urlencode(params)}" if params else "")


async def render_page(
    page: ConsolePage,
    layout: PageLayout,
    id: str,
    *,
    done: str | None = None,
    sent: SubmittedForm | None = None,
) -> Document:
    """Page of a product with its variants and stock. Raises NotFound."""
    product = await load_product(page, id)
    shelves = await _list_levels(page, layout, product) if product["type"] == "physical" else []
    return layout.render(
        "products/product.html",
        nav_item="products",
        title=product["name"],
        sent=sent,
        fields=PRODUCT_FIELDS,
        done=layout.gettext(SUCCESS_MESSAGES[done]) if done in SUCCESS_MESSAGES else None,
        product=product,
        type=TYPE_LABELS[product["type"]],
        variants=sorted(product["variants"], key=lambda one: (one["archived"], not one["isDefault"])),
        shelves=shelves,
        typed=read_fields(sent.form, PRODUCT_NAMES)
        if sent and "name" in sent.form
        else product_fields(layout, product),
    )


def build_path(id: str) -> str:
    """The path of a product's page, under the workspace."""
    return f"/products/{quote(id, safe='')}"


async def load_product(page: ConsolePage, id: str) -> dict[str, Any]:
    """A product as the API shows it. Raises NotFound."""
    return (await page.get(catalog.get_product, id=id)).data["product"]


def find_variant(product: dict[str, Any], variant_id: str) -> dict[str, Any]:
    """A variant of the product. Raises NotFound."""
    for variant in product["variants"]:
        if variant["id"] == variant_id:
            return variant
    raise NotFound


async def _list_levels(page: ConsolePage, layout: PageLayout, product: dict[str, Any]) -> list[dict[str, Any]]:
    """Stock of the product by warehouse. A product of one variant has every warehouse in use, counted or not.

    A product of several variants shows its existing levels alone, since missing ones would cost a further statement.
    """
    variants = {variant["id"]: variant for variant in product["variants"]}
    scope = {"variant_id": next(iter(variants))} if len(variants) == 1 else {"productId": product["id"]}
    params = scope | {"include": "details", "limit": _MAX_LEVELS}
    levels_found = (await page.get(stock.list_stock_levels, params)).data["stock"]
    found = [_to_level_row(layout, product, variants[one["variantId"]], one["warehouse"], one) for one in levels_found]
    if len(variants) == 1 or not levels_found:
        warehouse_ids = {one["warehouseId"] for one in levels_found}
        active = [variant for variant in product["variants"] if not variant["archived"]]
        for warehouse in (await page.get(stock.list_warehouses)).data["warehouses"]:
            if warehouse["id"] not in warehouse_ids:
                found += [_to_level_row(layout, product, variant, warehouse, None) for variant in active]
    return found[:_MAX_LEVELS]


def _to_level_row(
    layout: PageLayout,
    product: dict[str, Any],
    variant: dict[str, Any],
    warehouse: dict[str, Any],
    level: dict[str, Any] | None,
) -> dict[str, Any]:
    address = levels.build_url(layout, variant["id"], warehouse["id"])
    return {
        "address": address if level else f"{address}?{urlencode({'product': product['id']})}",
        "warehouse": warehouse["name"],
        "variant": levels.display_variant_name(variant["name"]),
        "row": levels.to_row(layout, level) if level else None,
    }
