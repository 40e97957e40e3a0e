"""The pages of signing in and out: what went wrong in words, and how to go on."""

from collections.abc import Sequence
from functools import cache
from urllib.parse import quote

import jinja2
import msgspec

from fulfilment.console import static_files
from fulfilment.infra import i18n
from fulfilment.infra.api import accept_language, themes
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.request import Request
from fulfilment.infra.i18n import N_
from fulfilment.sign_in.failure import SignInError
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


class Reader(msgspec.Struct, frozen=True):
    """Who looks at a page: their language, and what the workstation chose of light and dark, if it chose."""

    language: str
    theme: str | None = None


def build_reader(request: Request) -> Reader:
    return Reader(accept_language.negotiate(request), themes.device_theme(request))


@cache
def _load_template(name: str, language: str) -> jinja2.Template:
    environment = i18n.template_environment(i18n.SIGN_IN / "templates", language)
    # The console's own looks.
    environment.globals["asset"] = static_files.asset_url
    return environment.get_template(name)


def redirect(address: str, *cookies: str) -> Document:
    """Leads the browser on, with a GET whatever it sent."""
    return Document(b"", HTML, headers={**_build_headers("en"), "Location": address}, status=303, cookies=cookies)


def render_error(error: SignInError, return_path: str, reader: Reader, *cookies: str) -> Document:
    """Why a sign-in cannot go on, with the link to a new one that leads to where the old one was to lead."""
    sign_in_url = SIGN_IN if return_path == HOME else f"{SIGN_IN}?return={quote(return_path, safe='/')}"
    link, action = (sign_in_url, N_("Sign in again")) if error.may_retry else (None, "")
    page = _render_message(reader, error.title, error.texts, link, action, error.status, *cookies)
    if error.retry_after_seconds is not None:
        page.headers["Retry-After"] = str(error.retry_after_seconds)
    return page


def render_signed_out(reader: Reader) -> Document:
    """Where the provider leads whoever signed out."""
    texts = (N_("This window can be closed."),)
    return _render_message(reader, N_("You are signed out"), texts, SIGN_IN, N_("Sign in"), 200)


def render_sign_out_confirmation(reader: Reader, form_targets: tuple[str, ...]) -> Document:
    """Whether to sign out: a link alone, which any page may have, signs nobody out."""
    html = _load_template("sign_out.html", reader.language).render(reader=reader, address=SIGN_OUT, home=HOME)
    # There is no secret in its address, and without a referrer browsers would not say either where its form comes from.
    headers = {**_build_headers(reader.language, "'self'", *form_targets), "Referrer-Policy": "same-origin"}
    return Document(html.encode(), HTML, headers=headers)


def _render_message(
    reader: Reader, title: str, texts: Sequence[str], link: str | None, action: str, status: int, *cookies: str
) -> Document:
    gettext = i18n.translations_for(reader.language).gettext
    html = _load_template("message.html", reader.language).render(
        reader=reader,
        title=gettext(title),
        text=" ".join(map(gettext, texts)),
        link=link,
        action=gettext(action) if action else "",
    )
    return Document(html.encode(), HTML, headers=_build_headers(reader.language), status=status, cookies=cookies)


def _build_headers(language: str, *targets: str) -> dict[str, str]:
    targets = targets or ("'none'",)
    sources = "style-src 'self'; img-src 'self'"
    policy = f"default-src 'none'; {sources}; base-uri 'none'; frame-ancestors 'none'; form-action {' '.join(targets)}"
    return {**_HEADERS, "Content-Language": language, "Content-Security-Policy": policy}
