"""A service with an identity provider whose tokens have the claims that a test sets."""

import itertools
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.harness.provider import AUDIENCE, Provider, providing
from tests.harness.service import Answer, Service, serving

Send = Callable[..., Answer]

_numbers = itertools.count(1)


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with providing() as running:
        yield running


@pytest.fixture(scope="module")
def service(module_database_url: str, provider: Provider) -> Iterator[Service]:
    named = {"oidc_issuer": provider.issuer, "oidc_audience": AUDIENCE}
    with serving(module_database_url, workers=2, **named) as running:
        yield running
        assert running.faults() == []


@pytest.fixture
def account() -> str:
    """The id of a workspace that does not exist yet."""
    return f"acc_people_{next(_numbers)}"


@pytest.fixture
def send(service: Service, provider: Provider, account: str) -> Send:
    """A request of a session: `said` are its claims, `workspace` what its header chooses.

    Each test is a person of its own, whose allowance no other test uses up.
    """

    def send(
        method: str = "GET",
        target: str = "/api/v1/warehouses",
        body: Any = None,
        *,
        workspace: str | None = None,
        token: str | None = None,
        **said: Any,
    ) -> Answer:
        token = token or provider.token({**provider.claims(accountId=account, sub=f"usr_{account}"), **said})
        headers: list[tuple[str, str | bytes]] = [("Authorization", f"Bearer {token}")]
        if workspace is not None:
            headers.append(("Svc-Workspace", workspace))
        if method != "GET":
            headers.append(("Idempotency-Key", f"key-{next(_numbers)}"))
        raw = b"" if body is None else json.dumps(body).encode()
        if raw:
            headers.append(("Content-Type", "application/json"))
        return service.send(method, target, headers, raw)

    return send
