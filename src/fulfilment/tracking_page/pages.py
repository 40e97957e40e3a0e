"""The two pages of tracking as HTML: that of a parcel, and that for an unknown link."""

import base64
import hashlib
import re
from datetime import UTC, datetime
from functools import cache

import jinja2
from markupsafe import Markup

from fulfilment.infra import i18n
from fulfilment.infra.api.accept_language import best_match
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.auth.public_access import Public
from fulfilment.settings import Settings
from fulfilment.shipments import tracking_link
from fulfilment.tracking_page import queries, view, wording
from fulfilment.tracking_page.view import TrackingView
from fulfilment.tracking_page.wording import Wording

HTML = "text/html; charset=utf-8"

_FOLDER = i18n.TRACKING_PAGE / "templates"
_STYLE = (_FOLDER / "page.css").read_text(encoding="utf-8")
_STYLE_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
# The page loads nothing, its one style is allowed by its hash, and no script may run.
_CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        f"style-src 'sha256-{_STYLE_HASH}'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
# The address is a secret: no other site learns it, no search engine lists it, and no cache keeps the page.
_HEADERS = {
    "Content-Security-Policy": _CONTENT_SECURITY_POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow, noarchive",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    # A cache that keeps the page in spite of that does not mix the languages of readers.
    "Vary": "Accept-Language",
}


def render_parcel(view: TrackingView, wording: Wording) -> Document:
    """The page of one parcel."""
    return _render_page("parcel.html", 200, wording, view=view)


def render_unknown(wording: Wording) -> Document:
    """Page of an unknown link: the same page for every cause, without the cause."""
    return _render_page("unknown.html", 404, wording)


def _render_page(template: str, status: int, wording: Wording, **values: object) -> Document:
    style = Markup(_STYLE)  # noqa: S704 - a file of ours
    html = _load_templates(wording.language).get_template(template).render(style=style, wording=wording, **values)
    return Document(html.encode(), HTML, headers={**_HEADERS, "Content-Language": wording.language}, status=status)


def _to_iso(moment: datetime) -> str:
    """A moment for programs, as HTML's `datetime` has it."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@cache
def _load_templates(language: str) -> jinja2.Environment:
    environment = i18n.template_environment(_FOLDER, language, i18n.TRACKING_PAGE)
    environment.filters |= {"exactly": _to_iso}
    return environment


route = Routes("Tracking page", prefix="")

_TOKEN = re.compile(rb"[0-9a-f]{32}")
# A service with prices in rupiah is in Indonesia, which has three time zones.
_INDONESIAN_CURRENCY = "IDR"


@route.get(tracking_link.PATH_PREFIX + "{token}", media_type="text/html")
async def show_tracking_page(public: Public, settings: Settings) -> Document:
    """Progress of a parcel, for its recipient."""
    # The raw path is used, so that a damaged link gets the page for unknown links too.
    token = public.request.raw_path.removeprefix(tracking_link.PATH_PREFIX.encode())
    row = await queries.find_shipment(public, token.decode()) if _TOKEN.fullmatch(token) else None
    reader_wording = choose_wording(public.request.header("accept-language"))
    if row is None:
        return render_unknown(reader_wording)
    return render_parcel(
        view.build_view(row, reader_wording, is_in_indonesia=settings.currency == _INDONESIAN_CURRENCY), reader_wording
    )


def choose_wording(accept_language: str | None) -> Wording:
    """Wording in a language of the browser; English where no language matches."""
    return wording.load_wording(best_match(accept_language))
