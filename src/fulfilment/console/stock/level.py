"""The page of one level: what lies there, what moved it, and the forms that move it."""

from typing import Any
from urllib.parse import urlencode

import msgspec

from fulfilment.catalog import routes as catalog
from fulfilment.console.frame import forms
from fulfilment.console.frame.frame import Frame
from fulfilment.console.stock import levels, plot, words
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError, NotFound
from fulfilment.http.form import Form
from fulfilment.http.page import Page
from fulfilment.stock import routes as stock

PAGE_ROWS = 50
# The name of the page's field for each of the API's, form by form.
FIELDS = {
    "adjust": {"delta": "delta", "reason": "reason", "note": "note"},
    "count": {"delta": "counted", "note": "count-note"},
    "transfer": {"quantity": "pieces", "toWarehouseId": "to", "note": "transfer-note"},
    "threshold": {"lowStockThreshold": "threshold"},
}


class Place(msgspec.Struct, frozen=True):
    """Which level is meant. `product_id` says where its variant is found while nothing was ever counted there."""

    variant_id: str
    warehouse_id: str
    product_id: str | None = None


async def find(page: Page, shown: Frame, place: Place) -> dict[str, Any]:
    """The level as it is shown; `is_counted` says whether there is one yet. Raises NotFound."""
    asked = {"variant_id": place.variant_id, "warehouseId": place.warehouse_id, "include": "details"}
    found = (await page.ask(stock.list_stock_levels, asked)).data["stock"]
    if found:
        return levels.row_of(shown, found[0]) | {"is_counted": True}
    if not place.product_id:
        raise NotFound
    product = (await page.ask(catalog.get_product, id=place.product_id)).data["product"]
    variant = next((one for one in product["variants"] if one["id"] == place.variant_id), None)
    warehouse = await _warehouse(page, place.warehouse_id)
    if variant is None or product["type"] != "physical":
        raise NotFound
    return {
        "address": levels.address_of(shown, place.variant_id, place.warehouse_id),
        "variant_id": place.variant_id,
        "warehouse_id": place.warehouse_id,
        "warehouse": warehouse["name"],
        "product_id": product["id"],
        "product": product["name"],
        "variant": levels.variant_name(variant["name"]),
        "sku": variant["sku"] or product["sku"],
        "archived": product["archived"] or variant["archived"],
        "on_hand": 0,
        "reserved": 0,
        "free": 0,
        "threshold": variant["lowStockThreshold"],
        "is_low": False,
        "updated_at": None,
        "is_counted": False,
    }


async def put(
    page: Page,
    shown: Frame,
    place: Place,
    *,
    done: str | None = None,
    cursor: str | None = None,
    act: str | None = None,
    form: Form | None = None,
    refusal: ApiError | None = None,
    moved: bool = False,
) -> Document:
    """One level. `act` is the form that was refused, or that asks again because the level `moved`. Raises NotFound."""
    level = await find(page, shown, place)
    movements, older = [], None
    if level["is_counted"]:
        asked = {"variant_id": place.variant_id, "warehouseId": place.warehouse_id}
        answer = await page.ask(stock.list_stock_movements, asked | {"limit": PAGE_ROWS, "cursor": cursor})
        movements = answer.data["movements"]
        if answer.meta["hasMore"]:
            older = f"{level['address']}?{urlencode({'cursor': answer.meta['cursor']})}"
    return shown.put(
        "stock/level.html",
        place="stock",
        title=level["product"],
        told=None if refusal is None else shown.told(refusal),
        fields=FIELDS.get(act or "", {}),
        done=shown.say(words.DONE[done]) if done in words.DONE else None,
        level=level,
        query=f"?{urlencode({'product': place.product_id})}" if not level["is_counted"] else "",
        movements=[_moved(page, shown, one) for one in movements],
        plot=None if cursor else plot.draw(movements, level["threshold"]),
        older=older,
        newest=level["address"] if cursor else None,
        others=await _others(page, place),
        reasons=[(name, words.REASONS[name]) for name in words.CHOSEN],
        typed={} if form is None else dict(form),
        act=act,
        moved=moved,
        key_value=None if form is None or refusal is None else forms.next_key(form, refusal),
    )


def _moved(page: Page, shown: Frame, movement: dict[str, Any]) -> dict[str, Any]:
    by = movement["createdBy"]
    if by is None:
        who = shown.say("The service")
    elif by == page.session.subject:
        who = shown.say("You")
    elif by == page.account_id:
        who = shown.say("API key")
    else:
        who = None
    # What the service writes as a note for a parcel stands in the reason and its link already.
    note = None if movement["shipmentId"] else movement["note"]
    return movement | {"words": words.reason_of(movement), "who": who, "note": note}


async def _warehouse(page: Page, id: str) -> dict[str, Any]:
    return (await page.ask(stock.get_warehouse, id=id)).data["warehouse"]


async def _others(page: Page, place: Place) -> list[tuple[str, str]]:
    """Where pieces can go, for whoever may send them."""
    if not page.may("stock.change"):
        return []
    answer = await page.ask(stock.list_warehouses)
    return [(one["id"], one["name"]) for one in answer.data["warehouses"] if one["id"] != place.warehouse_id]
