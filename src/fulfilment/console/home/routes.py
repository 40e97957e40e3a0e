"""The HTTP edge of the first page."""

from fulfilment.console.frame import frame
from fulfilment.console.home import view
from fulfilment.http.envelope import Document
from fulfilment.http.page import Page
from fulfilment.http.route import Routes

route = Routes("Console", prefix="/console/{workspace}")


@route.get("", right="console.use", media_type="text/html")
async def show_home(page: Page) -> Document:
    """What needs somebody now."""
    shown = await frame.of(page)
    return shown.put("home/home.html", place="home", title=shown.say("Home"), **await view.compose(page, shown))
