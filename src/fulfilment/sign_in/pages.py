"""The pages of signing in and out: what went wrong in words, and how to go on."""

from collections.abc import Sequence
from functools import cache
from urllib.parse import quote

import jinja2
import msgspec

from fulfilment import translations
from fulfilment.http import languages, themes
from fulfilment.http.envelope import Document
from fulfilment.http.request import Request
from fulfilment.look import files
from fulfilment.sign_in.failure import Failed
from fulfilment.sign_in.return_path import HOME
from fulfilment.translations import N_

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


class Reader(msgspec.Struct, frozen=True):
    """Who looks at a page: their language, and what the workstation chose of light and dark, if it chose."""

    language: str
    theme: str | None = None


def reader_of(request: Request) -> Reader:
    return Reader(languages.of(request), themes.chosen(request))


@cache
def _template(name: str, language: str) -> jinja2.Template:
    made = translations.templates(translations.SIGN_IN / "templates", language)
    # The console's own looks.
    made.globals["asset"] = files.address_of
    return made.get_template(name)


def led_to(address: str, *cookies: str) -> Document:
    """Leads the browser on, with a GET whatever it sent."""
    return Document(b"", HTML, headers={**_headers("en"), "Location": address}, status=303, cookies=cookies)


def failed(problem: Failed, back: str, reader: Reader, *cookies: str) -> Document:
    """Why a sign-in cannot go on, with the link to a new one that leads to where the old one was to lead."""
    again = SIGN_IN if back == HOME else f"{SIGN_IN}?return={quote(back, safe='/')}"
    link, action = (again, N_("Sign in again")) if problem.may_retry else (None, "")
    page = _message(reader, problem.title, problem.texts, link, action, problem.status, *cookies)
    if problem.retry_after_seconds is not None:
        page.headers["Retry-After"] = str(problem.retry_after_seconds)
    return page


def signed_out(reader: Reader) -> Document:
    """Where the provider leads whoever signed out."""
    texts = (N_("This window can be closed."),)
    return _message(reader, N_("You are signed out"), texts, SIGN_IN, N_("Sign in"), 200)


def asking_to_sign_out(reader: Reader, form_targets: tuple[str, ...]) -> Document:
    """Whether to sign out: a link alone, which any page may have, signs nobody out."""
    html = _template("sign_out.html", reader.language).render(reader=reader, address=SIGN_OUT, home=HOME)
    # There is no secret in its address, and without a referrer browsers would not say either where its form comes from.
    headers = {**_headers(reader.language, "'self'", *form_targets), "Referrer-Policy": "same-origin"}
    return Document(html.encode(), HTML, headers=headers)


def _message(
    reader: Reader, title: str, texts: Sequence[str], link: str | None, action: str, status: int, *cookies: str
) -> Document:
    say = translations.of(reader.language).gettext
    html = _template("message.html", reader.language).render(
        reader=reader,
        title=say(title),
        text=" ".join(map(say, texts)),
        link=link,
        action=say(action) if action else "",
    )
    return Document(html.encode(), HTML, headers=_headers(reader.language), status=status, cookies=cookies)


def _headers(language: str, *targets: str) -> dict[str, str]:
    targets = targets or ("'none'",)
    own = "style-src 'self'; img-src 'self'"
    policy = f"default-src 'none'; {own}; base-uri 'none'; frame-ancestors 'none'; form-action {' '.join(targets)}"
    return {**_HEADERS, "Content-Language": language, "Content-Security-Policy": policy}
