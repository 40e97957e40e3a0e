"""The HTTP edge of the first page."""

from fulfilment.console.home import view
from fulfilment.console.layout import page_layout
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.api.routing import Routes

route = Routes("Console", prefix="/console/{workspace}")


@route.get("", right="console.use", media_type="text/html")
async def show_home(page: ConsolePage) -> Document:
    """What needs somebody now."""
    layout = await page_layout.load_layout(page)
    return layout.render(
        "home/home.html", nav_item="home", title=layout.gettext("Home"), **await view.build_context(page, layout)
    )
