"""Creation of a product with its first variant, price and stock from one short form."""

from typing import Any

from fulfilment.catalog import routes as catalog
from fulfilment.console.layout import forms
from fulfilment.console.layout.forms import SubmittedForm
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.console.products import view
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.stock import routes as stock


async def render_page(page: ConsolePage, layout: PageLayout, sent: SubmittedForm | None = None) -> Document:
    """Form of a new product, empty or as it was typed."""
    typed = view.read_fields(None if sent is None else sent.form, view.NEW_NAMES)
    return layout.render(
        "products/new.html",
        nav_item="products",
        title=layout.gettext("New product"),
        sent=sent,
        fields=view.NEW_FIELDS,
        types=list(view.TYPE_LABELS.items()),
        typed=typed | {"type": typed["type"] or "physical"},
        warehouse=await _find_default_warehouse(page),
    )


async def create_product(page: ConsolePage, layout: PageLayout, form: Form) -> EncodedResponse:
    """Create the product, then its price and stock, each under a key of its own."""
    try:
        price = forms.parse_amount(layout, form.text("price"), "priceCents")
        quantity = forms.parse_integer(layout, form.text("quantity"), "delta")
        body = {
            "name": form.text("name"),
            "sku": form.optional("sku"),
            "type": form.text("type") or "physical",
            "weight": forms.parse_integer(layout, form.text("weight"), "weight"),
        }
        product = (await page.mutate(catalog.create_product, body, key=form.idempotency_key)).data["product"]
    except ApiError as error:
        return await layout.redirect_to_form(form, error)
    done = "created"
    try:
        await _set_price_and_stock(page, layout, form, product, price, quantity)
    except ApiError:
        # The product exists; its page shows the missing values.
        done = "partly"
    return layout.redirect(f"/products/{product['id']}?done={done}")


async def _set_price_and_stock(
    page: ConsolePage, layout: PageLayout, form: Form, product: dict[str, Any], price: int | None, quantity: int | None
) -> None:
    variant_id = product["variants"][0]["id"]
    if price is not None:
        key = f"{form.idempotency_key}.price"
        price_body = {"priceCents": price}
        await page.mutate(catalog.update_variant, price_body, key=key, id=product["id"], variant_id=variant_id)
    if quantity and product["type"] == "physical":
        warehouse = await _find_default_warehouse(page)
        if warehouse is None:
            warehouse_body = {"name": layout.gettext("Main warehouse")}
            warehouse = (
                await page.mutate(stock.create_warehouse, warehouse_body, key=f"{form.idempotency_key}.place")
            ).data["warehouse"]
        stock_body = {
            "variantId": variant_id,
            "warehouseId": warehouse["id"],
            "delta": quantity,
            "reason": "initial_stock",
        }
        await page.mutate(stock.adjust_stock, stock_body, key=f"{form.idempotency_key}.stock")


async def _find_default_warehouse(page: ConsolePage) -> dict[str, Any] | None:
    found = (await page.get(stock.list_warehouses, {"limit": 1})).data["warehouses"]
    return found[0] if found else None
