"""HTTP routes of signing in: pages for browsers, and the back channel of the provider. They are no part of the API."""

import hashlib
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import wraps
from typing import Any
from urllib.parse import parse_qsl

import msgspec
import structlog

from fulfilment.infra import branding
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ServiceUnavailable, Validation
from fulfilment.infra.api.internal_client import is_same_origin
from fulfilment.infra.api.request import Request
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.auth import cookies
from fulfilment.infra.auth.bearer_tokens import TokenAuthenticator
from fulfilment.infra.auth.console_sessions import cookie_hash
from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.auth.token_claims import InvalidToken
from fulfilment.infra.database.pool import READ_ONLY, SERIALIZATION_CONFLICTS, UNAVAILABLE, Database, PoolFull
from fulfilment.infra.i18n import N_
from fulfilment.infra.limits.rate_limiter import RateLimited
from fulfilment.infra.limits.request_limits import RequestRateLimits
from fulfilment.settings import Settings
from fulfilment.sign_in import attempts, pages, sessions
from fulfilment.sign_in.pages import HOME, SignInError, sanitize_return_path
from fulfilment.sign_in.provider import IdentityProvider

route = Routes("Sign-in", prefix="/console")

MAX_FORM_BYTES = 32_768
CODE_CHARACTERS = 4_096
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
_STATE_RETENTION = timedelta(hours=1)
# Errors of the provider that the person causes (RFC 6749, 4.1.2.1; OpenID Connect Core, 3.1.2.6).
_DENIED_ERRORS = frozenset(
    {"access_denied", "login_required", "consent_required", "interaction_required", "account_selection_required"}
)
_UNAVAILABLE = (ServiceUnavailable, PoolFull, *READ_ONLY, *SERIALIZATION_CONFLICTS, *UNAVAILABLE)

_log = structlog.get_logger(__name__)

Handler = Callable[..., Awaitable[Document]]


def _render_errors(handler: Handler) -> Handler:
    """Decorator that turns errors into pages with the next step."""

    @wraps(handler)
    async def wrapper(public: Public, rate_limits: RequestRateLimits, **arguments: Any) -> Document:
        try:
            return await handler(public, rate_limits, **arguments)
        except SignInError as error:
            sign_in_error = error
        except Validation:
            sign_in_error = pages.invalid_answer(N_("The address is malformed."))
        except _UNAVAILABLE as error:
            # asyncpg raises a ValueError for an argument that it cannot send: our fault, and no outage.
            if isinstance(error, ValueError):
                raise
            sign_in_error = pages.unavailable()
        return await _render_error(sign_in_error, public.request, rate_limits, _return_path(public.request))

    return wrapper


def _return_path(request: Request) -> str:
    """Page of the console after the sign-in."""
    try:
        return sanitize_return_path(request.query_values(("return",)).get("return"))
    except Validation:
        return HOME


@route.get("/sign-in", media_type="text/html", raises=(Validation,))
@_render_errors
async def start_sign_in(
    public: Public,
    rate_limits: RequestRateLimits,
    settings: Settings,
    tokens: TokenAuthenticator,
    provider: IdentityProvider,
) -> Document:
    """Redirect to the identity provider."""
    if not settings.issuer:
        raise pages.not_configured()
    is_fresh = public.request.query_values(("return",)).get("fresh") == "1"
    metadata = provider.parse_metadata(await tokens.discovery())
    login = attempts.start_login(settings.issuer, _return_path(public.request), is_fresh=is_fresh)
    return pages.redirect(
        provider.authorization_url(metadata, login), *attempts.build_cookies(login, public.request, settings)
    )


@route.get("/signed-in", media_type="text/html", raises=(InvalidToken,))
@_render_errors
async def complete_sign_in(
    public: Public,
    rate_limits: RequestRateLimits,
    settings: Settings,
    tokens: TokenAuthenticator,
    provider: IdentityProvider,
    db: Database,
) -> Document:
    """Take the answer of the identity provider and begin the session."""
    request = public.request
    params = request.query_values(("state", "code", "iss", "error", "error_description", "session_state"))
    login = attempts.find_login(request, params.get("state", ""), settings)
    if login is None:
        raise pages.invalid_answer(N_("This sign-in did not start in this browser, or it has ended."))
    expired_cookie = attempts.expire_cookie(login.state, settings)
    try:
        token = await _exchange_code(tokens, provider, db, settings, login, params)
        verified = await attempts.verify_identity(tokens, settings, login, token)
        former = cookie_hash(request, settings)
        session_id = await sessions.create_session(db, request, settings.issuer, verified, former)
    except SignInError as error:
        return await _render_error(error, request, rate_limits, login.return_path, expired_cookie)
    _log.info("signed_in", subject=verified.person.subject, roles=verified.person.roles, is_fresh=login.is_fresh)
    session_cookie = cookies.build(branding.current().session_cookie, session_id, settings)
    return pages.redirect(login.return_path, session_cookie, expired_cookie)


async def _exchange_code(
    tokens: TokenAuthenticator,
    provider: IdentityProvider,
    db: Database,
    settings: Settings,
    login: attempts.LoginState,
    params: dict[str, str],
) -> bytes:
    """The identity token that the answer stands for, which counts once. Raises Failed, ServiceUnavailable."""
    if login.is_expired:
        raise pages.expired()
    metadata = provider.parse_metadata(await tokens.discovery())
    issuer = params.get("iss")
    is_expected_issuer = issuer == settings.issuer if issuer is not None else not metadata.supports_iss_param
    if not is_expected_issuer or login.issuer != settings.issuer:
        raise pages.invalid_answer(N_("The answer comes from another identity provider."))
    state_hash = hashlib.sha256(f"state {login.state}".encode()).digest()
    if not await sessions.consume_token(db, state_hash, _STATE_RETENTION):
        raise pages.invalid_answer(N_("This sign-in was already used."))
    if "error" in params:
        _log.info("sign_in_given_up", error=params["error"][:100])
        raise pages.denied() if params["error"] in _DENIED_ERRORS else pages.provider_unavailable()
    code = params.get("code", "")
    if not code or len(code) > CODE_CHARACTERS or not code.isprintable():
        raise pages.invalid_answer(N_("The answer has no code."))
    return await provider.exchange_code(metadata, login, code)


@route.get("/sign-out", media_type="text/html")
@_render_errors
async def confirm_sign_out(
    public: Public,
    rate_limits: RequestRateLimits,
    settings: Settings,
    tokens: TokenAuthenticator,
    provider: IdentityProvider,
) -> Document:
    """Ask whether to sign out."""
    discovery_document = await tokens.discovery_soon()
    return pages.render_sign_out_confirmation(
        pages.build_reader(public.request), provider.form_targets(discovery_document)
    )


@route.post("/sign-out", media_type="text/html", max_body_bytes=MAX_FORM_BYTES)
@_render_errors
async def sign_out(
    public: Public,
    rate_limits: RequestRateLimits,
    settings: Settings,
    tokens: TokenAuthenticator,
    provider: IdentityProvider,
    db: Database,
) -> Document:
    """End the session, here first and then at the provider."""
    request = public.request
    if not is_same_origin(request):
        raise SignInError(
            "SIGN_OUT_FOREIGN",
            403,
            N_("You are still signed in"),
            N_("Another site asked to sign you out."),
            may_retry=False,
        )
    id_hash = cookie_hash(request, settings)
    if id_hash is not None:
        await sessions.end_current(db, id_hash)
    expired_cookie = cookies.expire(branding.current().session_cookie, settings)
    # The person is signed out here in any case. The service waits a moment for the provider, so that on a shared
    # computer the session there ends as well.
    return pages.redirect(
        provider.end_session_url(await tokens.discovery_soon()) or "/console/signed-out", expired_cookie
    )


@route.get("/signed-out", media_type="text/html")
async def signed_out(public: Public) -> Document:
    """Last page after signing out."""
    return pages.render_signed_out(pages.build_reader(public.request))


@route.post("/back-channel-logout", max_body_bytes=MAX_FORM_BYTES, raises=(InvalidToken,))
async def receive_backchannel_logout(
    public: Public, rate_limits: RequestRateLimits, settings: Settings, tokens: TokenAuthenticator, db: Database
) -> Document:
    """Back-channel logout: the provider reports that a person signed out there."""
    request = public.request
    try:
        ended = await sessions.handle_backchannel_logout(tokens, db, settings, _read_logout_token(request))
    except sessions.InvalidLogoutToken as error:
        await rate_limits.count_failed_auth(request)
        body = b'{"error":"invalid_request","error_description":"%s"}' % str(error).encode()
        return Document(
            body, JSON, headers={"Cache-Control": "no-store"}, status=400, error_code="LOGOUT_TOKEN_REFUSED"
        )
    _log.info("signed_out_by_provider", sessions=ended)
    return Document(b"", JSON, headers={"Cache-Control": "no-store"})


def _read_logout_token(request: Request) -> bytes:
    media_type = (request.header("content-type") or "").partition(";")[0].strip().lower()
    try:
        fields = parse_qsl(request.body.decode("ascii"), max_num_fields=10) if media_type == FORM else []
    except ValueError:
        fields = []
    tokens = [value for name, value in fields if name == "logout_token" and value.isascii()]
    if len(tokens) != 1:
        raise sessions.InvalidLogoutToken("The body must be a form with one logout_token.")
    return tokens[0].encode()


async def _render_error(
    error: SignInError, request: Request, rate_limits: RequestRateLimits, return_path: str, *cookies_to_expire: str
) -> Document:
    code = error.code
    if code in pages.COUNTED_CODES:
        try:
            await rate_limits.count_failed_auth(request)
        except RateLimited as limited:
            error = pages.rate_limited(int(limited.headers["Retry-After"]))
    page = pages.render_error(error, return_path, pages.build_reader(request), *cookies_to_expire)
    return msgspec.structs.replace(page, error_code=code)
