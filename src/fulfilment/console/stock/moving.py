"""What the forms of a level do: move it by so many, count it, send pieces elsewhere, and say when it is low.

A level is only ever moved by a difference, so that what others do meanwhile is kept. Each form looks the level up
first: the API takes an adjustment of any variant, and a page must not begin the level of a strange one.
"""

from typing import Any

from fulfilment.catalog import routes as catalog
from fulfilment.console.frame.frame import Frame
from fulfilment.console.products import numbers
from fulfilment.console.stock import level, levels, words
from fulfilment.console.stock.level import Place
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError, Validation
from fulfilment.http.form import Form
from fulfilment.http.mutation import Answered
from fulfilment.http.page import Page
from fulfilment.stock import routes as stock


async def adjust(page: Page, shown: Frame, place: Place, form: Form) -> Document | Answered:
    """Move the level by so many, with a reason."""
    await level.find(page, shown, place)
    try:
        change = _change(place, numbers.signed(shown, form.text("delta"), "delta"), form.text("reason"), form, "note")
        if change["delta"] > 0 and change["reason"] in words.LEAVING:
            raise Validation(
                shown.say("These pieces leave the shelf: enter them with a minus, such as -5."), field="delta"
            )
        await page.tell(stock.adjust_stock, change, key=form.key)
    except ApiError as refusal:
        return await level.put(page, shown, place, act="adjust", form=form, refusal=refusal)
    return shown.go(f"{levels.path_of(place.variant_id, place.warehouse_id)}?done=adjusted")


async def count(page: Page, shown: Frame, place: Place, form: Form) -> Document | Answered:
    """Bring the level to what was counted; ask again where it moved since the page was shown."""
    there = await level.find(page, shown, place)
    address = levels.path_of(place.variant_id, place.warehouse_id)
    try:
        counted = numbers.whole(shown, form.text("counted"), "delta")
        if counted is None:
            raise Validation(shown.say("Enter how many you counted."), field="delta")
        if counted == there["on_hand"] and there["is_counted"]:
            return shown.go(f"{address}?done=same")
        if form.text("was") != str(there["on_hand"]):
            return await level.put(page, shown, place, act="count", form=form, moved=True)
        if not there["is_counted"] and counted == 0:
            raise Validation(shown.say("A level begins with the first piece: enter how many there are."), field="delta")
        reason = "manual_adjust" if there["is_counted"] else "initial_stock"
        change = _change(place, counted - there["on_hand"], reason, form, "count-note")
        movement = (await page.tell(stock.adjust_stock, change, key=form.key)).data["movement"]
    except ApiError as refusal:
        return await level.put(page, shown, place, act="count", form=form, refusal=refusal)
    is_so = movement["quantityAfter"] == counted
    return shown.go(f"{address}?done={'counted' if is_so else 'moved-meanwhile'}")


async def transfer(page: Page, shown: Frame, place: Place, form: Form) -> Document | Answered:
    """Send free pieces to another warehouse."""
    await level.find(page, shown, place)
    try:
        pieces = numbers.whole(shown, form.text("pieces"), "quantity")
        if not pieces:
            raise Validation(shown.say("Enter how many pieces go."), field="quantity")
        wanted = {
            "variantId": place.variant_id,
            "fromWarehouseId": place.warehouse_id,
            "toWarehouseId": form.text("to"),
            "quantity": pieces,
            "note": form.optional("transfer-note"),
        }
        await page.tell(stock.transfer_stock, wanted, key=form.key)
    except ApiError as refusal:
        return await level.put(page, shown, place, act="transfer", form=form, refusal=refusal)
    return shown.go(f"{levels.path_of(place.variant_id, place.warehouse_id)}?done=transferred")


async def watch(page: Page, shown: Frame, place: Place, form: Form) -> Document | Answered:
    """Say from which level on the variant is low; empty: never."""
    there = await level.find(page, shown, place)
    try:
        threshold = numbers.whole(shown, form.text("threshold"), "lowStockThreshold")
        await page.tell(
            catalog.update_variant,
            {"lowStockThreshold": threshold},
            key=form.key,
            id=there["product_id"] or "",
            variant_id=place.variant_id,
        )
    except ApiError as refusal:
        return await level.put(page, shown, place, act="threshold", form=form, refusal=refusal)
    after = "" if there["is_counted"] else f"&product={there['product_id']}"
    return shown.go(f"{levels.path_of(place.variant_id, place.warehouse_id)}?done=threshold{after}")


def _change(place: Place, delta: int, reason: str, form: Form, note: str) -> dict[str, Any]:
    return {
        "variantId": place.variant_id,
        "warehouseId": place.warehouse_id,
        "delta": delta,
        "reason": reason or "manual_adjust",
        "note": form.optional(note),
    }
