"""Who signed in, by the identity token that a code stood for (OpenID Connect Core, section 3.1.3.7)."""

import hmac
from datetime import UTC, datetime
from typing import Any

import msgspec

from fulfilment.http import claims as person_claims
from fulfilment.http.bearer import Sessions
from fulfilment.http.claims import InvalidToken, Person, is_name
from fulfilment.settings import Settings
from fulfilment.sign_in import failure
from fulfilment.sign_in.attempts import Attempt
from fulfilment.translations import N_

# The clocks of two machines.
LEEWAY_SECONDS = 30
_LATEST = datetime(9_000, 1, 1, tzinfo=UTC).timestamp()


class Identity(msgspec.Struct, frozen=True):
    """A person, and what the provider says of its own session with them; None where it does not."""

    person: Person
    name: str | None
    sid: str | None
    proven_at: datetime | None


async def verified(tokens: Sessions, settings: Settings, attempt: Attempt, token: bytes) -> Identity:
    """Who the token is of. Raises Failed, ServiceUnavailable."""
    try:
        claims = await tokens.verify_identity(token)
        person = person_claims.read(claims, settings.oidc_claim_prefix)
    except InvalidToken:
        raise failure.refused(N_("The identity provider's answer proves nothing.")) from None
    nonce, party = claims.get("nonce"), claims.get("azp", settings.client_id)
    is_one = not isinstance(claims["aud"], list) or len(claims["aud"]) == 1 or "azp" in claims
    if party != settings.client_id or not is_one:
        raise failure.refused(N_("The identity provider's answer is for somebody else."))
    if not isinstance(nonce, str) or not hmac.compare_digest(nonce.encode(), attempt.nonce.encode()):
        raise failure.refused(N_("The identity provider's answer belongs to another sign-in."))
    proven_at = _moment(claims.get("auth_time"))
    if attempt.is_fresh and (proven_at is None or proven_at.timestamp() < attempt.began_at - LEEWAY_SECONDS):
        raise failure.refused(N_("The identity provider did not ask who you are again."))
    if not person.account_ids:
        raise failure.without_workspace()
    return Identity(person, _text(claims.get("name")), _text(claims.get("sid")), proven_at)


def _moment(value: Any) -> datetime | None:
    is_one = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= _LATEST
    return datetime.fromtimestamp(value, UTC) if is_one else None


def _text(value: object) -> str | None:
    return value if is_name(value) and value else None
