"""A returned parcel: what of it goes back on its shelf, and what is damaged."""

from typing import Any

from fulfilment.console.i18n.numbers import parse_integer
from fulfilment.console.layout import numbers
from fulfilment.console.layout.forms import SubmittedForm
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.console.shipment import view
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError, Validation
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.shipments import routes as shipments

_GOOD_PREFIX, _DAMAGED_PREFIX = "good-", "damaged-"


async def render_page(page: ConsolePage, layout: PageLayout, id: str, sent: SubmittedForm | None = None) -> Document:
    """The lines that took stock, each with how many came back. Raises NotFound."""
    shipment = (await page.get(shipments.get_shipment, id=id)).data
    lines = _group_lines(shipment)
    return layout.render(
        "shipment/restock.html",
        nav_item="shipments",
        title=layout.gettext("What came back of %(name)s", name=view.display_name(layout, shipment)),
        sent=sent,
        fields=_map_fields(lines, None if sent is None else sent.form),
        shipment=shipment,
        lines=lines,
        typed={} if sent is None else dict(sent.form),
    )


async def restock(page: ConsolePage, layout: PageLayout, id: str, form: Form) -> EncodedResponse:
    """Put back what the form says."""
    shipment = (await page.get(shipments.get_shipment, id=id)).data
    try:
        lines = _group_lines(shipment)
        items = _parse_items(layout, form, lines)
        if lines and not items:
            # To the API no items mean all of them.
            raise Validation(layout.gettext("Enter how many came back."), field="good-0")
        await page.mutate(
            shipments.restock_shipment, {"items": items} if items else {}, key=form.idempotency_key, id=id
        )
    except ApiError as error:
        return await layout.redirect_to_form(form, error)
    return layout.redirect(f"/shipments/{id}?done=restocked")


def _group_lines(shipment: dict[str, Any]) -> list[dict[str, Any]]:
    """One line a variant, with how many of it were sent."""
    lines_by_variant: dict[str, dict[str, Any]] = {}
    for item in shipment["items"]:
        if item.get("variantId"):
            line = lines_by_variant.setdefault(
                item["variantId"], {"name": item["name"], "sku": item.get("sku"), "quantity": 0}
            )
            line["quantity"] += item["quantity"]
    return [{"variantId": variant_id, **line} for variant_id, line in lines_by_variant.items()]


def _parse_items(layout: PageLayout, form: Form, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The returned items, as the API takes them. Raises Validation."""
    items = []
    for field, line in _numbered_fields(lines):
        count = numbers.parse_integer(layout, form.text(field), field)
        if count:
            items.append(
                {"variantId": line["variantId"], "quantity": count, "damaged": field.startswith(_DAMAGED_PREFIX)}
            )
    return items


def _numbered_fields(lines: list[dict[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    """Every field for a number, in the order of the page, with its line."""
    return [(f"{name}{nth}", line) for nth, line in enumerate(lines) for name in (_GOOD_PREFIX, _DAMAGED_PREFIX)]


def _map_fields(lines: list[dict[str, Any]], form: Form | None) -> dict[str, str]:
    """The page's field for each of the API's: zeros were not sent, so its items are counted without them."""
    names = [field for field, _ in _numbered_fields(lines)]
    submitted = [] if form is None else [field for field in names if parse_integer(form.text(field))]
    return {field: field for field in names} | {f"items.{nth}.quantity": field for nth, field in enumerate(submitted)}
