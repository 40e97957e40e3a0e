"""Forms of a level: adjust it, count it, transfer pieces, and set the threshold of low stock.

Every form moves a level by a difference, so that movements of other people in the meantime are kept. Each form looks
the level up first. The API takes an adjustment of any variant, and a page must not begin the level of a strange one.
"""

from typing import Any
from urllib.parse import urlencode

from fulfilment.catalog import routes as catalog
from fulfilment.console.layout import forms
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.console.stock import level, levels
from fulfilment.console.stock.level import LevelKey
from fulfilment.infra.api.errors import ApiError, Validation
from fulfilment.infra.api.form import Form, new_idempotency_key
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.stock import routes as stock


async def adjust_stock(page: ConsolePage, layout: PageLayout, level_key: LevelKey, form: Form) -> EncodedResponse:
    """Adjust the level by a number of pieces, with a reason."""
    await level.load_level(page, layout, level_key)
    try:
        change = _build_adjustment(
            level_key, forms.parse_signed(layout, form.text("delta"), "delta"), form.text("reason"), form, "note"
        )
        if change["delta"] > 0 and change["reason"] in level.OUTBOUND_REASONS:
            raise Validation(
                layout.gettext("These pieces leave the shelf. Enter them with a minus, such as -5."), field="delta"
            )
        await page.mutate(stock.adjust_stock, change, key=form.idempotency_key)
    except ApiError as error:
        return await _redirect_to_form(layout, level_key, form, "adjust", error)
    return layout.redirect(f"{levels.build_path(level_key.variant_id, level_key.warehouse_id)}?done=adjusted")


async def count_stock(page: ConsolePage, layout: PageLayout, level_key: LevelKey, form: Form) -> EncodedResponse:
    """Set the level to the count; ask again where it moved since the page was shown."""
    current = await level.load_level(page, layout, level_key)
    address = levels.build_path(level_key.variant_id, level_key.warehouse_id)
    try:
        counted = forms.parse_integer(layout, form.text("counted"), "delta")
        if counted is None:
            raise Validation(layout.gettext("Enter how many you counted."), field="delta")
        if counted == current["on_hand"] and current["is_counted"]:
            return layout.redirect(f"{address}?done=same")
        if form.text("was") != str(current["on_hand"]):
            return await _redirect_to_form(layout, level_key, form, "count", moved=True)
        if not current["is_counted"] and counted == 0:
            raise Validation(layout.gettext("Enter how many pieces there are, at least one."), field="delta")
        reason = "manual_adjust" if current["is_counted"] else "initial_stock"
        change = _build_adjustment(level_key, counted - current["on_hand"], reason, form, "count-note")
        movement = (await page.mutate(stock.adjust_stock, change, key=form.idempotency_key)).data["movement"]
    except ApiError as error:
        return await _redirect_to_form(layout, level_key, form, "count", error)
    is_exact = movement["quantityAfter"] == counted
    return layout.redirect(f"{address}?done={'counted' if is_exact else 'moved-meanwhile'}")


async def transfer_stock(page: ConsolePage, layout: PageLayout, level_key: LevelKey, form: Form) -> EncodedResponse:
    """Transfer free pieces to another warehouse."""
    await level.load_level(page, layout, level_key)
    try:
        pieces = forms.parse_integer(layout, form.text("pieces"), "quantity")
        if not pieces:
            raise Validation(layout.gettext("Enter how many pieces go."), field="quantity")
        body = {
            "variantId": level_key.variant_id,
            "fromWarehouseId": level_key.warehouse_id,
            "toWarehouseId": form.text("to"),
            "quantity": pieces,
            "note": form.optional("transfer-note"),
        }
        await page.mutate(stock.transfer_stock, body, key=form.idempotency_key)
    except ApiError as error:
        return await _redirect_to_form(layout, level_key, form, "transfer", error)
    return layout.redirect(f"{levels.build_path(level_key.variant_id, level_key.warehouse_id)}?done=transferred")


async def set_threshold(page: ConsolePage, layout: PageLayout, level_key: LevelKey, form: Form) -> EncodedResponse:
    """Set the threshold of low stock; empty: no threshold."""
    current = await level.load_level(page, layout, level_key)
    try:
        threshold = forms.parse_integer(layout, form.text("threshold"), "lowStockThreshold")
        await page.mutate(
            catalog.update_variant,
            {"lowStockThreshold": threshold},
            key=form.idempotency_key,
            id=current["product_id"] or "",
            variant_id=level_key.variant_id,
        )
    except ApiError as error:
        return await _redirect_to_form(layout, level_key, form, "threshold", error)
    query_suffix = "" if current["is_counted"] else f"&product={current['product_id']}"
    return layout.redirect(
        f"{levels.build_path(level_key.variant_id, level_key.warehouse_id)}?done=threshold{query_suffix}"
    )


async def _redirect_to_form(
    layout: PageLayout, level_key: LevelKey, form: Form, act: str, error: ApiError | None = None, *, moved: bool = False
) -> EncodedResponse:
    """The level's page with one of its forms as it was sent."""
    product = "" if level_key.product_id is None else f"?{urlencode({'product': level_key.product_id})}"
    path = f"{levels.build_path(level_key.variant_id, level_key.warehouse_id)}{product}"
    extra = {level.ACTION_KEY: act, level.MOVED_KEY: moved}
    # The level has moved, so the form is a new one.
    return await layout.redirect_to_form(form, error, path=path, key=new_idempotency_key() if moved else None, **extra)


def _build_adjustment(level_key: LevelKey, delta: int, reason: str, form: Form, note: str) -> dict[str, Any]:
    return {
        "variantId": level_key.variant_id,
        "warehouseId": level_key.warehouse_id,
        "delta": delta,
        "reason": reason or "manual_adjust",
        "note": form.optional(note),
    }
