"""Return pages: the buyer's destination after the hosted page, unless the operator has set other pages."""

import base64
import hashlib
from pathlib import Path
from string import Template
from urllib.parse import quote

from fulfilment.infra.api.envelope import Document
from fulfilment.payments.schemas import ReturnTo
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


# Placeholder for the checkout's id (`chk_…`), which is also the reference of the credited transaction.
CHECKOUT_PLACEHOLDER = "{CHECKOUT_ID}"


def build_return_urls(
    settings: Settings, return_to: ReturnTo | None, account_id: str, console_page: str, purchase: str
) -> tuple[str, str]:
    """The return URLs for a paid and an unpaid checkout.

    `console_page` is the console's page for `return_to=console`; its URL contains `purchase`.
    """
    if return_to == "console":
        page = f"{settings.base_url}/console/{quote(account_id)}/{console_page}"
        return f"{page}?paid={purchase}", f"{page}?done=not_paid"
    return (
        settings.payments_success_url or settings.base_url + PAID,
        settings.payments_cancel_url or settings.base_url + NOT_PAID,
    )


def render_paid_page() -> Document:
    text = "Your payment has been received, or is on its way. You may close this page."
    return _render_page("paid", "Thank you", text, _CHECK)


def render_unpaid_page() -> Document:
    return _render_page("not-paid", "Nothing was paid", "You left before paying. You may close this page.", _DASH)


def _render_page(kind: str, title: str, text: str, emblem: str) -> Document:
    html = _PAGE.substitute(kind=kind, title=title, text=text, emblem=emblem, style=_STYLE)
    return Document(html.encode(), "text/html; charset=utf-8", headers=dict(_HEADERS))
