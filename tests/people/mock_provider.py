"""An OpenID Connect provider from the package `oidc-provider-mock`, and a person who signs in to it."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import requests

with warnings.catch_warnings():
    # It speaks of what its next release will use.
    warnings.simplefilter("ignore")
    from oidc_provider_mock import run_server_in_thread

CLIENT = "console"
BACK = "http://127.0.0.1:9/back"
TIMEOUT_SECONDS = 60


class MockProvider:
    """The running provider; each start of it has a key of its own, which has no name."""

    def __init__(self, port: int):
        self.port = port
        self.issuer = f"http://localhost:{port}"

    def sign_in(self, subject: str, **claims: Any) -> str:
        """The person's ID token, by discovery and the code flow. Access tokens are for the provider alone."""
        about = requests.get(f"{self.issuer}/.well-known/openid-configuration", timeout=TIMEOUT_SECONDS).json()
        known = requests.put(f"{self.issuer}/users/{subject}", json=claims, timeout=TIMEOUT_SECONDS)
        assert known.status_code == 204
        asked = {
            "client_id": CLIENT,
            "redirect_uri": BACK,
            "response_type": "code",
            "scope": "openid email",
            "state": "s",
            "nonce": "n",
        }
        came = requests.post(
            about["authorization_endpoint"],
            params=asked,
            data={"sub": subject},
            allow_redirects=False,
            timeout=TIMEOUT_SECONDS,
        )
        (code,) = parse_qs(urlsplit(came.headers["Location"]).query)["code"]
        told = requests.post(
            about["token_endpoint"],
            data={"grant_type": "authorization_code", "code": code, "redirect_uri": BACK},
            auth=(CLIENT, "any secret"),
            timeout=TIMEOUT_SECONDS,
        )
        assert told.status_code == 200, told.text
        return told.json()["id_token"]


@contextmanager
def mocking(port: int = 0) -> Iterator[MockProvider]:
    """The provider on a port; a later one on the same port is the same issuer with another key."""
    with pytest.MonkeyPatch.context() as patch, run_server_in_thread(port) as server:
        # The library behind it wants to be told that a loopback address needs no TLS.
        patch.setenv("AUTHLIB_INSECURE_TRANSPORT", "1")
        yield MockProvider(server.server_port)
