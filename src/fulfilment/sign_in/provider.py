"""What is asked of the identity provider when somebody signs in, each call bounded in time, size and number."""

import asyncio
import base64
from typing import Any
from urllib.parse import quote_plus, urlencode, urlsplit, urlunsplit

import msgspec
import structlog

from fulfilment import party
from fulfilment.http import provider_keys
from fulfilment.http.errors import ServiceUnavailable
from fulfilment.settings import Settings
from fulfilment.shares import Shares
from fulfilment.sign_in import failure
from fulfilment.sign_in.attempts import Attempt
from fulfilment.translations import N_

CALLBACK = "/console/signed-in"
SIGNED_OUT = "/console/signed-out"
REDEEM_TIMEOUT_SECONDS = 10.0
REDEEMED_AT_ONCE = 32
_BASIC, _POST = "client_secret_basic", "client_secret_post"

_log = structlog.get_logger(__name__)


class About(msgspec.Struct, frozen=True):
    """The addresses of the provider's discovery document; `says_who` is that it names itself in its answers."""

    authorize: str
    redeem: str
    end_session: str | None
    secret_by: str
    says_who: bool


class Provider:
    """The provider that the settings name."""

    def __init__(self, settings: Settings):
        self._settings = settings
        self._places = Shares(REDEEMED_AT_ONCE)

    def read(self, document: dict[str, Any]) -> About:
        """What the discovery document says to a client. Raises Failed."""
        authorize, redeem = (self._address(document.get(f"{name}_endpoint")) for name in ("authorization", "token"))
        if authorize is None or redeem is None:
            raise failure.not_answered()
        methods = document.get("token_endpoint_auth_methods_supported", [_BASIC])
        is_posted = isinstance(methods, list) and _POST in methods and _BASIC not in methods
        return About(
            authorize=authorize,
            redeem=redeem,
            end_session=self._address(document.get("end_session_endpoint")),
            secret_by=_POST if is_posted else _BASIC,
            says_who=document.get("authorization_response_iss_parameter_supported") is True,
        )

    def question(self, about: About, attempt: Attempt) -> str:
        """Where the browser is led to sign in."""
        asked = {
            "response_type": "code",
            "client_id": self._settings.client_id,
            "redirect_uri": self._settings.base_url + CALLBACK,
            "scope": " ".join(dict.fromkeys(("openid", *self._settings.oidc_scopes))),
            "state": attempt.state,
            "nonce": attempt.nonce,
            "code_challenge": attempt.challenge,
            "code_challenge_method": "S256",
        }
        if attempt.is_fresh:
            asked |= {"prompt": "login", "max_age": "0"}
        return with_query(about.authorize, asked)

    def farewell(self, document: dict[str, Any] | None) -> str | None:
        """Where the browser is led to end the provider's own session; None where it knows no such place."""
        address = None if document is None else self._address(document.get("end_session_endpoint"))
        if address is None:
            return None
        back = self._settings.base_url + SIGNED_OUT
        return with_query(address, {"client_id": self._settings.client_id, "post_logout_redirect_uri": back})

    def form_targets(self, document: dict[str, Any] | None) -> tuple[str, ...]:
        """The origins to which signing out may lead: browsers hold redirects after a form to `form-action` as well."""
        named = (self._settings.issuer, self.farewell(document))
        parts = [urlsplit(address) for address in named if address and self._address(address)]
        return tuple(dict.fromkeys(f"{each.scheme}://{each.netloc}" for each in parts))

    async def redeem(self, about: About, attempt: Attempt, code: str) -> bytes:
        """The identity token that a code stands for. Raises Failed."""
        who = party.current.get()
        if not self._places.take_now(who):
            raise failure.busy()
        try:
            status, body = await self._post(about, attempt, code)
        except ServiceUnavailable:
            raise failure.busy() from None
        except Exception as problem:
            # Whatever a provider says or leaves unsaid is no fault of ours.
            _log.warning("sign_in_provider_away", error=repr(problem)[:300])
            raise failure.not_answered() from None
        finally:
            self._places.give_back(who)
        return _identity_token(status, body)

    async def _post(self, about: About, attempt: Attempt, code: str) -> tuple[int, dict]:
        from fulfilment.http import provider_session

        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self._settings.base_url + CALLBACK,
            "code_verifier": attempt.verifier,
        }
        headers = {"Accept": "application/json", "Accept-Encoding": "identity"}
        secret = self._settings.oidc_client_secret
        if secret and about.secret_by == _BASIC:
            headers["Authorization"] = _basic(self._settings.client_id, secret)
        else:
            form["client_id"] = self._settings.client_id
            if secret:
                form["client_secret"] = secret
        async with (
            asyncio.timeout(REDEEM_TIMEOUT_SECONDS),
            provider_session.begun() as session,
            session.post(about.redeem, data=form, headers=headers, allow_redirects=False) as answer,
        ):
            return answer.status, msgspec.json.decode(await provider_keys.whole(answer), type=dict)

    def _address(self, given: object) -> str | None:
        """An address of the provider's, where it is one that may be asked."""
        if not isinstance(given, str) or not given.isascii() or not given.isprintable() or " " in given:
            return None
        try:
            parts = urlsplit(given)
        except ValueError:
            return None
        allows_http = self._settings.is_development or self._settings.issuer.startswith("http://")
        return given if parts.netloc and parts.scheme in ({"https", "http"} if allows_http else {"https"}) else None


def with_query(address: str, asked: dict[str, str]) -> str:
    """The address with these parameters behind those that it has."""
    parts = urlsplit(address)
    query = "&".join(filter(None, (parts.query, urlencode(asked))))
    return urlunsplit(parts._replace(query=query, fragment=""))


def _identity_token(status: int, body: dict) -> bytes:
    token = body.get("id_token")
    if status == 200 and isinstance(token, str) and token.isascii():
        return token.encode()
    said = body.get("error")
    if status == 400 and said == "invalid_grant":
        raise failure.refused(N_("The code that the identity provider gave was used before, or is too old."))
    # What is wrong with our client is for the operator to mend.
    _log.warning("sign_in_provider_refused", status=status, error=str(said)[:100])
    raise failure.not_answered()


def _basic(client_id: str, secret: str) -> str:
    """RFC 6749, section 2.3.1."""
    pair = f"{quote_plus(client_id)}:{quote_plus(secret)}"
    return "Basic " + base64.b64encode(pair.encode()).decode()
