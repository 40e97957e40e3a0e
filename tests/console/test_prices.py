"""Every confirmation of the console names what will be charged, or the least of it; every result what was charged."""

import re
from html import unescape

from tests.bulk_jobs.batch_requests import create_drafts
from tests.console.test_products import ProductsConsole
from tests.console.test_shipment import checked_service, form_with_rates, hidden_value, send, set_origin
from tests.harness.database import rows
from tests.harness.parcels import fund, ledger, new_shipment, total
from tests.harness.service import Client
from tests.harness.simulator import Courier

STATED = 11_300


def format_rupiah(amount: int) -> str:
    return f"Rp{amount:,}"


def plain_text(page: bytes) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page.decode())).split())


def confirmation_text(merchant: Client, ids: list[str]) -> str:
    return plain_text(send(merchant, "/batches/ask", {"act": "book", "id": ids}).raw)


def quote_price(merchant: Client, id: str) -> int:
    return merchant("POST", "/api/v1/batches/preview", {"kind": "book", "shipmentIds": [id]}).data["creditNeeded"]


def test_a_bulk_question_names_the_present_price_or_the_least(merchant: Client, courier: Courier) -> None:
    ids = create_drafts(merchant, 2, price=STATED)
    real = 2 * quote_price(merchant, ids[0])
    fund(merchant, real - 7)
    page = confirmation_text(merchant, ids)
    assert f"Costs {format_rupiah(real)} of {format_rupiah(real - 7)} credit" in page and "Prices checked" in page
    assert f"You need {format_rupiah(7)} more credit." in page and "retry them" in page
    with courier.in_mood(fail="refuse"):
        page = confirmation_text(merchant, ids)
    assert f"at least {format_rupiah(2 * STATED)}" in page and "2 parcels have no current price" in page


def test_a_batch_names_what_it_charged_and_gave_back(merchant: Client) -> None:
    ids = create_drafts(merchant, 2)
    made = merchant("POST", "/api/v1/batches", {"kind": "book", "shipmentIds": ids}, key="batch").data["batch"]["id"]
    done = "UPDATE batch_rows SET status = 'done', due_at = NULL, charged = 94000 WHERE account_id = $1"
    rows(merchant, done)
    rows(
        merchant,
        "UPDATE batches SET done = 2, finished_at = now(), charged = 188000, refunded = 7000 WHERE account_id = $1",
    )
    for path in (f"/batches/{made}", f"/batches/{made}/progress"):
        page = plain_text(ProductsConsole(merchant).get(path).raw)
        assert f"{format_rupiah(188_000)} of shipping credit charged in total." in page, path
        assert f"{format_rupiah(7_000)} of shipping credit given back in total." in page, path
        assert page.count(f"{format_rupiah(94_000)} charged") == 2, path


def test_the_page_of_a_draft_says_what_booking_takes_and_then_what_it_took(merchant: Client, courier: Courier) -> None:
    fund(merchant)
    id = new_shipment(merchant, price=STATED)["id"]
    real, owner = quote_price(merchant, id), ProductsConsole(merchant)
    assert f"Booking costs at least {format_rupiah(STATED)}." in plain_text(owner.get(f"/shipments/{id}").raw)
    assert f"Booking costs {format_rupiah(real)} now." in plain_text(owner.get(f"/shipments/{id}/takes").raw)
    with courier.in_mood(fail="refuse"):
        assert f"at least {format_rupiah(STATED)}" in plain_text(owner.get(f"/shipments/{id}/takes").raw)
    there = owner.submit(f"/shipments/{id}/book", key="form_1")
    assert f"{format_rupiah(real)} was charged to the shipping credit." in plain_text(owner.get(there).raw)
    assert f"The courier is booked for {format_rupiah(real)}." in plain_text(
        ProductsConsole(merchant, "packer").get(there).raw
    )
    there = owner.submit(f"/shipments/{id}/cancel", key="form_2")
    assert f"and {format_rupiah(real)} of shipping credit." in plain_text(owner.get(there).raw)
    assert owner.get(f"/shipments/{id}/takes").status == 204


def test_a_price_that_has_risen_since_it_was_shown_is_shown_before_anything_is_booked(merchant: Client) -> None:
    set_origin(merchant)
    fund(merchant)
    shown = form_with_rates(merchant)
    real = parse_price(shown["service"])
    cheaper = shown | {"service": shown["service"].replace(f"|{real}|", f"|{real - 1_000}|")}
    answer = send(merchant, "/shipments/new", cheaper | {"act": "book", "key": "form_1"})
    page = answer.raw.decode()
    assert "the courier has raised its price" in page and total(merchant) == 0
    assert checked_service(page) == shown["service"] and hidden_value(page, "quoted") == shown["quoted"]
    agreed = send(merchant, "/shipments/new", shown | {"act": "book", "key": "form_1"})
    assert agreed.status == 303 and ledger(merchant)[-1] == ("shipment_charge", -real)


def parse_price(service: str) -> int:
    return int(service.split("|")[3])


def test_a_replacement_with_the_same_service_names_the_present_price(merchant: Client, courier: Courier) -> None:
    set_origin(merchant)
    fund(merchant)
    id, owner = new_shipment(merchant, price=STATED)["id"], ProductsConsole(merchant)
    real = quote_price(merchant, id)
    assert f"As before: JNE Reguler {format_rupiah(real)}" in plain_text(owner.get(f"/shipments/{id}/rebook").raw)
    with courier.in_mood(fail="refuse"):
        assert f"As before: JNE Reguler at least {format_rupiah(STATED)}" in plain_text(
            owner.get(f"/shipments/{id}/rebook").raw
        )
