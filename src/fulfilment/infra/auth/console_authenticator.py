"""Who opens a screen of the console: proven by the session of their browser, as `callers` prove a key or a token."""

from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.api.internal_client import (
    MAX_FORM_BYTES,
    PARTIAL_HEADER,
    SAFE_METHODS,
    SignInRequired,
    require_same_origin,
)
from fulfilment.infra.api.request import Request
from fulfilment.infra.auth.authenticator import Authenticator
from fulfilment.infra.auth.console_sessions import ConsoleSession, ConsoleSessions
from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.database.pool import Database
from fulfilment.settings import Settings


def is_login_redirect(error: ApiError, request: Request) -> bool:
    """Whether somebody just opens a page without being signed in, which is no refusal: they are shown where to."""
    is_opened = request.method in SAFE_METHODS and PARTIAL_HEADER not in request.headers
    return is_opened and isinstance(error, SignInRequired)


class ConsoleAuthenticator:
    """Finds who is signed in, and what they may change."""

    def __init__(self, db: Database, settings: Settings, authenticator: Authenticator) -> None:
        self._sessions = ConsoleSessions(db, settings)
        self._authenticator = authenticator

    async def authenticate(self, request: Request, workspace: str | None) -> tuple[ConsoleSession, Principal]:
        """Who they are in that workspace, or in their usual one; the form of the request has been read then.

        Where nobody is signed in it is read all the same, so that nothing that was typed is lost. Raises CrossSiteForm,
        SignInRequired, and NotFound for a workspace that is not theirs.
        """
        is_safe = request.method in SAFE_METHODS
        if not is_safe:
            require_same_origin(request)
        session = await self._sessions.find(request)
        if session is not None or not request.has_large_body:
            await request.receive_body(MAX_FORM_BYTES)
        if session is None:
            raise SignInRequired
        principal = await self._sessions.principal(session, workspace or session.default_workspace, request)
        return session, principal if is_safe else await self._authenticator.with_workspace(principal)
