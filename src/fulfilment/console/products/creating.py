"""A new product: its first variant, its price and how many there are, all from one short form."""

from typing import Any

from fulfilment.catalog import routes as catalog
from fulfilment.console.frame import forms
from fulfilment.console.frame.frame import Frame
from fulfilment.console.products import entry, numbers, view
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError
from fulfilment.http.form import Form
from fulfilment.http.mutation import Answered
from fulfilment.http.page import Page
from fulfilment.stock import routes as stock


async def put(page: Page, shown: Frame, form: Form | None = None, refusal: ApiError | None = None) -> Document:
    """The form, empty or as it was typed."""
    typed = entry.typed(form, entry.NEW)
    return shown.put(
        "products/new.html",
        place="products",
        title=shown.say("New product"),
        told=None if refusal is None else shown.told(refusal),
        fields=entry.NEW_FIELDS,
        types=list(view.TYPES.items()),
        typed=typed | {"type": typed["type"] or "physical"},
        warehouse=await _default_warehouse(page),
        key_value=None if form is None or refusal is None else forms.next_key(form, refusal),
    )


async def create(page: Page, shown: Frame, form: Form) -> Document | Answered:
    """Create the product; then what the API takes only afterwards, each under a key of its own."""
    try:
        price = numbers.amount(shown, form.text("price"), "priceCents")
        quantity = numbers.whole(shown, form.text("quantity"), "delta")
        given = {
            "name": form.text("name"),
            "sku": form.optional("sku"),
            "type": form.text("type") or "physical",
            "weight": numbers.whole(shown, form.text("weight"), "weight"),
        }
        product = (await page.tell(catalog.create_product, given, key=form.key)).data["product"]
    except ApiError as refusal:
        return await put(page, shown, form, refusal)
    done = "created"
    try:
        await _complete(page, shown, form, product, price, quantity)
    except ApiError:
        # The product is there; its page shows what it still lacks.
        done = "partly"
    return shown.go(f"/products/{product['id']}?done={done}")


async def _complete(
    page: Page, shown: Frame, form: Form, product: dict[str, Any], price: int | None, quantity: int | None
) -> None:
    variant_id = product["variants"][0]["id"]
    if price is not None:
        key = f"{form.key}.price"
        change = {"priceCents": price}
        await page.tell(catalog.update_variant, change, key=key, id=product["id"], variant_id=variant_id)
    if quantity and product["type"] == "physical":
        warehouse = await _default_warehouse(page)
        if warehouse is None:
            first = {"name": shown.say("Main warehouse")}
            warehouse = (await page.tell(stock.create_warehouse, first, key=f"{form.key}.place")).data["warehouse"]
        count = {
            "variantId": variant_id,
            "warehouseId": warehouse["id"],
            "delta": quantity,
            "reason": "initial_stock",
        }
        await page.tell(stock.adjust_stock, count, key=f"{form.key}.stock")


async def _default_warehouse(page: Page) -> dict[str, Any] | None:
    found = (await page.ask(stock.list_warehouses, {"limit": 1})).data["warehouses"]
    return found[0] if found else None
