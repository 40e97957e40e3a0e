"""Which storefront signed a request (decisions, section 9). The workspace is the secret's, whatever the body says.

The printed address names the storefront, or the on-behalf-of header its workspace: either only says which secret is to
be tried. Without both, all secrets are, as long as there are few of them and the body is small.
"""

import time
from collections.abc import Awaitable, Callable, Sequence

import asyncpg

from fulfilment import brand
from fulfilment.db.pool import Database
from fulfilment.db.sql import Statement
from fulfilment.db.tx import PooledExecutor
from fulfilment.fields import is_storable
from fulfilment.http.claims import MAX_NAME_LENGTH
from fulfilment.http.errors import ApiError
from fulfilment.http.incoming import SMALL_BODY_BYTES
from fulfilment.http.request import Request
from fulfilment.http.signing import BadSignature, ClockSkew
from fulfilment.storefront import queries, secret
from fulfilment.storefront.records import Storefront
from fulfilment.webhooks.outbound import signature

# So many secrets are tried at the most where nothing says which.
MOST_TRIED = 64
HEADER = "Signature"
PARAMETER = "storefront"

_NOBODYS_ID = "sf_nobody"
_UNHINTED = "Send it to the address that `fulfilment storefront secret` prints: it says whose secret it is."

Find = Callable[..., Awaitable[Sequence[asyncpg.Record]]]


class SignatureRequired(ApiError):
    """There is no signature, or it is not written as one."""

    status, code, message = 401, "AUTH_REQUIRED", "This route needs a signature."


class PartnerEnded(ApiError):
    """The signature is right, and the partner whose storefront it is was ended."""

    status, code, message = 401, "REVOKED_KEY", "The partner of this storefront was ended, and its secrets with it."


class Storefronts:
    """What a process asks of a request before its body is read."""

    def __init__(self, db: Database):
        self._executor = PooledExecutor(db)

    async def expect(self, request: Request) -> None:
        """Refuse what proves nothing whatever its body is, and a large body of nobody's. Raises the 401 refusals."""
        _read(request)
        if not request.has_large_body:
            return
        if _hint(request) is None:
            raise BadSignature(because=_UNHINTED)
        if not await _candidates(request, self._find):
            raise BadSignature

    async def _find(self, statement: Statement, *args: object) -> Sequence[asyncpg.Record]:
        return await self._executor.fetch(statement.text, *args)


async def prove(request: Request, find: Find) -> Storefront:
    """The storefront whose secret signed the request, with the body that it has.

    Raises AUTH_REQUIRED, CLOCK_SKEW, BAD_SIGNATURE, and REVOKED_KEY where the partner was ended.
    """
    header = _read(request)
    hint = _hint(request)
    if hint is None and len(request.body) > SMALL_BODY_BYTES:
        raise BadSignature(because=_UNHINTED)
    candidates = await _candidates(request, find)
    row = next((row for row in candidates if _has_signed(header, request.body, _secrets_of(row))), None)
    if row is None:
        if not candidates:
            # As much work as for a storefront that there is.
            _has_signed(header, request.body, [_NOBODYS_ID])
        raise BadSignature(because=_UNHINTED if hint is None else "")
    if row["is_ended"]:
        raise PartnerEnded
    return Storefront(row["account_id"], row["id"], row["partner"], row["is_suspended"], row["now"])


def _read(request: Request) -> str:
    """The header, whose signature is well formed and of now. Raises SignatureRequired, ClockSkew."""
    name = brand.current().webhook_header(HEADER)
    values = request.headers.get(name.lower(), ())
    if len(values) != 1:
        said = "repeated" if values else "missing"
        raise SignatureRequired(f"The {name} header is {said}. It has the form t=<unix seconds>,v1=<hex>.")
    header, now = values[0].decode("latin-1"), time.time()
    try:
        signature.read(header, now)
    except signature.Stale as problem:
        raise ClockSkew(problem.timestamp.encode(), now, signature.TOLERANCE_SECONDS) from None
    except signature.Malformed as problem:
        raise SignatureRequired(f"The {name} header is not well formed: {problem}.") from None
    return header


def _hint(request: Request) -> tuple[Statement, str] | None:
    """How to find the one storefront whose secret is to be tried, where the request says which."""
    named = request.query_values((PARAMETER,)).get(PARAMETER)
    if named is not None:
        return queries.FIND, named
    workspace = request.only_text(brand.current().on_behalf_of_header)
    return None if workspace is None else (queries.FIND_OF_WORKSPACE, workspace)


async def _candidates(request: Request, find: Find) -> Sequence[asyncpg.Record]:
    """Those whose secrets are to be tried, newest first; none where there are too many."""
    hint = _hint(request)
    if hint is not None:
        # What no row can hold is nobody's.
        is_somebodys = len(hint[1]) <= MAX_NAME_LENGTH and is_storable(hint[1])
        return await find(*hint) if is_somebodys else ()
    found = await find(queries.NEWEST, MOST_TRIED + 1)
    return found if sum(1 + (row["previous_secret"] is not None) for row in found) <= MOST_TRIED else ()


def _secrets_of(row: asyncpg.Record) -> list[str]:
    sealed = (row["secret"], row["previous_secret"])
    return [secret.unseal(one, row["id"]) for one in sealed if one is not None]


def _has_signed(header: str, body: bytes, secrets: Sequence[str]) -> bool:
    try:
        signature.verify(header, body, secrets, time.time())
    except signature.BadSignature:
        return False
    return True
