"""The HTTP edge of the list of parcels."""

from fulfilment.console.frame import frame
from fulfilment.console.shipments import view
from fulfilment.console.shipments.view import ListQuery
from fulfilment.http.envelope import Document
from fulfilment.http.page import Page
from fulfilment.http.route import Routes

route = Routes("Console", prefix="/console/{workspace}")


@route.get("/shipments", right="shipments.read", media_type="text/html")
async def show_shipments(page: Page, query: ListQuery) -> Document:
    """The parcels of a tab, filtered, fifty a page."""
    shown = await frame.of(page)
    values = await view.compose(page, shown, query)
    return shown.put("shipments/list.html", place="shipments", title=shown.say("Shipments"), **values)
