"""Lists of deliveries: filters that hold by time alone, and pages (decisions, sections 2 and 7)."""

from typing import Any

import pytest

from tests.deliveries.selling import DELIVERIES, act_successfully, digital, grant, pass_time, sweep
from tests.harness.database import rows
from tests.harness.paging import GUESSED_CURSORS
from tests.harness.service import Client


def listed(client: Client, query: str = "") -> list[dict[str, Any]]:
    answer = client("GET", DELIVERIES + query)
    assert answer.status == 200, answer.raw
    return answer.data["deliveries"]


def sessions(client: Client, query: str = "") -> list[str]:
    return [delivery["checkoutSessionId"] for delivery in listed(client, query)]


def paged(client: Client, query: str, limit: int) -> list[str]:
    """The sessions of every page."""
    found, cursor = [], ""
    while True:
        answer = client("GET", f"{DELIVERIES}?limit={limit}{query}{cursor}")
        page = [delivery["checkoutSessionId"] for delivery in answer.data["deliveries"]]
        assert len(page) <= limit
        found += page
        if not answer.json["meta"]["hasMore"]:
            assert answer.json["meta"]["cursor"] is None
            return found
        cursor = f"&cursor={answer.json['meta']['cursor']}"


@pytest.fixture
def shop(merchant: Client) -> tuple[Client, str, str]:
    """Two products; of the first an active, an expired, a told-of expired and a revoked delivery, oldest first."""
    first, second = digital(merchant), digital(merchant)
    for name in ("active", "told", "revoked", "expired"):
        grant(merchant, first, name, customerId=f"cus_{name[0]}")
    by_name = {delivery["checkoutSessionId"]: delivery for delivery in listed(merchant)}
    pass_time(merchant, by_name["told"], days=15)
    sweep(merchant.service.database_url)
    pass_time(merchant, by_name["expired"], days=15)
    act_successfully(merchant, by_name["revoked"], "revoke")
    grant(merchant, second, "other", customerId="cus_e")
    return merchant, first, second


def test_a_list_is_the_newest_first_each_as_it_is_shown_alone(shop: tuple):
    client, _, _ = shop
    assert sessions(client) == ["other", "expired", "revoked", "told", "active"]
    for delivery in listed(client):
        assert client("GET", f"{DELIVERIES}/{delivery['id']}").data["delivery"] == delivery


def test_the_filter_of_the_status_says_what_time_says_before_and_after_the_sweep(shop: tuple):
    client, _, _ = shop
    for _ in range(2):
        assert sessions(client, "?status=active") == ["other", "active"]
        assert sessions(client, "?status=expired") == ["expired", "told"]
        assert sessions(client, "?status=revoked") == ["revoked"]
        for status in ("active", "expired", "revoked"):
            assert {delivery["status"] for delivery in listed(client, f"?status={status}")} == {status}
        sweep(client.service.database_url)


def test_filters_narrow_each_other(shop: tuple, stranger: Client):
    client, first, second = shop
    assert sessions(client, f"?productId={second}") == ["other"]
    assert sessions(client, f"?productId={first}") == ["expired", "revoked", "told", "active"]
    assert sessions(client, "?customerId=cus_e") == ["other", "expired"]
    assert sessions(client, f"?customerId=cus_e&productId={first}") == ["expired"]
    assert sessions(client, f"?productId={first}&status=expired") == ["expired", "told"]
    assert sessions(client, f"?customerId=cus_e&productId={second}&status=active") == ["other"]
    assert sessions(client, f"?customerId=cus_e&productId={second}&status=revoked") == []
    assert sessions(client, "?customerId=cus_unknown") == sessions(client, "?productId=prod_unknown") == []
    assert sessions(stranger, f"?productId={first}") == sessions(stranger, "?customerId=cus_e") == []


@pytest.mark.parametrize("limit", [1, 2, 200])
def test_the_pages_put_together_are_the_list(shop: tuple, limit: int):
    client, first, _ = shop
    queries = ["", "&customerId=cus_e", f"&productId={first}", f"&productId={first}&status=expired"]
    queries += [f"&status={status}" for status in ("active", "expired", "revoked")]
    for query in queries:
        assert paged(client, query, limit) == sessions(client, f"?limit=200{query}")


def test_what_is_sought_among_many_comes_page_by_page(merchant: Client):
    """The product's two deliveries are the oldest of a customer's 1,500: a single answer does not search that many."""
    wanted, other = digital(merchant), digital(merchant)
    rows(
        merchant,
        """
        INSERT INTO deliveries (account_id, id, product_id, customer_id, checkout_session_id, max_downloads, expires_at,
                                announce_at, created_at, updated_at)
        SELECT $1, 'dlv_' || lpad(n::text, 26, '0'), CASE WHEN n <= 2 THEN $2 ELSE $3 END, 'cus_1', n::text, 5,
               now() + '1 year', now() + '364 days', now(), now() FROM generate_series(1, 1500) AS n
        """,
        wanted,
        other,
    )
    first = merchant("GET", f"{DELIVERIES}?customerId=cus_1&productId={wanted}")
    assert (first.data["deliveries"], first.json["meta"]["hasMore"]) == ([], True)
    assert paged(merchant, f"&customerId=cus_1&productId={wanted}", 200) == ["2", "1"]
    assert len(listed(merchant)) == 200


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("limit=0", "limit"),
        ("limit=201", "limit"),
        ("limit=x", "limit"),
        ("status=open", "status"),
        ("status=", "status"),
        ("customerId=" + "x" * 256, "customerId"),
    ],
)
def test_a_query_out_of_bounds_is_refused_by_its_name(merchant: Client, query: str, field: str):
    answer = merchant("GET", f"{DELIVERIES}?{query}")
    assert (answer.error, answer.field) == ((400, "VALIDATION"), field)


def test_a_guessed_cursor_is_refused_or_leads_nowhere_else(merchant: Client, stranger: Client):
    grant(stranger, digital(stranger))
    for cursor in GUESSED_CURSORS:
        for query in ("", "&status=expired", "&status=active", "&customerId=cus_81"):
            answer = merchant("GET", f"{DELIVERIES}?cursor={cursor}{query}")
            if answer.status == 200:
                assert answer.data["deliveries"] == [], cursor
            else:
                # Bytes that are not UTF-8 have no parameter that they belong to.
                assert answer.error == (400, "VALIDATION") and (answer.field == "cursor" or "%" in cursor), cursor
