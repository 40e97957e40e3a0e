"""Ending a partner revokes all its keys at once, on every node, whatever it is doing (decisions, section 13)."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from fulfilment.partners.service import REVOKE_BATCH_SIZE, PartnerTermination, terminate_partner
from tests.harness.database import execute, rows
from tests.harness.goods import fresh_key
from tests.harness.service import Client, Service, serving
from tests.harness.workspaces import as_operator, in_database
from tests.partners.acting import AUDIT, KEYS, WORKSPACES, acting_for, mint, provision, with_key

ALIVE = "SELECT key_id FROM api_keys WHERE $2 IN (partner, made_by_partner) AND revoked_at IS NULL AND $1 <> ''"
REVOKED = (401, "REVOKED_KEY")
# More than are revoked in one statement.
MANY = 2 * REVOKE_BATCH_SIZE + 300


def _end(client: Client, name: str) -> PartnerTermination:
    with as_operator():
        return in_database(client.service.database_url, lambda db: terminate_partner(db, name))


@pytest.fixture(scope="module")
def other_node(service: Service) -> Iterator[Service]:
    """Another installation of the API on the same database."""
    with serving(service.database_url) as running:
        yield running


def test_all_that_it_made_ends_and_nothing_else(
    partner: Client,
    on_behalf: Client,
    made: Client,
    merchant: Client,
    other_partner: Client,
    other_node: Service,
    partner_name: str,
):
    child = with_key(made, mint(made))
    plain = with_key(partner, mint(partner))
    ended = _end(partner, partner_name)
    assert (ended.platform_keys, ended.made_keys) == (1, 2)
    for node in (partner.service, other_node):
        for client in (partner, on_behalf, made, child):
            assert msgspec.structs.replace(client, service=node)("GET", KEYS).error == REVOKED
        for client in (merchant, plain, other_partner):
            assert msgspec.structs.replace(client, service=node)("GET", KEYS).status == 200
    shown = {key["keyId"]: key["revokedAt"] for key in merchant("GET", KEYS).data["apiKeys"]}
    assert shown[made.key_id] and shown[child.key_id] and shown[merchant.key_id] is None


def test_each_key_that_ends_is_in_the_audit_log_of_its_workspace(
    partner: Client, made: Client, merchant: Client, partner_name: str
):
    ids = {key["keyId"]: key["id"] for key in merchant("GET", KEYS).data["apiKeys"]}
    _end(partner, partner_name)
    (entry,) = merchant("GET", f"{AUDIT}?action=api_key.revoked").data["entries"]
    assert entry["targetId"] == ids[made.key_id]
    assert (entry["actorType"], entry["actorId"], entry["metadata"]) == ("system", None, {"partner": partner_name})
    assert entry["before"] == {"name": entry["after"]["name"], "revokedAt": None} and entry["after"]["revokedAt"]


def test_however_many_keys_end_in_one_transaction(partner: Client, on_behalf: Client, partner_name: str):
    execute(
        partner,
        """
        INSERT INTO api_keys (account_id, id, name, key_id, secret, secret_preview, scopes, made_by_partner, created_at)
        SELECT $1, 'many' || n, 'Many', 'svc_key_many_' || $2 || n, '', '', '{read}', $2, now()
          FROM generate_series(1, $3) n
        """,
        on_behalf.on_behalf_of,
        partner_name,
        MANY,
    )
    assert _end(partner, partner_name) == PartnerTermination(partner_name, 1, MANY)
    assert rows(partner, ALIVE, partner_name) == []
    statement = "SELECT DISTINCT revoked_at FROM api_keys WHERE $2 IN (partner, made_by_partner) AND $1 <> ''"
    assert len(rows(partner, statement, partner_name)) == 1


def test_what_is_made_while_it_ends_ends_too(
    partner: Client, on_behalf: Client, made: Client, other_node: Service, partner_name: str
):
    """Keys mint keys through two nodes, and each new one mints on, until everything is refused."""
    begun = threading.Barrier(5)

    def mint_on(client: Client) -> int:
        count = 0
        begun.wait()
        while True:
            answer = client("POST", KEYS, {"name": "Another"}, fresh_key())
            if answer.status != 201:
                assert answer.error == REVOKED
                return count
            count += 1
            if client.on_behalf_of is None:
                client = with_key(client, answer.data)

    clients = [on_behalf, made, *(msgspec.structs.replace(each, service=other_node) for each in (on_behalf, made))]
    with ThreadPoolExecutor(len(clients)) as threads:
        minting = [threads.submit(mint_on, client) for client in clients]
        begun.wait()
        while len(rows(partner, ALIVE, partner_name)) < 12:
            pass
        _end(partner, partner_name)
        assert rows(partner, ALIVE, partner_name) == []
        counts = [each.result() for each in minting]
    assert sum(counts) >= 10
    assert rows(partner, ALIVE, partner_name) == []


def test_no_request_that_begins_after_the_end_is_taken(
    partner: Client, on_behalf: Client, made: Client, other_node: Service, partner_name: str
):
    has_ended = threading.Event()
    begun = threading.Barrier(5)

    def ask_on(client: Client) -> tuple[int, int]:
        taken = after = 0
        begun.wait()
        while after < 5:
            is_after = has_ended.is_set()
            answer = client("GET", KEYS)
            if is_after:
                assert answer.error == REVOKED
                after += 1
            elif answer.status == 200:
                taken += 1
        return taken, after

    clients = [partner, made, *(msgspec.structs.replace(each, service=other_node) for each in (on_behalf, made))]
    with ThreadPoolExecutor(len(clients)) as threads:
        asking = [threads.submit(ask_on, client) for client in clients]
        begun.wait()
        _end(partner, partner_name)
        has_ended.set()
        assert [each.result()[1] for each in asking] == [5] * len(clients)


def test_its_workspaces_stay_with_their_merchants_and_no_partner_gets_them(
    partner: Client, on_behalf: Client, merchant: Client, other_partner: Client, partner_name: str
):
    _end(partner, partner_name)
    assert merchant("POST", "/api/v1/products", {"name": "Kopi"}, fresh_key()).status == 201
    execute(partner, "UPDATE partners SET shares_identity_provider = true")
    answer = provision(other_partner, accountId=merchant.account_id)
    assert answer.error == (409, "CROSS_PARTNER")
    assert acting_for(other_partner, merchant.account_id)("GET", KEYS).error == (404, "NOT_FOUND")
    assert other_partner("GET", f"{WORKSPACES}/{merchant.account_id}").error == (404, "NOT_FOUND")


def test_it_ends_once_and_unknown_ones_never(partner: Client, partner_name: str):
    _end(partner, partner_name)
    for name in (partner_name, "nobody"):
        with pytest.raises(LookupError, match=name):
            _end(partner, name)
