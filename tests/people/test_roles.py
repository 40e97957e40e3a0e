"""The table of roles: permissions of each role, on every route (decisions, section 14)."""

import re

import pytest

from fulfilment.app import all_pages, all_routes
from fulfilment.infra.api.routing import Route
from fulfilment.infra.auth import roles
from tests.harness.service import Service
from tests.harness.workspaces import open_client
from tests.people.conftest import Send

# Requests of each role apart from reading, written down here a second time on purpose.
_PAPERS = {
    "POST /shipments/labels",
    "POST /shipments/printed",
    "POST /shipments/packing-slips",
    "POST /shipments/hand-over-list",
}
_PARCELS = {
    "POST /shipments",
    "POST /shipments/bulk",
    *_PAPERS,
    "POST /shipments/{id}/confirm-pickup",
    "POST /shipments/{id}/cancel",
    "POST /shipments/{id}/rebook",
    "POST /shipments/{id}/restock",
    "POST /shipping/shipments/{id}/cancel",
    "POST /shipping/shipments/{id}/rebook",
}
# Requests that support also makes for a buyer.
_AMENDED = {name for name in _PARCELS if name.endswith(("/cancel", "/rebook"))}
_STOCK = {"POST /stock/adjust", "POST /stock/adjust/bulk", "POST /stock/transfer"}
_QUOTE = {"POST /shipping/rates"}
_CUSTOMERS = ("addresses", "deliveries", "licenses")
_PROGRAMS = ("api-keys", "webhooks")
# Reads that packers and support may not make.
_SECRETS = {"GET /api-keys", "GET /shipping/config"}
_OFFICE = (
    "deliveries",
    "licenses",
    "shipping-credits",
    "billing",
    "api-keys",
    "webhooks",
    "events",
    "audit-log",
    "stats",
    "integrations",
)

ROUTES = [route for route in all_routes() if not route.is_public]
# The others take a platform key, which no person is, whatever their role (tests/partners, tests/access).
FOR_PEOPLE = [route for route in ROUTES if not route.right.startswith("partners.")]


def _name(route: Route) -> str:
    return f"{route.method} {route.path.removeprefix('/api/v1')}"


def _resource(name: str) -> str:
    return name.split("/")[1]


def _is_for_packers(name: str) -> bool:
    if name.startswith("GET "):
        return _resource(name) not in _OFFICE and name not in _SECRETS
    return name in _PARCELS | _STOCK | _QUOTE or _resource(name) == "batches"


def _is_for_support(name: str) -> bool:
    if name.startswith("GET "):
        return name not in _SECRETS
    return _resource(name) in (*_CUSTOMERS, "storefront", "batches") or name in _QUOTE | _PAPERS | _AMENDED


def _is_for_developers(name: str) -> bool:
    return name.startswith("GET ") or _resource(name) in _PROGRAMS or name in _QUOTE


FOR = {
    "owner": lambda _: True,
    "packer": _is_for_packers,
    "support": _is_for_support,
    "developer": _is_for_developers,
}


def _target(route: Route) -> str:
    return re.sub(r"\{\w+\}", "nothing_here", route.path)


@pytest.fixture
def account(service: Service) -> str:
    """A workspace without a plan, whose requests are not limited: some tests ask for every route."""
    return open_client(service).account_id


def test_every_route_is_in_a_row_of_the_table() -> None:
    missing = {_name(route): route.right for route in ROUTES if route.right not in roles.TABLE}
    assert missing == {}, (
        "name these rights in fulfilment/infra/auth/roles.py, with the roles that have them beside the owner"
    )


def test_no_row_of_the_table_is_about_nothing() -> None:
    assert set(roles.TABLE) == {route.right for route in (*ROUTES, *all_pages())} - {None}


def test_what_is_public_asks_for_no_right() -> None:
    assert {route.right for route in all_routes() if route.is_public} == {None}


@pytest.mark.parametrize("role", FOR)
def test_a_role_may_do_on_every_route_what_is_its_and_nothing_else(send: Send, role: str) -> None:
    wrong = []
    for route in FOR_PEOPLE:
        answer = send(route.method, _target(route), roles=[role], body=None if route.method == "GET" else {})
        is_refused = answer.status == 403 and answer.json["error"]["code"] == "FORBIDDEN"
        if is_refused is FOR[role](_name(route)) or answer.status == 401:
            wrong.append((_name(route), answer.status))
    assert wrong == []


def test_somebody_without_a_role_of_ours_may_do_nothing_anywhere(send: Send) -> None:
    for named in ([], ["admin", "Owner", "owner ", ""]):
        for route in ROUTES:
            answer = send(route.method, _target(route), roles=named, body=None if route.method == "GET" else {})
            assert answer.error == (403, "FORBIDDEN"), _name(route)


def test_somebody_with_several_roles_may_do_what_any_of_them_may(send: Send) -> None:
    for route in FOR_PEOPLE:
        answer = send(route.method, _target(route), roles=["developer", "nonsense", "packer"])
        is_refused = answer.status == 403 and answer.json["error"]["code"] == "FORBIDDEN"
        assert is_refused is not (FOR["packer"](_name(route)) or FOR["developer"](_name(route))), _name(route)


def test_without_the_claim_somebody_is_an_owner(send: Send) -> None:
    assert send("POST", "/api/v1/warehouses", {"name": "Gudang"}).status == 201


def test_the_refusal_names_the_roles_that_would_do(send: Send) -> None:
    message = send("POST", "/api/v1/stock/adjust", {}, roles=["support"]).json["error"]["message"]
    assert message == "This needs the role 'owner' or 'packer'."
    message = send("POST", "/api/v1/products", {}, roles=["packer"]).json["error"]["message"]
    assert message == "This needs the role 'owner'."


def test_a_role_is_asked_for_before_the_body_is_judged_and_before_a_key_is_remembered(send: Send) -> None:
    for body in ({}, {"name": 7}, {"name": "Kopi"}):
        assert send("POST", "/api/v1/products", body, roles=["packer"]).error == (403, "FORBIDDEN")
    assert send("GET", "/api/v1/products", roles=["packer"]).data["products"] == []


def test_what_somebody_else_did_is_not_replayed_to_who_may_not_do_it(send: Send, service, provider, account) -> None:
    def create(role: str):
        token = provider.token(provider.claims(accountId=account, roles=[role]))
        headers = [("Authorization", f"Bearer {token}"), ("Idempotency-Key", "the-same")]
        headers.append(("Content-Type", "application/json"))
        return service.send("POST", "/api/v1/api-keys", headers, b'{"name": "Till"}')

    assert create("owner").data["secret"]
    refused = create("packer")
    assert refused.error == (403, "FORBIDDEN") and b"svcsk_" not in refused.raw
    assert create("developer").headers["idempotency-replayed"] == "true"


def test_an_api_key_has_no_roles(service) -> None:
    client = open_client(service)
    assert client("POST", "/api/v1/products", {"name": "Kopi"}).status == 201


@pytest.mark.parametrize(
    "claim",
    [None, "owner", "", 7, True, {"owner": True}, [7], ["owner", None], [["owner"]], [{"name": "owner"}]],
)
def test_a_claim_of_roles_that_is_no_list_of_texts_makes_an_invalid_token(send: Send, provider, account, claim) -> None:
    token = provider.token({**provider.claims(accountId=account), "roles": claim})
    assert send(token=token).error == (401, "INVALID_TOKEN")
