"""Who opens a screen of the console: proven by the session of their browser, as `callers` prove a key or a token."""

from fulfilment.db.pool import Database
from fulfilment.http.caller import Caller
from fulfilment.http.callers import Callers
from fulfilment.http.errors import ApiError
from fulfilment.http.page import MAX_FORM_BYTES, PIECE_HEADER, SAFE_METHODS, SignInNeeded, require_own_site
from fulfilment.http.request import Request
from fulfilment.http.session import ConsoleSession, ConsoleSessions
from fulfilment.settings import Settings


def is_led_to_sign_in(refusal: ApiError, request: Request) -> bool:
    """Whether somebody just opens a page without being signed in, which is no refusal: they are shown where to."""
    is_opened = request.method in SAFE_METHODS and PIECE_HEADER not in request.headers
    return is_opened and isinstance(refusal, SignInNeeded)


class Visitors:
    """Finds who is signed in, and what they may change."""

    def __init__(self, db: Database, settings: Settings, callers: Callers):
        self._sessions = ConsoleSessions(db, settings)
        self._callers = callers

    async def identify(self, request: Request, workspace: str | None) -> tuple[ConsoleSession, Caller]:
        """Who they are in that workspace, or in their usual one; the form of the request has been read then.

        Where nobody is signed in it is read all the same, so that nothing that was typed is lost. Raises ForeignForm,
        SignInNeeded, and NotFound for a workspace that is not theirs.
        """
        is_safe = request.method in SAFE_METHODS
        if not is_safe:
            require_own_site(request)
        session = await self._sessions.find(request)
        if session is not None or not request.has_large_body:
            await request.receive_body(MAX_FORM_BYTES)
        if session is None:
            raise SignInNeeded
        caller = await self._sessions.caller(session, workspace or session.usual_workspace, request)
        return session, caller if is_safe else await self._callers.with_suspension(caller, request)
