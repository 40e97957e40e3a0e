"""Shipping credits over HTTP (specification, Shipping credits; decisions, section 6)."""

from concurrent.futures import ThreadPoolExecutor

import asyncpg
import pytest

from fulfilment.credits import hold as credit
from tests.credits.ledger import within
from tests.credits.requests import ADJUST, BALANCE, LIST, TOPUP, balance_of, charged_shipment
from tests.harness.service import Answer, Client
from tests.harness.workspaces import in_database, open_client

MOST = 2**53 - 1


def test_a_new_workspace_has_no_credit(client: Client) -> None:
    shown = client("GET", BALANCE).data

    assert shown["updatedAt"].endswith("Z")
    assert {name: shown[name] for name in shown if name != "updatedAt"} == {
        "accountId": client.account_id,
        "balance": 0,
        "held": 0,
        "available": 0,
        "owed": 0,
        "currency": "IDR",
    }
    assert client("GET", LIST).data == {"transactions": [], "nextCursor": None}


def test_a_top_up_is_recorded_and_added(client: Client) -> None:
    answer = client("POST", TOPUP, {"amount": 50_000, "externalRef": "pay_1", "memo": "Cash"})

    assert answer.status == 201
    transaction = answer.data["transaction"]
    assert transaction["id"].startswith("ctx_")
    assert {name: transaction[name] for name in transaction if name not in ("id", "createdAt")} == {
        "kind": "topup",
        "amount": 50_000,
        "balanceAfter": 50_000,
        "shipmentId": None,
        "externalRef": "pay_1",
        "memo": "Cash",
        "createdBy": client.account_id,
    }
    assert answer.data["balance"] == client("GET", BALANCE).data
    assert client("GET", LIST).data["transactions"] == [transaction]
    assert balance_of(client) == 50_000


@pytest.mark.parametrize(("path", "kind"), [(TOPUP, None), (ADJUST, "manual_adjustment")])
def test_the_same_external_ref_moves_money_once(client: Client, path: str, kind: str | None) -> None:
    body = {"amount": 500, "externalRef": "ref"} | ({"kind": kind} if kind else {})
    first = client("POST", path, body)
    again = client("POST", path, body | {"memo": "Sent again"}, "another-key")

    assert (first.status, again.status) == (201, 200)
    assert again.data == first.data
    assert balance_of(client) == 500


def test_an_external_ref_stands_for_one_movement_of_its_kind(client: Client) -> None:
    client("POST", TOPUP, {"amount": 500, "externalRef": "ref"})

    refused = client("POST", TOPUP, {"amount": 501, "externalRef": "ref"})
    assert refused.error == (409, "DUPLICATE")
    assert refused.field == "externalRef"
    adjusted = client("POST", ADJUST, {"amount": 7, "kind": "manual_adjustment", "externalRef": "ref"})
    assert adjusted.status == 201
    assert balance_of(client) == 507


def test_parallel_top_ups_under_one_external_ref_are_one(client: Client) -> None:
    with ThreadPoolExecutor(8) as pool:
        sent = [pool.submit(client, "POST", TOPUP, {"amount": 500, "externalRef": "ref"}) for _ in range(16)]
        answers = [each.result() for each in sent]

    assert sorted(answer.status for answer in answers) == [200] * 15 + [201]
    assert len({answer.data["transaction"]["id"] for answer in answers}) == 1
    assert balance_of(client) == 500


def test_parallel_top_ups_all_arrive(client: Client) -> None:
    with ThreadPoolExecutor(8) as pool:
        sent = [pool.submit(client, "POST", TOPUP, {"amount": 10 + nth}) for nth in range(16)]
        assert {each.result().status for each in sent} == {201}

    assert balance_of(client) == sum(10 + nth for nth in range(16))


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "amount"),
        ({"amount": 0}, "amount"),
        ({"amount": -5}, "amount"),
        ({"amount": 1.5}, "amount"),
        ({"amount": MOST + 1}, "amount"),
        ({"amount": 5, "externalRef": ""}, "externalRef"),
        ({"amount": 5, "externalRef": "x" * 256}, "externalRef"),
        ({"amount": 5, "memo": "x" * 501}, "memo"),
        ({"amount": 5, "memo": "a\0b"}, "memo"),
    ],
)
def test_a_top_up_that_cannot_be_is_refused_by_name(client: Client, body: dict, field: str) -> None:
    answer = client("POST", TOPUP, body)

    assert answer.error == (400, "VALIDATION")
    assert answer.field == field
    assert balance_of(client) == 0


def test_a_balance_stays_within_what_a_number_can_say(client: Client) -> None:
    assert client("POST", TOPUP, {"amount": MOST}).status == 201
    for path, more in ((TOPUP, {}), (ADJUST, {"kind": "manual_adjustment"})):
        answer = client("POST", path, {"amount": 1} | more)
        assert (answer.error, answer.field) == ((400, "VALIDATION"), "amount")
    assert balance_of(client) == MOST


@pytest.mark.parametrize("refund", ["by a cancellation", "by hand"])
def test_a_top_up_leaves_room_for_what_may_be_refunded(client: Client, refund: str) -> None:
    client("POST", TOPUP, {"amount": MOST})
    shipment_id = charged_shipment(client, 80)
    for path, more in ((TOPUP, {}), (ADJUST, {"kind": "manual_adjustment"})):
        answer = client("POST", path, {"amount": 1} | more)
        assert (answer.error, answer.field) == ((400, "VALIDATION"), "amount")
    if refund == "by hand":
        body = {"amount": 80, "kind": "shipment_refund", "shipmentId": shipment_id}
        assert client("POST", ADJUST, body).status == 201
    else:
        give_back = lambda db: within(db, client.account_id, lambda tx: credit.refund(tx, shipment_id))  # noqa: E731
        assert in_database(client.service.database_url, give_back) == 80
    assert balance_of(client) == MOST
    assert client("POST", ADJUST, {"amount": -1, "kind": "manual_adjustment"}).status == 201
    assert client("POST", TOPUP, {"amount": 1}).status == 201
    assert balance_of(client) == MOST


def test_top_ups_and_refunds_at_once_stay_within_what_a_number_can_say(client: Client) -> None:
    client("POST", TOPUP, {"amount": MOST - 40})
    shipment_id = charged_shipment(client, 80)
    back = {"amount": 10, "kind": "shipment_refund", "shipmentId": shipment_id}

    with ThreadPoolExecutor(8) as pool:
        refunds = [pool.submit(client, "POST", ADJUST, back) for _ in range(8)]
        top_ups = [pool.submit(client, "POST", TOPUP, {"amount": 10}) for _ in range(8)]
        assert [each.result().status for each in refunds] == [201] * 8
        assert sorted(each.result().status for each in top_ups) == [201] * 4 + [400] * 4

    assert balance_of(client) == MOST


def test_what_is_moved_by_hand_says_by_whom_and_what_a_shipment_does_by_nobody(client: Client) -> None:
    client("POST", TOPUP, {"amount": 100})
    shipment_id = charged_shipment(client, 80)
    client("POST", ADJUST, {"amount": 30, "kind": "shipment_refund", "shipmentId": shipment_id})
    client("POST", ADJUST, {"amount": -5, "kind": "manual_adjustment"})
    in_database(
        client.service.database_url,
        lambda db: within(db, client.account_id, lambda tx: credit.refund(tx, shipment_id)),
    )

    listed = client("GET", LIST).data["transactions"]
    me = client.account_id
    assert [(each["kind"], each["createdBy"]) for each in reversed(listed)] == [
        ("topup", me),
        ("shipment_charge", None),
        ("shipment_refund", me),
        ("manual_adjustment", me),
        ("shipment_refund", None),
    ]


def test_what_is_moved_by_hand_is_audited_once(client: Client) -> None:
    first = client("POST", TOPUP, {"amount": 100, "externalRef": "pay_1"}).data["transaction"]
    client("POST", TOPUP, {"amount": 100, "externalRef": "pay_1"})
    adjusted = client("POST", ADJUST, {"amount": -5, "kind": "manual_adjustment"}).data["transaction"]
    client("POST", ADJUST, {"amount": -500, "kind": "manual_adjustment"})

    entries = client("GET", "/api/v1/audit-log?action=shipping_credit.").data["entries"]
    said = ("action", "targetType", "targetId", "after", "actorId")
    assert [tuple(entry[name] for name in said) for entry in reversed(entries)] == [
        ("shipping_credit.topup", "CreditTransaction", first["id"], first, client.account_id),
        ("shipping_credit.adjusted", "CreditTransaction", adjusted["id"], adjusted, client.account_id),
    ]


def test_too_little_credit_says_what_is_needed_and_what_there_is(client: Client) -> None:
    client("POST", TOPUP, {"amount": 100})
    hold = lambda db: within(db, client.account_id, lambda tx: credit.hold(tx, "ship_1", 40))  # noqa: E731
    in_database(client.service.database_url, hold)

    answer = client("POST", ADJUST, {"amount": -61, "kind": "manual_adjustment"})
    assert answer.error == (402, "INSUFFICIENT_SHIPPING_CREDIT")
    assert "61 is needed, 60 is available" in answer.json["error"]["message"]
    shipment_id = charged_shipment(client, 30)
    body = {"amount": 31, "kind": "shipment_refund", "shipmentId": shipment_id}
    assert "Only 30 is left" in client("POST", ADJUST, body).json["error"]["message"]


def test_a_manual_adjustment_is_signed_and_never_below_what_is_held(client: Client) -> None:
    client("POST", TOPUP, {"amount": 100})
    hold = lambda db: within(db, client.account_id, lambda tx: credit.hold(tx, "ship_1", 40))  # noqa: E731
    in_database(client.service.database_url, hold)

    def adjust(amount: int) -> Answer:
        return client("POST", ADJUST, {"amount": amount, "kind": "manual_adjustment"})

    assert adjust(-61).error == (402, "INSUFFICIENT_SHIPPING_CREDIT")
    assert adjust(-60).data["balance"]["available"] == 0
    assert adjust(0).field == "amount"
    assert balance_of(client) == 40


def test_a_refund_never_exceeds_what_is_left_of_the_charge(client: Client) -> None:
    client("POST", TOPUP, {"amount": 100})
    shipment_id = charged_shipment(client, 80)

    def give_back(amount: int, ref: str | None = None) -> Answer:
        body = {"amount": amount, "kind": "shipment_refund", "shipmentId": shipment_id, "externalRef": ref}
        return client("POST", ADJUST, body)

    assert give_back(81).field == "amount"
    first = give_back(50, "ref")
    assert first.status == 201
    assert first.data["transaction"]["shipmentId"] == shipment_id
    assert give_back(50, "ref").status == 200
    assert give_back(31).error == (400, "VALIDATION")
    assert balance_of(client) == 70

    async def cancel(db: asyncpg.Connection) -> int:
        return await within(db, client.account_id, lambda tx: credit.refund(tx, shipment_id))

    assert in_database(client.service.database_url, cancel) == 30
    assert give_back(1).error == (400, "VALIDATION")
    assert balance_of(client) == 100


def test_a_refund_names_a_charged_shipment_of_the_workspace(client: Client) -> None:
    foreign = open_client(client.service)
    foreign("POST", TOPUP, {"amount": 100})
    foreign_id = charged_shipment(foreign, 50)
    body = {"amount": 5, "kind": "shipment_refund"}

    assert client("POST", ADJUST, body).field == "shipmentId"
    assert client("POST", ADJUST, body | {"amount": -5, "shipmentId": "ship_1"}).field == "amount"
    for shipment_id in (foreign_id, "ship_unknown"):
        answer = client("POST", ADJUST, body | {"shipmentId": shipment_id})
        assert (answer.error, answer.field) == ((404, "NOT_FOUND"), "shipmentId")
    uncharged = charged_shipment(client, 0)
    assert client("POST", ADJUST, body | {"shipmentId": uncharged}).error == (400, "VALIDATION")
    assert balance_of(client) == 0


def test_parallel_refunds_by_hand_share_one_charge(client: Client) -> None:
    client("POST", TOPUP, {"amount": 100})
    shipment_id = charged_shipment(client, 80)
    body = {"amount": 30, "kind": "shipment_refund", "shipmentId": shipment_id}

    with ThreadPoolExecutor(8) as pool:
        sent = [pool.submit(client, "POST", ADJUST, body) for _ in range(8)]
        statuses = sorted(each.result().status for each in sent)

    assert statuses == [201, 201] + [400] * 6
    assert balance_of(client) == 80


def test_transactions_are_listed_newest_first_page_by_page(client: Client) -> None:
    for amount in range(1, 8):
        client("POST", TOPUP, {"amount": amount})

    amounts, cursor = [], None
    while cursor is not None or not amounts:
        page = client("GET", f"{LIST}?limit=3" + (f"&cursor={cursor}" if cursor else "")).json
        amounts += [row["amount"] for row in page["data"]["transactions"]]
        cursor = page["data"]["nextCursor"]
        assert (page["meta"]["cursor"], page["meta"]["hasMore"]) == (cursor, cursor is not None)
    assert amounts == [7, 6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=201", "limit=x", "cursor=x", "cursor=WyJ4Il0", "cursor=WyIyIiwiMiJd"]
)
def test_a_bad_page_is_refused(client: Client, query: str) -> None:
    answer = client("GET", f"{LIST}?{query}")

    assert answer.error == (400, "VALIDATION")
    assert answer.field == query.split("=")[0]


def test_credit_belongs_to_one_workspace(client: Client) -> None:
    client("POST", TOPUP, {"amount": 5, "externalRef": "ref"})
    other = open_client(client.service)

    assert other("GET", LIST).data["transactions"] == []
    assert other("POST", TOPUP, {"amount": 7, "externalRef": "ref"}).status == 201
    assert (balance_of(client), balance_of(other)) == (5, 7)


def test_transactions_are_found_by_kind_and_period(client: Client) -> None:
    first = client("POST", TOPUP, {"amount": 70_000}).data["transaction"]
    client("POST", ADJUST, {"amount": -1_000, "kind": "manual_adjustment"})
    last = client("POST", TOPUP, {"amount": 80_000}).data["transaction"]

    def found(query: str) -> list[int]:
        return [each["amount"] for each in client("GET", f"{LIST}?{query}").data["transactions"]]

    assert found("kind=topup") == [80_000, 70_000] and found("kind=manual_adjustment") == [-1_000]
    assert found("kind=shipment_charge") == []
    assert found(f"from={first['createdAt']}") == [80_000, -1_000, 70_000]
    assert found(f"to={first['createdAt']}") == [] and found(f"to={last['createdAt']}&kind=topup") == [70_000]
    page = client("GET", f"{LIST}?kind=topup&limit=1")
    assert found(f"kind=topup&limit=1&cursor={page.json['meta']['cursor']}") == [70_000]
    refused = client("GET", f"{LIST}?from={last['createdAt']}&to={first['createdAt']}")
    assert first["createdAt"] == last["createdAt"] or (refused.status, refused.field) == (400, "to")
    assert client("GET", f"{LIST}?kind=theft").status == 400


def test_transactions_are_found_by_their_shipment(client: Client) -> None:
    client("POST", TOPUP, {"amount": 70_000})
    first, second = charged_shipment(client, 80), charged_shipment(client, 90)
    back = {"amount": 30, "kind": "shipment_refund", "shipmentId": first}
    assert client("POST", ADJUST, back).status == 201

    def found(query: str, asker: Client = client) -> list[int]:
        return [each["amount"] for each in asker("GET", f"{LIST}?{query}").data["transactions"]]

    assert found(f"shipmentId={first}") == [30, -80] and found(f"shipmentId={second}") == [-90]
    assert found(f"shipmentId={first}&kind=shipment_charge") == [-80]
    page = client("GET", f"{LIST}?shipmentId={first}&limit=1")
    assert found(f"shipmentId={first}&limit=1&cursor={page.json['meta']['cursor']}") == [-80]
    assert found("shipmentId=ship_unknown") == found(f"shipmentId={first}", open_client(client.service)) == []
