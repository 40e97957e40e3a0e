"""Two nodes on one database, one in development and one in production, and a scripted identity provider."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from tests.harness.provider import AUDIENCE, Document, Provider, providing
from tests.harness.service import Service, serving
from tests.sign_in.browser import BrowserResponse, CookieBrowser

CLIENT = "the-console"
SECRET = "a secret: of the client"
TOKEN = "/realm/token"
PUBLIC = "https://shop.example"

_numbers = itertools.count(1)


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with providing() as running:
        running.about = {
            **running.about,
            "end_session_endpoint": f"{running.issuer}/end",
            "authorization_response_iss_parameter_supported": True,
        }
        yield running


@pytest.fixture(scope="module")
def named(provider: Provider) -> dict[str, str]:
    """The settings that name the provider."""
    return {
        "oidc_issuer": provider.issuer,
        "oidc_audience": AUDIENCE,
        "oidc_client_id": CLIENT,
        "oidc_client_secret": SECRET,
    }


@pytest.fixture(scope="module")
def service(module_database_url: str, named: dict[str, str]) -> Iterator[Service]:
    with serving(module_database_url, trusted_proxies="127.0.0.1", **named) as running:
        yield running
        assert running.faults() == []


@pytest.fixture(scope="module")
def production(module_database_url: str, named: dict[str, str]) -> Iterator[Service]:
    with serving(module_database_url, mode="production", public_url=PUBLIC, **named) as running:
        yield running
        assert running.faults() == []


@pytest.fixture
def browser(service: Service) -> CookieBrowser:
    return CookieBrowser(service.port)


class LoginDriver:
    """The provider's side of one sign-in after another, of a person that no other test knows."""

    def __init__(self, provider: Provider):
        self.provider = provider
        self.subject = f"usr_{next(_numbers)}"

    def set_next_token(self, params: dict[str, str], *, key: Any = None, header: Any = None, **changes: Any) -> None:
        """Set the provider's ID token for the next code; None removes a claim."""
        default_claims = {
            "aud": CLIENT,
            "sub": self.subject,
            "nonce": params["nonce"],
            "name": "Ayu",
            "sid": f"sid_{self.subject}",
        }
        claims = self.provider.claims(**{**default_claims, **changes})
        token = self.provider.token(claims, key=key, **(header or {}))
        self.provider.documents[TOKEN] = Document.of({"id_token": token, "access_token": "x", "token_type": "Bearer"})

    def sign_in(self, browser: CookieBrowser, path: str = "/console/sign-in", **changes: Any) -> BrowserResponse:
        """The whole way, and the page at its end."""
        params = browser.start_sign_in(path)
        self.set_next_token(params, **changes)
        return self.return_to_callback(browser, params)

    def return_to_callback(self, browser: CookieBrowser, params: dict[str, str], **changes: str) -> BrowserResponse:
        """Lead the browser back with a code."""
        return browser.return_from_provider(
            **{"state": params["state"], "code": "a code", "iss": self.provider.issuer, **changes}
        )


@pytest.fixture
def login_driver(provider: Provider) -> LoginDriver:
    return LoginDriver(provider)
