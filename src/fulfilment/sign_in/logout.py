"""The provider tells that somebody signed out (OpenID Connect Back-Channel Logout 1.0)."""

import hashlib
from datetime import timedelta

from fulfilment.infra import clock
from fulfilment.infra.auth.bearer_tokens import TokenAuthenticator
from fulfilment.infra.auth.token_claims import InvalidToken, is_name
from fulfilment.infra.database.pool import Database
from fulfilment.settings import Settings
from fulfilment.sign_in import sessions

EVENT = "http://schemas.openid.net/event/backchannel-logout"
# A token that is older ends nothing, so that its id need not be remembered for longer than the hour.
MAX_TOKEN_AGE_SECONDS = 600
_TOKEN_RETENTION = timedelta(hours=1)


class InvalidLogoutToken(Exception):
    """The token is none of the provider's, says nothing that can be done, or was used before."""


async def handle_backchannel_logout(tokens: TokenAuthenticator, db: Database, settings: Settings, token: bytes) -> int:
    """End what the token names, and how many sessions that were. Raises InvalidLogoutToken, ServiceUnavailable."""
    try:
        claims = await tokens.verify_logout(token)
    except InvalidToken:
        raise InvalidLogoutToken("The logout token is not valid.") from None
    events, issued_at, token_id = claims.get("events"), claims.get("iat"), claims.get("jti")
    subject, sid = claims.get("sub"), claims.get("sid")
    if not isinstance(events, dict) or not isinstance(events.get(EVENT), dict) or "nonce" in claims:
        raise InvalidLogoutToken("The token is no logout token.")
    if not isinstance(issued_at, int | float) or abs(int(clock.epoch()) - issued_at) > MAX_TOKEN_AGE_SECONDS:
        raise InvalidLogoutToken("The logout token is too old, or says no time.")
    if not is_name(token_id) or not token_id or (sid is not None and not is_name(sid)) or not (subject or sid):
        raise InvalidLogoutToken("The logout token names no session, no person, or has no id.")
    token_hash = hashlib.sha256(f"logout {token_id}".encode()).digest()
    ended = await sessions.end_by_logout_token(
        db, token_hash, _TOKEN_RETENTION, settings.issuer, subject or None, sid or None
    )
    if ended is None:
        raise InvalidLogoutToken("The logout token was used before.")
    return ended
