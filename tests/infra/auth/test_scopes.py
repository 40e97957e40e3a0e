"""Enforced scopes: the scope that each route needs, and the scopes that a key can pass on (decisions, section 3)."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from fulfilment.app import all_routes
from fulfilment.infra.api.routing import Route
from tests.harness.goods import fresh_key
from tests.harness.service import Client, Service, serving
from tests.harness.workspaces import open_client

KEYS = "/api/v1/api-keys"
CONFIG = "/api/v1/shipping/config"
# Paths that need more than the scope of their method (decisions, section 3).
OF_ADMINS = ("/api/v1/api-keys", "/api/v1/webhooks/", "/api/v1/admin/")
SIGNED = [pytest.param(route, id=f"{route.method} {route.path}") for route in all_routes() if not route.is_public]


@pytest.fixture(scope="module")
def service(module_database_url: str) -> Iterator[Service]:
    with serving(module_database_url, scopes_enforced="true") as running:
        yield running


@pytest.fixture(scope="module")
def keys(service: Service) -> dict[str, Client]:
    """A key of one workspace for each scope, with that one alone."""
    owner = open_client(service)
    return {scope: _with_scopes(owner, scope) for scope in ("read", "write", "admin")}


def _with_scopes(owner: Client, *scopes: str) -> Client:
    answer = owner("POST", KEYS, {"name": "Scoped", "scopes": list(scopes)})
    assert answer.status == 201, answer.raw
    return msgspec.structs.replace(owner, key_id=answer.data["apiKey"]["keyId"], secret=answer.data["secret"])


def _needed(route: Route) -> str:
    if route.path.startswith(OF_ADMINS) or (route.method, route.path) == ("PUT", CONFIG):
        return "admin"
    return "read" if route.method == "GET" else "write"


@pytest.mark.parametrize("route", SIGNED)
def test_a_route_takes_the_scope_it_needs_and_no_other(keys: dict[str, Client], route: Route) -> None:
    path = route.path.replace("{", "").replace("}", "")
    refused = {}
    for scope, key in keys.items():
        # Nothing is sent that could be done.
        answer = key(route.method, path, b"", fresh_key())
        # Some routes need a platform key as well, and say so.
        is_refused = answer.status == 403 and answer.error[1] == "FORBIDDEN"
        refused[scope] = is_refused and "with the scope" in answer.json["error"]["message"]
        if refused[scope]:
            assert f"'{_needed(route)}'" in answer.json["error"]["message"]
    assert [scope for scope in refused if not refused[scope]] == [_needed(route)]


@pytest.mark.parametrize(
    ("own", "asked", "status"),
    [
        (["admin"], ["admin"], 201),
        (["admin"], ["read"], 403),
        (["admin"], None, 403),
        (["admin", "read", "write"], None, 201),
        (["admin", "read"], ["read", "admin", "read"], 201),
        (["admin", "read"], ["read", "write"], 403),
    ],
)
def test_a_key_hands_on_no_scope_that_it_lacks(service: Service, own: list[str], asked: Any, status: int) -> None:
    key = _with_scopes(open_client(service), *own)
    answer = key("POST", KEYS, {"name": "Next", "scopes": asked})
    assert answer.status == status
    assert status == 201 or answer.error[1] == "FORBIDDEN"
