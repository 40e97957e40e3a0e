"""Two nodes on one database, one in development and one in production, and a provider that says what a test wants."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from tests.http.provider import AUDIENCE, Document, Provider, providing
from tests.http.service import Service, serving
from tests.sign_in.browser import Browser, Page

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
def browser(service: Service) -> Browser:
    return Browser(service.port)


class Desk:
    """The provider's side of one sign-in after another, of a person that no other test knows."""

    def __init__(self, provider: Provider):
        self.provider = provider
        self.subject = f"usr_{next(_numbers)}"

    def says(self, asked: dict[str, str], *, key: Any = None, header: Any = None, **changes: Any) -> None:
        """What it will answer for the next code; None takes a claim away."""
        said = {
            "aud": CLIENT,
            "sub": self.subject,
            "nonce": asked["nonce"],
            "name": "Ayu",
            "sid": f"sid_{self.subject}",
        }
        claims = self.provider.claims(**{**said, **changes})
        token = self.provider.token(claims, key=key, **(header or {}))
        self.provider.documents[TOKEN] = Document.of({"id_token": token, "access_token": "x", "token_type": "Bearer"})

    def sign_in(self, browser: Browser, path: str = "/console/sign-in", **changes: Any) -> Page:
        """The whole way, and the page at its end."""
        asked = browser.begin(path)
        self.says(asked, **changes)
        return self.lead_back(browser, asked)

    def lead_back(self, browser: Browser, asked: dict[str, str], **changes: str) -> Page:
        """Lead the browser back with a code."""
        return browser.come_back(**{"state": asked["state"], "code": "a code", "iss": self.provider.issuer, **changes})


@pytest.fixture
def desk(provider: Provider) -> Desk:
    return Desk(provider)
