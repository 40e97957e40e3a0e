"""List of stock levels, with a search by name or SKU and filters by warehouse and low stock."""

from typing import Any
from urllib.parse import quote, urlencode

import msgspec

from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.stock import routes as stock

PAGE_ROWS = 50
# The API's names of filters that may be wrong, by the page's fields.
FILTER_FIELDS = {"q": "f-q", "warehouseId": "f-warehouse"}
DEFAULT_VARIANT = "Default"


class StockListQuery(msgspec.Struct, rename="camel", kw_only=True, omit_defaults=True):
    """Query of the list."""

    q: str | None = None
    warehouse_id: str | None = None
    low: str | None = None
    cursor: str | None = None


async def build_context(page: ConsolePage, layout: PageLayout, query: StockListQuery) -> dict[str, Any]:
    """The rows of the page and the links on. Raises Validation."""
    filters = {name: value for name, value in msgspec.to_builtins(query).items() if value and name != "cursor"}
    params = filters | {"include": "details", "limit": PAGE_ROWS, "cursor": query.cursor}
    response = await page.get(stock.list_stock_levels, params)
    levels = response.data["stock"]
    return {
        "rows": [to_row(layout, level) for level in levels],
        "query": query,
        "warehouses": await _list_warehouses(page, query, levels),
        "is_filtered": bool(filters),
        "cleared": _build_link(layout, {}),
        "older": _build_link(layout, filters | {"cursor": response.meta["cursor"]})
        if response.meta["hasMore"]
        else None,
        "newest": _build_link(layout, filters) if query.cursor else None,
    }


def to_row(layout: PageLayout, level: dict[str, Any]) -> dict[str, Any]:
    """Row of a level. The id names a variant that is not in the catalogue."""
    details = level["details"]
    threshold = details["lowStockThreshold"]
    return {
        "address": build_url(layout, level["variantId"], level["warehouseId"]),
        "variant_id": level["variantId"],
        "warehouse_id": level["warehouseId"],
        "warehouse": level["warehouse"]["name"],
        "product_id": details["productId"],
        "product": details["productName"] or level["variantId"],
        "variant": display_variant_name(details["variantName"]),
        "sku": details["sku"],
        "archived": bool(details["archived"]),
        "on_hand": level["quantity"],
        "reserved": details["reserved"],
        "free": details["available"],
        "threshold": threshold,
        "is_low": threshold is not None and level["quantity"] < threshold,
        "updated_at": level["updatedAt"],
    }


def display_variant_name(name: str | None) -> str | None:
    """Name that tells a variant from its siblings; empty for the only variant of a product."""
    return None if name == DEFAULT_VARIANT else name


def build_url(layout: PageLayout, variant_id: str, warehouse_id: str) -> str:
    """Address of the page of a level. Ids may have any form."""
    return f"{layout.address}{build_path(variant_id, warehouse_id)}"


def build_path(variant_id: str, warehouse_id: str) -> str:
    """The same under the workspace."""
    return f"/stock/{quote(variant_id, safe='')}/{quote(warehouse_id, safe='')}"


async def _list_warehouses(
    page: ConsolePage, query: StockListQuery, levels: list[dict[str, Any]]
) -> list[tuple[str, str]]:
    """Warehouses of the filter. A search costs two statements more, so it offers those of its results."""
    if query.q:
        return list(dict.fromkeys((one["warehouse"]["id"], one["warehouse"]["name"]) for one in levels))
    response = await page.get(stock.list_warehouses, {"archived": "true"})
    return [(one["id"], one["name"]) for one in response.data["warehouses"]]


def _build_link(layout: PageLayout, params: dict[str, str]) -> str:
    return f"{layout.address}/stock" + (f"?{urlencode(params)}" if params else "")
