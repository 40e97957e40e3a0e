"""JSON Web Tokens and Keys of an identity provider: taken apart, and held against each other (decisions, section 3).

Only an installation with a provider loads this, and the library behind it, when it starts.
"""

import msgspec
import structlog
from joserfc import jws, jwt
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, JWKRegistry, OKPKey, RSAKey
from joserfc.jws import CompactSignature

from fulfilment.infra import clock
from fulfilment.infra.auth.token_claims import InvalidToken, is_name

ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]
MAX_KEYS = 64
# 8,192 bits in base64: what takes longer to verify is nobody's honest key.
MODULUS_CHARACTERS = 1_366
EXPONENT_CHARACTERS = 12

_LEEWAY_SECONDS = 30
# The same provider signs what it tells of people who have signed out, and that is no credential (Back-Channel Logout).
_LOGOUT_TYPE = "logout+jwt"
# What a token that makes no sense is met with: a header that is no object, numbers out of range, nesting without end.
_NONSENSE = (JoseError, ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError)
_KINDS = {RSAKey.key_type, ECKey.key_type, OKPKey.key_type}
# Of a key that should be public nothing else is even looked at.
_PUBLIC = ("kty", "kid", "use", "alg", "n", "e", "crv", "x", "y")

_log = structlog.get_logger(__name__)

Key = RSAKey | ECKey | OKPKey


class Token(msgspec.Struct, frozen=True):
    """What a token says: it is good if the key `kid`, or where that is None any key, has signed it."""

    claims: dict
    kid: str | None
    signed: CompactSignature


def parse(token: bytes, issuer: str, audience: str, *, is_logout: bool = False) -> Token:
    """A token of this issuer's to this audience, which nothing proves yet. Raises InvalidToken."""
    try:
        signed = jws.extract_compact(token)
        kid = signed.headers().get("kid")
        is_ours = signed.headers()["alg"] in ALGORITHMS and isinstance(kid, str | None)
        claims = msgspec.json.decode(signed.payload or b"", type=dict)
        _rules(issuer, audience, is_logout=is_logout).validate(claims)
        is_ours = is_ours and is_name(claims.get("sub", "")) and _is_logout_token(signed, claims) == is_logout
    except _NONSENSE:
        raise InvalidToken from None
    if not is_ours:
        raise InvalidToken
    return Token(claims, kid, signed)


def verify(key: Key, token: Token) -> bool:
    """Whether the signature is this key's, and the key is for the token's algorithm."""
    if key.get("alg") not in (None, token.signed.headers()["alg"]):
        return False
    try:
        return jws.validate_compact(token.signed, key, ALGORITHMS)
    except _NONSENSE:
        return False


def parse_keys(document: dict) -> list[Key]:
    """The public signing keys of a JWK set. What is no such key is left out, whatever it is."""
    listed = document.get("keys")
    keys = []
    for given in listed[:MAX_KEYS] if isinstance(listed, list) else ():
        try:
            if _is_acceptable(given):
                key = JWKRegistry.import_key({name: given[name] for name in _PUBLIC if name in given})
                key.ensure_kid()
                # The library reads a key's numbers when they are first asked for.
                _ = key.public_key
                keys.append(key)
        except Exception as problem:
            _log.debug("provider_key_left_out", error=type(problem).__name__)
    return keys


def _rules(issuer: str, audience: str, *, is_logout: bool) -> jwt.JWTClaimsRegistry:
    """The required claims. A logout token needs no subject and no expiry: its `iat` and `jti` bound its use."""
    return jwt.JWTClaimsRegistry(
        now=lambda: int(clock.epoch()),
        leeway=_LEEWAY_SECONDS,
        iss={"essential": True, "value": issuer},
        aud={"essential": True, "value": audience},
        exp={"essential": not is_logout},
        sub={"essential": not is_logout},
    )


def _is_logout_token(signed: CompactSignature, claims: dict) -> bool:
    return str(signed.headers().get("typ")).lower() == _LOGOUT_TYPE or "events" in claims


def _is_acceptable(given: object) -> bool:
    return (
        isinstance(given, dict)
        and given.get("kty") in _KINDS
        and given.get("use", "sig") == "sig"
        and len(given.get("n", "")) <= MODULUS_CHARACTERS
        and len(given.get("e", "")) <= EXPONENT_CHARACTERS
    )
