"""Who signed in, by the identity token that a code stood for (OpenID Connect Core, section 3.1.3.7)."""

import hmac
from datetime import UTC, datetime

import msgspec

from fulfilment.infra.auth import token_claims as person_claims
from fulfilment.infra.auth.bearer_tokens import TokenAuthenticator
from fulfilment.infra.auth.token_claims import InvalidToken, Person, is_name
from fulfilment.infra.i18n import N_
from fulfilment.settings import Settings
from fulfilment.sign_in import failure
from fulfilment.sign_in.attempts import LoginState

# The clocks of two machines.
LEEWAY_SECONDS = 30
_MAX_TIME = datetime(9_000, 1, 1, tzinfo=UTC).timestamp()


class Identity(msgspec.Struct, frozen=True):
    """A person, and what the provider says of its own session with them; None where it does not."""

    person: Person
    name: str | None
    sid: str | None
    authenticated_at: datetime | None


async def verify_identity(tokens: TokenAuthenticator, settings: Settings, login: LoginState, token: bytes) -> Identity:
    """Who the token is of. Raises Failed, ServiceUnavailable."""
    try:
        claims = await tokens.verify_identity(token)
        person = person_claims.parse(claims, settings.oidc_claim_prefix)
    except InvalidToken:
        raise failure.invalid_answer(N_("The identity provider's answer proves nothing.")) from None
    nonce, authorized_party = claims.get("nonce"), claims.get("azp", settings.client_id)
    is_single_audience = not isinstance(claims["aud"], list) or len(claims["aud"]) == 1 or "azp" in claims
    if authorized_party != settings.client_id or not is_single_audience:
        raise failure.invalid_answer(N_("The identity provider's answer is for somebody else."))
    if not isinstance(nonce, str) or not hmac.compare_digest(nonce.encode(), login.nonce.encode()):
        raise failure.invalid_answer(N_("The identity provider's answer belongs to another sign-in."))
    authenticated_at = _parse_time(claims.get("auth_time"))
    if login.is_fresh and (
        authenticated_at is None or authenticated_at.timestamp() < login.started_at - LEEWAY_SECONDS
    ):
        raise failure.invalid_answer(N_("The identity provider did not ask who you are again."))
    if not person.account_ids:
        raise failure.without_workspace()
    return Identity(person, _parse_text(claims.get("name")), _parse_text(claims.get("sid")), authenticated_at)


def _parse_time(value: object) -> datetime | None:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= _MAX_TIME:
        return None
    return datetime.fromtimestamp(value, UTC)


def _parse_text(value: object) -> str | None:
    return value if isinstance(value, str) and is_name(value) and value else None
