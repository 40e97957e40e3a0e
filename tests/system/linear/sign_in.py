"""Input from browsers and the identity provider at a sign-in or a sign-out."""

import asyncio
import contextlib

import msgspec

from fulfilment import settings
from fulfilment.infra.api.request import Request
from fulfilment.sign_in import attempts, pages, provider, routes, sessions
from tests.system.linear.search import Grammar, plain

COOKIES = Grammar(
    plain("a", "=", ";", " ", "a=b;", "svc-sign-in-a=b; ", "svc-sign-in-", "é", "AQNk"),
    ["", "svc-sign-in-a=", "svc-sign-in-abcdefghijkl=AQNkZXY"],
    ["", "; svc-sign-in-abcdefghijkl=AQ=="],
)
PATHS = Grammar(
    plain("/", ".", "%2e", "a", "?", "&", "=", "\\", "é", "%"), ["", "/console", "/console/"], ["", "#", "/.."]
)
FORMS = Grammar(plain("a", "=", "&", "%", "+", "logout_token=a&", "%C3", "é"), ["", "logout_token="], ["", "&"])

_SETTINGS = settings.load({"FULFILMENT_MODE": "development"})
_PROVIDER = provider.IdentityProvider(_SETTINGS)


def _request(**headers: str) -> Request:
    given = {name.replace("_", "-"): [value.encode()] for name, value in headers.items()}
    return Request("POST", b"/console", b"", given, b"", None)


def read_cookies(text: str) -> None:
    request = _request(cookie=text)
    attempts.find_login(request, "abcdefghijkl", _SETTINGS)
    attempts._surplus_cookies(request, _SETTINGS)


def read_path(text: str) -> None:
    pages.render_error(pages.expired(), pages.sanitize_return_path(text), pages.Reader("en"))


def read_logout(text: str) -> None:
    request = _request(content_type=routes.FORM)
    request.body = text.encode()
    try:
        routes._read_logout_token(request)
    except sessions.InvalidLogoutToken:
        return


def end(text: str) -> None:
    """A text that is no id never meets the database."""
    try:
        asyncio.run(sessions.end_session(None, None, text))
    except AttributeError:
        return


def read_answer(text: str) -> None:
    """An address of the provider's, and what it answers for a code."""
    address = _PROVIDER._parse_endpoint(text) or "http://127.0.0.1/" + text
    with contextlib.suppress(ValueError):
        provider.add_query(address, {"a": text})
        pages.render_sign_out_confirmation(
            pages.Reader("en"), _PROVIDER.form_targets({"end_session_endpoint": address})
        )
    try:
        provider._read_identity_token(400, msgspec.json.decode(text.encode(), type=dict))
    except (pages.SignInError, msgspec.DecodeError, RecursionError):
        return
