"""The HTTP edge of the buyers' tracking page: no credential but the address itself."""

import re

from fulfilment.infra.api import accept_language as api_accept_language
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.auth.public_access import Public
from fulfilment.settings import Settings
from fulfilment.shipments import tracking_link
from fulfilment.tracking_page import pages, queries, view, wording
from fulfilment.tracking_page.wording import Wording

route = Routes("Tracking page", prefix="")

_TOKEN = re.compile(rb"[0-9a-f]{32}")
# Prices in rupiah are those of a service in Indonesia, where a time of day is told in one of three zones.
_INDONESIAN_CURRENCY = "IDR"


@route.get(tracking_link.PATH_PREFIX + "{token}", media_type="text/html")
async def show_tracking_page(public: Public, settings: Settings) -> Document:
    """Where a parcel is, for whoever waits for it."""
    # Taken from the path as it was sent: a link that was mangled on its way gets the page for unknown ones too.
    token = public.request.raw_path.removeprefix(tracking_link.PATH_PREFIX.encode())
    row = await queries.find_shipment(public, token.decode()) if _TOKEN.fullmatch(token) else None
    reader_wording = choose_wording(public.request.header("accept-language"))
    if row is None:
        return pages.render_unknown(reader_wording)
    return pages.render_parcel(
        view.build_view(row, reader_wording, is_in_indonesia=settings.currency == _INDONESIAN_CURRENCY), reader_wording
    )


def choose_wording(accept_language: str | None) -> Wording:
    """The wording that a browser asks for; English where it asks for none of ours."""
    return wording.load_wording(api_accept_language.best_match(accept_language))
