"""Where a person comes back to from the hosted page, unless the operator names pages of their own."""

import base64
import hashlib
from pathlib import Path
from string import Template
from urllib.parse import quote

from fulfilment.http.envelope import Document
from fulfilment.payments.records import ReturnTo
from fulfilment.settings import Settings

PAID = "/checkout/paid"
NOT_PAID = "/checkout/not-paid"

_FOLDER = Path(__file__).parent / "return_page"
_STYLE = (_FOLDER / "page.css").read_text(encoding="utf-8")
_STYLE_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_HEADERS = {
    "Content-Security-Policy": (
        f"default-src 'none'; img-src data:; style-src 'sha256-{_STYLE_HASH}'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
_PAGE = Template((_FOLDER / "page.html").read_text(encoding="utf-8"))
_CHECK, _DASH = "M5 13l4.5 4.5L19 7.5", "M6 12h12"


# What the provider puts its id of the hosted page for.
SESSION = "{CHECKOUT_SESSION_ID}"


def urls(settings: Settings, return_to: ReturnTo | None, account_id: str, place: str, bought: str) -> tuple[str, str]:
    """Where to come back to, having paid and not: `place` is the console's page, which is told what was `bought`."""
    if return_to == "console":
        page = f"{settings.base_url}/console/{quote(account_id)}/{place}"
        return f"{page}?paid={bought}", f"{page}?done=not_paid"
    return (
        settings.payments_success_url or settings.base_url + PAID,
        settings.payments_cancel_url or settings.base_url + NOT_PAID,
    )


def paid() -> Document:
    text = "Your payment has been received, or is on its way. You may close this page."
    return _page("paid", "Thank you", text, _CHECK)


def not_paid() -> Document:
    return _page("not-paid", "Nothing was paid", "You left before paying. You may close this page.", _DASH)


def _page(kind: str, title: str, text: str, emblem: str) -> Document:
    html = _PAGE.substitute(kind=kind, title=title, text=text, emblem=emblem, style=_STYLE)
    return Document(html.encode(), "text/html; charset=utf-8", headers=dict(_HEADERS))
