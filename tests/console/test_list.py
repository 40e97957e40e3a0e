"""The list of parcels: its tabs, its filters, and what is new."""

import re
from html import unescape

import pytest

from tests.console.people import opened, signed_in
from tests.harness.database import execute
from tests.harness.goods import default_variant, new_product, new_warehouse, stock
from tests.harness.parcels import booked, confirm, fund, new_shipment
from tests.http.service import Answer, Client

RECOUNT = """
    INSERT INTO tallies (account_id, noun, status, count)
    SELECT account_id, 'shipment', status, count(*) FROM shipments GROUP BY account_id, status
"""
UNDER_WAY = ("confirmed", "allocated", "picking_up", "picked_up", "in_transit", "dropping_off")


def came_to(merchant: Client, path: str) -> Answer:
    headers = signed_in(merchant.service, merchant.account_id)
    return opened(merchant.service, f"/console/{merchant.account_id}{path}", headers)


def page_of(merchant: Client, path: str) -> str:
    answer = came_to(merchant, path)
    assert answer.status == 200, answer.raw
    return answer.raw.decode()


def rows_of(page: str) -> list[str]:
    """The ids of the parcels that a page lists."""
    return re.findall(r'name="id" value="(ship_\w+)"', page)


def tabs_of(page: str) -> dict[str, tuple[str, int]]:
    """Where each tab leads, without the workspace, and how many are in it."""
    found = {}
    for row in re.findall(r'<nav class="tabs".*?</nav>', page, re.DOTALL):
        for address, words in re.findall(r'<a href="/console/[^/]+(/[^"]*)"[^>]*>(.*?)</a>', row):
            count = re.search(r'<span class="count">(\d+)', words)
            name = unescape(words.partition(" <span")[0])
            found[name] = (address, int(count[1]) if count else 0)
    return found


def in_every_status(merchant: Client) -> dict[str, str]:
    """A parcel under way in each status; its id."""
    fund(merchant)
    made = {}
    for status in UNDER_WAY:
        made[status] = booked(merchant)["id"]
        execute(merchant, "UPDATE shipments SET status = $2 WHERE id = $1", made[status], status)
    execute(merchant, "DELETE FROM tallies WHERE noun = 'shipment'")
    execute(merchant, RECOUNT)
    return made


def test_what_home_counts_under_way_is_what_its_link_lists(merchant: Client) -> None:
    made = in_every_status(merchant)
    new_shipment(merchant)
    home = page_of(merchant, "")
    address, count = re.search(
        r'href="/console/[^/]+(/shipments[^"]*)"><span[^>]*>Under way</span><span class="value">(\d+)</span>', home
    ).groups()
    assert int(count) == len(UNDER_WAY)
    assert rows_of(page_of(merchant, address)) == sorted(made.values(), reverse=True)


def test_a_tab_leads_to_every_status_and_has_as_many_as_it_says(merchant: Client) -> None:
    made = in_every_status(merchant)
    tabs = tabs_of(page_of(merchant, "/shipments?queue=under_way"))
    assert tabs["Under way"] == ("/shipments?queue=under_way", len(UNDER_WAY))
    for status, name in zip(
        UNDER_WAY,
        ("Booked", "Driver found", "Driver coming", "Picked up", "In transit", "Being delivered"),
        strict=True,
    ):
        address, count = tabs[name]
        page = page_of(merchant, address)
        assert (rows_of(page), count) == ([made[status]], 1), name
        # The others of them stay beside it.
        assert tabs_of(page) == tabs, name


def test_tabs_keep_the_filters(merchant: Client) -> None:
    tabs = tabs_of(page_of(merchant, "/shipments?queue=under_way&courierCode=jne"))
    assert tabs["Driver found"][0] == "/shipments?courierCode=jne&amp;status=allocated"
    assert tabs["All"][0] == "/shipments?courierCode=jne"


@pytest.mark.parametrize("path", ["/shipments", "/shipments?status=pending", "/shipments?queue=silent"])
def test_what_is_not_under_way_has_one_row_of_tabs(merchant: Client, path: str) -> None:
    assert page_of(merchant, path).count('<nav class="tabs"') == 1


# A list, what is asked of it that makes no sense beside what does, and what stays in its form.
NONSENSE = (
    ("/shipments?q=siti&courierCode=jne&from=yesterday", ('value="siti"', 'value="jne"', 'value="yesterday"')),
    ("/shipments?status=pending&to=2026-99-01", ('name="status" value="pending"', 'value="2026-99-01"')),
    ("/shipments?q=siti&cursor=x", ('value="siti"',)),
    ("/products?q=gayo&type=edible&archived=true", ('value="gayo"', 'value="true" checked')),
    ("/products?q=gayo&cursor=x", ('value="gayo"',)),
    ("/stock?q=gayo&low=true&cursor=x", ('value="gayo"', 'value="true" checked')),
)


@pytest.mark.parametrize(("path", "kept"), NONSENSE)
def test_a_filter_that_makes_no_sense_stays_in_the_form(merchant: Client, path: str, kept: tuple[str, ...]) -> None:
    new_shipment(merchant)
    new_product(merchant)
    answer = came_to(merchant, path)
    page = unescape(answer.raw.decode())
    filters = re.search(r'<form class="filters".*?</form>', page, re.DOTALL)[0]
    assert answer.status == 400 and [said for said in kept if said not in filters] == []
    assert "Clear filters" in filters
    # The list beneath is not the one that the form says, so nobody takes all of it.
    assert 'name="all"' not in page


def test_what_is_wrong_with_a_filter_leads_to_its_field(merchant: Client) -> None:
    page = came_to(merchant, "/shipments?from=yesterday").raw.decode()
    assert 'href="#f-from"' in page
    # A field of days would not show what is none.
    assert 'id="f-from" name="from" type="text" value="yesterday"' in page
    assert 'id="f-to" name="to" type="date" value=""' in page


def news_of(merchant: Client, path: str) -> str:
    """Where the page asks what is new."""
    return unescape(re.search(r'hx-get="/console/[^/]+(/shipments\.new[^"]*)"', page_of(merchant, path))[1])


@pytest.mark.parametrize("path", ["/shipments", "/shipments?status=pending", "/shipments?queue=to_print"])
def test_what_comes_to_a_tab_where_work_arrives_is_told_of(merchant: Client, path: str) -> None:
    fund(merchant)
    older = new_shipment(merchant)["id"]
    if "to_print" in path:
        booked(merchant)
    ask = news_of(merchant, path)
    assert came_to(merchant, ask).status == 204
    confirm(merchant, older) if "to_print" in path else new_shipment(merchant)
    told = came_to(merchant, ask)
    assert told.status == 200 and "1 new parcel" in told.raw.decode()


def test_news_are_of_the_tab_alone(merchant: Client) -> None:
    # An empty tab waits, too.
    ask = news_of(merchant, "/shipments?status=pending")
    booked(merchant)
    assert came_to(merchant, ask).status == 204
    made = new_shipment(merchant)["id"]
    assert "1 new parcel" in came_to(merchant, ask).raw.decode()
    for path in ("/shipments?q=siti", "/shipments?status=delivered", "/shipments?queue=silent"):
        assert "shipments.new" not in page_of(merchant, path), path
    assert made in page_of(merchant, "/shipments?status=pending")


@pytest.mark.parametrize("query", ["had=x", "status=nothing"])
def test_news_that_make_no_sense_are_refused(merchant: Client, query: str) -> None:
    assert came_to(merchant, f"/shipments.new?{query}").status == 400


def test_what_a_scanner_says_of_the_bar_code_is_no_part_of_it(merchant: Client) -> None:
    made, _ = booked(merchant), booked(merchant)
    found = came_to(merchant, f"/search?q=%5DC1{made['waybillId']}")
    assert found.status == 303 and found.headers["location"].endswith(f"/shipments/{made['id']}")


@pytest.mark.parametrize(
    ("path", "is_open"),
    [
        ("/products", False),
        ("/products?type=physical", True),
        ("/products?archived=true", True),
        ("/stock", False),
        ("/stock?low=true", True),
        ("/shipments?q=siti", False),
        ("/shipments?courierCode=jne", True),
    ],
)
def test_filters_are_folded_where_there_is_no_room_unless_one_is_set(
    merchant: Client, path: str, is_open: bool
) -> None:
    variant = default_variant(new_product(merchant))
    stock(merchant, variant, new_warehouse(merchant)["id"], 5)
    assert ('<details class="more-filters" open>' in page_of(merchant, path)) is is_open
