"""The workspaces that a person can choose from (decisions, sections 10 and 14)."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.harness.provider import Provider
from tests.harness.service import Service
from tests.harness.workspaces import in_database, open_client, open_partner, provision
from tests.people.conftest import Send

TARGET = "/api/v1/warehouses"


def _account_of(answer: Any) -> str:
    assert answer.status == 201, answer.raw
    return answer.data["warehouse"]["accountId"]


def _rows(service: Service, like: str) -> list[tuple[str, str, str | None]]:
    async def read(db):
        return await db.fetch("SELECT id, origin, plan FROM accounts WHERE id LIKE $1 ORDER BY id", like)

    return [tuple(row) for row in in_database(service.database_url, read)]


def test_the_header_chooses_among_what_the_token_names(send: Send, account: str) -> None:
    mine = {"accountIds": [f"{account}_b", f"{account}_c"]}
    for chosen, works_in in ((None, account), (f"{account}_c", f"{account}_c")):
        assert _account_of(send("POST", TARGET, {"name": "Gudang"}, workspace=chosen, **mine)) == works_in
    assert len(send(workspace=account, **mine).data["warehouses"]) == 1
    assert send(workspace=f"{account}_b", **mine).data["warehouses"] == []


def test_a_workspace_may_be_named_in_both_claims(send: Send, account: str) -> None:
    assert _account_of(send("POST", TARGET, {"name": "A"}, workspace=account, accountIds=[account])) == account


def test_one_that_the_token_does_not_name_does_not_exist(send: Send, service: Service, account: str) -> None:
    there = open_client(service).account_id
    answers = [
        send(workspace=chosen, accountIds=[f"{account}_b"])
        for chosen in (there, "acc_nowhere", "", "nonsense", account.upper(), f"{account},{account}")
    ]
    assert {answer.error for answer in answers} == {(404, "NOT_FOUND")}
    assert len({answer.json["error"]["message"] for answer in answers}) == 1
    assert _rows(service, "acc_nowhere") == []


def test_a_header_said_twice_chooses_nothing(service: Service, provider: Provider, account: str) -> None:
    token = provider.token(provider.claims(accountId=account))
    headers = [("Authorization", f"Bearer {token}"), ("Svc-Workspace", account), ("Svc-Workspace", account)]
    assert service.send("GET", TARGET, headers).error == (404, "NOT_FOUND")


def test_who_has_a_choice_and_does_not_choose_is_told_how(send: Send, provider: Provider, account: str) -> None:
    for several in ([account], [account, f"{account}_b"]):
        token = provider.token(provider.claims(accountId=None, accountIds=several))
        answer = send(token=token)
        assert answer.error == (403, "NO_ACCOUNT")
        assert "Svc-Workspace" in answer.json["error"]["message"]
        assert send(token=token, workspace=account).status == 200


def test_who_has_no_workspace_has_none_to_choose(send: Send, provider: Provider, account: str) -> None:
    for ids in (None, []):
        token = provider.token(provider.claims(accountId=None, accountIds=ids))
        for chosen in (None, account):
            assert send(token=token, workspace=chosen).error == (403, "NO_ACCOUNT")


@pytest.mark.parametrize(
    "claim", ["acc_1", 7, {"acc_1": True}, [7], [None], ["acc_1", "workspace"], ["acc_\0"], ["acc_" + "x" * 300]]
)
def test_a_claim_that_is_no_list_of_workspaces_makes_an_invalid_token(send: Send, claim: Any) -> None:
    assert send(accountIds=claim).error == (401, "INVALID_TOKEN")


def test_only_the_workspace_that_is_worked_in_comes_into_being_and_on_the_free_plan(
    send: Send, service: Service, account: str
) -> None:
    mine = {"accountIds": [f"{account}_b", f"{account}_c"]}
    send(workspace=f"{account}_b", **mine)
    assert _rows(service, f"{account}%") == [(f"{account}_b", "session", "free")]
    send(**mine)
    assert _rows(service, f"{account}%") == [(account, "session", "free"), (f"{account}_b", "session", "free")]


def test_many_first_requests_at_once_open_each_workspace_once(send: Send, service: Service, account: str) -> None:
    ids = [f"{account}_{number}" for number in range(3)]
    with ThreadPoolExecutor(24) as pool:
        made = list(
            pool.map(
                lambda number: send("POST", TARGET, {"name": f"{number}"}, workspace=ids[number % 3], accountIds=ids),
                range(48),
            )
        )
    # The free plan may refuse a warehouse beyond its limit; no request is refused for coming at once.
    assert {answer.status for answer in made} <= {201, 403}
    assert {answer.error for answer in made if answer.status == 403} <= {(403, "PLAN_LIMIT")}
    assert _rows(service, f"{account}%") == [(each, "session", "free") for each in ids]


def test_a_workspace_that_is_there_keeps_its_origin_and_plan(send: Send, service: Service) -> None:
    internal, partners = open_client(service), open_client(service, plan="growth")
    provision(partners, open_partner(service, "shopfront").key_id)
    for client in (internal, partners):
        assert send(accountIds=[client.account_id], workspace=client.account_id).status == 200
    assert _rows(service, internal.account_id) == [(internal.account_id, "operator", None)]
    assert _rows(service, partners.account_id) == [(partners.account_id, "partner", "growth")]


def test_a_key_works_in_its_own_workspace_whatever_the_header_says(service: Service) -> None:
    client, other = open_client(service), open_client(service)
    made = client("POST", TARGET, {"name": "A"}, "key-1", headers=[("Svc-Workspace", other.account_id)])
    assert _account_of(made) == client.account_id


def test_the_header_follows_the_brand(module_database_url: str, provider: Provider, account: str) -> None:
    from tests.harness.provider import AUDIENCE
    from tests.harness.service import serving

    named = {"oidc_issuer": provider.issuer, "oidc_audience": AUDIENCE, "brand": "acme"}
    with serving(module_database_url, **named) as service:
        token = provider.token(provider.claims(accountId=account))
        for header, status in (("Acme-Workspace", 404), ("Svc-Workspace", 200)):
            headers = [("Authorization", f"Bearer {token}"), (header, "acc_other")]
            assert service.send("GET", TARGET, headers).status == status
