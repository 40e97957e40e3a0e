"""The tokens of the simulator: of access, of identity, and of logout."""

import base64
import hashlib
import secrets
from typing import Any

from joserfc import jwt
from joserfc.errors import JoseError

from fulfilment.identity_simulator import people
from fulfilment.identity_simulator.grants import Session, Wish
from fulfilment.identity_simulator.keys import TOKEN_SECONDS
from fulfilment.identity_simulator.people import Person
from fulfilment.identity_simulator.state import State

ALGORITHM = "RS256"
LOGOUT_SECONDS = 120
LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout"
_ACCESS_TYPE = "at+jwt"
_LOGOUT_TYPE = "logout+jwt"
_MOST_CHARACTERS = 16_384


async def answer(state: State, wish: Wish, session: Session, person: Person) -> dict[str, Any]:
    """What the token endpoint answers."""
    access = await access_token(state, session, people.claims(person, state.workspaces), wish.scope)
    identity = _times(state) | {
        "iss": state.issuer,
        "aud": state.audience,
        "sub": session.subject,
        "sid": session.id,
        "auth_time": session.began_at,
        "nonce": wish.nonce,
        "at_hash": _half_hash(access),
        **people.claims(person, state.workspaces),
    }
    return {
        "access_token": access,
        "token_type": "Bearer",
        "expires_in": TOKEN_SECONDS,
        "scope": wish.scope,
        "id_token": await _signed(state, identity, "JWT"),
    }


async def access_token(state: State, session: Session, said: dict[str, Any], scope: str) -> str:
    """A token that the service takes."""
    claims = _times(state) | {
        "iss": state.issuer,
        "aud": state.audience,
        "sub": session.subject,
        "sid": session.id,
        "client_id": state.audience,
        "jti": secrets.token_urlsafe(16),
        "scope": scope,
        **said,
    }
    return await _signed(state, claims, _ACCESS_TYPE)


async def logout_token(state: State, session: Session) -> str:
    """What tells a client that a session has ended (OpenID Connect Back-Channel Logout 1.0, section 2.4)."""
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
    return await _signed(state, claims, _LOGOUT_TYPE)


def accessing(state: State, token: str) -> tuple[Session, Person] | None:
    """Whose access token this is, while it and its session last."""
    read = _read(state, token)
    if read is None or read[0].get("typ") != _ACCESS_TYPE or read[1]["exp"] <= state.now():
        return None
    session = state.grants.session(read[1].get("sid"))
    person = people.find_subject(read[1].get("sub"))
    return None if session is None or person is None else (session, person)


def hinted(state: State, token: str) -> Session | None:
    """Whose identity token this is or was; it may have expired meanwhile."""
    read = _read(state, token)
    if read is None or read[0].get("typ") != "JWT":
        return None
    return state.grants.session(read[1].get("sid"))


def _read(state: State, token: str) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """The header and the claims of a token of our own."""
    if len(token) > _MOST_CHARACTERS:
        return None
    try:
        read = jwt.decode(token, state.keys.shown, algorithms=[ALGORITHM])
    except (JoseError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return None
    is_ours = isinstance(read.claims, dict) and read.claims.get("iss") == state.issuer
    return (read.header, read.claims) if is_ours else None


async def _signed(state: State, claims: dict[str, Any], kind: str) -> str:
    key = await state.keys.signing()
    return jwt.encode({"alg": ALGORITHM, "kid": key.kid, "typ": kind}, claims, key, algorithms=[ALGORITHM])


def _times(state: State) -> dict[str, int]:
    now = int(state.now())
    return {"iat": now, "exp": now + TOKEN_SECONDS}


def _half_hash(token: str) -> str:
    """The left half of its SHA-256 (OpenID Connect Core, section 3.1.3.6)."""
    return base64.urlsafe_b64encode(hashlib.sha256(token.encode()).digest()[:16]).rstrip(b"=").decode()
