"""The HTTP edge of payments: the return pages."""

from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.auth.public_access import Public
from fulfilment.payments import return_pages

route = Routes("Payment pages", prefix="")


@route.get(return_pages.PAID, media_type="text/html")
async def paid_page(public: Public) -> Document:
    """Show the return page of a paid checkout."""
    return return_pages.render_paid_page()


@route.get(return_pages.NOT_PAID, media_type="text/html")
async def not_paid_page(public: Public) -> Document:
    """Show the return page of an unpaid checkout."""
    return return_pages.render_unpaid_page()
