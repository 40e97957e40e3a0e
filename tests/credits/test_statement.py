"""Statements of credit for a period, as JSON and as CSV."""

import csv
import io
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any
from urllib.parse import quote

import asyncpg
import pytest

from fulfilment.credits import queries, statement
from fulfilment.infra import clock, ids
from tests.credits.ledger import within
from tests.credits.requests import ADJUST, TOPUP, charged_shipment
from tests.harness.service import Answer, Client
from tests.harness.workspaces import in_database, open_client

STATEMENT = "/api/v1/shipping-credits/statement"


def said(client: Client, **query: Any) -> Answer:
    names = {"since": "from"}
    pairs = [f"{names.get(name, name)}={quote(str(value), safe='')}" for name, value in query.items()]
    return client("GET", STATEMENT + ("?" + "&".join(pairs) if pairs else ""))


def lines(answer: Answer) -> list[dict[str, str]]:
    assert answer.status == 200, answer.raw
    assert answer.headers["content-type"] == "text/csv"
    return list(csv.DictReader(io.StringIO(answer.raw.decode())))


def moved(client: Client, *amounts: int) -> list[dict[str, Any]]:
    """Top-ups and corrections of these amounts, and the statement after them."""
    for amount in amounts:
        given = {"amount": amount} if amount > 0 else {"amount": amount, "kind": "manual_adjustment"}
        answer = client("POST", TOPUP if amount > 0 else ADJUST, given)
        assert answer.status == 201, answer.raw
    return said(client, limit=1000).data["transactions"]


def record_at(client: Client, amount: int, at: datetime) -> None:
    """A movement by a node whose clock says `at`."""

    async def work(db: asyncpg.Connection) -> None:
        async def record(tx: Any) -> None:
            await queries.lock_or_create_balance(tx, at)
            await queries.insert_transaction(tx, ids.new("ctx"), "topup", amount, at)

        await within(db, client.account_id, record)

    in_database(client.service.database_url, work)


def test_a_new_workspace_has_an_empty_statement(client: Client) -> None:
    answer = said(client)
    assert answer.data == {
        "accountId": client.account_id,
        "currency": "IDR",
        "from": None,
        "to": None,
        "openingBalance": 0,
        "closingBalance": 0,
        "transactions": [],
    }
    assert (answer.json["meta"]["cursor"], answer.json["meta"]["hasMore"]) == (None, False)
    assert lines(said(client, format="csv")) == []


def test_the_transactions_lead_from_the_opening_to_the_closing_balance(client: Client) -> None:
    moved(client, 500, 300)
    charged = charged_shipment(client, 200)
    moved(client, -50)
    shown = said(client).data
    assert [row["amount"] for row in shown["transactions"]] == [500, 300, -200, -50]
    assert [row["balanceAfter"] for row in shown["transactions"]] == [500, 800, 600, 550]
    assert (shown["openingBalance"], shown["closingBalance"]) == (0, 550)
    assert shown["transactions"][2]["shipmentId"] == charged
    ledger = client("GET", "/api/v1/shipping-credits/transactions").data["transactions"]
    assert shown["transactions"] == ledger[::-1]


def test_the_first_moment_is_in_and_the_last_is_not(client: Client) -> None:
    start = datetime(2025, 3, 1, tzinfo=UTC)
    for day in range(4):
        record_at(client, 100, start + timedelta(days=day))
    shown = said(client, since="2025-03-02T00:00:00Z", to="2025-03-04T07:00:00+07:00").data
    assert (shown["from"], shown["to"]) == ("2025-03-02T00:00:00.000Z", "2025-03-04T00:00:00.000Z")
    assert [row["createdAt"][:10] for row in shown["transactions"]] == ["2025-03-02", "2025-03-03"]
    assert (shown["openingBalance"], shown["closingBalance"]) == (100, 300)


def test_periods_that_adjoin_have_every_transaction_once_though_clocks_step_back(client: Client) -> None:
    start = datetime(2025, 3, 1, tzinfo=UTC)
    for minute in (0, 5, 3, 5, 4, 9, 7):
        record_at(client, 100, start + timedelta(minutes=minute))
    whole = said(client).data["transactions"]
    assert len(whole) == 7
    edges = [start + timedelta(minutes=minute) for minute in range(-1, 12)]
    found, balance = [], 0
    for since, to in pairwise(edges):
        part = said(client, since=clock.to_iso(since), to=clock.to_iso(to)).data
        assert part["openingBalance"] == balance
        balance = part["closingBalance"]
        assert balance == part["openingBalance"] + sum(row["amount"] for row in part["transactions"])
        found += part["transactions"]
    assert found == whole
    assert balance == 700


def test_pages_put_together_are_the_statement(client: Client) -> None:
    whole = moved(client, *range(1, 8))
    found, cursor = [], {}
    while True:
        answer = said(client, limit=3, **cursor)
        assert (answer.data["openingBalance"], answer.data["closingBalance"]) == (0, 28)
        found += answer.data["transactions"]
        if not answer.json["meta"]["hasMore"]:
            break
        cursor = {"cursor": answer.json["meta"]["cursor"]}
    assert found == whole
    assert len(lines(said(client, format="csv", limit=3))) == 3


def test_csv_with_semicolons_begins_with_the_mark_that_spreadsheets_know_utf8_by(client: Client) -> None:
    assert client("POST", "/api/v1/shipping-credits/topup", {"amount": 5, "memo": "x;=1"}).status == 201
    plain, other = (said(client, format="csv", separator=name).raw for name in ("comma", "semicolon"))
    assert plain.startswith(b"createdAt,id,") and b",x;'=1," in plain
    assert other.startswith(b"\xef\xbb\xbfcreatedAt;id;") and b';"x;\'=1";' in other


def test_csv_says_what_json_says(client: Client) -> None:
    moved(client, 500, 300)
    charged_shipment(client, 200)
    rows = lines(said(client, format="csv"))
    assert tuple(rows[0]) == statement.COLUMNS
    shown = said(client).data["transactions"]
    assert rows == [{name: "" if row[name] is None else str(row[name]) for name in statement.COLUMNS} for row in shown]


@pytest.mark.parametrize(
    ("accept", "query", "is_csv"),
    [
        ("text/csv", "", True),
        ("application/json;q=0.5, Text/CSV; q=0.9", "", True),
        ("*/*", "", False),
        ("application/json", "", False),
        ("text/csv", "?format=json", False),
        ("application/json", "?format=csv", True),
    ],
)
def test_csv_is_asked_for_by_the_format_or_else_the_header(
    client: Client, accept: str, query: str, is_csv: bool
) -> None:
    answer = client("GET", STATEMENT + query, headers=[("Accept", accept)])
    assert answer.status == 200
    assert answer.headers["content-type"] == ("text/csv" if is_csv else "application/json")


def test_a_memo_that_a_spreadsheet_would_run_is_led_by_an_apostrophe(client: Client) -> None:
    memos = ["=HYPERLINK(1)", "@sum", "-1+1", 'a "quoted", memo\nof two lines', "Kopi ☕"]
    for memo in memos:
        assert client("POST", TOPUP, {"amount": 1, "memo": memo}).status == 201
    assert [row["memo"] for row in lines(said(client, format="csv"))] == [f"'{m}" for m in memos[:3]] + memos[3:]


def test_a_period_with_too_many_for_one_file_is_refused_unless_it_is_cut(
    client: Client,
) -> None:
    moved(client, 1)

    async def jump(db: asyncpg.Connection) -> None:
        grow = "UPDATE credit_balances SET transaction_count = $2 WHERE account_id = $1"
        await db.execute(grow, client.account_id, statement.CSV_MAX_ROWS)

    in_database(client.service.database_url, jump)
    moved(client, 1)
    answer = said(client, format="csv")
    assert (answer.error, answer.field) == ((400, "VALIDATION"), "from")
    assert len(lines(said(client, format="csv", limit=10))) == 2


def test_a_file_that_comes_in_several_pieces_has_every_line_once(client: Client) -> None:
    count = 2 * statement.CSV_PAGE_ROWS + 7

    async def work(db: asyncpg.Connection) -> None:
        async def record(tx: Any) -> None:
            await queries.lock_or_create_balance(tx, clock.now())
            for number in range(count):
                kind = "manual_adjustment" if number in (3, count - 1) else "topup"
                await queries.insert_transaction(tx, ids.new("ctx"), kind, number + 1, clock.now())

        await within(db, client.account_id, record)

    in_database(client.service.database_url, work)
    whole = said(client, format="csv")
    assert "content-length" not in whole.headers
    assert [int(row["amount"]) for row in lines(whole)] == list(range(1, count + 1))
    for most in (statement.CSV_PAGE_ROWS, statement.CSV_PAGE_ROWS + 1, count):
        assert lines(said(client, format="csv", limit=most)) == lines(whole)[:most]
    few = lines(said(client, format="csv", kind="manual_adjustment"))
    assert [int(row["amount"]) for row in few] == [4, count]
    assert lines(said(client, format="csv", kind="shipment_charge")) == []


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"since": "yesterday"}, "from"),
        ({"since": "2025-03-01T00:00:00"}, "from"),
        ({"to": "0001-01-01T00:00:00+14:00"}, "to"),
        ({"since": "2025-03-02T00:00:00Z", "to": "2025-03-01T00:00:00Z"}, "to"),
        ({"format": "pdf"}, "format"),
        ({"limit": 1001}, "limit"),
        ({"limit": 0}, "limit"),
        ({"cursor": "x"}, "cursor"),
    ],
)
def test_what_makes_no_sense_is_refused(client: Client, query: dict[str, Any], field: str) -> None:
    answer = said(client, **query)
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)


def test_a_statement_shows_nothing_of_another_workspace(client: Client) -> None:
    moved(client, 500)
    other = open_client(client.service, "Other")
    assert said(other).data["transactions"] == []
    assert lines(said(other, format="csv")) == []
