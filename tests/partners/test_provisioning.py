"""A partner provisions workspaces with its platform key, each once (decisions, section 10)."""

import uuid
from typing import Any

import pytest

from tests.harness.database import execute, rows
from tests.harness.parallel import Call, send_together
from tests.harness.service import Client
from tests.harness.workspaces import open_client
from tests.partners.acting import AUDIT, WORKSPACES, acting_for, mint, provision, share_identity_provider, with_key


def _fresh_id() -> str:
    return f"acc_{uuid.uuid4().hex}"


def test_a_workspace_is_shown_with_what_it_was_provisioned_with(partner: Client, partner_name: str):
    given = {
        "name": "Toko Kopi",
        "brandName": "Kopi Gayo",
        "businessEmail": "toko@example.com",
        "discountRate": 0.125,
        "externalRef": "shop-1",
    }
    answer = provision(partner, **given)
    assert answer.status == 201
    made = answer.data
    assert made == given | {
        "accountId": made["accountId"],
        "plan": "starter",
        "partner": partner_name,
        "createdAt": made["createdAt"],
    }
    assert partner("GET", f"{WORKSPACES}/{made['accountId']}").data == made


def test_what_is_left_out_or_null_is_null(partner: Client):
    made = provision(partner, brandName=None).data
    assert [made[name] for name in ("brandName", "businessEmail", "discountRate", "externalRef")] == [None] * 4


def test_the_partner_works_in_it_at_once(partner: Client):
    account_id = provision(partner).data["accountId"]
    assert acting_for(partner, account_id)("POST", "/api/v1/products", {"name": "Kopi"}).status == 201


def test_the_same_reference_is_the_same_workspace(partner: Client):
    first = provision(partner, externalRef="shop-1")
    again = provision(partner, externalRef="shop-1", name="Another name", discountRate=0.5)
    assert (again.status, again.data) == (200, first.data)
    assert provision(partner, externalRef="shop-2").data["accountId"] != first.data["accountId"]


def test_without_a_reference_each_is_a_new_one(partner: Client):
    assert provision(partner).data["accountId"] != provision(partner).data["accountId"]


def test_partners_may_use_the_same_reference(partner: Client, other_partner: Client):
    mine, theirs = provision(partner, externalRef="1"), provision(other_partner, externalRef="1")
    assert (mine.status, theirs.status) == (201, 201)
    assert mine.data["accountId"] != theirs.data["accountId"]


def test_ten_at_once_under_one_reference_make_one_workspace(partner: Client, partner_name: str):
    body = {"name": "Toko Kopi", "externalRef": "race"}
    answers = send_together([Call(partner, "POST", WORKSPACES, body) for _ in range(10)])
    assert sorted(answer.status for answer in answers) == [200] * 9 + [201]
    assert len({answer.data["accountId"] for answer in answers}) == 1
    statement = "SELECT id FROM accounts WHERE partner = $2 AND $1::text IS NOT NULL"
    assert len(rows(partner, statement, partner_name)) == 1
    entries = partner("GET", f"{AUDIT}?action=partner").data["entries"]
    assert len(entries) == 1


def test_ten_at_once_under_one_id_of_two_partners_make_one_workspace(
    partner: Client, other_partner: Client, partner_name: str
):
    execute(partner, "UPDATE partners SET shares_identity_provider = true")
    body = {"name": "Toko Kopi", "accountId": _fresh_id()}
    calls = [Call(each, "POST", WORKSPACES, body) for each in (partner, other_partner) for _ in range(5)]
    told = [answer.status for answer in send_together(calls)]
    assert sorted(told) == [200] * 4 + [201] + [409] * 5
    assert set(told[:5]) in ({409}, {200, 201})


def test_only_a_partner_that_shares_the_identity_provider_names_the_id(partner: Client, partner_name: str):
    account_id = _fresh_id()
    for taken_or_not in (account_id, partner.account_id):
        answer = provision(partner, accountId=taken_or_not)
        assert (answer.error, answer.field) == ((403, "FORBIDDEN"), "accountId")
    share_identity_provider(partner, partner_name)
    first = provision(partner, accountId=account_id)
    assert (first.status, first.data["accountId"]) == (201, account_id)
    assert provision(partner, accountId=account_id).status == 200


def test_another_ones_workspace_is_refused(partner: Client, other_partner: Client, partner_name: str):
    theirs = provision(other_partner, externalRef="theirs").data["accountId"]
    independent = open_client(partner.service)
    session = _fresh_id()
    execute(
        partner,
        "INSERT INTO accounts (id, name, plan, origin, created_at) VALUES ($1, $1, 'free', 'session', now())",
        session,
    )
    share_identity_provider(partner, partner_name)
    for account_id in (theirs, independent.account_id, session, partner.account_id):
        for more in ({}, {"externalRef": "mine"}):
            assert provision(partner, accountId=account_id, **more).error == (409, "CROSS_PARTNER")
    assert provision(partner, externalRef="mine").status == 201


def test_a_reference_and_an_id_of_two_workspaces_are_refused(partner: Client, partner_name: str):
    share_identity_provider(partner, partner_name)
    first, second = _fresh_id(), _fresh_id()
    provision(partner, accountId=first, externalRef="first")
    provision(partner, accountId=second)
    for fields in (
        {"accountId": first, "externalRef": "other"},
        {"accountId": second, "externalRef": "first"},
        {"accountId": _fresh_id(), "externalRef": "first"},
    ):
        answer = provision(partner, **fields)
        assert (answer.error, answer.field) == ((409, "DUPLICATE"), "externalRef")
    assert provision(partner, accountId=first, externalRef="first").status == 200


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 201}, "name"),
        ({"name": None}, "name"),
        ({"externalRef": ""}, "externalRef"),
        ({"accountId": "shop"}, "accountId"),
        ({"accountId": "acc_"}, "accountId"),
        ({"accountId": "acc_a b"}, "accountId"),
        ({"accountId": "acc_ab\n"}, "accountId"),
        ({"businessEmail": "nobody"}, "businessEmail"),
        ({"discountRate": 0.51}, "discountRate"),
        ({"discountRate": -0.01}, "discountRate"),
        ({"discountRate": "0.1"}, "discountRate"),
    ],
)
def test_what_makes_no_sense_is_refused(partner: Client, fields: dict[str, Any], field: str):
    answer = provision(partner, **fields)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)


def test_only_a_platform_key_provisions(partner: Client, on_behalf: Client, made: Client, merchant: Client):
    plain = with_key(partner, mint(partner))
    for client in (plain, made, merchant):
        expected = (403, "FORBIDDEN_ONBEHALF" if client is made else "FORBIDDEN")
        assert provision(client).error == expected
        assert client("GET", f"{WORKSPACES}/{on_behalf.on_behalf_of}").error == expected
    assert provision(on_behalf).error == (403, "FORBIDDEN_ONBEHALF")


def test_a_workspace_of_another_of_nobody_or_none_is_not_found_alike(partner: Client, other_partner: Client):
    theirs = provision(other_partner).data["accountId"]
    independent = open_client(partner.service).account_id
    ids = (theirs, independent, partner.account_id, other_partner.account_id, _fresh_id(), "x", "%C3%A9", "%FF")
    answers = [partner("GET", f"{WORKSPACES}/{each}") for each in ids]
    assert {answer.error for answer in answers} == {(404, "NOT_FOUND")}
    assert len({str(answer.json["error"]) for answer in answers}) == 1


def test_the_audit_names_the_partner_in_its_own_log_and_in_the_workspaces(partner: Client, partner_name: str):
    made = provision(partner, externalRef="shop-1").data
    for client in (partner, acting_for(partner, made["accountId"])):
        (entry,) = client("GET", f"{AUDIT}?action=partner").data["entries"]
        assert entry["accountId"] == (client.on_behalf_of or client.account_id)
        assert (entry["action"], entry["targetType"]) == ("partner.workspace_provisioned", "PartnerWorkspace")
        assert (entry["actorType"], entry["actorId"]) == ("api_key", partner.account_id)
        assert (entry["targetId"], entry["before"], entry["after"]) == (made["accountId"], None, made)
        assert entry["metadata"] == {"partner": partner_name, "keyId": partner.key_id}


def test_a_repeat_under_an_idempotency_key_answers_the_same(partner: Client):
    first, second = (partner("POST", WORKSPACES, {"name": "Toko"}, "provision-1") for _ in range(2))
    assert (second.status, second.raw) == (201, first.raw)


def test_a_key_that_lost_the_scope_provisions_nothing(partner: Client):
    execute(partner, "UPDATE api_keys SET scopes = '{read,write,admin}' WHERE key_id = $1", partner.key_id)
    assert provision(partner).error == (403, "FORBIDDEN")


def test_provisioning_in_the_name_of_an_ended_partner_is_refused(partner: Client, partner_name: str):
    """Its keys end with it; this is what holds for a request whose key was proven just before."""
    execute(partner, "UPDATE partners SET ended_at = now() WHERE name = $1", partner_name)
    assert provision(partner).error == (401, "REVOKED_KEY")
