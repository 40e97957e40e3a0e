"""Pages of signing in and out: error pages, and redirects that lead only to pages of the console."""

import re
from collections.abc import Sequence
from functools import cache
from urllib.parse import quote

import jinja2
import msgspec

from fulfilment.infra import i18n
from fulfilment.infra.api import accept_language, static_files
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.request import Request
from fulfilment.infra.i18n import N_


class SignInError(Exception):
    """Error page of a sign-in: the problem and the next step.

    `code` is for the log. `title` and `texts` are sentences, translated where they are shown. With `may_retry` the page
    offers a new sign-in, after a number of seconds where that is known.
    """

    def __init__(
        self,
        code: str,
        status: int,
        title: str,
        *texts: str,
        may_retry: bool = True,
        retry_after_seconds: int | None = None,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.title = title
        self.texts = texts
        self.may_retry = may_retry
        self.retry_after_seconds = retry_after_seconds


# A refusal with one of these codes, or a forged token, counts for the operator and against the address of the request.
COUNTED_CODES = frozenset({"SIGN_IN_REFUSED", "SIGN_IN_NO_WORKSPACE", "LOGOUT_TOKEN_REFUSED"})


def invalid_answer(text: str) -> SignInError:
    """The answer does not fit the request, or comes from another provider."""
    return SignInError("SIGN_IN_REFUSED", 400, N_("This sign-in cannot continue"), text, N_("Sign in again."))


def expired() -> SignInError:
    """The sign-in took more than ten minutes."""
    return SignInError(
        "SIGN_IN_LATE", 400, N_("This sign-in took too long"), N_("This sign-in took too long."), N_("Sign in again.")
    )


def denied() -> SignInError:
    """The provider says that the sign-in was denied or abandoned."""
    return SignInError(
        "SIGN_IN_GIVEN_UP",
        403,
        N_("You are not signed in"),
        N_("The sign-in was cancelled. Sign in again to continue."),
    )


def without_workspace() -> SignInError:
    """The provider names no workspace for this person."""
    text = N_(
        "You have an account, but no workspace yet. Ask the operator of this installation to "
        "add you to a workspace, and sign in again."
    )
    return SignInError("SIGN_IN_NO_WORKSPACE", 403, N_("You have no workspace yet"), text)


def provider_unavailable() -> SignInError:
    """The provider does not answer, or not as it should."""
    text = N_("The identity provider did not answer as it should. Wait a moment, and sign in again.")
    return SignInError("SIGN_IN_PROVIDER", 502, N_("The identity provider did not answer"), text)


def unavailable() -> SignInError:
    """Too many sign-ins at once, or the provider or the database is away."""
    text = N_("Signing in is not possible at the moment. Wait a few seconds, and sign in again.")
    return SignInError("SIGN_IN_BUSY", 503, N_("Signing in is not possible right now"), text, retry_after_seconds=5)


def rate_limited(seconds: int) -> SignInError:
    """The address has too many failures in this minute, and has to wait."""
    text = N_("Too many sign-ins from your network failed. Wait a minute, and sign in again.")
    return SignInError("SIGN_IN_TOO_MANY", 429, N_("Too many sign-ins failed"), text, retry_after_seconds=seconds)


def not_configured() -> SignInError:
    """No identity provider is configured."""
    text = N_("No identity provider is set up. The operator of this installation sets FULFILMENT_OIDC_ISSUER.")
    return SignInError("SIGN_IN_NOT_CONFIGURED", 503, N_("Signing in is not set up here"), text, may_retry=False)


HOME = "/console"
MAX_CHARACTERS = 1_000
# Visible ASCII without quotes, without a backslash, which browsers read as a slash, and without a fragment, which no
# server sees.
_LOCAL = re.compile(r"/console(?:[/?][!$-\[\]-~]*)?")
_DOTS = frozenset({".", ".."})
# They would end the new session, or start another sign-in.
_SIGN_IN_PATHS = ("/console/sign-in", "/console/signed-in", "/console/sign-out", "/console/signed-out")


def sanitize_return_path(target: str | None) -> str:
    """The path as it is where it leads to a page of the console; else that of the console itself."""
    if target is None or len(target) > MAX_CHARACTERS or not _LOCAL.fullmatch(target):
        return HOME
    path = target.partition("?")[0]
    steps = {step.lower().replace("%2e", ".") for step in path.split("/")}
    return HOME if steps & _DOTS or path.rstrip("/") in _SIGN_IN_PATHS else target


HTML = "text/html; charset=utf-8"
SIGN_IN = "/console/sign-in"
SIGN_OUT = "/console/sign-out"
# Addresses of a sign-in hold secrets, and its pages are not worth keeping.
_HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex, nofollow, noarchive",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Reader(msgspec.Struct, frozen=True):
    """Language of the reader, and the choice of light or dark of the workstation, if any."""

    language: str
    theme: str | None = None


def build_reader(request: Request) -> Reader:
    return Reader(accept_language.negotiate(request), static_files.device_theme(request))


@cache
def _load_template(name: str, language: str) -> jinja2.Template:
    environment = i18n.template_environment(i18n.SIGN_IN / "templates", language)
    # Style and icon of the console.
    environment.globals["asset"] = static_files.asset_url
    return environment.get_template(name)


def redirect(address: str, *cookies: str) -> Document:
    """Redirect with status 303, so that the browser continues with GET."""
    return Document(b"", HTML, headers={**_build_headers("en"), "Location": address}, status=303, cookies=cookies)


def render_error(error: SignInError, return_path: str, reader: Reader, *cookies: str) -> Document:
    """Reason why a sign-in cannot continue, with a link to a new sign-in that leads to the same page."""
    sign_in_url = SIGN_IN if return_path == HOME else f"{SIGN_IN}?return={quote(return_path, safe='/')}"
    link, action = (sign_in_url, N_("Sign in again")) if error.may_retry else (None, "")
    page = _render_message(reader, error.title, error.texts, link, action, error.status, *cookies)
    if error.retry_after_seconds is not None:
        page.headers["Retry-After"] = str(error.retry_after_seconds)
    return page


def render_signed_out(reader: Reader) -> Document:
    """Page after signing out, which the provider leads to."""
    texts = (N_("This window can be closed."),)
    return _render_message(reader, N_("You are signed out"), texts, SIGN_IN, N_("Sign in"), 200)


def render_sign_out_confirmation(reader: Reader, form_targets: tuple[str, ...]) -> Document:
    """Question before signing out: a link, which any page may have, signs no person out by itself."""
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
