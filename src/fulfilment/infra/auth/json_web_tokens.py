"""Parsing and verification of JSON Web Tokens and Keys (RFC 7519, RFC 7517; decisions, section 3).

Only an installation with an identity provider loads this module and its library, at the start.
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
# 8,192 bits in base64. Honest keys are shorter, and longer ones would make verification slow.
MODULUS_CHARACTERS = 1_366
EXPONENT_CHARACTERS = 12

_LEEWAY_SECONDS = 30
# The type of logout tokens, which the same provider signs, and which are no credential (Back-Channel Logout).
_LOGOUT_TYPE = "logout+jwt"
# The errors of malformed tokens: a header that is no object, numbers out of range, deep nesting.
_NONSENSE = (JoseError, ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError)
_KINDS = {RSAKey.key_type, ECKey.key_type, OKPKey.key_type}
# The public members of a key; all others are ignored.
_PUBLIC = ("kty", "kid", "use", "alg", "n", "e", "crv", "x", "y")

_log = structlog.get_logger(__name__)

Key = RSAKey | ECKey | OKPKey


class Token(msgspec.Struct, frozen=True):
    """A parsed token. It is valid if the key `kid` has signed it; without `kid`, if any key has."""

    claims: dict
    kid: str | None
    signed: CompactSignature


def parse(token: bytes, issuer: str, audience: str, *, is_logout: bool = False) -> Token:
    """Parse a token and validate its claims for the issuer and the audience, without its signature.

    Raises InvalidToken.
    """
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
    """True if the key has signed the token and is meant for its algorithm."""
    if key.get("alg") not in (None, token.signed.headers()["alg"]):
        return False
    try:
        return jws.validate_compact(token.signed, key, ALGORITHMS)
    except _NONSENSE:
        return False


def parse_keys(document: dict) -> list[Key]:
    """The public signing keys of a JWK set. All other entries are left out, malformed entries included."""
    listed = document.get("keys")
    keys = []
    for given in listed[:MAX_KEYS] if isinstance(listed, list) else ():
        try:
            if _is_acceptable(given):
                key = JWKRegistry.import_key({name: given[name] for name in _PUBLIC if name in given})
                key.ensure_kid()
                # The library parses the numbers lazily, so this checks them now.
                _ = key.public_key
                keys.append(key)
        except Exception as problem:
            _log.debug("provider_key_left_out", error=type(problem).__name__)
    return keys


def _rules(issuer: str, audience: str, *, is_logout: bool) -> jwt.JWTClaimsRegistry:
    """The validation rules of claims. A logout token needs no subject and no expiry: `iat` and `jti` bound its use."""
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
