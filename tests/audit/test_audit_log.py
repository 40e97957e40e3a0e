"""The audit log over a real socket (specification, Audit entry and Audit log)."""

import pytest

from tests.harness.database import execute
from tests.harness.goods import fresh_key, new_product, new_variant
from tests.harness.service import Client
from tests.harness.workspaces import open_partner, provision

LOG = "/api/v1/audit-log"


def actions(client: Client, query: str = "") -> list[str]:
    answer = client("GET", LOG + query)
    assert answer.status == 200, answer.raw
    return [entry["action"] for entry in answer.data["entries"]]


def test_an_entry_says_who_did_what_from_where(merchant: Client):
    answer = merchant("POST", "/api/v1/products", {"name": "Coffee"}, headers=[("User-Agent", "shop/1.0")])
    product = answer.data["product"]
    entry = merchant("GET", LOG).data["entries"][0]
    assert entry == {
        "id": entry["id"],
        "accountId": merchant.account_id,
        "actorType": "user",
        "actorId": merchant.account_id,
        "actorEmail": None,
        "action": "product.created",
        "targetType": "Product",
        "targetId": product["id"],
        "before": None,
        "after": product,
        "ip": "127.0.0.1",
        "userAgent": "shop/1.0",
        "metadata": {},
        "createdAt": entry["createdAt"],
    }


def test_of_a_long_user_agent_the_beginning_is_kept(merchant: Client):
    said = "shop/1.0 " + "x" * 5_000
    assert merchant("POST", "/api/v1/products", {"name": "Coffee"}, headers=[("User-Agent", said)]).status == 201
    assert merchant("GET", LOG).data["entries"][0]["userAgent"] == said[:500]


def test_what_a_partner_does_stands_in_the_merchants_log_and_names_the_partner(api, merchant: Client):
    partner = open_partner(api, "shopkit")
    provision(merchant, "shopkit")
    acting = type(partner)(api, partner.account_id, partner.key_id, partner.secret, on_behalf_of=merchant.account_id)
    product = acting("POST", "/api/v1/products", {"name": "Coffee"}).data["product"]
    assert product["accountId"] == merchant.account_id
    entry = merchant("GET", LOG).data["entries"][0]
    assert (entry["actorType"], entry["actorId"]) == ("user", merchant.account_id)
    assert entry["targetId"] == product["id"]
    assert "shopkit" in entry["metadata"].values()
    assert partner.key_id in entry["metadata"].values()
    assert actions(partner) == ["api_key.created", "api_key.created"]


def test_entries_are_listed_newest_first(merchant: Client):
    product = new_product(merchant)
    new_variant(merchant, product)
    assert actions(merchant) == ["variant.created", "product.created", "api_key.created"]


def test_an_action_is_a_prefix_and_a_target_type_is_exact(merchant: Client):
    new_variant(merchant, new_product(merchant))
    assert actions(merchant, "?action=prod") == ["product.created"]
    assert actions(merchant, "?action=product.created") == ["product.created"]
    assert actions(merchant, "?action=product.created.x") == []
    assert actions(merchant, "?action=") == ["variant.created", "product.created", "api_key.created"]
    assert actions(merchant, "?target_type=Product") == ["product.created"]
    assert actions(merchant, "?target_type=Prod") == []
    assert actions(merchant, "?action=v&target_type=ProductVariant") == ["variant.created"]
    assert actions(merchant, "?action=v&target_type=Product") == []


@pytest.mark.parametrize("pattern", ["%25", "_roduct", "product%25", "*", "%5C"])
def test_in_a_prefix_every_character_means_itself(merchant: Client, pattern: str):
    new_product(merchant)
    assert actions(merchant, f"?action={pattern}") == []


@pytest.mark.parametrize("query", ["", "?action=product", "?target_type=Product", "?action=p&target_type=Product"])
def test_the_pages_put_together_are_the_list(merchant: Client, query: str):
    for number in range(5):
        new_product(merchant, name=f"P{number}")
    whole = merchant("GET", LOG + query).data["entries"]
    seen, cursor = [], ""
    while True:
        answer = merchant("GET", f"{LOG}{query}{'&' if query else '?'}limit=2{cursor}")
        seen += answer.data["entries"]
        if not answer.json["meta"]["hasMore"]:
            break
        cursor = f"&cursor={answer.json['meta']['cursor']}"
    assert seen == whole


def test_a_hundred_entries_are_shown_and_500_on_request(merchant: Client):
    execute(
        merchant,
        """
        INSERT INTO audit_entries (account_id, id, actor_type, action, target_type, created_at)
        SELECT $1, 'entry-' || n, 'system', 'test.entry', 'Test', now() + n * interval '1 s'
          FROM generate_series(1, 600) n
        """,
        merchant.account_id,
    )
    assert len(actions(merchant)) == 100
    assert len(actions(merchant, "?limit=500")) == 500
    for limit in ("0", "501", "-1", "x", "1.5", ""):
        answer = merchant("GET", f"{LOG}?limit={limit}")
        assert (answer.error, answer.field) == ((400, "VALIDATION"), "limit")


def test_a_foreign_entry_is_not_seen(merchant: Client, stranger: Client):
    new_product(merchant)
    assert actions(stranger) == ["api_key.created"]


def test_a_replay_is_not_audited_again(merchant: Client):
    key = fresh_key()
    for _ in range(3):
        merchant("POST", "/api/v1/products", {"name": "Once"}, key=key)
    assert actions(merchant, "?action=product") == ["product.created"]


def test_the_log_is_read_only(merchant: Client):
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        assert merchant(method, LOG).error == (405, "METHOD_NOT_ALLOWED")


def test_an_entry_that_cannot_be_written_does_not_undo_what_was_done(merchant: Client):
    error = f"""
        CREATE FUNCTION refuse_audit() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'no room for the audit log'; END $$;
        CREATE TRIGGER refuse_audit BEFORE INSERT ON audit_entries
            FOR EACH ROW WHEN (NEW.account_id = '{merchant.account_id}') EXECUTE FUNCTION refuse_audit();
    """
    execute(merchant, error)
    try:
        answer = merchant("POST", "/api/v1/products", {"name": "Coffee"}, key=fresh_key())
    finally:
        execute(merchant, "DROP TRIGGER refuse_audit ON audit_entries; DROP FUNCTION refuse_audit()")
    assert answer.status == 201
    product = answer.data["product"]["id"]
    assert merchant("GET", f"/api/v1/products/{product}").status == 200
    assert actions(merchant, "?action=product") == []
