"""Signature authentication of storefronts, and their secrets (decisions, section 9).

The workspace is the one of the secret that verifies, whatever the body says. The printed address names the storefront,
or the on-behalf-of header its workspace, as a hint at the secret. Without a hint every secret is tried, as long as
there are few of them and the body is small.
"""

import secrets as random
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta

import asyncpg

from fulfilment.infra import branding, clock
from fulfilment.infra.api.body_reader import SMALL_BODY_BYTES
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.api.request import Request
from fulfilment.infra.auth.request_signing import BadSignature, ClockSkew
from fulfilment.infra.auth.token_claims import MAX_NAME_LENGTH
from fulfilment.infra.database.pool import Database
from fulfilment.infra.database.statements import Statement
from fulfilment.infra.database.transaction import PooledExecutor
from fulfilment.infra.encryption import keyring
from fulfilment.infra.models import is_storable
from fulfilment.storefront import queries
from fulfilment.storefront.schemas import Storefront
from fulfilment.webhooks.http import signature

PREFIX = "whsec_"
ID_PREFIX = "sf"
# Both secrets are valid during the overlap, so that the storefront can change over in its own time.
OVERLAP = timedelta(hours=24)

_SECRET_BYTES = 32

# Limit of secrets tried for a request without a hint.
MAX_CANDIDATES = 64
HEADER = "Signature"
PARAMETER = "storefront"

_PLACEHOLDER_ID = "sf_nobody"
_NO_HINT_MESSAGE = "Send it to the address that `fulfilment storefront secret` prints: it says whose secret it is."

FetchRows = Callable[..., Awaitable[Sequence[asyncpg.Record]]]


class SignatureRequired(ApiError):
    """The signature is missing or malformed."""

    status, code, message = 401, "AUTH_REQUIRED", "This route needs a signature."


class StorefrontPartnerEnded(ApiError):
    """The signature is valid, but the partner of the storefront was ended."""

    status, code, message = 401, "REVOKED_KEY", "The partner of this storefront was ended, and its secrets with it."


class StorefrontVerifier:
    """Verifier of the route: it checks a request before its body is read."""

    def __init__(self, db: Database) -> None:
        self._executor = PooledExecutor(db)

    async def expect(self, request: Request) -> None:
        """Refuse a request without a current signature, and a large body without a storefront.

        Raises the 401 errors.
        """
        _read_signature(request)
        if not request.has_large_body:
            return
        if _parse_hint(request) is None:
            raise BadSignature(because=_NO_HINT_MESSAGE)
        if not await _find_candidates(request, self._find):
            raise BadSignature

    async def _find(self, statement: Statement, *args: object) -> Sequence[asyncpg.Record]:
        return await self._executor.fetch(statement.text, *args)


async def authenticate(request: Request, fetch: FetchRows) -> Storefront:
    """The storefront whose secret signed the request and its body.

    Raises AUTH_REQUIRED, CLOCK_SKEW, BAD_SIGNATURE, and REVOKED_KEY where the partner was ended.
    """
    header = _read_signature(request)
    hint = _parse_hint(request)
    if hint is None and len(request.body) > SMALL_BODY_BYTES:
        raise BadSignature(because=_NO_HINT_MESSAGE)
    candidates = await _find_candidates(request, fetch)
    row = next((row for row in candidates if _has_signed(header, request.body, _decrypt_secrets(row))), None)
    if row is None:
        if not candidates:
            # An unknown storefront takes as much time as a known one.
            _has_signed(header, request.body, [_PLACEHOLDER_ID])
        raise BadSignature(because=_NO_HINT_MESSAGE if hint is None else "")
    if row["is_ended"]:
        raise StorefrontPartnerEnded
    return Storefront(row["account_id"], row["id"], row["partner"], row["is_suspended"], row["now"])


def generate_secret() -> str:
    return PREFIX + random.token_urlsafe(_SECRET_BYTES)


def encrypt_secret(secret: str, storefront_id: str) -> bytes:
    return keyring.encrypt_text(secret, build_context(storefront_id))


def decrypt_secret(encrypted: bytes, storefront_id: str) -> str:
    return keyring.decrypt_text(encrypted, build_context(storefront_id))


def build_context(storefront_id: str) -> str:
    """The associated data of an encrypted secret, which binds it to its storefront."""
    return f"storefront:{storefront_id}"


def _read_signature(request: Request) -> str:
    """The signature header, well formed and current. Raises SignatureRequired, ClockSkew."""
    name = branding.current().webhook_header(HEADER)
    values = request.headers.get(name.lower(), ())
    if len(values) != 1:
        problem_text = "repeated" if values else "missing"
        raise SignatureRequired(f"The {name} header is {problem_text}. It has the form t=<unix seconds>,v1=<hex>.")
    header, now = values[0].decode("latin-1"), clock.epoch()
    try:
        signature.parse_header(header, now)
    except signature.StaleSignature as problem:
        raise ClockSkew(problem.timestamp.encode(), now, signature.TOLERANCE_SECONDS) from None
    except signature.MalformedSignature as problem:
        raise SignatureRequired(f"The {name} header is not well formed: {problem}.") from None
    return header


def _parse_hint(request: Request) -> tuple[Statement, str] | None:
    """The query that finds the storefront of the request's hint, with its argument; None without a hint."""
    storefront_id = request.query_values((PARAMETER,)).get(PARAMETER)
    if storefront_id is not None:
        return queries.FIND, storefront_id
    workspace = request.single_value(branding.current().on_behalf_of_header)
    return None if workspace is None else (queries.FIND_BY_WORKSPACE, workspace)


async def _find_candidates(request: Request, fetch: FetchRows) -> Sequence[asyncpg.Record]:
    """The storefronts whose secrets are tried, newest first; none where there are too many."""
    hint = _parse_hint(request)
    if hint is not None:
        # A value that no row can hold belongs to no storefront.
        can_exist = len(hint[1]) <= MAX_NAME_LENGTH and is_storable(hint[1])
        return await fetch(*hint) if can_exist else ()
    found = await fetch(queries.LIST_NEWEST, MAX_CANDIDATES + 1)
    return found if sum(1 + (row["previous_secret"] is not None) for row in found) <= MAX_CANDIDATES else ()


def _decrypt_secrets(row: asyncpg.Record) -> list[str]:
    encrypted_secrets = (row["secret"], row["previous_secret"])
    return [decrypt_secret(encrypted, row["id"]) for encrypted in encrypted_secrets if encrypted is not None]


def _has_signed(header: str, body: bytes, secrets: Sequence[str]) -> bool:
    try:
        signature.verify(header, body, secrets, clock.epoch())
    except signature.SignatureVerificationError:
        return False
    return True
