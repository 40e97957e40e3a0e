"""Restrictions of API keys: an expiry, and an IP allow-list (docs/decisions/0007-credentials.md)."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from tests.api_keys.proxied import at, keyed
from tests.harness.database import execute, rows
from tests.harness.goods import fresh_key
from tests.harness.service import Answer, Client, Service, serving
from tests.harness.waiting import eventually
from tests.harness.workspaces import open_client, open_partner, provision

KEYS = "/api/v1/api-keys"
TARGET = "/api/v1/warehouses"
OFFICE, ELSEWHERE = "203.0.113.7", "198.51.100.1"


@pytest.fixture(scope="module")
def service(module_database_url: str) -> Iterator[Service]:
    """A service that takes this host for its proxy."""
    with serving(module_database_url, trusted_proxies="127.0.0.1") as running:
        yield running


@pytest.fixture
def merchant(service: Service) -> Client:
    return open_client(service)


def mint(client: Client, **fields: Any) -> Answer:
    return at(client, OFFICE, "POST", KEYS, {"name": "Bound", **fields})


def minted(client: Client, **fields: Any) -> Client:
    answer = mint(client, **fields)
    assert answer.status == 201, answer.raw
    return keyed(client, answer.data)


def in_days(days: float) -> str:
    return (datetime.now(UTC) + timedelta(days=days)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def expire(client: Client) -> None:
    """Have the key's time come."""
    execute(client, "UPDATE api_keys SET expires_at = clock_timestamp() WHERE key_id = $1", client.key_id)


def test_what_a_key_is_bound_to_is_shown_where_it_is_made_and_in_the_list(merchant: Client) -> None:
    until = in_days(30)
    made = mint(merchant, expiresAt=until, networks=["203.0.113.9/24", "2001:DB8::1"]).data["apiKey"]
    assert (made["expiresAt"], made["networks"]) == (until, ["203.0.113.0/24", "2001:db8::1/128"])
    first, *others = merchant("GET", KEYS).data["apiKeys"]
    assert {name: first[name] for name in made} == made
    assert [(other["expiresAt"], other["networks"]) for other in others] == [(None, None)]


def test_null_is_the_same_as_leaving_it_out(merchant: Client) -> None:
    made = mint(merchant, expiresAt=None, networks=None).data["apiKey"]
    assert (made["expiresAt"], made["networks"]) == (None, None)


def test_the_audit_log_says_what_a_new_key_is_bound_to(merchant: Client) -> None:
    made = mint(merchant, expiresAt=in_days(1), networks=[OFFICE]).data["apiKey"]
    (entry,) = merchant("GET", "/api/v1/audit-log?action=api_key.created&limit=1").data["entries"]
    assert entry["after"] == made


@pytest.mark.parametrize(
    ("fields", "at_field"),
    [
        ({"expiresAt": in_days(-1)}, "expiresAt"),
        ({"expiresAt": "1900-01-01T00:00:00Z"}, "expiresAt"),
        ({"expiresAt": "0001-01-01T00:00:00Z"}, "expiresAt"),
        ({"expiresAt": "2999-01-01T00:00:00"}, "expiresAt"),
        ({"expiresAt": "tomorrow"}, "expiresAt"),
        ({"expiresAt": 4_000_000_000}, "expiresAt"),
        ({"networks": []}, "networks"),
        ({"networks": OFFICE}, "networks"),
        ({"networks": [OFFICE, "office"]}, "networks.1"),
        ({"networks": [""]}, "networks.0"),
        ({"networks": [OFFICE, OFFICE, "fe80::1%eth0"]}, "networks.2"),
        ({"networks": [f"10.0.0.{n}" for n in range(21)]}, "networks"),
        ({"networks": ["1" * 65]}, "networks.0"),
    ],
)
def test_bounds_that_make_no_sense_are_refused_by_their_name(
    merchant: Client, fields: dict[str, Any], at_field: str
) -> None:
    answer = mint(merchant, **fields)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), at_field)
    assert len(merchant("GET", KEYS).data["apiKeys"]) == 1


def test_the_last_moment_of_the_calendar_is_an_expiry(merchant: Client) -> None:
    bound = minted(merchant, expiresAt="9999-12-31T23:59:59.999999Z")
    assert bound("GET", TARGET).status == 200
    assert merchant("GET", KEYS).data["apiKeys"][0]["expiresAt"] == "9999-12-31T23:59:59.999Z"


def test_a_key_works_until_it_expires_and_never_again(merchant: Client) -> None:
    bound = minted(merchant, expiresAt=in_days(1))
    assert bound("GET", TARGET).status == 200
    expire(bound)
    assert [bound("GET", TARGET).error for _ in range(5)] == [(401, "EXPIRED_KEY")] * 5
    assert bound("POST", TARGET, {"name": "Main"}, fresh_key()).error == (401, "EXPIRED_KEY")
    assert merchant("GET", TARGET).data["warehouses"] == []


def test_a_key_expires_by_itself(merchant: Client) -> None:
    bound = minted(merchant, expiresAt=in_days(5 / 86_400))
    answers: list[Answer] = []

    def has_expired() -> bool:
        answers.append(bound("GET", TARGET))
        return answers[-1].status == 401

    eventually(has_expired)
    assert answers[-1].error == (401, "EXPIRED_KEY")
    assert {answer.status for answer in answers[:-1]} <= {200}


def test_an_expiry_in_the_past_is_past_by_the_clock_of_the_database(merchant: Client) -> None:
    (now,) = rows(merchant, "SELECT clock_timestamp() AS now, $1::text")
    assert mint(merchant, expiresAt=now["now"].isoformat()).field == "expiresAt"


def test_expiry_and_networks_show_only_to_whoever_has_the_secret(merchant: Client) -> None:
    bound = minted(merchant, expiresAt=in_days(1), networks=[OFFICE])
    guess = msgspec.structs.replace(bound, secret="svcsk_guessed")
    assert at(guess, ELSEWHERE, "GET", TARGET).error == (401, "BAD_SIGNATURE")
    expire(bound)
    assert at(guess, OFFICE, "GET", TARGET).error == (401, "BAD_SIGNATURE")


def test_a_key_that_is_revoked_and_expired_is_revoked(merchant: Client) -> None:
    answer = mint(merchant, expiresAt=in_days(1)).data
    bound = keyed(merchant, answer)
    merchant("POST", f"{KEYS}/{answer['apiKey']['id']}/revoke")
    expire(bound)
    assert bound("GET", TARGET).error == (401, "REVOKED_KEY")


def test_a_key_works_from_its_networks_and_from_nowhere_else(merchant: Client) -> None:
    bound = minted(merchant, networks=["203.0.113.0/24", "2001:db8::/32"])
    for address in (OFFICE, "2001:db8::1", f"::ffff:{OFFICE}", f"{OFFICE}:41022"):
        assert at(bound, address, "GET", TARGET).status == 200, address
    for address in (ELSEWHERE, "2001:db9::1", f"::ffff:{ELSEWHERE}", "127.0.0.1"):
        answer = at(bound, address, "GET", TARGET)
        assert answer.error == (403, "FORBIDDEN_NETWORK"), address
    assert ELSEWHERE in at(bound, ELSEWHERE, "GET", TARGET).json["error"]["message"]
    assert at(bound, ELSEWHERE, "POST", TARGET, {"name": "Main"}, key=fresh_key()).error[1] == "FORBIDDEN_NETWORK"
    assert merchant("GET", TARGET).data["warehouses"] == []


def test_nobody_invents_where_they_are_past_a_trusted_proxy(merchant: Client) -> None:
    bound = minted(merchant, networks=[OFFICE])
    assert at(bound, f"{OFFICE}, {ELSEWHERE}", "GET", TARGET).error == (403, "FORBIDDEN_NETWORK")


def test_what_is_not_admitted_is_no_use_of_the_key(merchant: Client) -> None:
    bound = minted(merchant, networks=[OFFICE])
    at(bound, ELSEWHERE, "GET", TARGET)
    merchant("GET", TARGET)
    own, theirs = merchant.key_id, bound.key_id

    def used() -> dict[str, Any]:
        return {key["keyId"]: key["lastUsedAt"] for key in merchant("GET", KEYS).data["apiKeys"]}

    # Both would have been noted together.
    eventually(lambda: used()[own] is not None)
    assert used()[theirs] is None


def test_a_key_mints_none_that_outlives_it(merchant: Client) -> None:
    until = in_days(10)
    bound = minted(merchant, expiresAt=until)
    for fields in ({}, {"expiresAt": None}, {"expiresAt": in_days(11)}):
        answer = mint(bound, **fields)
        assert (answer.error, answer.field) == ((403, "FORBIDDEN"), "expiresAt")
        assert until in answer.json["error"]["message"]
    for allowed in (until, in_days(9)):
        assert mint(bound, expiresAt=allowed).status == 201


def test_a_key_mints_none_for_other_networks_than_its_own(merchant: Client) -> None:
    bound = minted(merchant, networks=["203.0.113.0/24", "2001:db8::/32"])
    for fields in ({}, {"networks": None}, {"networks": ["0.0.0.0/0"]}, {"networks": [OFFICE, ELSEWHERE]}):
        answer = mint(bound, **fields)
        assert (answer.error, answer.field) == ((403, "FORBIDDEN"), "networks")
        assert "203.0.113.0/24" in answer.json["error"]["message"]
    for allowed in (["203.0.113.0/24"], [OFFICE, "2001:db8:1::/48"], [f"::ffff:{OFFICE}"]):
        assert mint(bound, networks=allowed).status == 201


def test_a_chain_of_keys_stays_within_the_first(merchant: Client) -> None:
    first = minted(merchant, networks=["203.0.113.0/24"], expiresAt=in_days(10))
    until = in_days(5)
    second = minted(first, networks=["203.0.113.0/25"], expiresAt=until)
    assert mint(second, networks=["203.0.113.0/24"], expiresAt=until).field == "networks"
    assert mint(second, networks=["203.0.113.0/25"], expiresAt=in_days(10)).field == "expiresAt"


def test_a_bound_key_cannot_read_the_secret_of_a_wider_one_again(merchant: Client) -> None:
    bound = minted(merchant, networks=["203.0.113.0/24"])
    wide = at(merchant, OFFICE, "POST", KEYS, {"name": "Wide"}, key="mint-1")
    again = at(bound, OFFICE, "POST", KEYS, {"name": "Wide"}, key="mint-1")
    assert again.error == (422, "IDEMPOTENCY_KEY_REUSED")
    assert wide.data["secret"] not in again.raw.decode()
    narrow = {"name": "Narrow", "networks": [OFFICE]}
    first, second = (at(bound, OFFICE, "POST", KEYS, narrow, key="mint-2") for _ in range(2))
    assert first.status == 201 and first.raw == second.raw


def test_other_answers_are_remembered_for_all_keys_of_the_workspace(merchant: Client) -> None:
    bound = minted(merchant, networks=["203.0.113.0/24"])
    first = at(merchant, OFFICE, "POST", TARGET, {"name": "Main"}, key="open-1")
    assert at(bound, OFFICE, "POST", TARGET, {"name": "Main"}, key="open-1").raw == first.raw


def test_a_platform_keys_bounds_bind_what_it_mints_on_behalf(service: Service, merchant: Client) -> None:
    partner = open_partner(service, f"partner-{merchant.account_id}")
    provision(merchant, f"partner-{merchant.account_id}")
    execute(partner, "UPDATE api_keys SET networks = '{203.0.113.0/24}' WHERE key_id = $1", partner.key_id)
    acting = msgspec.structs.replace(partner, on_behalf_of=merchant.account_id)
    assert at(acting, ELSEWHERE, "GET", TARGET).error == (403, "FORBIDDEN_NETWORK")
    assert mint(acting).field == "networks"
    assert mint(acting, networks=[OFFICE]).status == 201


def test_an_expired_key_is_listed_and_can_be_revoked(merchant: Client) -> None:
    made = mint(merchant, expiresAt=in_days(1)).data["apiKey"]
    execute(merchant, "UPDATE api_keys SET expires_at = now() - interval '1 day' WHERE id = $1", made["id"])
    assert merchant("GET", KEYS).data["apiKeys"][0]["id"] == made["id"]
    assert merchant("POST", f"{KEYS}/{made['id']}/revoke").status == 200
