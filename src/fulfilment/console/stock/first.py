"""The first count of a product: which variant, in which warehouse."""

from fulfilment.catalog import routes as catalog
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.console.stock import levels
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import NotFound
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.stock import routes as stock


async def render_page(page: ConsolePage, layout: PageLayout, product_id: str) -> Document:
    """The choice of a variant and a warehouse. Raises NotFound."""
    product = (await page.get(catalog.get_product, id=product_id)).data["product"]
    if product["type"] != "physical":
        raise NotFound
    warehouses = (await page.get(stock.list_warehouses)).data["warehouses"]
    return layout.render(
        "stock/first.html",
        nav_item="stock",
        title=layout.gettext("Count %(name)s", name=product["name"]),
        product=product,
        variants=[
            (one["id"], levels.display_variant_name(one["name"]) or product["name"])
            for one in product["variants"]
            if not one["archived"]
        ],
        warehouses=[(one["id"], one["name"]) for one in warehouses],
    )
