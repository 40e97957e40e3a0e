"""Every route that answers a file keeps it out of caches, and browsers from running anything in it."""

import re
from typing import Any

import pytest

from fulfilment.app import all_routes
from fulfilment.infra.api.envelope import JSON_TYPE
from fulfilment.infra.api.routing import Route
from fulfilment.infra.openapi import responses
from tests.contract.path_ids import PATH_IDS
from tests.harness.service import Answer, Client

FILES = [
    pytest.param(route, id=f"{route.method} {route.path}")
    for route in all_routes()
    if responses.is_document(route) or route.other_media_types
]
# Pages that are the same for every reader, which may be kept until they change.
PUBLISHED = ("/llms.txt", "/api/v1/openapi.json")
QUERIES = {"/api/v1/shipping-credits/statement": "?format=csv"}


def asked(client: Client, route: Route, owned: dict[str, str]) -> Answer:
    """The file, where the world has one."""
    path = re.sub(r"\{id\}", owned.get(PATH_IDS.get(route.path.partition("{id}")[0] + "{id}", ""), "x"), route.path)
    if "{token}" in path and "label-links" in path:
        link = client("GET", f"/api/v1/shipping/shipments/{owned['shipment']}/label").data["url"]
        path = link[link.index("/api/v1") :]
    path = re.sub(r"\{\w+\}", "x", path) + QUERIES.get(route.path, "")
    body: Any = {"shipmentIds": [owned["shipment"]]} if route.method == "POST" else None
    return client(route.method, path, body)


@pytest.mark.parametrize("route", FILES)
def test_a_file_is_kept_by_nobody_guessed_by_nobody_and_runs_nothing(
    owner: Client, owned: dict[str, str], route: Route
) -> None:
    answer = asked(owner, route, owned)
    is_private = route.path.startswith("/api/") and route.path not in PUBLISHED
    if is_private:
        assert answer.status == 200, answer.raw[:200]
        assert answer.headers["content-type"].partition(";")[0] != JSON_TYPE
        told = {directive.strip() for directive in answer.headers["content-security-policy"].split(";")}
        assert {"default-src 'none'", "frame-ancestors 'none'", "sandbox"} <= told
    if answer.headers["content-type"].partition(";")[0] != JSON_TYPE:
        assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    if route.path not in PUBLISHED and not route.path.startswith("/docs"):
        assert answer.headers["cache-control"] == "no-store"
