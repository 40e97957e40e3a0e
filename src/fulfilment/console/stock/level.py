"""The page of one stock level: its quantity, its movements, and the forms that change it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

import msgspec

from fulfilment.catalog import routes as catalog
from fulfilment.console import charts
from fulfilment.console.charts import Steps
from fulfilment.console.layout.forms import SubmittedForm
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.console.stock import levels
from fulfilment.infra import clock
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import NotFound
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.i18n import N_
from fulfilment.stock import routes as stock

REASON_LABELS = {
    "manual_adjust": N_("Correction"),
    "initial_stock": N_("First count"),
    "transfer_in": N_("Transfer in"),
    "transfer_out": N_("Transfer out"),
    "damaged": N_("Damaged or lost"),
    "returned_to_supplier": N_("Returned to the supplier"),
    "refund_restock": N_("Came back from a buyer"),
    "import": N_("Import"),
}
# Reasons that a person chooses from; other actions write the rest.
SELECTABLE_REASONS = ("manual_adjust", "damaged", "returned_to_supplier", "refund_restock")
# Reasons for which pieces only leave the shelf.
OUTBOUND_REASONS = ("damaged", "returned_to_supplier")

SUCCESS_MESSAGES = {
    "adjusted": N_("Saved. You see the new stock below."),
    "counted": N_("The count is saved."),
    "same": N_("Your count matches the record, so nothing changed."),
    "moved-meanwhile": N_("The count is saved, but the stock changed at the same moment. Count again to be sure."),
    "transferred": N_("The pieces are in the other warehouse now."),
    "threshold": N_("The threshold is saved. It applies in every warehouse."),
}


def movement_reason(movement: Mapping[str, Any]) -> str:
    """Words for the reason of a movement; pieces for a parcel have the reason of a transfer."""
    if movement["shipmentId"] and movement["delta"] < 0:
        return N_("Taken for a parcel")
    if movement["shipmentId"]:
        return N_("Back from a parcel")
    reason: str = movement["reason"]
    return REASON_LABELS.get(reason, reason)


PAGE_ROWS = 50
# Stored values of a form: the form of the page, and whether the level moved in the meantime.
ACTION_KEY, MOVED_KEY = "act", "moved"
# The name of the page's field for each of the API's, form by form.
FIELDS = {
    "adjust": {"delta": "delta", "reason": "reason", "note": "note"},
    "count": {"delta": "counted", "note": "count-note"},
    "transfer": {"quantity": "pieces", "toWarehouseId": "to", "note": "transfer-note"},
    "threshold": {"lowStockThreshold": "threshold"},
}


class LevelKey(msgspec.Struct, frozen=True):
    """Key of a level. `product_id` leads to its variant while the level does not exist yet."""

    variant_id: str
    warehouse_id: str
    product_id: str | None = None


async def load_level(page: ConsolePage, layout: PageLayout, level_key: LevelKey) -> dict[str, Any]:
    """Level of the page; `is_counted` is False while it does not exist yet. Raises NotFound."""
    params = {"variant_id": level_key.variant_id, "warehouseId": level_key.warehouse_id, "include": "details"}
    found = (await page.get(stock.list_stock_levels, params)).data["stock"]
    if found:
        return levels.to_row(layout, found[0]) | {"is_counted": True}
    if not level_key.product_id:
        raise NotFound
    product = (await page.get(catalog.get_product, id=level_key.product_id)).data["product"]
    variant = next((one for one in product["variants"] if one["id"] == level_key.variant_id), None)
    warehouse = await _load_warehouse(page, level_key.warehouse_id)
    if variant is None or product["type"] != "physical":
        raise NotFound
    return {
        "address": levels.build_url(layout, level_key.variant_id, level_key.warehouse_id),
        "variant_id": level_key.variant_id,
        "warehouse_id": level_key.warehouse_id,
        "warehouse": warehouse["name"],
        "product_id": product["id"],
        "product": product["name"],
        "variant": levels.display_variant_name(variant["name"]),
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


async def render_page(
    page: ConsolePage,
    layout: PageLayout,
    level_key: LevelKey,
    *,
    done: str | None = None,
    cursor: str | None = None,
    sent: SubmittedForm | None = None,
) -> Document:
    """Page of a level. `sent` is a refused form, or a count of a level that moved in the meantime. Raises NotFound."""
    act = None if sent is None else sent.extra.get(ACTION_KEY)
    level = await load_level(page, layout, level_key)
    movements, older = [], None
    if level["is_counted"]:
        params = {"variant_id": level_key.variant_id, "warehouseId": level_key.warehouse_id}
        response = await page.get(stock.list_stock_movements, params | {"limit": PAGE_ROWS, "cursor": cursor})
        movements = response.data["movements"]
        if response.meta["hasMore"]:
            older = f"{level['address']}?{urlencode({'cursor': response.meta['cursor']})}"
    return layout.render(
        "stock/level.html",
        nav_item="stock",
        title=level["product"],
        sent=sent,
        fields=FIELDS.get(act or "", {}),
        done=layout.gettext(SUCCESS_MESSAGES[done]) if done in SUCCESS_MESSAGES else None,
        level=level,
        query=f"?{urlencode({'product': level_key.product_id})}" if not level["is_counted"] else "",
        movements=[_to_movement_row(page, layout, one) for one in movements],
        plot=None if cursor else build_plot(movements, level["threshold"]),
        older=older,
        newest=level["address"] if cursor else None,
        others=await _list_other_warehouses(page, level_key),
        reasons=[(name, REASON_LABELS[name]) for name in SELECTABLE_REASONS],
        typed={} if sent is None else dict(sent.form),
        act=act,
        moved=sent is not None and bool(sent.extra.get(MOVED_KEY)),
    )


def _to_movement_row(page: ConsolePage, layout: PageLayout, movement: dict[str, Any]) -> dict[str, Any]:
    actor = movement["createdBy"]
    if actor is None:
        actor_name = layout.gettext("The service")
    elif actor == page.session.subject:
        actor_name = layout.gettext("You")
    elif actor == page.account_id:
        actor_name = layout.gettext("API key")
    else:
        actor_name = None
    # The reason and its link already say the note that the service writes for a parcel.
    note = None if movement["shipmentId"] else movement["note"]
    return movement | {"words": movement_reason(movement), "who": actor_name, "note": note}


async def _load_warehouse(page: ConsolePage, id: str) -> dict[str, Any]:
    return (await page.get(stock.get_warehouse, id=id)).data["warehouse"]


async def _list_other_warehouses(page: ConsolePage, level_key: LevelKey) -> list[tuple[str, str]]:
    """Warehouses that pieces can go to, for people with the right to send them."""
    if not page.may("stock.change"):
        return []
    response = await page.get(stock.list_warehouses)
    return [(one["id"], one["name"]) for one in response.data["warehouses"] if one["id"] != level_key.warehouse_id]


class LevelPlot(msgspec.Struct, frozen=True):
    """The steps with the threshold as their mark, and when they begin."""

    steps: Steps
    begins: str


def build_plot(movements: Sequence[dict[str, Any]], threshold: int | None) -> LevelPlot | None:
    """The steps from the oldest of the movements until now; they come newest first. None where there are none."""
    if not movements:
        return None
    points = [(_to_epoch(one["createdAt"]), one["quantityAfter"]) for one in reversed(movements)]
    oldest = movements[-1]
    first, last = points[0][0], max(clock.epoch(), points[-1][0])
    length = max(last - first, 1e-6)
    chart = charts.build_steps(
        oldest["quantityAfter"] - oldest["delta"],
        [((at - first) / length, quantity) for at, quantity in points],
        threshold,
    )
    return LevelPlot(chart, oldest["createdAt"])


def _to_epoch(at: str) -> float:
    return datetime.fromisoformat(at).timestamp()
