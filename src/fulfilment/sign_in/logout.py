"""The provider tells that somebody signed out (OpenID Connect Back-Channel Logout 1.0)."""

import hashlib
import time
from datetime import timedelta

from fulfilment.db.pool import Database
from fulfilment.http.bearer import Sessions
from fulfilment.http.claims import InvalidToken, is_name
from fulfilment.settings import Settings
from fulfilment.sign_in import sessions

EVENT = "http://schemas.openid.net/event/backchannel-logout"
# A token that is older ends nothing, so that its id need not be remembered for longer than the hour.
YOUNG_SECONDS = 600
LEEWAY_SECONDS = 30
_REMEMBERED = timedelta(hours=1)


class LogoutRefused(Exception):
    """The token is none of the provider's, says nothing that can be done, or was used before."""


async def obey(tokens: Sessions, db: Database, settings: Settings, token: bytes) -> int:
    """End what the token names, and how many sessions that were. Raises LogoutRefused, ServiceUnavailable."""
    try:
        claims = await tokens.verify_logout(token)
    except InvalidToken:
        raise LogoutRefused("The logout token is not valid.") from None
    events, issued_at, used = claims.get("events"), claims.get("iat"), claims.get("jti")
    subject, sid = claims.get("sub"), claims.get("sid")
    if not isinstance(events, dict) or not isinstance(events.get(EVENT), dict) or "nonce" in claims:
        raise LogoutRefused("The token is no logout token.")
    if not isinstance(issued_at, int | float) or abs(time.time() - issued_at) > YOUNG_SECONDS + LEEWAY_SECONDS:
        raise LogoutRefused("The logout token is too old, or says no time.")
    if not is_name(used) or not used or (sid is not None and not is_name(sid)) or not (subject or sid):
        raise LogoutRefused("The logout token names no session, no person, or has no id.")
    once = hashlib.sha256(f"logout {used}".encode()).digest()
    ended = await sessions.log_out(db, once, _REMEMBERED, settings.issuer, subject or None, sid or None)
    if ended is None:
        raise LogoutRefused("The logout token was used before.")
    return ended
