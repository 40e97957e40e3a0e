"""Requests of a workspace use its plan's allowance, and the answers tell how much is left (decisions, section 10)."""

from typing import Any

import pytest

from tests.harness.database import execute, rows
from tests.harness.provider import Provider
from tests.harness.service import Answer, Client, Service
from tests.harness.signed_in import signed_in
from tests.harness.workspaces import in_database, open_client, open_partner, provision
from tests.sign_in.browser import CookieBrowser

FREE = 60
CHEAP = ("GET", "/api/v1/addresses")


def _left(answer: Answer) -> int:
    return int(answer.headers["ratelimit-remaining"])


def _told(answer: Answer) -> set[str]:
    return {name for name in answer.headers if name.startswith("ratelimit-")}


def _use_up(client: Client, leaving: int) -> None:
    """Take all of the allowance of a workspace that has asked for nothing yet, but so many."""
    for _ in range(FREE - leaving):
        assert client(*CHEAP).status == 200


def _products(count: int) -> dict[str, Any]:
    return {"products": [{"name": f"Kopi {number}"} for number in range(count)]}


def test_a_plan_allows_so_many_requests_a_minute_and_refuses_the_next(free: Client) -> None:
    left = [_left(free(*CHEAP)) for _ in range(FREE)]
    assert left == list(range(FREE - 1, -1, -1))
    refused = free(*CHEAP)
    assert refused.error == (429, "RATE_LIMITED")
    assert refused.headers["ratelimit-limit"] == str(FREE)
    assert refused.headers["ratelimit-remaining"] == "0"
    assert 0 < int(refused.headers["retry-after"]) <= 60
    assert refused.headers["ratelimit-reset"] == refused.headers["retry-after"]


def test_one_workspaces_requests_take_nothing_of_anothers(free: Client, service: Service) -> None:
    _use_up(free, 0)
    assert free(*CHEAP).status == 429
    assert open_client(service, plan="free")(*CHEAP).status == 200


def test_all_keys_of_a_workspace_share_its_allowance(free: Client) -> None:
    made = free("POST", "/api/v1/api-keys", {"name": "second", "scopes": ["read"]})
    second = Client(free.service, free.account_id, made.data["apiKey"]["keyId"], made.data["secret"])
    assert _left(second(*CHEAP)) == _left(made) - 1
    assert _left(free(*CHEAP)) == _left(made) - 2


def test_a_workspace_of_the_operators_own_is_neither_counted_nor_told(service: Service) -> None:
    internal = open_client(service)
    answers = [internal(*CHEAP) for _ in range(FREE + 5)]
    assert {answer.status for answer in answers} == {200}
    assert [_told(answer) for answer in answers] == [set()] * len(answers)
    kept = in_database(service.database_url, lambda db: db.fetch("SELECT subject FROM request_windows"))
    assert internal.account_id not in {row["subject"] for row in kept}


def test_every_answer_to_a_limited_workspace_tells_of_its_allowance(free: Client) -> None:
    answers = [
        free(*CHEAP),
        free("GET", "/api/v1/products/nope"),
        free("POST", "/api/v1/products", {"name": ""}),
        free("POST", "/api/v1/products", b"{", content_type="application/json"),
        free("POST", "/api/v1/products", b"x", content_type="text/plain"),
        free("POST", "/api/v1/warehouses", {"name": "Gudang"}),
        free("POST", "/api/v1/warehouses", {"name": "Gudang"}, "key-1"),
        free("POST", "/api/v1/warehouses", {"name": "Gudang"}, "key-1"),
        free("POST", "/api/v1/warehouses", {"name": "Other"}, "key-1"),
        free("HEAD", "/api/v1/addresses"),
    ]
    assert [answer.status for answer in answers] == [200, 404, 400, 400, 415, 400, 201, 201, 422, 200]
    assert answers[7].headers["idempotency-replayed"] == "true"
    assert [_left(answer) for answer in answers] == list(range(FREE - 1, FREE - 11, -1))
    assert {len(_told(answer)) for answer in answers} == {3}


def test_health_takes_nothing(free: Client, service: Service) -> None:
    before = _left(free(*CHEAP))
    for _ in range(5):
        assert _told(service.send("GET", "/api/v1/health", [])) == set()
    assert _left(free(*CHEAP)) == before - 1


@pytest.mark.parametrize(
    ("method", "target", "body", "cost"),
    [
        ("POST", "/products/bulk", _products(20), 1),
        ("POST", "/products/bulk", _products(21), 2),
        ("POST", "/stock/adjust/bulk", {"adjustments": [{}] * 101}, 2),
        ("POST", "/shipments/bulk", {"shipments": [{}] * 31}, 4),
        ("POST", "/licenses/bulk", {"licenses": [{}] * 250}, 3),
        ("POST", "/shipments/labels", {"shipmentIds": [f"shp_{number}" for number in range(11)]}, 2),
        ("POST", "/shipments/packing-slips", {"shipmentIds": [f"shp_{number}" for number in range(11)]}, 2),
        ("POST", "/shipments/printed", {"shipmentIds": ["shp_1"] * 101, "printed": True}, 2),
        ("POST", "/shipments/hand-over-list", {"courierCode": "jne"}, 10),
        ("POST", "/shipping/rates", {"destination": {"postalCode": "12345"}, "items": []}, 1),
        ("GET", "/stock/reconcile", None, 10),
        ("GET", "/shipping-credits/statement?from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z", None, 10),
    ],
)
def test_what_is_heavy_takes_more_than_one(free: Client, method: str, target: str, body: Any, cost: int) -> None:
    before = _left(free(*CHEAP))
    answer = free(method, "/api/v1" + target, body, "key-1" if method == "POST" else None)
    assert before - _left(answer) == cost
    assert before - _left(free(*CHEAP)) == cost + 1


def test_a_quote_that_can_be_read_takes_five(free: Client) -> None:
    quote = {
        "destination": {"contactName": "A", "contactPhone": "0811", "address": "Jl. 1", "postalCode": "12345"},
        "items": [{"name": "Kopi", "value": 1000, "weight": 100, "quantity": 1}],
    }
    before = _left(free(*CHEAP))
    assert before - _left(free("POST", "/api/v1/shipping/rates", quote)) == 5


@pytest.mark.parametrize(("size", "cost"), [(16_384, 1), (16_385, 2), (32_768, 2), (100_000, 7), (1_048_576, 60)])
def test_a_large_body_takes_one_for_each_16_kib_that_has_begun(free: Client, size: int, cost: int) -> None:
    body = b'{"name": "Kopi", "ignored": "%s"}'
    assert _left(free("POST", "/api/v1/products", body % (b"a" * (size - len(body) + 2)))) == FREE - cost


def test_a_large_body_takes_as_much_where_it_makes_no_sense_or_is_answered_again(free: Client) -> None:
    assert _left(free("POST", "/api/v1/products", b"{" + b" " * 20_000)) == FREE - 2
    body = {"name": "Kopi", "ignored": "a" * 20_000}
    assert [_left(free("POST", "/api/v1/products", body, "key-1")) for _ in range(2)] == [FREE - 4, FREE - 6]


def test_what_a_list_costs_beyond_its_size_is_taken_once(free: Client) -> None:
    heavy = {"products": [{"name": "Kopi", "ignored": "a" * 1_000} for _ in range(40)]}
    assert _left(free("POST", "/api/v1/products/bulk", heavy)) == FREE - 3
    many = {"products": [{"name": "Kopi", "ignored": "a" * 200} for _ in range(80)]}
    assert _left(free("POST", "/api/v1/products/bulk", many)) == FREE - 3 - 4


def test_what_is_answered_again_takes_one(free: Client) -> None:
    made = free("POST", "/api/v1/products/bulk", _products(100), "key-1")
    again = free("POST", "/api/v1/products/bulk", _products(100), "key-1")
    assert again.headers["idempotency-replayed"] == "true" and again.raw == made.raw
    assert (_left(made), _left(again)) == (FREE - 5, FREE - 6)


def test_what_is_refused_takes_nothing_and_does_nothing(free: Client) -> None:
    _use_up(free, 3)
    refused = [free("POST", "/api/v1/products/bulk", _products(80), "key-1") for _ in range(5)]
    assert {answer.error for answer in refused} == {(429, "RATE_LIMITED")}
    assert rows(free, "SELECT 1 FROM products WHERE account_id = $1") == []
    assert free("POST", "/api/v1/products/bulk", _products(60), "key-1").status == 200
    assert free(*CHEAP).status == 429


def test_a_partner_uses_the_allowance_of_the_merchant_it_acts_for(service: Service) -> None:
    partner, merchant = open_partner(service, "counted"), open_client(service, plan="free")
    provision(merchant, "counted")
    acting = Client(service, partner.account_id, partner.key_id, partner.secret, on_behalf_of=merchant.account_id)
    assert _left(acting(*CHEAP)) == FREE - 1
    assert _left(merchant(*CHEAP)) == FREE - 2
    assert _told(partner(*CHEAP)) == set()


def test_a_workspace_that_changes_its_plan_is_limited_by_the_new_one_at_once(free: Client) -> None:
    _use_up(free, 0)
    assert free(*CHEAP).status == 429
    execute(free, "UPDATE accounts SET plan = 'starter' WHERE id = $1", free.account_id)
    grown = free(*CHEAP)
    assert (grown.status, grown.headers["ratelimit-limit"], _left(grown)) == (200, "600", 600 - FREE - 1)
    execute(free, "UPDATE accounts SET plan = NULL WHERE id = $1", free.account_id)
    assert _told(free(*CHEAP)) == set()
    execute(free, "UPDATE accounts SET plan = 'free' WHERE id = $1", free.account_id)
    assert free(*CHEAP).status == 429


def _as_person(service: Service, provider: Provider, person: str, account_id: str) -> Answer:
    token = provider.token(provider.claims(accountId=account_id, sub=person))
    return service.send(*CHEAP, [("Authorization", "Bearer " + token)])


def test_a_token_takes_of_the_plans_allowance_as_a_key_does(service: Service, provider: Provider, free: Client) -> None:
    by_token = _as_person(service, provider, "usr_counted", free.account_id)
    assert (by_token.status, by_token.headers["ratelimit-limit"], _left(by_token)) == (200, "60", FREE - 1)
    assert _left(_as_person(service, provider, "usr_other", free.account_id)) == FREE - 2
    _use_up(free, 2)
    assert _as_person(service, provider, "usr_counted", free.account_id).error == (429, "RATE_LIMITED")
    assert free(*CHEAP).status == 429
    # Another workspace of the same person has its own plan.
    internal = open_client(service)
    assert _told(_as_person(service, provider, "usr_counted", internal.account_id)) == set()


def test_a_workspace_that_a_token_opens_is_limited_as_free(service: Service, provider: Provider) -> None:
    assert _left(_as_person(service, provider, "usr_first", "acc_opened_by_token")) == FREE - 1


def test_a_page_of_the_console_takes_of_the_persons_allowance(service: Service, provider: Provider) -> None:
    workspaces = [open_client(service, plan="free") for _ in range(2)]
    for number, workspace in enumerate(workspaces):
        _use_up(workspace, 0)
        browser = CookieBrowser(service.port)
        browser.cookies["svc-session"] = signed_in(
            service.database_url, "owner", workspace.account_id, issuer=provider.issuer, subject="usr_in_console"
        )
        page = browser.get(f"/console/{workspace.account_id}")
        assert (page.status, page.headers["ratelimit-limit"]) == (200, "600")
        assert page.headers["ratelimit-remaining"] == str(599 - number)


def test_nothing_of_this_is_a_fault(service: Service) -> None:
    assert service.faults() == []
