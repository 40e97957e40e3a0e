"""The HTTP edge of signing in: pages for browsers, and the provider's back channel. No part of the API."""

import hashlib
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import wraps
from typing import Any
from urllib.parse import parse_qsl

import structlog

from fulfilment import brand
from fulfilment.db.pool import COLLISIONS, DEMOTED, UNAVAILABLE, Database, PoolFull
from fulfilment.http import cookies
from fulfilment.http.bearer import Sessions
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ServiceUnavailable, Validation
from fulfilment.http.page import is_of_own_page
from fulfilment.http.public import Public
from fulfilment.http.rate_limit import RateLimited
from fulfilment.http.request import Request
from fulfilment.http.route import Routes
from fulfilment.http.session import hash_in
from fulfilment.http.suspects import Suspects
from fulfilment.settings import Settings
from fulfilment.sign_in import attempts, failure, identity, logout, pages, sessions
from fulfilment.sign_in.failure import Failed
from fulfilment.sign_in.provider import Provider
from fulfilment.sign_in.return_path import HOME, sound
from fulfilment.translations import N_

route = Routes("Sign-in", prefix="/console")

MAX_FORM_BYTES = 32_768
CODE_CHARACTERS = 4_096
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
_USED = timedelta(hours=1)
# What a provider says where its person is the reason (RFC 6749, 4.1.2.1; OpenID Connect Core, 3.1.2.6).
_GIVEN_UP = frozenset(
    {"access_denied", "login_required", "consent_required", "interaction_required", "account_selection_required"}
)
_AWAY = (ServiceUnavailable, PoolFull, *DEMOTED, *COLLISIONS, *UNAVAILABLE)

_log = structlog.get_logger(__name__)

Handler = Callable[..., Awaitable[Document]]


def _in_words(handler: Handler) -> Handler:
    """Whatever goes wrong is a page that says so, and how to go on."""

    @wraps(handler)
    async def answer(public: Public, suspects: Suspects, **others: Any) -> Document:
        try:
            return await handler(public, suspects, **others)
        except Failed as problem:
            failed = problem
        except Validation:
            failed = failure.refused(N_("The address is malformed."))
        except _AWAY as problem:
            # asyncpg raises a ValueError for an argument that it cannot send: our fault, and no outage.
            if isinstance(problem, ValueError):
                raise
            failed = failure.busy()
        return await _told(failed, public.request, suspects, _wanted(public.request))

    return answer


def _wanted(request: Request) -> str:
    """The page of the console to go on with."""
    try:
        return sound(request.query_values(("return",)).get("return"))
    except Validation:
        return HOME


@route.get("/sign-in", media_type="text/html")
@_in_words
async def begin(
    public: Public, suspects: Suspects, settings: Settings, tokens: Sessions, provider: Provider
) -> Document:
    """Lead the browser to the identity provider."""
    if not settings.issuer:
        raise failure.not_configured()
    is_fresh = public.request.query_values(("return",)).get("fresh") == "1"
    about = provider.read(await tokens.about_provider())
    attempt = attempts.begin(settings.issuer, _wanted(public.request), is_fresh=is_fresh)
    return pages.led_to(provider.question(about, attempt), *attempts.kept(attempt, public.request, settings))


@route.get("/signed-in", media_type="text/html")
@_in_words
async def finish(
    public: Public,
    suspects: Suspects,
    settings: Settings,
    tokens: Sessions,
    provider: Provider,
    db: Database,
) -> Document:
    """Whom the identity provider leads back: begin their session."""
    request = public.request
    said = request.query_values(("state", "code", "iss", "error", "error_description", "session_state"))
    attempt = attempts.find(request, said.get("state", ""), settings)
    if attempt is None:
        raise failure.refused(N_("This sign-in was not begun in this browser, or is over."))
    forgotten = attempts.cleared(attempt.state, settings)
    try:
        token = await _redeemed(tokens, provider, db, settings, attempt, said)
        who = await identity.verified(tokens, settings, attempt, token)
        former = hash_in(request, settings)
        session_id = await sessions.begin(db, request, settings.issuer, who, former)
    except Failed as problem:
        return await _told(problem, request, suspects, attempt.back, forgotten)
    _log.info("signed_in", subject=who.person.subject, roles=who.person.roles, is_fresh=attempt.is_fresh)
    kept = cookies.made(brand.current().session_cookie, session_id, settings)
    return pages.led_to(attempt.back, kept, forgotten)


async def _redeemed(
    tokens: Sessions,
    provider: Provider,
    db: Database,
    settings: Settings,
    attempt: attempts.Attempt,
    said: dict[str, str],
) -> bytes:
    """The identity token that the answer stands for, which counts once. Raises Failed, ServiceUnavailable."""
    if attempt.is_over:
        raise failure.late()
    about = provider.read(await tokens.about_provider())
    issuer = said.get("iss")
    is_theirs = issuer == settings.issuer if issuer is not None else not about.says_who
    if not is_theirs or attempt.issuer != settings.issuer:
        raise failure.refused(N_("The answer comes from another identity provider."))
    used = hashlib.sha256(f"state {attempt.state}".encode()).digest()
    if not await sessions.use_once(db, used, _USED):
        raise failure.refused(N_("This sign-in was used already."))
    if "error" in said:
        _log.info("sign_in_given_up", error=said["error"][:100])
        raise failure.given_up() if said["error"] in _GIVEN_UP else failure.not_answered()
    code = said.get("code", "")
    if not code or len(code) > CODE_CHARACTERS or not code.isprintable():
        raise failure.refused(N_("The answer has no code."))
    return await provider.redeem(about, attempt, code)


@route.get("/sign-out", media_type="text/html")
@_in_words
async def ask_to_sign_out(
    public: Public, suspects: Suspects, settings: Settings, tokens: Sessions, provider: Provider
) -> Document:
    """Ask whether to sign out."""
    about = await tokens.about_provider_soon()
    return pages.asking_to_sign_out(pages.reader_of(public.request), provider.form_targets(about))


@route.post("/sign-out", media_type="text/html", most_body_bytes=MAX_FORM_BYTES)
@_in_words
async def sign_out(
    public: Public,
    suspects: Suspects,
    settings: Settings,
    tokens: Sessions,
    provider: Provider,
    db: Database,
) -> Document:
    """End the session, here first and then at the provider."""
    request = public.request
    if not is_of_own_page(request):
        raise Failed(
            "SIGN_OUT_FOREIGN",
            403,
            N_("You are still signed in"),
            N_("Another site asked to sign you out."),
            may_retry=False,
        )
    id_hash = hash_in(request, settings)
    if id_hash is not None:
        await sessions.end_here(db, id_hash)
    gone = cookies.cleared(brand.current().session_cookie, settings)
    # Whoever signs out here is signed out, whatever the provider does; it is waited for a moment, so that on a shared
    # computer its own session ends as well.
    return pages.led_to(provider.farewell(await tokens.about_provider_soon()) or "/console/signed-out", gone)


@route.get("/signed-out", media_type="text/html")
async def signed_out(public: Public) -> Document:
    """Where signing out ends."""
    return pages.signed_out(pages.reader_of(public.request))


@route.post("/back-channel-logout", most_body_bytes=MAX_FORM_BYTES)
async def hear_of_logout(
    public: Public, suspects: Suspects, settings: Settings, tokens: Sessions, db: Database
) -> Document:
    """The provider tells that somebody signed out there."""
    request = public.request
    try:
        ended = await logout.obey(tokens, db, settings, _logout_token(request))
    except logout.LogoutRefused as problem:
        await suspects.note("LOGOUT_TOKEN_REFUSED", request)
        body = b'{"error":"invalid_request","error_description":"%s"}' % str(problem).encode()
        return Document(body, JSON, headers={"Cache-Control": "no-store"}, status=400)
    _log.info("signed_out_by_provider", sessions=ended)
    return Document(b"", JSON, headers={"Cache-Control": "no-store"})


def _logout_token(request: Request) -> bytes:
    media_type = (request.header("content-type") or "").partition(";")[0].strip().lower()
    try:
        fields = parse_qsl(request.body.decode("ascii"), max_num_fields=10) if media_type == FORM else []
    except ValueError:
        fields = []
    given = [value for name, value in fields if name == "logout_token" and value.isascii()]
    if len(given) != 1:
        raise logout.LogoutRefused("The body must be a form with one logout_token.")
    return given[0].encode()


async def _told(problem: Failed, request: Request, suspects: Suspects, back: str, *gone: str) -> Document:
    request.refused_as = problem.code
    if problem.code in failure.SUSPECT:
        try:
            await suspects.note(problem.code, request)
        except RateLimited as limited:
            problem = failure.too_many(int(limited.headers["Retry-After"]))
    return pages.failed(problem, back, pages.reader_of(request), *gone)
