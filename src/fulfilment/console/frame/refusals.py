"""Refusals as pages: what went wrong in words, what to do next, and nothing of what was typed lost."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from fulfilment import roles, translations
from fulfilment.console.frame import frame, station
from fulfilment.console.wording import refusals
from fulfilment.console.wording.show import Show
from fulfilment.http import languages
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError
from fulfilment.http.form import Form
from fulfilment.http.mutation import Answered
from fulfilment.http.page import PIECE_HEADER, SAFE_METHODS, SignInNeeded
from fulfilment.http.request import Request

SIGN_IN = "/console/sign-in"
# Not written into a page again: whoever sits there next could read them.
_SECRET_FIELDS = ("apiKey",)


class Faces:
    """How the console shows refusals (http/page.py)."""

    def refusal(self, refusal: ApiError, request: Request, code: str) -> Document | Answered:
        """The page of a refusal; for a sign-in that is over, the way to sign in."""
        if isinstance(refusal, SignInNeeded):
            return _sign_in(refusal, request)
        if PIECE_HEADER in request.headers:
            return Answered(refusal.status, b"", dict(refusal.headers))
        return _page("frame/refused.html", request, refusal.status, refusal.headers, told=_told(refusal, request, code))


def _sign_in(refusal: SignInNeeded, request: Request) -> Document | Answered:
    if PIECE_HEADER in request.headers:
        return Answered(401, b"", {})
    target = request.target.decode("latin-1")
    again = "&fresh=1" if refusal.again else ""
    if request.method in SAFE_METHODS:
        there = f"{SIGN_IN}?return={quote(target)}{again}"
        return Answered(303, b"", {"Location": there})
    kept, asked = [], []
    for name, value in _typed(request):
        (asked if name in _SECRET_FIELDS else kept).append((name, value))
    return _page(
        "frame/send_again.html",
        request,
        refusal.status,
        {},
        target=target,
        kept=kept,
        asked=[name for name, _ in asked],
        is_again=refusal.again,
        sign_in=f"{SIGN_IN}?return={quote('/console/signed-in-again')}{again}",
    )


def _typed(request: Request) -> list[tuple[str, str]]:
    try:
        return Form.of(request).pairs
    except ApiError:
        return []


def _told(refusal: ApiError, request: Request, code: str) -> refusals.Told:
    say = translations.of(languages.of(request)).gettext
    caller = request.caller
    sees_credit = caller is not None and roles.may(caller.roles or (), "shipping_credits.read")
    return refusals.tell(refusal, say, code, sees_credit=sees_credit)


def _page(template: str, request: Request, status: int, headers: Mapping[str, str], **values: Any) -> Document:
    language = languages.of(request)
    html = (
        frame.environment(language)
        .get_template(template)
        .render(
            request=request,
            station=station.of(request),
            language=language,
            show=Show(language, "Asia/Jakarta", "IDR"),
            home=_home(request),
            **values,
        )
    )
    document = frame.sent(html, request, language, status)
    document.headers |= headers
    return document


def _home(request: Request) -> str:
    """The first page of the workspace, where the request is known to be of one."""
    caller = request.caller
    return "/console" if caller is None else f"/console/{quote(caller.account_id)}"
