"""A key that a partner makes on behalf of a merchant has the partner's restrictions (decisions, section 13)."""

import json

import pytest

from tests.harness.database import rows
from tests.harness.goods import fresh_key
from tests.harness.service import Client
from tests.harness.workspaces import open_partner
from tests.partners.acting import AUDIT, CONFIG, KEYS, acting_for, listed, mint, provision, with_key

OWN_KEY = "biteship_test.the-merchants-own-key-wxyz"


@pytest.fixture
def with_own_key(merchant: Client) -> Client:
    """The merchant, with an aggregator key of its own."""
    assert merchant("PUT", CONFIG, {"apiKey": OWN_KEY}).status == 200
    return merchant


def test_it_neither_reads_nor_sets_the_aggregator_key(with_own_key: Client, on_behalf: Client, made: Client):
    grandchild = with_key(made, mint(made, scopes=["read", "write", "admin"]))
    for client in (on_behalf, made, grandchild):
        config = client("GET", CONFIG).data["config"]
        assert (config["apiKeyConfigured"], config["apiKeyPreview"], config["reportUrl"]) == (True, None, None)
        for value in ("biteship_test.another", None):
            assert client("PUT", CONFIG, {"apiKey": value}).error == (403, "FORBIDDEN_ONBEHALF")
        assert client("PUT", CONFIG, {"defaultCourier": "jne"}).data["config"]["apiKeyPreview"] is None
    shown = with_own_key("GET", CONFIG).data["config"]
    assert shown["apiKeyPreview"] == "…wxyz" and shown["reportUrl"]


def test_a_partner_sees_and_revokes_the_keys_that_bear_it_alone(on_behalf: Client, made: Client, merchant: Client):
    child = mint(made)["apiKey"]
    merchants = {key["keyId"]: key["id"] for key in merchant("GET", KEYS).data["apiKeys"]}
    assert set(merchants) == {merchant.key_id, made.key_id, child["keyId"]}
    for client in (on_behalf, made):
        assert listed(client) == {made.key_id, child["keyId"]}
        answer = client("POST", f"{KEYS}/{merchants[merchant.key_id]}/revoke")
        unknown = client("POST", f"{KEYS}/{'z' * 24}/revoke")
        assert answer.error == (404, "NOT_FOUND") and answer.json["error"] == unknown.json["error"]
    assert merchant("GET", KEYS).status == 200
    assert made("POST", f"{KEYS}/{child['id']}/revoke").status == 200
    assert on_behalf("POST", f"{KEYS}/{child['id']}/revoke").error == (409, "ALREADY_REVOKED")
    assert on_behalf("POST", f"{KEYS}/{merchants[made.key_id]}/revoke").status == 200
    assert made("GET", KEYS).error == (401, "REVOKED_KEY")


def test_the_pages_of_a_partners_keys_are_its_own(on_behalf: Client, made: Client, merchant: Client):
    for number in range(4):
        mint(on_behalf, name=f"Made {number}")
        mint(merchant, name=f"Own {number}")
    seen, cursor = [], ""
    while True:
        answer = on_behalf("GET", f"{KEYS}?limit=2{cursor}")
        seen += [key["name"] for key in answer.data["apiKeys"]]
        if not answer.json["meta"]["hasMore"]:
            break
        cursor = f"&cursor={answer.json['meta']['cursor']}"
    assert seen == ["Made 3", "Made 2", "Made 1", "Made 0", "Made"]


def test_the_merchant_sees_who_made_a_key_and_revokes_it(
    merchant: Client, on_behalf: Client, made: Client, partner_name: str
):
    shown = {key["keyId"]: key for key in merchant("GET", KEYS).data["apiKeys"]}
    assert shown[made.key_id]["madeByPartner"] == partner_name
    assert shown[merchant.key_id]["madeByPartner"] is None
    assert merchant("POST", f"{KEYS}/{shown[made.key_id]['id']}/revoke").status == 200
    assert made("GET", KEYS).error == (401, "REVOKED_KEY")


def test_what_it_does_bears_the_partner_and_the_key_in_the_audit_log(
    merchant: Client, on_behalf: Client, made: Client, partner_name: str
):
    child = with_key(made, mint(made))
    for client in (on_behalf, made, child):
        name = f"By {client.key_id}"
        product = client("POST", "/api/v1/products", {"name": name}, fresh_key()).data["product"]
        entries = merchant("GET", f"{AUDIT}?action=product.created").data["entries"]
        (entry,) = [entry for entry in entries if entry["targetId"] == product["id"]]
        assert entry["accountId"] == entry["actorId"] == merchant.account_id
        assert entry["actorType"] == "user"
        assert entry["metadata"] == {"partner": partner_name, "keyId": client.key_id}


def test_a_merchants_own_key_mints_keys_of_its_own(merchant: Client, made: Client):
    own = with_key(merchant, mint(merchant))
    assert made.key_id in listed(own) and own.key_id not in listed(made)
    own("POST", "/api/v1/products", {"name": "Kopi"}, fresh_key())
    (entry,) = own("GET", f"{AUDIT}?action=product.created").data["entries"]
    assert entry["metadata"] == {}


def test_the_header_does_not_work_with_it(made: Client, merchant: Client):
    for account_id in (made.account_id, "acc_other", ""):
        assert acting_for(made, account_id)("GET", KEYS).error == (403, "FORBIDDEN_ONBEHALF")


def test_it_does_not_read_the_merchants_answers_by_their_idempotency_keys(
    merchant: Client, on_behalf: Client, made: Client
):
    """The same request under the same key would be shown the merchant's new secret."""
    own = merchant("POST", KEYS, {"name": "Same"}, "shared-key")
    by_partner = on_behalf("POST", KEYS, {"name": "Same"}, "shared-key")
    by_made = made("POST", KEYS, {"name": "Same"}, "shared-key")
    assert own.data["secret"] not in (by_partner.data["secret"], by_made.data["secret"])
    assert merchant("POST", KEYS, {"name": "Same"}, "shared-key").raw == own.raw
    # The partner has one set of idempotency records for all of its keys.
    assert by_made.raw == by_partner.raw


def test_the_audit_log_shows_a_partner_no_key_of_the_merchants_own(merchant: Client, on_behalf: Client, made: Client):
    own = mint(merchant, name="The merchant's secret plan")["apiKey"]
    merchant("POST", f"{KEYS}/{own['id']}/revoke")
    mint(made, name="The partner's")
    for client in (on_behalf, made):
        answer = client("GET", f"{AUDIT}?target_type=ApiKey")
        told = answer.raw.decode()
        assert not [part for part in (own["id"], own["keyId"], own["name"]) if part in told]
        names = [entry["after"] and entry["after"].get("name") for entry in answer.data["entries"]]
        assert names.count("The partner's") == 1
        paged = client("GET", f"{AUDIT}?target_type=ApiKey&limit=1")
        assert paged.data["entries"] == answer.data["entries"][:1] and paged.json["meta"]["hasMore"]
        lines = client("GET", f"{AUDIT}/export").raw.decode()
        assert not [part for part in (own["id"], own["keyId"], own["name"]) if part in lines]
        assert "The partner's" in lines
    for path in (f"{AUDIT}?target_type=ApiKey", f"{AUDIT}/export"):
        assert own["id"] in merchant("GET", path).raw.decode()


def test_a_platform_key_in_its_own_workspace_makes_keys_that_bear_nobody(partner: Client):
    plain = with_key(partner, mint(partner))
    (shown,) = [key for key in plain("GET", KEYS).data["apiKeys"] if key["keyId"] == plain.key_id]
    assert shown["madeByPartner"] is None
    assert plain("PUT", CONFIG, {"apiKey": OWN_KEY}).data["config"]["apiKeyPreview"] == "…wxyz"


def test_a_partner_without_a_row_of_an_older_node_makes_keys_too(partner: Client, partner_name: str):
    older = f"older-{partner_name}"
    platform = open_partner(partner.service, older)
    rows(platform, "DELETE FROM partners WHERE name = $2 AND $1::text IS NOT NULL", older)
    acting = acting_for(platform, provision(platform).data["accountId"])
    assert mint(acting)["secret"]
    assert [row["name"] for row in rows(platform, "SELECT name FROM partners WHERE name = $2 AND $1 <> ''", older)]


def test_no_secret_stands_in_the_audit_log(merchant: Client, on_behalf: Client, made: Client, with_own_key: Client):
    minted = mint(on_behalf)
    entries = json.dumps(merchant("GET", f"{AUDIT}?limit=500").data)
    for secret in (minted["secret"], made.secret, OWN_KEY, OWN_KEY[-4:]):
        assert secret not in entries
