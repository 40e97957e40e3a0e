"""Bearer tokens of the configured OpenID Connect provider (decisions, section 3)."""

import asyncio
import time

import aiohttp
import msgspec
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from fulfilment import clock
from fulfilment.db.pool import Database
from fulfilment.db.sql import sql
from fulfilment.http.caller import Caller
from fulfilment.http.errors import ApiError, NoAccount
from fulfilment.http.request import Request
from fulfilment.settings import Settings

ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]
_LEEWAY_SECONDS = 30
_FETCH_TIMEOUT_SECONDS = 5
_MAX_DOCUMENT_BYTES = 262_144
_KEYS_LIVE_SECONDS = 300
_REFETCH_AFTER_SECONDS = 30
_MAX_NAME_LENGTH = 255

OPEN_SESSION_ACCOUNT = sql(
    "bearer.open_account",
    """
    INSERT INTO accounts (id, name, plan, origin, created_at) VALUES ($1 /* account_id */, $1, 'free', 'session', $2)
    ON CONFLICT (id) DO NOTHING
    """,
)


class InvalidToken(ApiError):
    """The bearer token is not one of the configured provider's, or has expired."""

    status, code, message = 401, "INVALID_TOKEN", "The bearer token is not valid."


class _Keys(msgspec.Struct):
    """The provider's keys; the last good set is kept while the provider is away."""

    keys: KeySet | None = None
    fetched_at: float = 0.0
    tried_at: float = -_REFETCH_AFTER_SECONDS


_cache: dict[str, _Keys] = {}
_fetching = asyncio.Lock()


async def identify(db: Database, settings: Settings, request: Request, token: bytes):
    """The caller that a JWT names. A workspace seen for the first time is opened on the free plan."""
    claims = await _claims(settings, token)
    account_id = claims.get("accountId")
    if not _is_name(account_id) or not account_id.startswith("acc_") or not account_id.isascii():
        raise NoAccount
    async with db.connection() as connection:
        await connection.execute(OPEN_SESSION_ACCOUNT.text, account_id, clock.now())
    email = claims.get("email")
    return Caller(
        account_id=account_id,
        actor_id=claims["sub"],
        actor_email=email if _is_name(email) else None,
        scopes=("read", "write", "admin"),
        ip=request.client_ip,
        user_agent=request.header("user-agent"),
    )


async def _claims(settings: Settings, token: bytes) -> dict:
    if not settings.oidc_issuer or len(token) > 16_384:
        raise InvalidToken
    rules = jwt.JWTClaimsRegistry(
        leeway=_LEEWAY_SECONDS,
        iss={"essential": True, "value": settings.oidc_issuer},
        aud={"essential": True, "value": settings.oidc_audience},
        exp={"essential": True},
        sub={"essential": True},
    )
    for is_fresh in (False, True):
        keys = await _provider_keys(settings.oidc_issuer, refetch=is_fresh)
        if keys is None:
            continue
        try:
            verified = jwt.decode(token.decode("ascii"), keys, algorithms=ALGORITHMS)
            rules.validate(verified.claims)
            if _is_name(verified.claims["sub"]):
                return verified.claims
        except (JoseError, ValueError, TypeError, KeyError):
            # The provider may have rotated its keys since they were fetched.
            continue
    raise InvalidToken


def _is_name(value: object) -> bool:
    """Whether a claim can be kept: no database text holds a NUL, and no index an endless name."""
    return isinstance(value, str) and len(value) <= _MAX_NAME_LENGTH and value.isprintable()


async def _provider_keys(issuer: str, *, refetch: bool) -> KeySet | None:
    known = _cache.setdefault(issuer, _Keys())
    async with _fetching:
        age = time.monotonic() - known.fetched_at
        due = known.keys is None or age > _KEYS_LIVE_SECONDS or (refetch and age > _REFETCH_AFTER_SECONDS)
        if due and time.monotonic() - known.tried_at > _REFETCH_AFTER_SECONDS:
            known.tried_at = time.monotonic()
            try:
                known.keys = await _fetch_keys(issuer)
                known.fetched_at = time.monotonic()
            except (aiohttp.ClientError, TimeoutError, msgspec.DecodeError, JoseError, ValueError, KeyError):
                pass
    return known.keys


async def _fetch_keys(issuer: str) -> KeySet:
    timeout = aiohttp.ClientTimeout(total=_FETCH_TIMEOUT_SECONDS)
    async with aiohttp.ClientSession(timeout=timeout) as session:
        about = await _document(session, issuer.rstrip("/") + "/.well-known/openid-configuration")
        if about.get("issuer") != issuer:
            raise ValueError("the provider names another issuer")
        return KeySet.import_key_set(await _document(session, about["jwks_uri"]))


async def _document(session: aiohttp.ClientSession, url: str) -> dict:
    async with session.get(url, allow_redirects=False) as answer:
        answer.raise_for_status()
        body = await answer.content.read(_MAX_DOCUMENT_BYTES + 1)
    return msgspec.json.decode(body, type=dict)
