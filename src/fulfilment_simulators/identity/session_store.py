"""Session store of the simulator: authorization codes, and the sessions opened with them."""

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Callable

import msgspec

CODE_SECONDS = 60.0
# The oldest are dropped, which bounds the memory.
CODES_MOST = 1_000
SESSIONS_MOST = 1_000
_VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}")


class AuthorizationRequest(msgspec.Struct, frozen=True):
    """Parameters of a client's authorization request."""

    client_id: str
    redirect_uri: str
    state: str
    nonce: str
    challenge: str
    scope: str


class IdentitySession(msgspec.Struct, frozen=True):
    """The session of a user, with its start in epoch seconds."""

    id: str
    subject: str
    began_at: int


class _Code(msgspec.Struct):
    authorization_request: AuthorizationRequest
    session: IdentitySession
    ends_at: float
    is_used: bool = False


class SessionStore:
    """Store of codes and sessions; `now` is a clock in epoch seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._codes: dict[str, _Code] = {}
        self._sessions: dict[str, IdentitySession] = {}

    def issue_code(self, authorization_request: AuthorizationRequest, subject: str) -> str:
        """Issue a code for the chosen user."""
        session = self.open_session(subject)
        code = secrets.token_urlsafe(32)
        self._codes[code] = _Code(authorization_request, session, self._now() + CODE_SECONDS)
        _evict_oldest(self._codes, CODES_MOST)
        return code

    def open_session(self, subject: str) -> IdentitySession:
        """Open a session of a user."""
        session = IdentitySession(secrets.token_urlsafe(16), subject, int(self._now()))
        self._sessions[session.id] = session
        _evict_oldest(self._sessions, SESSIONS_MOST)
        return session

    def redeem_code(
        self, code: str, client_id: str, redirect_uri: str, verifier: str
    ) -> tuple[AuthorizationRequest, IdentitySession] | None:
        """Redeem a code for its request and session; None for an unknown, expired or used code, or another client's.

        A code is valid for one try. A second use means that it was stolen, and ends the session of the first use.
        """
        stored = self._codes.get(code)
        if stored is None:
            return None
        if stored.is_used:
            self.end_session(stored.session.id)
            return None
        stored.is_used = True
        is_same_client = (
            stored.authorization_request.client_id == client_id
            and stored.authorization_request.redirect_uri == redirect_uri
        )
        if (
            not is_same_client
            or self._now() > stored.ends_at
            or not _matches_challenge(verifier, stored.authorization_request.challenge)
        ):
            self.end_session(stored.session.id)
            return None
        return stored.authorization_request, stored.session

    def find_session(self, identifier: object) -> IdentitySession | None:
        """An open session by id."""
        return self._sessions.get(identifier) if isinstance(identifier, str) else None

    def list_sessions(self, subject: str) -> list[IdentitySession]:
        """All open sessions of a user."""
        return [session for session in self._sessions.values() if session.subject == subject]

    def end_session(self, identifier: str) -> None:
        """End a session, which invalidates its access tokens here."""
        self._sessions.pop(identifier, None)


def _matches_challenge(verifier: str, challenge: str) -> bool:
    """True where the challenge belongs to the verifier (RFC 7636, S256)."""
    if not _VERIFIER.fullmatch(verifier):
        return False
    computed = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=")
    return hmac.compare_digest(computed, challenge.encode())


def _evict_oldest(entries: dict, limit: int) -> None:
    while len(entries) > limit:
        del entries[next(iter(entries))]
