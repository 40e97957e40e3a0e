"""A platform key acts for the workspaces its partner provisioned, and for no other (specification, Partner calls)."""

import uuid

import pytest

from tests.harness.service import Client, Service
from tests.harness.workspaces import open_client, open_partner, provision


@pytest.fixture
def partner_name() -> str:
    return f"partner-{uuid.uuid4()}"


@pytest.fixture
def partner(service: Service, partner_name: str) -> Client:
    return open_partner(service, partner_name)


@pytest.fixture
def merchant(service: Service, partner_name: str) -> Client:
    """A workspace that the partner provisioned, with a key of its own."""
    client = open_client(service, "Merchant")
    provision(client, partner_name)
    return client


def _for(partner: Client, account_id: str) -> Client:
    return Client(partner.service, partner.account_id, partner.key_id, partner.secret, on_behalf_of=account_id)


def _open_warehouse(client: Client, key: str = "key-1") -> dict:
    return client("POST", "/api/v1/warehouses", {"name": "Gudang"}, key).data["warehouse"]


def test_what_a_partner_does_happens_in_the_merchants_workspace(partner: Client, merchant: Client) -> None:
    made = _open_warehouse(_for(partner, merchant.account_id))
    assert made["accountId"] == merchant.account_id
    assert merchant("GET", "/api/v1/warehouses").data["warehouses"] == [made]
    assert partner("GET", "/api/v1/warehouses").data["warehouses"] == []


def test_it_is_audited_under_the_merchant_as_a_user(partner: Client, merchant: Client) -> None:
    _for(partner, merchant.account_id)("POST", "/api/v1/products", {"name": "Kopi"})
    (entry,) = merchant("GET", "/api/v1/audit-log?action=product.created").data["entries"]
    assert (entry["accountId"], entry["actorType"], entry["actorId"]) == (
        merchant.account_id,
        "user",
        merchant.account_id,
    )
    assert partner("GET", "/api/v1/audit-log?action=product.created").data["entries"] == []


def test_the_audit_entry_names_the_partner_and_the_key(partner: Client, merchant: Client, partner_name: str) -> None:
    _for(partner, merchant.account_id)("POST", "/api/v1/products", {"name": "Kopi"})
    (entry,) = merchant("GET", "/api/v1/audit-log?action=product.created").data["entries"]
    assert partner_name in entry["metadata"].values() and partner.key_id in entry["metadata"].values()


def test_a_merchants_own_key_may_not_act_for_anyone_itself_included(merchant: Client) -> None:
    for account_id in (merchant.account_id, "acc_other", ""):
        acting = _for(merchant, account_id)
        assert acting("GET", "/api/v1/warehouses").error == (403, "FORBIDDEN_ONBEHALF")


def test_a_workspace_of_nobody_of_another_partner_or_of_no_one_is_not_found_alike(
    service: Service, partner: Client
) -> None:
    independent = open_client(service)
    elsewhere = open_client(service)
    provision(elsewhere, "another-partner")
    unknown = "acc_01HZZZZZZZZZZZZZZZZZZZZZZZ"
    answers = [
        _for(partner, account_id)("GET", "/api/v1/warehouses")
        for account_id in (independent.account_id, elsewhere.account_id, unknown, "", "é", "x" * 3_000)
    ]
    assert {answer.error for answer in answers} == {(404, "NOT_FOUND")}
    assert len({str(answer.json["error"]) for answer in answers}) == 1


def test_a_partners_own_workspace_is_reached_without_the_header(partner: Client) -> None:
    assert _open_warehouse(partner)["accountId"] == partner.account_id


def test_a_repeated_header_names_no_workspace(partner: Client, merchant: Client) -> None:
    acting = _for(partner, merchant.account_id)
    twice = [("X-Svc-On-Behalf-Of", merchant.account_id)]
    assert acting("GET", "/api/v1/warehouses", headers=twice).error == (404, "NOT_FOUND")


def test_the_header_does_not_help_a_wrong_signature(partner: Client, merchant: Client) -> None:
    forged = Client(partner.service, "", partner.key_id, "svcsk_wrong", on_behalf_of=merchant.account_id)
    assert forged("GET", "/api/v1/warehouses").error == (401, "BAD_SIGNATURE")


def test_keys_of_idempotency_are_the_partners_and_the_merchants_apart(partner: Client, merchant: Client) -> None:
    by_partner = _open_warehouse(_for(partner, merchant.account_id), "shared")
    by_merchant = _open_warehouse(merchant, "shared")
    for_itself = _open_warehouse(partner, "shared")
    assert len({by_partner["id"], by_merchant["id"], for_itself["id"]}) == 3
    assert _open_warehouse(_for(partner, merchant.account_id), "shared") == by_partner
    assert _open_warehouse(merchant, "shared") == by_merchant


def test_a_platform_key_cannot_be_minted_over_the_api(partner: Client) -> None:
    scopes = ["read", "svc:platform:admin"]
    answer = partner("POST", "/api/v1/api-keys", {"name": "Mine", "scopes": scopes})
    assert answer.error == (400, "VALIDATION") and answer.field == "scopes.1"


def test_a_key_minted_by_a_platform_key_is_none_itself(partner: Client, merchant: Client) -> None:
    made = partner("POST", "/api/v1/api-keys", {"name": "Plain"}).data
    plain = Client(partner.service, partner.account_id, made["apiKey"]["keyId"], made["secret"])
    acting = _for(plain, merchant.account_id)
    assert acting("GET", "/api/v1/warehouses").error == (403, "FORBIDDEN_ONBEHALF")
