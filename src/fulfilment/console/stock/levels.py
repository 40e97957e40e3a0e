"""The list of levels: found by name or SKU, of one warehouse, or low ones alone."""

from typing import Any
from urllib.parse import quote, urlencode

import msgspec

from fulfilment.console.frame.frame import Frame
from fulfilment.http.page import Page
from fulfilment.stock import routes as stock

PAGE_ROWS = 50
# The API's names of filters that may be wrong, by the page's fields.
FILTERS = {"q": "f-q", "warehouseId": "f-warehouse"}
DEFAULT_VARIANT = "Default"


class ListQuery(msgspec.Struct, rename="camel", kw_only=True, omit_defaults=True):
    """What the address of the list says."""

    q: str | None = None
    warehouse_id: str | None = None
    low: str | None = None
    cursor: str | None = None


async def compose(page: Page, shown: Frame, query: ListQuery) -> dict[str, Any]:
    """The rows of the page and the links on. Raises Validation."""
    kept = {name: value for name, value in msgspec.to_builtins(query).items() if value and name != "cursor"}
    asked = kept | {"include": "details", "limit": PAGE_ROWS, "cursor": query.cursor}
    answer = await page.ask(stock.list_stock_levels, asked)
    levels = answer.data["stock"]
    return {
        "rows": [row_of(shown, level) for level in levels],
        "query": query,
        "warehouses": await _warehouses(page, query, levels),
        "is_filtered": bool(kept),
        "cleared": _link(shown, {}),
        "older": _link(shown, kept | {"cursor": answer.meta["cursor"]}) if answer.meta["hasMore"] else None,
        "newest": _link(shown, kept) if query.cursor else None,
    }


def row_of(shown: Frame, level: dict[str, Any]) -> dict[str, Any]:
    """A level as it is shown. One of a variant that the catalogue does not know is called by the variant's id."""
    details = level["details"]
    threshold = details["lowStockThreshold"]
    return {
        "address": address_of(shown, level["variantId"], level["warehouseId"]),
        "variant_id": level["variantId"],
        "warehouse_id": level["warehouseId"],
        "warehouse": level["warehouse"]["name"],
        "product_id": details["productId"],
        "product": details["productName"] or level["variantId"],
        "variant": variant_name(details["variantName"]),
        "sku": details["sku"],
        "archived": bool(details["archived"]),
        "on_hand": level["quantity"],
        "reserved": details["reserved"],
        "free": details["available"],
        "threshold": threshold,
        "is_low": threshold is not None and level["quantity"] < threshold,
        "updated_at": level["updatedAt"],
    }


def variant_name(name: str | None) -> str | None:
    """What tells a variant from its siblings; nothing where a product has but the one that it began with."""
    return None if name == DEFAULT_VARIANT else name


def address_of(shown: Frame, variant_id: str, warehouse_id: str) -> str:
    """Where a level's page is. Ids may have any shape."""
    return f"{shown.address}{path_of(variant_id, warehouse_id)}"


def path_of(variant_id: str, warehouse_id: str) -> str:
    """The same under the workspace."""
    return f"/stock/{quote(variant_id, safe='')}/{quote(warehouse_id, safe='')}"


async def _warehouses(page: Page, query: ListQuery, levels: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """What the filter offers: while words are sought, which costs two statements more, those of what was found."""
    if query.q:
        return list(dict.fromkeys((one["warehouse"]["id"], one["warehouse"]["name"]) for one in levels))
    answer = await page.ask(stock.list_warehouses, {"archived": "true"})
    return [(one["id"], one["name"]) for one in answer.data["warehouses"]]


def _link(shown: Frame, values: dict[str, str]) -> str:
    return f"{shown.address}/stock" + (f"?{urlencode(values)}" if values else "")
