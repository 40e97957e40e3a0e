"""Where a person comes back to from the hosted page, unless the operator names pages of their own."""

import base64
import hashlib
from string import Template

from fulfilment.http.envelope import Document
from fulfilment.settings import Settings

PAID = "/checkout/paid"
NOT_PAID = "/checkout/not-paid"

_STYLE = "body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem}"
_STYLE_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_HEADERS = {
    "Content-Security-Policy": (
        f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
_PAGE = Template(
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" '
    'content="width=device-width, initial-scale=1"><title>$title</title><style>$style</style></head>'
    "<body><main><h1>$title</h1><p>$text</p></main></body></html>"
)


def urls(settings: Settings) -> tuple[str, str]:
    """Where to come back to, having paid and not."""
    return (
        settings.payments_success_url or settings.base_url + PAID,
        settings.payments_cancel_url or settings.base_url + NOT_PAID,
    )


def paid() -> Document:
    return _page("Thank you", "Your payment has been received, or is on its way. You may close this page.")


def not_paid() -> Document:
    return _page("Nothing was paid", "You left before paying. You may close this page.")


def _page(title: str, text: str) -> Document:
    html = _PAGE.substitute(title=title, text=text, style=_STYLE)
    return Document(html.encode(), "text/html; charset=utf-8", headers=dict(_HEADERS))
