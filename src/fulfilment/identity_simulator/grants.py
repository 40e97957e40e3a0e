"""What the simulator remembers: codes that wait to be used, and the sessions that came of them."""

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Callable

import msgspec

CODE_SECONDS = 60.0
# The oldest give way: a page that is asked in a circle fills no memory.
CODES_MOST = 1_000
SESSIONS_MOST = 1_000
_VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}")


class Wish(msgspec.Struct, frozen=True):
    """What a client asked for, as it stood in its authorization request."""

    client_id: str
    redirect_uri: str
    state: str
    nonce: str
    challenge: str
    scope: str


class Session(msgspec.Struct, frozen=True):
    """Somebody who signed in, at a time in epoch seconds."""

    id: str
    subject: str
    began_at: int


class _Code(msgspec.Struct):
    wish: Wish
    session: Session
    ends_at: float
    is_used: bool = False


class Grants:
    """Codes and sessions; `now` is a clock in epoch seconds."""

    def __init__(self, now: Callable[[], float]):
        self._now = now
        self._codes: dict[str, _Code] = {}
        self._sessions: dict[str, Session] = {}

    def begin(self, wish: Wish, subject: str) -> str:
        """A code for somebody who was chosen."""
        session = self.open(subject)
        code = secrets.token_urlsafe(32)
        self._codes[code] = _Code(wish, session, self._now() + CODE_SECONDS)
        _shorten(self._codes, CODES_MOST)
        return code

    def open(self, subject: str) -> Session:
        """A session of somebody."""
        session = Session(secrets.token_urlsafe(16), subject, int(self._now()))
        self._sessions[session.id] = session
        _shorten(self._sessions, SESSIONS_MOST)
        return session

    def redeem(self, code: str, client_id: str, redirect_uri: str, verifier: str) -> tuple[Wish, Session] | None:
        """What a code stands for; None where it is unknown, too old, somebody else's, or was used before.

        A code is good for one try. One that comes again was seen by two, and ends the session of the first
        (RFC 6749, section 4.1.2).
        """
        kept = self._codes.get(code)
        if kept is None:
            return None
        if kept.is_used:
            self.end(kept.session.id)
            return None
        kept.is_used = True
        is_theirs = kept.wish.client_id == client_id and kept.wish.redirect_uri == redirect_uri
        if not is_theirs or self._now() > kept.ends_at or not _has_made(verifier, kept.wish.challenge):
            self.end(kept.session.id)
            return None
        return kept.wish, kept.session

    def session(self, identifier: object) -> Session | None:
        """A session that goes on."""
        return self._sessions.get(identifier) if isinstance(identifier, str) else None

    def sessions_of(self, subject: str) -> list[Session]:
        """All sessions of somebody that go on."""
        return [session for session in self._sessions.values() if session.subject == subject]

    def end(self, identifier: str) -> None:
        """End a session; its access tokens open nothing here any more."""
        self._sessions.pop(identifier, None)


def _has_made(verifier: str, challenge: str) -> bool:
    """Whether the challenge is the verifier's (RFC 7636, S256)."""
    if not _VERIFIER.fullmatch(verifier):
        return False
    made = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=")
    return hmac.compare_digest(made, challenge.encode())


def _shorten(kept: dict, most: int) -> None:
    while len(kept) > most:
        del kept[next(iter(kept))]
