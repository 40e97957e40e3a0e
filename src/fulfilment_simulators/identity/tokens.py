"""Tokens of the simulator: access tokens, id tokens and logout tokens."""

import base64
import hashlib
import secrets
from typing import Any

from joserfc import jwt
from joserfc.errors import JoseError

from fulfilment_simulators.identity import people
from fulfilment_simulators.identity.keys import TOKEN_SECONDS
from fulfilment_simulators.identity.people import SimulatedPerson
from fulfilment_simulators.identity.session_store import AuthorizationRequest, IdentitySession
from fulfilment_simulators.identity.state import IdentitySimulatorState

ALGORITHM = "RS256"
LOGOUT_SECONDS = 120
LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout"
_ACCESS_TYPE = "at+jwt"
_LOGOUT_TYPE = "logout+jwt"
_MOST_CHARACTERS = 16_384


async def issue_tokens(
    state: IdentitySimulatorState,
    authorization_request: AuthorizationRequest,
    session: IdentitySession,
    person: SimulatedPerson,
) -> dict[str, Any]:
    """The response of the token endpoint."""
    access = await issue_access_token(
        state,
        session,
        people.build_claims(person, state.workspaces, state.opened_workspaces),
        authorization_request.scope,
    )
    identity = _times(state) | {
        "iss": state.issuer,
        "aud": state.audience,
        "sub": session.subject,
        "sid": session.id,
        "auth_time": session.began_at,
        "nonce": authorization_request.nonce,
        "at_hash": _half_hash(access),
        **people.build_claims(person, state.workspaces, state.opened_workspaces),
    }
    return {
        "access_token": access,
        "token_type": "Bearer",
        "expires_in": TOKEN_SECONDS,
        "scope": authorization_request.scope,
        "id_token": await _sign(state, identity, "JWT"),
    }


async def issue_access_token(
    state: IdentitySimulatorState, session: IdentitySession, extra_claims: dict[str, Any], scope: str
) -> str:
    """An access token that the service accepts."""
    claims = _times(state) | {
        "iss": state.issuer,
        "aud": state.audience,
        "sub": session.subject,
        "sid": session.id,
        "client_id": state.audience,
        "jti": secrets.token_urlsafe(16),
        "scope": scope,
        **extra_claims,
    }
    return await _sign(state, claims, _ACCESS_TYPE)


async def issue_logout_token(state: IdentitySimulatorState, session: IdentitySession) -> str:
    """A logout token for an ended session (OpenID Connect Back-Channel Logout 1.0, section 2.4)."""
    now = int(state.now())
    claims = {
        "iss": state.issuer,
        "aud": state.audience,
        "sub": session.subject,
        "sid": session.id,
        "iat": now,
        "exp": now + LOGOUT_SECONDS,
        "jti": secrets.token_urlsafe(16),
        "events": {LOGOUT_EVENT: {}},
    }
    return await _sign(state, claims, _LOGOUT_TYPE)


def find_access_session(state: IdentitySimulatorState, token: str) -> tuple[IdentitySession, SimulatedPerson] | None:
    """The session and the user of a valid access token with an open session."""
    decoded = _decode_own_token(state, token)
    if decoded is None or decoded[0].get("typ") != _ACCESS_TYPE or decoded[1]["exp"] <= state.now():
        return None
    session = state.grants.find_session(decoded[1].get("sid"))
    person = people.find_subject(decoded[1].get("sub"))
    return None if session is None or person is None else (session, person)


def find_hinted_session(state: IdentitySimulatorState, token: str) -> IdentitySession | None:
    """The open session of an id token, which may have expired."""
    decoded = _decode_own_token(state, token)
    if decoded is None or decoded[0].get("typ") != "JWT":
        return None
    return state.grants.find_session(decoded[1].get("sid"))


def _decode_own_token(state: IdentitySimulatorState, token: str) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """The header and the claims of a token that this simulator issued."""
    if len(token) > _MOST_CHARACTERS:
        return None
    try:
        decoded = jwt.decode(token, state.keys.public_set, algorithms=[ALGORITHM])
    except (JoseError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return None
    is_ours = isinstance(decoded.claims, dict) and decoded.claims.get("iss") == state.issuer
    return (decoded.header, decoded.claims) if is_ours else None


async def _sign(state: IdentitySimulatorState, claims: dict[str, Any], kind: str) -> str:
    key = await state.keys.signing()
    return jwt.encode({"alg": ALGORITHM, "kid": key.kid, "typ": kind}, claims, key, algorithms=[ALGORITHM])


def _times(state: IdentitySimulatorState) -> dict[str, int]:
    now = int(state.now())
    return {"iat": now, "exp": now + TOKEN_SECONDS}


def _half_hash(token: str) -> str:
    """The left half of the token's SHA-256 (`at_hash` in OpenID Connect Core, section 3.1.3.6)."""
    return base64.urlsafe_b64encode(hashlib.sha256(token.encode()).digest()[:16]).rstrip(b"=").decode()
