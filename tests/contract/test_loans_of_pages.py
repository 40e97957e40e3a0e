"""No page of the console, and no sign-in or sign-out, holds a connection across anything but SQL."""

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest

from fulfilment.app import all_pages
from tests.console.people import get_page, session_headers, submit_form
from tests.contract import world
from tests.contract.document import CheckedClient, Document
from tests.contract.test_loans import found
from tests.harness.goods import fresh_key
from tests.harness.provider import AUDIENCE, Provider, providing
from tests.harness.service import Service, serving
from tests.harness.simulator import Courier
from tests.harness.workspaces import open_partner
from tests.sign_in.browser import CookieBrowser
from tests.sign_in.conftest import CLIENT, SECRET, LoginDriver

# Kind of each id in a page's path, by the text before it.
IDS = {
    "/shipments/": "shipment",
    "/batches/": "batch",
    "/products/": "product",
    "/variants/": "variant",
    "/settings/warehouses/": "warehouse",
    "/stock/": "variant",
    "{variant_id}/": "warehouse",
}
# As much as any form has; each takes what is its own.
FIELDS = {
    **{"name": "Kopi", "phone": "0811000002", "address": "Jl. Dago 2", "area": "40132", "contact": "Siti"},
    **{"what-0": "Kopi", "quantity-0": "1", "weight-0": "500", "value-0": "1000", "quantity": "1", "delta": "1"},
    **{"minor": "50000", "amount": "50000", "plan": "starter", "what": "labels", "reason": "manual_adjust"},
}


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with providing() as running:
        yield running


@pytest.fixture(scope="module")
def watched(module_database_url: str, courier: Courier, provider: Provider) -> Iterator[Service]:
    access = {"aggregator_url": courier.url, "aggregator_key": "simulator"}
    named = {"oidc_issuer": provider.issuer, "oidc_audience": AUDIENCE}
    named |= {"oidc_client_id": CLIENT, "oidc_client_secret": SECRET}
    with serving(module_database_url, factory="tests.harness.loans:create", **access, **named) as running:
        yield running


def _address(route: Any, account_id: str, owned: dict[str, str]) -> str:
    path = route.path.replace("{workspace}", account_id)
    for at in re.finditer(r"\{\w+\}", route.path.replace("/{workspace}", "")):
        before = route.path.replace("/{workspace}", "")[: at.start()]
        kind = next((kind for end, kind in IDS.items() if before.endswith(end)), None)
        path = path.replace(at[0], "x" if kind is None else owned[kind], 1)
    return path


def test_no_page_holds_a_connection_while_it_waits_for_anything_else_nor_is_kept_by_a_cache(
    watched: Service, provider: Provider, document: Document
) -> None:
    client = open_partner(watched, "Watched")
    owned = world.build(CheckedClient(client, document))
    headers = session_headers(watched, client.account_id, issuer=provider.issuer)
    statuses = set()
    # Requests that archive, remove or end something come last.
    for route in sorted(all_pages(), key=lambda each: (each.method != "GET", len(each.path))):
        address = _address(route, client.account_id, owned)
        for act in ("ask", "book", "draft", "print", "cancel"):
            fields = FIELDS | {"key": fresh_key(), "act": act, "id": owned["shipment"]}
            is_read = route.method == "GET"
            answer = get_page(watched, address, headers) if is_read else submit_form(watched, address, headers, fields)
            statuses.add(answer.status)
            if "/assets/" not in address:
                assert answer.headers["cache-control"] == "no-store", address
            assert answer.headers["x-content-type-options"] == "nosniff", address
            if answer.headers.get("content-type", "application/json") != "application/json":
                assert "default-src 'none'" in answer.headers["content-security-policy"], address
            if is_read:
                break
    assert {200, 303} <= statuses
    assert watched.faults() == []
    assert found(watched.log) == []


def test_neither_signing_in_and_out_nor_a_told_logout_holds_one(watched: Service, provider: Provider) -> None:
    desk, browser = LoginDriver(provider), CookieBrowser(watched.port)
    account_id = open_partner(watched, "Signing").account_id
    for path in ("/console/sign-in", "/console/sign-in?fresh=1"):
        asked = browser.start_sign_in(path)
        desk.set_next_token(asked, accountId=account_id, auth_time=int(time.time()))
        assert desk.return_to_callback(browser, asked).location == "/console"
    assert browser.get("/console").status in (200, 303)
    assert browser.get("/console/sign-out").status == 200
    told = provider.token(
        provider.claims(
            aud=CLIENT,
            sub=desk.subject,
            jti="once",
            events={"http://schemas.openid.net/event/backchannel-logout": {}},
        ),
        typ="logout+jwt",
    )
    assert browser.post("/console/back-channel-logout", {"logout_token": told}).status == 200
    assert browser.post("/console/sign-out", Sec_Fetch_Site="same-origin").status in (200, 303)
    assert browser.get("/console/signed-out").status == 200
    assert found(watched.log) == []
