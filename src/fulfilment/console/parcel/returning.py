"""A returned parcel: what of it goes back on its shelf, and what is damaged."""

from typing import Any

from fulfilment.console.frame import forms
from fulfilment.console.frame.frame import Frame
from fulfilment.console.parcel import view
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError, Validation
from fulfilment.http.form import Form
from fulfilment.http.mutation import Answered
from fulfilment.http.page import Page
from fulfilment.shipments import routes as shipments
from fulfilment.translations import N_


async def put(page: Page, shown: Frame, id: str, form: Form | None = None, refusal: ApiError | None = None) -> Document:
    """The lines that took stock, each with how many came back. Raises NotFound."""
    shipment = (await page.ask(shipments.get_shipment, id=id)).data
    lines = _lines(shipment)
    return shown.put(
        "parcel/restock.html",
        place="shipments",
        title=shown.say("What came back of %(name)s", name=view.name_of(shown, shipment)),
        told=None if refusal is None else shown.told(refusal),
        fields={f"items.{nth}.quantity": f"good-{nth}" for nth in range(len(lines))},
        shipment=shipment,
        lines=lines,
        typed={} if form is None else dict(form),
        key_value=None if form is None or refusal is None else forms.next_key(form, refusal),
    )


async def restock(page: Page, shown: Frame, id: str, form: Form) -> Document | Answered:
    """Put back what the form says."""
    shipment = (await page.ask(shipments.get_shipment, id=id)).data
    try:
        items = _told(form, _lines(shipment))
        await page.tell(shipments.restock_shipment, {"items": items} if items else {}, key=form.key, id=id)
    except ApiError as refusal:
        return await put(page, shown, id, form, refusal)
    return shown.go(f"/shipments/{id}?done=restocked")


def _lines(shipment: dict[str, Any]) -> list[dict[str, Any]]:
    """One line a variant, with how many of it were sent."""
    sent: dict[str, dict[str, Any]] = {}
    for item in shipment["items"]:
        if item.get("variantId"):
            line = sent.setdefault(item["variantId"], {"name": item["name"], "sku": item.get("sku"), "quantity": 0})
            line["quantity"] += item["quantity"]
    return [{"variantId": variant_id, **line} for variant_id, line in sent.items()]


def _told(form: Form, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    items = []
    for nth, line in enumerate(lines):
        for name, is_damaged in (("good", False), ("damaged", True)):
            text = form.text(f"{name}-{nth}") or "0"
            if not text.isascii() or not text.isdigit() or len(text) > 9:
                raise Validation(N_("Enter a whole number."), field=f"items.{nth}.quantity")
            if int(text):
                items.append({"variantId": line["variantId"], "quantity": int(text), "damaged": is_damaged})
    return items
