"""Error pages: the error in words, the next step, and the typed entries."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from fulfilment.console.i18n import error_messages
from fulfilment.console.i18n.formatter import Formatter
from fulfilment.console.layout import page_layout
from fulfilment.console.layout.forms import SECRET_FIELDS
from fulfilment.infra import i18n
from fulfilment.infra.api import accept_language
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import PARTIAL_HEADER, SAFE_METHODS, SignInRequired
from fulfilment.infra.api.request import Request
from fulfilment.infra.auth import roles
from fulfilment.infra.operations.command import EncodedResponse

SIGN_IN = "/console/sign-in"


class ConsoleErrorPages:
    """Error encoder of the console (infra/api/error_encoding.py)."""

    def render(self, error: ApiError, request: Request, code: str) -> Document | EncodedResponse:
        """Page of an error; the page to sign in where the session has ended."""
        if isinstance(error, SignInRequired):
            return _redirect_to_sign_in(error, request)
        if PARTIAL_HEADER in request.headers:
            return EncodedResponse(error.status, b"", dict(error.headers))
        return _render_page(
            "layout/refused.html",
            request,
            error.status,
            error.headers,
            error_message=_translate_error(error, request, code),
        )


def _redirect_to_sign_in(error: SignInRequired, request: Request) -> Document | EncodedResponse:
    if PARTIAL_HEADER in request.headers:
        return EncodedResponse(401, b"", {})
    target = request.target.decode("latin-1")
    fresh_parameter = "&fresh=1" if error.again else ""
    if request.method in SAFE_METHODS:
        location = f"{SIGN_IN}?return={quote(target)}{fresh_parameter}"
        return EncodedResponse(303, b"", {"Location": location})
    hidden_fields, secret_fields = [], []
    for name, value in _form_fields(request):
        (secret_fields if name in SECRET_FIELDS else hidden_fields).append((name, value))
    return _render_page(
        "layout/send_again.html",
        request,
        error.status,
        {},
        target=target,
        hidden_fields=hidden_fields,
        secret_fields=[name for name, _ in secret_fields],
        is_again=error.again,
        sign_in=f"{SIGN_IN}?return={quote('/console/signed-in-again')}{fresh_parameter}",
    )


def _form_fields(request: Request) -> list[tuple[str, str]]:
    try:
        return Form.parse(request).pairs
    except ApiError:
        return []


def _translate_error(error: ApiError, request: Request, code: str) -> error_messages.ErrorMessage:
    gettext = i18n.translations_for(accept_language.negotiate(request)).gettext
    principal = request.principal
    can_read_credit = principal is not None and roles.may(principal.roles or (), "shipping_credits.read")
    return error_messages.translate_error(error, gettext, code, can_read_credit=can_read_credit)


def _render_page(template: str, request: Request, status: int, headers: Mapping[str, str], **values: Any) -> Document:
    language = accept_language.negotiate(request)
    html = (
        page_layout.load_environment(language)
        .get_template(template)
        .render(
            request=request,
            device_settings=page_layout.parse_cookies(request),
            language=language,
            formatter=Formatter(language, "Asia/Jakarta", "IDR"),
            home=_home_path(request),
            **values,
        )
    )
    document = page_layout.build_page(html, request, language, status)
    document.headers |= headers
    return document


def _home_path(request: Request) -> str:
    """The first page of the workspace, where the request is known to be of one."""
    principal = request.principal
    return "/console" if principal is None else f"/console/{quote(principal.account_id)}"
