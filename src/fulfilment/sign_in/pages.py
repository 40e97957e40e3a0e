"""The pages of signing in and out: what went wrong in words, and how to go on."""

from pathlib import Path
from urllib.parse import quote

import jinja2

from fulfilment.http.envelope import Document
from fulfilment.look import files
from fulfilment.sign_in.failure import Failed
from fulfilment.sign_in.return_path import HOME

HTML = "text/html; charset=utf-8"
SIGN_IN = "/console/sign-in"
SIGN_OUT = "/console/sign-out"
# Addresses of a sign-in hold what nobody else may see, and no page of it is worth keeping.
_HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex, nofollow, noarchive",
    "Cross-Origin-Opener-Policy": "same-origin",
}

_templates = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=jinja2.StrictUndefined,
    auto_reload=False,
    trim_blocks=True,
    lstrip_blocks=True,
)
# The console's own looks.
_templates.globals |= {"asset": files.address_of}


def led_to(address: str, *cookies: str) -> Document:
    """Leads the browser on, with a GET whatever it sent."""
    return Document(b"", HTML, headers={**_headers(), "Location": address}, status=303, cookies=cookies)


def failed(problem: Failed, back: str, *cookies: str) -> Document:
    """Why a sign-in cannot go on, with the link to a new one that leads to where the old one was to lead."""
    again = SIGN_IN if back == HOME else f"{SIGN_IN}?return={quote(back, safe='/')}"
    html = _templates.get_template("message.html").render(
        title=problem.title, text=problem.text, link=again if problem.may_retry else None, action="Sign in again"
    )
    return Document(html.encode(), HTML, headers=_headers(), status=problem.status, cookies=cookies)


def signed_out() -> Document:
    """Where the provider leads whoever signed out."""
    html = _templates.get_template("message.html").render(
        title="You are signed out", text="This window can be closed.", link=SIGN_IN, action="Sign in"
    )
    return Document(html.encode(), HTML, headers=_headers())


def asking_to_sign_out(form_targets: tuple[str, ...]) -> Document:
    """Whether to sign out: a link alone, which any page may have, signs nobody out."""
    html = _templates.get_template("sign_out.html").render(address=SIGN_OUT, home=HOME)
    # There is no secret in its address, and without a referrer browsers would not say either where its form comes from.
    headers = {**_headers("'self'", *form_targets), "Referrer-Policy": "same-origin"}
    return Document(html.encode(), HTML, headers=headers)


def _headers(*targets: str) -> dict[str, str]:
    targets = targets or ("'none'",)
    own = "style-src 'self'; img-src 'self'"
    policy = f"default-src 'none'; {own}; base-uri 'none'; frame-ancestors 'none'; form-action {' '.join(targets)}"
    return {**_HEADERS, "Content-Security-Policy": policy}
