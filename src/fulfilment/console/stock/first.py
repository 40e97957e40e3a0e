"""The first count of a product: which variant, in which warehouse."""

from fulfilment.catalog import routes as catalog
from fulfilment.console.frame.frame import Frame
from fulfilment.console.stock import levels
from fulfilment.http.envelope import Document
from fulfilment.http.errors import NotFound
from fulfilment.http.page import Page
from fulfilment.stock import routes as stock


async def put(page: Page, shown: Frame, product_id: str) -> Document:
    """The choice of a variant and a warehouse. Raises NotFound."""
    product = (await page.ask(catalog.get_product, id=product_id)).data["product"]
    if product["type"] != "physical":
        raise NotFound
    warehouses = (await page.ask(stock.list_warehouses)).data["warehouses"]
    return shown.put(
        "stock/first.html",
        place="stock",
        title=shown.say("Count %(name)s", name=product["name"]),
        product=product,
        variants=[
            (one["id"], levels.variant_name(one["name"]) or product["name"])
            for one in product["variants"]
            if not one["archived"]
        ],
        warehouses=[(one["id"], one["name"]) for one in warehouses],
    )
