"""The HTTP edge of the buyers' tracking page: no credential but the address itself."""

import re

from fulfilment.http.envelope import Document
from fulfilment.http.public import Public
from fulfilment.http.route import Routes
from fulfilment.settings import Settings
from fulfilment.shipments import tracking_link
from fulfilment.tracking_page import language, pages, queries, view

route = Routes("Tracking page", prefix="")

_TOKEN = re.compile(rb"[0-9a-f]{32}")
# Prices in rupiah are those of a service in Indonesia, where a time of day is told in one of three zones.
_OF_INDONESIA = "IDR"


@route.get(tracking_link.PAGES + "{token}", media_type="text/html")
async def tracking_page(public: Public, settings: Settings) -> Document:
    """Where a parcel is, for whoever waits for it."""
    # Taken from the path as it was sent: a link that was mangled on its way gets the page for unknown ones too.
    token = public.request.raw_path.removeprefix(tracking_link.PAGES.encode())
    row = await queries.find(public, token.decode()) if _TOKEN.fullmatch(token) else None
    said = language.choose(public.request.header("accept-language"))
    if row is None:
        return pages.unknown(said)
    return pages.parcel(view.compose(row, said, is_in_indonesia=settings.currency == _OF_INDONESIA), said)
