"""The HTTP edge of the buyers' tracking page: no credential but the address itself."""

import re

from fulfilment.http.envelope import Document
from fulfilment.http.public import Public
from fulfilment.http.route import Routes
from fulfilment.shipments import tracking_link
from fulfilment.tracking_page import pages, queries, view

route = Routes("Tracking page", prefix="")

_TOKEN = re.compile(rb"[0-9a-f]{32}")


@route.get(tracking_link.PAGES + "{token}", media_type="text/html")
async def tracking_page(public: Public) -> Document:
    """Where a parcel is, for whoever waits for it."""
    # Taken from the path as it was sent: a link that was mangled on its way gets the page for unknown ones too.
    token = public.request.raw_path.removeprefix(tracking_link.PAGES.encode())
    row = await queries.find(public, token.decode()) if _TOKEN.fullmatch(token) else None
    return pages.unknown() if row is None else pages.parcel(view.compose(row))
