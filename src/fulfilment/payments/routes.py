"""The HTTP edge of payments: the pages that a person comes back to."""

from fulfilment.http.envelope import Document
from fulfilment.http.public import Public
from fulfilment.http.route import Routes
from fulfilment.payments import return_pages

route = Routes("Payment pages", prefix="")


@route.get(return_pages.PAID, media_type="text/html")
async def paid_page(public: Public) -> Document:
    """Where a person comes back to who has paid."""
    return return_pages.paid()


@route.get(return_pages.NOT_PAID, media_type="text/html")
async def not_paid_page(public: Public) -> Document:
    """Where a person comes back to who has not paid."""
    return return_pages.not_paid()
