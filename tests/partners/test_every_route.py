"""Requests on behalf of a merchant, on every route (specification, Partner calls; `partner_restrictions.py`)."""

import inspect
import json
from typing import Any

import msgspec
import pytest

from fulfilment.app import all_routes
from fulfilment.infra.auth import partner_policy
from fulfilment.infra.models import ApiModel
from fulfilment.infra.openapi.parameters import shown_path
from tests.contract import world
from tests.contract.document import CheckedClient, Operation, the_document
from tests.contract.path_ids import GUARDED_BY_A_SECRET, ids_of
from tests.contract.samples import body_of
from tests.harness.goods import fresh_key
from tests.harness.service import Answer, Client, Service
from tests.harness.workspaces import open_client, open_partner
from tests.partners.acting import AUDIT, acting_for, mint, provision, with_key, without_limits

DOCUMENT = the_document()
SIGNED = [pytest.param(each, id=f"{each.method} {each.path}") for each in DOCUMENT.operations() if not each.is_public]
MALFORMED = ("", "acc_", "é", "x" * 3_000, "acc_a,acc_b")


@pytest.fixture(scope="module")
def platform(service: Service) -> Client:
    return open_partner(service, "every-route")


@pytest.fixture(scope="module")
def merchant_id(platform: Client) -> str:
    return without_limits(platform, provision(platform).data["accountId"])


@pytest.fixture(scope="module")
def elsewhere(service: Service) -> list[str]:
    """A workspace without a partner, another partner's workspace, and an id without a workspace."""
    other = open_partner(service, "another")
    return [open_client(service).account_id, provision(other).data["accountId"], "acc_01HZZZZZZZZZZZZZZZZZZZZZZZ"]


@pytest.fixture(scope="module")
def plain(service: Service) -> Client:
    return open_client(service)


def _ask(client: Client, operation: Operation) -> Answer:
    path = operation.path
    for name, _ in ids_of(path):
        path = path.replace("{" + name + "}", "unknown")
    key = None if operation.method == "GET" else fresh_key()
    return client(operation.method, path, body_of(DOCUMENT, operation), key)


@pytest.mark.parametrize("operation", SIGNED)
def test_a_workspace_that_is_not_the_partners_is_not_found_whoever_has_it(
    platform: Client, elsewhere: list[str], operation: Operation
):
    answers = [_ask(acting_for(platform, each), operation) for each in (*elsewhere, *MALFORMED)]
    assert {answer.error for answer in answers} == {(404, "NOT_FOUND")}
    assert len({json.dumps(answer.json["error"]) for answer in answers}) == 1
    assert len({tuple(sorted(set(answer.headers) - {"content-length"})) for answer in answers}) == 1


@pytest.mark.parametrize("operation", SIGNED)
def test_a_key_without_the_scope_acts_for_nobody(
    plain: Client, platform: Client, merchant_id: str, elsewhere: list[str], operation: Operation
):
    made = with_key(platform, mint(acting_for(platform, merchant_id)), merchant_id)
    for client in (plain, made):
        for account_id in (client.account_id, merchant_id, *elsewhere, ""):
            assert _ask(acting_for(client, account_id), operation).error == (403, "FORBIDDEN_ONBEHALF")


@pytest.mark.parametrize("operation", SIGNED)
def test_exactly_the_listed_routes_are_refused_on_behalf(platform: Client, merchant_id: str, operation: Operation):
    answer = _ask(acting_for(platform, merchant_id), operation)
    listed = {(route.method, shown_path(route)) for route in all_routes() if _is_listed(route)}
    is_refused = answer.status == 403 and answer.json["error"]["code"] == "FORBIDDEN_ONBEHALF"
    assert is_refused == ((operation.method, operation.path) in listed), answer.raw


def _is_listed(route: Any) -> bool:
    return (route.method, route.path) in partner_policy.FORBIDDEN_ROUTES


def test_whatever_a_partner_does_names_the_merchant_the_partner_and_the_key(service: Service):
    platform = open_partner(service, "audited")
    acting = acting_for(platform, without_limits(platform, provision(platform).data["accountId"]))
    made = with_key(acting, mint(acting))
    seen = {}
    for client in (acting, made):
        world.build(CheckedClient(client, DOCUMENT), of_partner=False)
        entries = acting("GET", f"{AUDIT}?limit=500").data["entries"]
        fresh = [entry for entry in entries if entry["id"] not in seen]
        seen |= {entry["id"]: entry for entry in fresh}
        # The one is the provisioning, the other was told of by a storefront.
        others = ("partner.workspace_provisioned", "storefront.order_paid")
        said = [entry for entry in fresh if entry["action"] not in others]
        assert len({entry["action"] for entry in said}) > 8
        for entry in said:
            assert entry["accountId"] == entry["actorId"] == acting.on_behalf_of, entry
            assert (entry["actorType"], entry["metadata"]["partner"]) == ("user", "audited"), entry
        assert {entry["metadata"]["keyId"] for entry in said if entry["action"] == "product.created"} == {client.key_id}


def test_the_list_names_routes_records_and_fields_that_there_are():
    """A name that is changed in the code alone would let partners in."""
    assert {(route.method, route.path) for route in all_routes()} >= partner_policy.FORBIDDEN_ROUTES
    records = {record.__name__: record for record in _all_records(ApiModel)}
    for named in (partner_policy.FORBIDDEN_FIELDS, partner_policy.HIDDEN_FIELDS):
        for record, fields in named.items():
            assert set(fields) <= {field.name for field in msgspec.structs.fields(records[record])}
    assert {route.body.__name__ for route in all_routes() if route.body} >= set(partner_policy.FORBIDDEN_FIELDS)


def _all_records(base: type) -> set[type]:
    return {base}.union(*(_all_records(each) for each in base.__subclasses__() if inspect.isclass(each)))


def test_every_route_is_asked_but_those_that_a_secret_guards_and_the_public_ones():
    asked = {param.values[0].path for param in SIGNED}
    public = {each.path for each in DOCUMENT.operations() if each.is_public}
    assert asked | public == {each.path for each in DOCUMENT.operations()}
    assert public >= GUARDED_BY_A_SECRET
