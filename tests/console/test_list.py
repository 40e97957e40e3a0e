"""The list of parcels: its tabs, its filters, and the count of new parcels."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any
from urllib.parse import quote

import pytest

from tests.console.people import get_page, session_headers
from tests.harness.database import execute
from tests.harness.goods import default_variant, new_product, new_warehouse, stock
from tests.harness.parcels import DESTINATION, booked, confirm, fund, item, new_shipment
from tests.harness.service import Answer, Client

RECOUNT = """
    INSERT INTO counters (account_id, noun, status, count)
    SELECT account_id, 'shipment', status, count(*) FROM shipments GROUP BY account_id, status
"""
UNDER_WAY = ("confirmed", "allocated", "picking_up", "picked_up", "in_transit", "dropping_off")


def get_console_page(merchant: Client, path: str) -> Answer:
    headers = session_headers(merchant.service, merchant.account_id)
    return get_page(merchant.service, f"/console/{merchant.account_id}{path}", headers)


def read_page(merchant: Client, path: str) -> str:
    answer = get_console_page(merchant, path)
    assert answer.status == 200, answer.raw
    return answer.raw.decode()


def recipient_body(name: str, phone: str = "0811000002", **fields: Any) -> dict[str, Any]:
    return {"destination": DESTINATION | {"contactName": name, "contactPhone": phone}, **fields}


def listed_ids(page: str) -> list[str]:
    """The ids of the parcels that a page lists."""
    return re.findall(r'name="id" value="(ship_\w+)"', page)


def read_tabs(page: str) -> dict[str, tuple[str, int]]:
    """Where each tab leads, without the workspace, and how many are in it."""
    found = {}
    for row in re.findall(r'<nav class="tabs".*?</nav>', page, re.DOTALL):
        for address, words in re.findall(r'<a href="/console/[^/]+(/[^"]*)"[^>]*>(.*?)</a>', row):
            count = re.search(r'<span class="count">(\d+)', words)
            name = unescape(words.partition(" <span")[0])
            found[name] = (address, int(count[1]) if count else 0)
    return found


def create_in_every_status(merchant: Client) -> dict[str, str]:
    """A parcel under way in each status; its id."""
    fund(merchant)
    ids_by_status = {}
    for status in UNDER_WAY:
        ids_by_status[status] = booked(merchant)["id"]
        execute(merchant, "UPDATE shipments SET status = $2 WHERE id = $1", ids_by_status[status], status)
    execute(merchant, "DELETE FROM counters WHERE noun = 'shipment'")
    execute(merchant, RECOUNT)
    return ids_by_status


def test_what_home_counts_under_way_is_what_its_link_lists(merchant: Client) -> None:
    made = create_in_every_status(merchant)
    new_shipment(merchant)
    home = read_page(merchant, "")
    address, count = re.search(
        r'href="/console/[^/]+(/shipments[^"]*)"><span[^>]*>Under way</span><span class="value">(\d+)</span>', home
    ).groups()
    assert int(count) == len(UNDER_WAY)
    assert listed_ids(read_page(merchant, address)) == sorted(made.values(), reverse=True)


def test_a_tab_leads_to_every_status_and_has_as_many_as_it_says(merchant: Client) -> None:
    made = create_in_every_status(merchant)
    tabs = read_tabs(read_page(merchant, "/shipments?queue=under_way"))
    assert tabs["Under way"] == ("/shipments?queue=under_way", len(UNDER_WAY))
    for status, name in zip(
        UNDER_WAY,
        ("Booked", "Driver found", "Driver on the way", "Picked up", "In transit", "Out for delivery"),
        strict=True,
    ):
        address, count = tabs[name]
        page = read_page(merchant, address)
        assert (listed_ids(page), count) == ([made[status]], 1), name
        # The others of them stay beside it.
        assert read_tabs(page) == tabs, name


def test_tabs_keep_the_filters(merchant: Client) -> None:
    tabs = read_tabs(read_page(merchant, "/shipments?queue=under_way&courierCode=jne"))
    assert tabs["Driver found"][0] == "/shipments?courierCode=jne&amp;status=allocated"
    assert tabs["All"][0] == "/shipments?courierCode=jne"


@pytest.mark.parametrize("path", ["/shipments", "/shipments?status=pending", "/shipments?queue=silent"])
def test_what_is_not_under_way_has_one_row_of_tabs(merchant: Client, path: str) -> None:
    assert read_page(merchant, path).count('<nav class="tabs"') == 1


@pytest.mark.parametrize("said", ["jnt", "JNT", "J%26T", "j%26t"])
def test_a_courier_is_found_by_the_name_that_the_table_shows(merchant: Client, said: str) -> None:
    shipment_id = new_shipment(merchant, courierCode="jnt", courierServiceCode="ez")["id"]
    new_shipment(merchant)
    page = read_page(merchant, f"/shipments?courierCode={said}")
    assert listed_ids(page) == [shipment_id] and "J&T EZ" in unescape(page)
    assert '<option value="jnt" selected>J&amp;T</option>' in page
    assert read_page(merchant, f"/shipments.csv?courierCode={said}").count("\r\n") == 2


def test_the_courier_filter_is_a_select_of_names(merchant: Client) -> None:
    new_shipment(merchant)
    select = re.search(r'<select id="f-courier".*?</select>', read_page(merchant, "/shipments"), re.DOTALL)[0]
    names = [unescape(name) for name in re.findall(r"<option[^>]*>(.*?)</option>", select)]
    assert names[0] == "any" and names[1:] == sorted(names[1:], key=str.casefold)
    assert {"JNE", "J&T", "SiCepat", "Lion Parcel"} <= set(names)


@pytest.mark.parametrize("path", ["/shipments", "/products", "/stock", "/credit"])
def test_nobody_types_a_filter_that_has_a_list_of_values(merchant: Client, path: str) -> None:
    new_shipment(merchant)
    stock(merchant, default_variant(new_product(merchant)), new_warehouse(merchant)["id"], 5)
    fund(merchant)
    forms = re.findall(r'<form class="filters.*?</form>', read_page(merchant, path), re.DOTALL)
    typed = {kind for form in forms for kind in re.findall(r'<input[^>]* name="(?!amount)[^>]*>', form)}
    free = [field for field in typed if not re.search(r'type="(search|date|checkbox|hidden)"', field)]
    assert forms and free == []


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
    answer = get_console_page(merchant, path)
    page = unescape(answer.raw.decode())
    filters = re.search(r'<form class="filters".*?</form>', page, re.DOTALL)[0]
    assert answer.status == 400 and [said for said in kept if said not in filters] == []
    assert "Clear filters" in filters
    # The list is not the result of the form's filters, so the page offers no selection of all of it.
    assert 'name="all"' not in page


def test_what_is_wrong_with_a_filter_leads_to_its_field(merchant: Client) -> None:
    page = get_console_page(merchant, "/shipments?from=yesterday").raw.decode()
    assert 'href="#f-from"' in page
    # A field of days would not show what is none.
    assert 'id="f-from" name="from" type="text" value="yesterday"' in page
    assert 'id="f-to" name="to" type="date" value=""' in page


def news_path(merchant: Client, path: str) -> str:
    """Where the page asks what is new."""
    return unescape(re.search(r'hx-get="/console/[^/]+(/shipments\.new[^"]*)"', read_page(merchant, path))[1])


@pytest.mark.parametrize("path", ["/shipments", "/shipments?status=pending", "/shipments?queue=to_print"])
def test_what_comes_to_a_tab_where_work_arrives_is_told_of(merchant: Client, path: str) -> None:
    fund(merchant)
    older = new_shipment(merchant)["id"]
    if "to_print" in path:
        booked(merchant)
    ask = news_path(merchant, path)
    assert get_console_page(merchant, ask).status == 204
    confirm(merchant, older) if "to_print" in path else new_shipment(merchant)
    told = get_console_page(merchant, ask)
    assert told.status == 200 and "1 new parcel" in told.raw.decode()


def test_news_are_of_the_tab_alone(merchant: Client) -> None:
    # An empty tab waits, too.
    ask = news_path(merchant, "/shipments?status=pending")
    booked(merchant)
    assert get_console_page(merchant, ask).status == 204
    shipment_id = new_shipment(merchant)["id"]
    assert "1 new parcel" in get_console_page(merchant, ask).raw.decode()
    for path in ("/shipments?q=siti", "/shipments?status=delivered", "/shipments?queue=silent"):
        assert "shipments.new" not in read_page(merchant, path), path
    assert shipment_id in read_page(merchant, "/shipments?status=pending")


@pytest.mark.parametrize("query", ["had=x", "status=nothing"])
def test_news_that_make_no_sense_are_refused(merchant: Client, query: str) -> None:
    assert get_console_page(merchant, f"/shipments.new?{query}").status == 400


def test_what_a_scanner_says_of_the_bar_code_is_no_part_of_it(merchant: Client) -> None:
    made, _ = booked(merchant), booked(merchant)
    found = get_console_page(merchant, f"/search?q=%5DC1{made['waybillId']}")
    assert found.status == 303 and found.headers["location"].endswith(f"/shipments/{made['id']}")


@pytest.mark.parametrize(
    ("text", "opens"),
    [
        *(("2026-0001", True), ("2026 0001", True), ("20260001", False), ("2026", False)),
        *(("siti", False), ("SITI NUR'AINI", True), ("+62 812-3456-7890", True), ("7890", False), ("812345", False)),
        *(("kopi-1", True), ("kopi", False)),
    ],
)
def test_a_parcel_opens_by_itself_only_where_it_is_named_whole(merchant: Client, text: str, opens: bool) -> None:
    goods = item(sku="KOPI-1")
    shipment = new_shipment(merchant, goods, **recipient_body("Siti Nur’aini", "081234567890", externalRef="2026-0001"))
    new_shipment(merchant, **recipient_body("Budi Hartono", externalRef="#20260001x"))
    found = get_console_page(merchant, f"/search?q={quote(text)}")
    assert (found.status == 303) is opens
    if opens:
        assert found.headers["location"].endswith(f"/shipments/{shipment['id']}")


def test_of_two_that_are_named_whole_none_opens_by_itself(merchant: Client) -> None:
    number = "081234567890"
    new_shipment(merchant, **recipient_body("Siti", number))
    new_shipment(merchant, **recipient_body("Budi", externalRef=number))
    assert get_console_page(merchant, f"/search?q={number}").status == 200


@pytest.mark.parametrize("time_slice", [str.lower, lambda it: f" {it[:2]} {it[2:]}"])
def test_a_waybill_in_another_spelling_opens_its_parcel(merchant: Client, time_slice: Callable[[str], str]) -> None:
    made, _ = booked(merchant), booked(merchant)
    found = get_console_page(merchant, f"/search?q={quote(time_slice(made['waybillId']))}")
    assert found.status == 303 and found.headers["location"].endswith(f"/shipments/{made['id']}")
    assert made["id"] in read_page(merchant, f"/shipments?q={quote(']C1' + time_slice(made['waybillId']).strip())}")


def test_a_former_waybill_opens_its_parcel_and_stands_in_its_history(merchant: Client) -> None:
    made, _ = booked(merchant), booked(merchant)
    execute(merchant, "UPDATE shipments SET waybill_id = 'JNE9' WHERE id = $1", made["id"])
    former = made["waybillId"]
    found = get_console_page(merchant, f"/search?q={former.lower()}")
    assert found.status == 303 and found.headers["location"].endswith(f"/shipments/{made['id']}")
    page = read_page(merchant, f"/shipments/{made['id']}")
    assert re.search(rf"Waybill replaced; the old number was</span></p>\s*<p>{former}</p>", page)


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
    assert ('<details class="more-filters" open>' in read_page(merchant, path)) is is_open


@pytest.mark.parametrize(
    ("language", "begins"), [("en", b"\xef\xbb\xbfid,createdAt,"), ("id", b"\xef\xbb\xbfid;createdAt;")]
)
def test_a_file_is_as_spreadsheets_of_the_readers_language_split_it(
    merchant: Client, language: str, begins: bytes
) -> None:
    own = session_headers(merchant.service, merchant.account_id)
    headers = [own[0], ("Accept-Language", language)]
    answer = get_page(merchant.service, f"/console/{merchant.account_id}/shipments.csv", headers)
    assert answer.status == 200 and answer.raw.startswith(begins)
