"""Every form answers 303 to a page that the server can show again: by Back, by a reload, in a second tab."""

import re
from html import unescape
from typing import Any
from urllib.parse import urlsplit

import pytest

from fulfilment.console import form_states
from tests.bulk_jobs.batch_requests import create_batch, create_drafts
from tests.console.people import FORM_ADDRESS, get_page, post_form, session_headers
from tests.console.test_bulk_jobs import is_printed, named_ids
from tests.console.test_layout import MARKUP, ROUTES, console_path
from tests.console.test_products import ProductsConsole
from tests.console.test_shipment import TYPED, checked_service, hidden_value, set_origin
from tests.harness.database import execute, rows
from tests.harness.goods import new_product, new_variant, new_warehouse, stock
from tests.harness.parcels import booked, fund, new_shipment, total
from tests.harness.service import Answer, Client
from tests.harness.simulator import Courier
from tests.shipments.worker_context import run_in_worker, settings_for

PDF = "application/pdf"
POSTS = [route for route in ROUTES if route.method == "POST"]
# The fields without which a form does not reach its route.
NEEDED = {"/console/{workspace}/billing/choose": {"plan": "starter"}}


def send(merchant: Client, path: str, fields: dict[str, Any], headers: list[tuple[str, str]] | None = None) -> Answer:
    own = headers or session_headers(merchant.service, merchant.account_id)
    return post_form(merchant.service, console_path(merchant, path), own, {"key": f"form_{path}"[:200]} | fields)


def form_address(answer: Answer) -> str:
    """The address that shows the form again."""
    assert answer.status == 303 and FORM_ADDRESS.search(answer.headers["location"]), (answer.status, answer.raw)
    return answer.headers["location"]


def create_form_addresses(merchant: Client) -> dict[str, str]:
    """An address of each form, of things that there are."""
    product, warehouse = new_product(merchant), new_warehouse(merchant)["id"]
    variant = new_variant(merchant, product)["id"]
    stock(merchant, variant, warehouse, 5)
    shipment_id = booked(merchant)["id"]
    batch = create_batch(merchant, "print", [shipment_id])["id"]
    rows(merchant, "UPDATE batch_rows SET status = 'done', due_at = NULL WHERE account_id = $1")
    ids = {"products": product["id"], "shipments": new_shipment(merchant)["id"], "batches": batch}
    values = {"workspace": merchant.account_id, "variant_id": variant, "warehouse_id": warehouse}
    found = {}
    for route in POSTS:
        kind = route.path.split("/")[3]
        found[route.path] = route.path.format(**values, id=ids.get(kind, warehouse))
    return found


@pytest.mark.parametrize("is_filled", [False, True])
def test_every_form_answers_303_to_a_page_that_can_be_reloaded(merchant: Client, is_filled: bool) -> None:
    own, there = session_headers(merchant.service, merchant.account_id), create_form_addresses(merchant)
    assert len(POSTS) > 25
    for route in POSTS:
        fields = {"key": f"key-{POSTS.index(route)}"} | NEEDED.get(route.path, {})
        if is_filled:
            fields |= TYPED | {"apiKey": MARKUP, "delta": "x", "counted": MARKUP, "act": "book", "which": "some"}
        answer = post_form(merchant.service, there[route.path], own, fields)
        assert answer.status == 303, (route.path, answer.status, answer.raw)
        location = answer.headers["location"]
        if urlsplit(location).netloc:
            continue
        pages = [get_page(merchant.service, location, own) for _ in range(2)]
        assert pages[0].status == pages[1].status < 500, (route.path, location)
        assert pages[0].headers["content-type"].startswith(("text/html", PDF)), route.path
        assert b"<script>alert" not in pages[0].raw, route.path


def test_prices_are_shown_again_as_they_were_and_the_form_is_heeded_once(merchant: Client) -> None:
    set_origin(merchant)
    fund(merchant)
    headers = session_headers(merchant.service, merchant.account_id)
    asked = {name: value for name, value in TYPED.items() if name not in ("service", "quoted")}
    there = form_address(send(merchant, "/shipments/new", asked | {"act": "ask"}, headers))
    first, second = (get_page(merchant.service, there, headers) for _ in range(2))
    assert first.status == second.status == 200
    pages = [unescape(page.raw.decode()) for page in (first, second)]
    for page in pages:
        assert "Jl. Dago 2</textarea>" in page and "Prices checked" in page
    assert checked_service(pages[0]) == checked_service(pages[1]) and hidden_value(pages[0], "key") == hidden_value(
        pages[1], "key"
    )
    agreed = (
        asked
        | {name: hidden_value(pages[0], name) for name in ("quoted", "key")}
        | {"service": checked_service(pages[0])}
    )
    answers = [send(merchant, "/shipments/new", agreed | {"act": "book"}, headers) for _ in range(2)]
    assert answers[0].headers["location"] == answers[1].headers["location"] and total(merchant, "confirmed") == 1


def test_a_bulk_question_in_two_tabs_begins_one_batch(merchant: Client) -> None:
    ids = create_drafts(merchant, 2)
    headers = session_headers(merchant.service, merchant.account_id)
    there = form_address(send(merchant, "/batches/ask", {"act": "cancel", "id": ids}, headers))
    tabs = [get_page(merchant.service, there, headers) for _ in range(2)]
    assert [named_ids(tab.raw) for tab in tabs] == [ids, ids]
    keys = [hidden_value(tab.raw.decode(), "key") for tab in tabs]
    begun = [send(merchant, "/batches", {"act": "cancel", "id": ids, "key": key}, headers) for key in keys]
    assert begun[0].headers["location"] == begun[1].headers["location"]
    assert len(merchant("GET", "/api/v1/batches").data["batches"]) == 1


def test_a_document_that_is_reloaded_marks_nothing_again(merchant: Client) -> None:
    id = booked(merchant)["id"]
    headers = session_headers(merchant.service, merchant.account_id)
    there = form_address(send(merchant, "/print", {"what": "labels", "id": id}, headers))
    assert not is_printed(merchant, id)
    assert get_page(merchant.service, there, headers).headers["content-type"] == PDF and is_printed(merchant, id)
    execute(merchant, "UPDATE shipments SET printed_at = NULL, printed_by = NULL")
    again = get_page(merchant.service, there, headers)
    assert (again.status, again.headers["content-type"]) == (200, PDF) and not is_printed(merchant, id)
    assert (
        get_page(merchant.service, console_path(merchant, "/print"), headers).headers["location"].endswith("/shipments")
    )


def test_a_stored_form_is_of_its_person_its_workspace_and_its_page(merchant: Client, stranger: Client) -> None:
    own = session_headers(merchant.service, merchant.account_id, "owner", stranger.account_id)
    there = form_address(send(merchant, "/products/new", {"name": ""}, own))
    assert get_page(merchant.service, there, own).status == 400
    id = there.partition("=")[2]
    colleague = session_headers(merchant.service, merchant.account_id, subject="usr_colleague")
    for address, headers in (
        (there, colleague),
        (f"/console/{stranger.account_id}/products/new?form={id}", own),
        (console_path(merchant, f"/settings/warehouses/new?form={id}"), own),
        (console_path(merchant, "/products/new?form=form_unknown"), own),
        (console_path(merchant, f"/products/new?form={'x' * 1_000}"), own),
    ):
        assert get_page(merchant.service, address, headers).status == 404, address
    execute(merchant, "UPDATE form_states SET created_at = now() - interval '25 hours'")
    assert get_page(merchant.service, there, own).status == 404


def test_of_a_person_the_newest_forms_are_kept_and_no_secret(merchant: Client) -> None:
    headers = session_headers(merchant.service, merchant.account_id)
    found = [
        form_address(send(merchant, "/products/new", {"name": "", "key": f"k{nth}"}, headers)) for nth in range(31)
    ]
    statuses = [get_page(merchant.service, address, headers).status for address in (found[0], found[1], found[-1])]
    assert statuses == [404, 400, 400]
    form_address(send(merchant, "/settings/couriers/key", {"apiKey": "x" * 4_000}, headers))
    stored = rows(merchant, "SELECT content FROM form_states WHERE account_id = $1")
    assert len(stored) == 30 and not any("xxxx" in row["content"] for row in stored)


def test_forms_are_forgotten_after_a_day(merchant: Client, courier: Courier) -> None:
    headers = session_headers(merchant.service, merchant.account_id)
    old, new = (form_address(send(merchant, "/products/new", {"name": "", "key": key}, headers)) for key in ("a", "b"))
    change = "UPDATE form_states SET created_at = now() - interval '25 hours' WHERE account_id = $1 AND id = $2"
    rows(merchant, change, old.partition("=")[2])
    run_in_worker(
        settings_for(merchant.service.database_url, courier.url), lambda inside: form_states.delete_expired(inside.db)
    )
    stored = rows(merchant, "SELECT id FROM form_states WHERE account_id = $1")
    assert [row["id"] for row in stored] == [new.partition("=")[2]]


def test_a_form_that_is_too_large_to_be_kept_is_refused_in_words(merchant: Client) -> None:
    answer = send(merchant, "/products/new", {"name": "", "description": "x" * 140_000})
    assert answer.status == 413 and answer.headers["content-type"].startswith("text/html")


def test_a_refusal_is_told_in_the_language_of_whoever_reads_it(merchant: Client) -> None:
    headers = session_headers(merchant.service, merchant.account_id)
    id = new_shipment(merchant)["id"]
    assert send(merchant, f"/shipments/{id}/cancel", {"key": "a"}, headers).status == 303
    there = form_address(send(merchant, f"/shipments/{id}/book", {"key": "b"}, headers))
    for language, words in (
        ("en", "A cancelled or replaced shipment cannot be booked."),
        ("id", "Pengiriman yang dibatalkan"),
    ):
        page = get_page(merchant.service, there, [headers[0], ("Accept-Language", language)])
        assert page.status == 409 and words in unescape(page.raw.decode()), language


def test_what_was_ticked_is_ticked_when_the_list_comes_back(merchant: Client) -> None:
    ids = create_drafts(merchant, 2)
    there = form_address(send(merchant, "/batches/ask", {"act": "burn", "id": ids[0], "filter-status": "pending"}))
    assert "status=pending" in there
    page = ProductsConsole(merchant).get(there.removeprefix(console_path(merchant, ""))).raw.decode()
    assert re.findall(r'name="id" value="([^"]+)" checked', page) == [ids[0]]
