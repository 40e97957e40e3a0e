"""Requests to the identity provider during a sign-in, each bounded in time, size and number."""

import asyncio
import base64
from typing import Any
from urllib.parse import quote_plus, urlencode, urlsplit, urlunsplit

import msgspec
import structlog

from fulfilment.infra.api.errors import ServiceUnavailable
from fulfilment.infra.auth import jwks
from fulfilment.infra.i18n import N_
from fulfilment.infra.limits import fair_semaphore
from fulfilment.infra.limits.fair_semaphore import FairSemaphore
from fulfilment.settings import Settings
from fulfilment.sign_in import pages
from fulfilment.sign_in.attempts import LoginState

CALLBACK_PATH = "/console/signed-in"
SIGNED_OUT_PATH = "/console/signed-out"
CODE_EXCHANGE_TIMEOUT_SECONDS = 10.0
MAX_CONCURRENT_EXCHANGES = 32
_BASIC, _POST = "client_secret_basic", "client_secret_post"

_log = structlog.get_logger(__name__)


class ProviderMetadata(msgspec.Struct, frozen=True):
    """Metadata of the discovery document; `supports_iss_param`: the provider names itself in its answers (RFC 9207)."""

    authorization_endpoint: str
    token_endpoint: str
    end_session_endpoint: str | None
    token_auth_method: str
    supports_iss_param: bool


class IdentityProvider:
    """The provider that the settings name."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._exchange_permits = FairSemaphore(MAX_CONCURRENT_EXCHANGES)

    def parse_metadata(self, discovery_document: dict[str, Any]) -> ProviderMetadata:
        """Metadata for a client from the discovery document. Raises Failed."""
        authorization_endpoint, token_endpoint = (
            self._parse_endpoint(discovery_document.get(f"{name}_endpoint")) for name in ("authorization", "token")
        )
        if authorization_endpoint is None or token_endpoint is None:
            raise pages.provider_unavailable()
        methods = discovery_document.get("token_endpoint_auth_methods_supported", [_BASIC])
        is_posted = isinstance(methods, list) and _POST in methods and _BASIC not in methods
        return ProviderMetadata(
            authorization_endpoint=authorization_endpoint,
            token_endpoint=token_endpoint,
            end_session_endpoint=self._parse_endpoint(discovery_document.get("end_session_endpoint")),
            token_auth_method=_POST if is_posted else _BASIC,
            supports_iss_param=discovery_document.get("authorization_response_iss_parameter_supported") is True,
        )

    def authorization_url(self, metadata: ProviderMetadata, login: LoginState) -> str:
        """Address of the provider for the sign-in."""
        params = {
            "response_type": "code",
            "client_id": self._settings.client_id,
            "redirect_uri": self._settings.base_url + CALLBACK_PATH,
            "scope": " ".join(dict.fromkeys(("openid", *self._settings.oidc_scopes))),
            "state": login.state,
            "nonce": login.nonce,
            "code_challenge": login.challenge,
            "code_challenge_method": "S256",
        }
        if login.is_fresh:
            params |= {"prompt": "login", "max_age": "0"}
        return add_query(metadata.authorization_endpoint, params)

    def end_session_url(self, discovery_document: dict[str, Any] | None) -> str | None:
        """Address that ends the session at the provider; None where the provider has none."""
        endpoint = (
            None if discovery_document is None else self._parse_endpoint(discovery_document.get("end_session_endpoint"))
        )
        if endpoint is None:
            return None
        redirect_uri = self._settings.base_url + SIGNED_OUT_PATH
        return add_query(endpoint, {"client_id": self._settings.client_id, "post_logout_redirect_uri": redirect_uri})

    def form_targets(self, discovery_document: dict[str, Any] | None) -> tuple[str, ...]:
        """The origins to which signing out may lead: browsers hold redirects after a form to `form-action` as well."""
        urls = (self._settings.issuer, self.end_session_url(discovery_document))
        parts = [urlsplit(address) for address in urls if address and self._parse_endpoint(address)]
        return tuple(dict.fromkeys(f"{each.scheme}://{each.netloc}" for each in parts))

    async def exchange_code(self, metadata: ProviderMetadata, login: LoginState, code: str) -> bytes:
        """The identity token that a code stands for. Raises Failed."""
        tenant_key = fair_semaphore.current_tenant.get()
        if not self._exchange_permits.try_acquire(tenant_key):
            raise pages.unavailable()
        try:
            status, body = await self._request_token(metadata, login, code)
        except ServiceUnavailable:
            raise pages.unavailable() from None
        except Exception as error:
            # A faulty answer of the provider is no fault of this service.
            _log.warning("sign_in_provider_away", error=jwks.reason_of(error))
            raise pages.provider_unavailable() from None
        finally:
            self._exchange_permits.release(tenant_key)
        return _read_identity_token(status, body)

    async def _request_token(self, metadata: ProviderMetadata, login: LoginState, code: str) -> tuple[int, dict]:
        # They load aiohttp, which is not needed without a provider.
        from yarl import URL

        from fulfilment.infra.auth import jwks_session

        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self._settings.base_url + CALLBACK_PATH,
            "code_verifier": login.verifier,
        }
        headers = {"Accept": "application/json", "Accept-Encoding": "identity"}
        secret = self._settings.oidc_client_secret
        if secret and metadata.token_auth_method == _BASIC:
            headers["Authorization"] = _basic_authorization(self._settings.client_id, secret)
        else:
            form["client_id"] = self._settings.client_id
            if secret:
                form["client_secret"] = secret
        async with (
            asyncio.timeout(CODE_EXCHANGE_TIMEOUT_SECONDS),
            jwks_session.open_session() as session,
            session.post(
                URL(metadata.token_endpoint, encoded=True), data=form, headers=headers, allow_redirects=False
            ) as response,
        ):
            return response.status, msgspec.json.decode(await jwks.read_bounded(response), type=dict)

    def _parse_endpoint(self, url: object) -> str | None:
        """Address of the provider, or None where it may not be called."""
        if not isinstance(url, str) or not url.isascii() or not url.isprintable() or " " in url:
            return None
        try:
            parts = urlsplit(url)
        except ValueError:
            return None
        allows_http = self._settings.is_development or self._settings.issuer.startswith("http://")
        return url if parts.netloc and parts.scheme in ({"https", "http"} if allows_http else {"https"}) else None


def add_query(address: str, params: dict[str, str]) -> str:
    """The address with these parameters behind those that it has."""
    parts = urlsplit(address)
    query = "&".join(filter(None, (parts.query, urlencode(params))))
    return urlunsplit(parts._replace(query=query, fragment=""))


def _read_identity_token(status: int, body: dict) -> bytes:
    token = body.get("id_token")
    if status == 200 and isinstance(token, str) and token.isascii():
        return token.encode()
    error = body.get("error")
    if status == 400 and error == "invalid_grant":
        raise pages.invalid_answer(N_("The code from the identity provider was already used, or is too old."))
    # The operator has to correct the registration of this client.
    _log.warning("sign_in_provider_refused", status=status, error=str(error)[:100])
    raise pages.provider_unavailable()


def _basic_authorization(client_id: str, secret: str) -> str:
    """RFC 6749, section 2.3.1."""
    pair = f"{quote_plus(client_id)}:{quote_plus(secret)}"
    return "Basic " + base64.b64encode(pair.encode()).decode()
