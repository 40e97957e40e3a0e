"""One parcel from its draft to its end, by the console's forms: once only, whatever the courier and the mouse do."""

import re
from html import unescape
from typing import Any

import pytest

from fulfilment.console.new_shipment.entry import fingerprint_parcel
from tests.console.counting import REDISPLAYED, count_statements
from tests.console.people import get_page, session_headers, submit_form
from tests.harness.buyers import moved
from tests.harness.database import execute
from tests.harness.goods import default_variant, fresh_key, new_product, new_variant, new_warehouse, stock
from tests.harness.parcels import FUNDS, PRICE, booked, credit, fund, item, ledger, new_shipment, shipment, total
from tests.harness.service import Answer, Client
from tests.harness.simulator import Courier

TYPED = {
    "name": "Siti Rahma",
    "phone": "0811000002",
    "address": "Jl. Dago 2",
    "area": "40132",
    "what-0": "Coffee",
    "of-0": "Coffee",
    "title-0": "Coffee",
    "quantity-0": "1",
    "weight-0": "800",
    "value-0": "150.000",
    "service": f"jne|reg|standard|{PRICE}|0",
    # As the page says it once prices were shown for this parcel.
    "quoted": fingerprint_parcel(
        {
            "destination": {"postalCode": "40132", "areaId": None},
            "items": [{"quantity": 1, "weight": 800, "value": 150_000}],
            "insurance": False,
        }
    ),
}

DELIVERY = """
    INSERT INTO webhook_deliveries
           (account_id, id, endpoint_id, event_id, type, status, attempts, created_at, updated_at)
    SELECT $1, 'whd_1', $3, id, type, 'failed', 6, now(), now() FROM events
     WHERE account_id = $1 AND subject = $2 LIMIT 1
"""


def send(merchant: Client, path: str, fields: dict[str, Any]) -> Answer:
    headers = session_headers(merchant.service, merchant.account_id)
    return submit_form(merchant.service, f"/console/{merchant.account_id}{path}", headers, fields)


def form_key(answer: Answer) -> str:
    """The key that the page gives to the form that books, drafts or cancels."""
    found = re.search(r'name="key" value="([^"]+)"', answer.raw.decode())
    assert found is not None
    return found[1]


def set_origin(merchant: Client) -> None:
    origin = {
        "contactName": "Toko Kopi",
        "contactPhone": "0811000001",
        "address": "Jl. Senopati 1",
        "city": "Jakarta",
        "postal": "12110",
    }
    assert merchant("PATCH", "/api/v1/shipping/origin", origin).status == 200


def form_with_rates(merchant: Client, **changes: str) -> dict[str, str]:
    """The form with the prices of its parcel, and the first of them chosen."""
    fields = TYPED | {name.replace("_", "-"): value for name, value in changes.items()}
    del fields["service"], fields["quoted"]
    page = send(merchant, "/shipments/new", fields | {"act": "ask", "key": "form_1"}).raw.decode()
    return fields | {"quoted": hidden_value(page, "quoted"), "service": checked_service(page)}


def hidden_value(page: str, name: str) -> str:
    found = re.search(rf'type="hidden" name="{name}" value="([^"]*)"', page)
    assert found is not None, name
    return found[1]


def checked_service(page: str) -> str:
    found = re.search(r'name="service" value="([^"]+)" checked', page)
    assert found is not None
    return found[1]


def test_what_changed_after_the_prices_is_not_booked_at_them(merchant: Client, courier: Courier) -> None:
    set_origin(merchant)
    fund(merchant)
    shown = form_with_rates(merchant)
    for act in ("book", "draft"):
        for field, other in (("quantity-0", "3"), ("weight-0", "4.000"), ("value-0", "99.000"), ("area", "12110")):
            fields = shown | {field: other, "act": act, "key": f"form_{act}_{field}"}
            answer = send(merchant, "/shipments/new", fields)
            page = unescape(answer.raw.decode())
            assert answer.status == 200 and total(merchant) == 0, (act, field)
            assert "the parcel changed after you saw its prices" in page, (act, field)
            # Nothing that was typed is lost, and the same courier stays chosen at its new price.
            assert f'value="{other}"' in page and "Jl. Dago 2</textarea>" in page, (act, field)
            assert checked_service(page).split("|")[:3] == shown["service"].split("|")[:3], (act, field)
    again = send(merchant, "/shipments/new", shown | {"quantity-0": "3", "act": "book", "key": "form_3"}).raw.decode()
    agreed = shown | {"quantity-0": "3", "quoted": hidden_value(again, "quoted"), "service": checked_service(again)}
    made = send(merchant, "/shipments/new", agreed | {"act": "book", "key": "form_3"})
    assert made.status == 303 and total(merchant, "confirmed") == 1
    (row,) = merchant("GET", "/api/v1/shipments").data["shipments"]
    assert row["price"] == int(checked_service(again).split("|")[3]) > int(shown["service"].split("|")[3])


def test_a_value_is_shown_as_it_was_understood(merchant: Client) -> None:
    set_origin(merchant)
    for typed, understood in (("150.000", "Rp150,000"), ("1500,00", None), ("rp 7 500", "Rp7,500")):
        answer = send(merchant, "/shipments/new", TYPED | {"value-0": typed, "act": "ask", "key": "form_1"})
        found = re.search(r'id="value-0-hint">([^<]*)<', answer.raw.decode())
        assert (found and found[1]) == understood, typed


def test_the_price_of_the_catalogue_is_filled_in_as_it_is_read_again(merchant: Client) -> None:
    set_origin(merchant)
    product = new_product(merchant, name="Kopi Gayo", sku="GAYO", weight=250)
    change = {"priceCents": 85_000}
    path = f"/api/v1/products/{product['id']}/variants/{default_variant(product)}"
    assert merchant("PATCH", path, change).status == 200
    blank = dict.fromkeys(("title-0", "weight-0", "value-0", "of-0"), "")
    page = send(merchant, "/shipments/new", TYPED | blank | {"what-0": "GAYO", "act": "ask", "key": "form_1"})
    assert page.status == 200
    assert re.search(r'name="value-0"[^>]* value="85,000"', page.raw.decode())
    assert "Rp85,000</span>" in page.raw.decode()


def test_what_no_price_hangs_on_may_change_after_the_prices(merchant: Client) -> None:
    set_origin(merchant)
    others = {"name": "Siti R.", "address": "Jl. Dago 4", "note": "Ring twice", "phone": "0811000009"}
    fields = form_with_rates(merchant) | others
    assert send(merchant, "/shipments/new", fields | {"act": "draft", "key": "form_1"}).status == 303


def lines_form(count: int) -> dict[str, str]:
    """So many new lines, each a SKU."""
    fields = {name: value for name, value in TYPED.items() if not name.endswith("-0")}
    return fields | {f"what-{nth}": f"SKU-{nth}" for nth in range(count)}


@pytest.mark.parametrize(
    ("count", "area", "known"),
    [(20, "40132", 3), (20, "40132", 20), (2, "40132", 3), (1, "Coblong", 3), (20, "Coblong", 3), (20, "Coblong", 20)],
)
def test_whatever_is_new_in_the_form_a_page_asks_six_times_at_most(
    merchant: Client, courier: Courier, count: int, area: str, known: int
) -> None:
    set_origin(merchant)
    for nth in range(known):
        new_product(merchant, name=f"Kopi {nth}", sku=f"SKU-{nth}", weight=250)
    fields = {"/shipments/new": lines_form(count) | {"area": area, "act": "ask", "key": "form_1"}}
    statements = count_statements(
        merchant.service.database_url, courier.url, list(fields), merchant.account_id, forms=fields
    )
    # The form is stored with one more, and shown again without looking anything up.
    assert "INSERT INTO form_states" in statements["/shipments/new"][-1]
    assert 4 <= len(statements["/shipments/new"][:-1]) <= 6 and len(statements[REDISPLAYED]) <= 4, statements


def read_line_fields(page: str, count: int) -> dict[str, str]:
    """The hidden fields in which the page keeps this number of lines."""
    names = [f"{name}-{nth}" for name in ("variant", "title", "of") for nth in range(count)]
    return {name: hidden_value(page, name) for name in names}


def test_twenty_new_skus_are_found_and_priced_with_one_press(merchant: Client) -> None:
    set_origin(merchant)
    products = [new_product(merchant, name=f"Kopi {nth}", sku=f"SKU-{nth}", weight=250) for nth in range(19)]
    large = new_variant(merchant, products[0], name="1 kg", sku="SKU-19", weight=1_000)
    valued = {f"value-{nth}": "85.000" for nth in range(20)}
    page = send(merchant, "/shipments/new", lines_form(20) | valued | {"act": "ask", "key": "form_1"}).raw.decode()
    found = read_line_fields(page, 20)
    assert [found[f"title-{nth}"] for nth in range(20)] == [f"Kopi {nth}" for nth in range(19)] + ["Kopi 0, 1 kg"]
    variants = [default_variant(product) for product in products]
    assert [found[f"variant-{nth}"] for nth in range(20)] == [*variants, large["id"]]
    assert hidden_value(page, "quoted") and "Some of your new lines are found" not in page


def test_lines_that_were_not_looked_up_are_before_anything_is_priced(merchant: Client) -> None:
    set_origin(merchant)
    for nth in range(4):
        new_product(merchant, name=f"Kopi {nth}", sku=f"SKU-{nth}", weight=250)
    names = {f"what-{nth}": f"kopi {nth}" for nth in range(1, 4)}
    fields = lines_form(4) | names | {"act": "book", "key": "form_1"}
    page = send(merchant, "/shipments/new", fields).raw.decode()
    assert "Some of your new lines are found" in page and 'name="quoted"' not in page and total(merchant) == 0
    found = read_line_fields(page, 4)
    assert [found[f"title-{nth}"] for nth in range(4)] == ["Kopi 0", "Kopi 1", "Kopi 2", ""]
    weighed = {f"weight-{nth}": "250" for nth in range(4)}
    page = send(merchant, "/shipments/new", fields | found | weighed).raw.decode()
    assert "Some of your new lines are found" not in page and hidden_value(page, "title-3") == "Kopi 3"
    assert hidden_value(page, "quoted") and total(merchant) == 0


@pytest.mark.parametrize("text", ["é" * 50, "é" * 127, "k" * 255])
def test_long_texts_in_every_line_are_looked_up_all_the_same(merchant: Client, text: str) -> None:
    set_origin(merchant)
    long = {f"what-{nth}": f"{nth:02}{text[2:]}" for nth in range(20)}
    page = send(merchant, "/shipments/new", lines_form(20) | long | {"act": "ask", "key": "form_1"}).raw.decode()
    assert "Some of your new lines are found" in page and hidden_value(page, "title-0") == long["what-0"]


def test_a_line_that_was_chosen_among_several_stays_chosen_beside_new_skus(merchant: Client) -> None:
    set_origin(merchant)
    teas = [new_product(merchant, name=f"Teh {nth}", weight=100) for nth in range(2)]
    for nth in range(3):
        new_product(merchant, name=f"Kopi {nth}", sku=f"SKU-{nth}", weight=250)
    chosen_tea = default_variant(teas[0])
    fields = lines_form(3) | {"what-3": "teh", "choose-3": chosen_tea, "act": "ask", "key": "form_1"}
    found = read_line_fields(send(merchant, "/shipments/new", fields).raw.decode(), 4)
    assert (found["variant-3"], found["title-3"]) == (chosen_tea, "Teh 0")
    assert [found[f"title-{nth}"] for nth in range(3)] == ["Kopi 0", "Kopi 1", "Kopi 2"]


def test_a_draft_that_is_sent_twice_is_one(merchant: Client) -> None:
    set_origin(merchant)
    fields = TYPED | {"act": "draft", "key": "form_1"}
    first, second = (send(merchant, "/shipments/new", fields) for _ in range(2))
    assert first.status == 303, first.raw
    assert first.headers["location"] == second.headers["location"]
    assert first.headers["location"].endswith("?done=drafted")
    assert total(merchant) == 1


def test_a_form_that_drafts_and_books_does_both_once(merchant: Client, courier: Courier) -> None:
    set_origin(merchant)
    fund(merchant)
    fields = TYPED | {"act": "book", "key": "form_1"}
    first, second = (send(merchant, "/shipments/new", fields) for _ in range(2))
    assert first.status == 303, first.raw
    assert first.headers["location"] == second.headers["location"]
    made = merchant("GET", "/api/v1/shipments").data["shipments"]
    assert [len(courier.orders(row["id"])) for row in made] == [1]
    assert ledger(merchant) == [("topup", FUNDS), ("shipment_charge", -PRICE)]


def test_what_is_wrong_in_a_draft_is_said_beside_its_field_and_the_rest_is_kept(merchant: Client) -> None:
    set_origin(merchant)
    numbers = (("quantity-0", "many"), ("value-0", "1e5"), ("weight-0", "-3"))
    for field, wrong in (*numbers, ("service", "jne"), ("phone", "abc"), ("phone", "0811 2")):
        answer = send(merchant, "/shipments/new", TYPED | {field: wrong, "act": "draft", "key": "form_1"})
        page = unescape(answer.raw.decode())
        assert 400 <= answer.status < 500 and total(merchant) == 0, field
        assert f'href="#{field}"' in page, field
        assert "Jl. Dago 2</textarea>" in page and 'value="Siti Rahma"' in page, field


def test_a_district_that_was_chosen_brings_its_town_to_the_parcel(merchant: Client) -> None:
    set_origin(merchant)
    (area,) = merchant("GET", "/api/v1/shipping/areas?q=Sumur+Bandung").data
    chosen = TYPED | {"area": "Sumur Bandung", "area-of": "Sumur Bandung", "area-id": area["id"]}
    quoted = fingerprint_parcel(
        {
            "destination": {"postalCode": None, "areaId": area["id"]},
            "items": [{"quantity": 1, "weight": 800, "value": 150_000}],
            "insurance": False,
        }
    )
    answer = send(merchant, "/shipments/new", chosen | {"quoted": quoted, "act": "draft", "key": "form_1"})
    booked_shipment = shipment(merchant, answer.headers["location"].split("/")[-1].split("?")[0])
    place = booked_shipment["destinationSnapshot"]
    assert (place["city"], place["province"], place["postalCode"]) == ("Bandung", "Jawa Barat", "40111")


def test_a_cancellation_that_is_sent_twice_gives_back_once(merchant: Client) -> None:
    fund(merchant)
    id = new_shipment(merchant)["id"]
    assert send(merchant, f"/shipments/{id}/book", {"key": "form_1"}).status == 303
    answers = [send(merchant, f"/shipments/{id}/cancel", {"key": "form_2", "reason": "Changed"}) for _ in range(2)]
    assert [answer.headers["location"].split("?")[1] for answer in answers] == ["done=refunded"] * 2
    assert ledger(merchant) == [("topup", FUNDS), ("shipment_charge", -PRICE), ("shipment_refund", PRICE)]


def test_a_booking_that_nobody_answered_is_not_known_yet_and_is_sent_again_under_its_key(
    merchant: Client, courier: Courier
) -> None:
    fund(merchant)
    id = new_shipment(merchant)["id"]
    with courier.in_mood(lose_next_booking=True):
        unclear = send(merchant, f"/shipments/{id}/book", {"key": "form_1"})
    assert unclear.status == 200
    assert b"not known yet" in unclear.raw
    assert form_key(unclear) == "form_1"
    assert shipment(merchant, id)["status"] == "pending"
    assert send(merchant, f"/shipments/{id}/book", {"key": form_key(unclear)}).status == 303
    assert len(courier.orders(id)) == 1
    assert credit(merchant) == (FUNDS - PRICE, 0)


def test_a_draft_whose_booking_nobody_answered_is_booked_once_by_its_own_page(
    merchant: Client, courier: Courier
) -> None:
    set_origin(merchant)
    fund(merchant)
    with courier.in_mood(lose_next_booking=True):
        unclear = send(merchant, "/shipments/new", TYPED | {"act": "book", "key": "form_1"})
    assert unclear.status == 200 and b"not known yet" in unclear.raw
    (made,) = merchant("GET", "/api/v1/shipments").data["shipments"]
    assert f"/shipments/{made['id']}/book".encode() in unclear.raw
    assert send(merchant, f"/shipments/{made['id']}/book", {"key": form_key(unclear)}).status == 303
    assert len(courier.orders(made["id"])) == 1
    assert credit(merchant) == (FUNDS - PRICE, 0)


def test_a_page_that_was_left_in_another_browser_is_no_way_around_what_is_true_now(merchant: Client) -> None:
    id = new_shipment(merchant)["id"]
    assert send(merchant, f"/shipments/{id}/cancel", {"key": "form_1"}).status == 303
    late = send(merchant, f"/shipments/{id}/book", {"key": "form_2"})
    assert late.status == 409 and late.headers["content-type"].startswith("text/html")
    headers = session_headers(merchant.service, merchant.account_id)
    page = get_page(merchant.service, f"/console/{merchant.account_id}/shipments/{id}", headers)
    assert page.status == 200 and f"/shipments/{id}/book".encode() not in page.raw


def test_the_history_names_goods_webhooks_and_whoever_printed(merchant: Client) -> None:
    variant = default_variant(new_product(merchant))
    stock(merchant, variant, new_warehouse(merchant)["id"], 10)
    shipment_id = booked(merchant, item(variantId=variant, name="Kopi Gayo", quantity=2))["id"]
    hook = {"url": "http://127.0.0.1:9/", "events": ["*"]}
    endpoint = merchant("POST", "/api/v1/webhooks/endpoints", hook, key=fresh_key()).data["endpoint"]["id"]
    execute(merchant, DELIVERY, merchant.account_id, shipment_id, endpoint)
    own = session_headers(merchant.service, merchant.account_id, name="Ayu")
    there = f"/console/{merchant.account_id}/shipments/{shipment_id}"
    for language, delivered in (("en", "failed"), ("id", "gagal")):
        headers = [own[0], ("Accept-Language", language)]
        page = get_page(merchant.service, there, headers).raw.decode()
        history = page.split('<ol class="history">')[1].split("</ol>")[0]
        assert '<span class="soft">Kopi Gayo</span>' in history
        assert f'<span class="tag">{delivered}</span>' in history
    fields = {"id": shipment_id, "what": "labels"}
    assert submit_form(merchant.service, f"/console/{merchant.account_id}/print", own, fields).status == 200
    page = get_page(merchant.service, there, own).raw.decode()
    assert re.search(r"<dt>Printed</dt><dd><time.*?</time> · You</dd>", page)
    execute(merchant, "UPDATE shipments SET printed_by = 'auth0|somebody-else'")
    page = get_page(merchant.service, there, own).raw.decode()
    assert 'title="auth0|somebody-else"' in page and 'data-copy="auth0|somebody-else"' in page


def test_a_parcel_whose_way_has_ended_is_not_offered_to_be_cancelled(merchant: Client, courier: Courier) -> None:
    booked_shipment = booked(merchant)
    headers = session_headers(merchant.service, merchant.account_id)
    address = f"/console/{merchant.account_id}/shipments/{booked_shipment['id']}/cancel"
    assert b"The courier is asked to cancel." in get_page(merchant.service, address, headers).raw
    moved(merchant, courier, booked_shipment, "picking_up", "picked", "dropping_off", "delivered")
    page = get_page(merchant.service, address, headers)
    assert page.status == 200 and b"This parcel can no longer be cancelled." in page.raw
    assert b"The courier is asked to cancel." not in page.raw and b'name="reason"' not in page.raw
    refused = send(merchant, f"/shipments/{booked_shipment['id']}/cancel", {"key": "form_late"})
    assert refused.status == 409 and b"A delivered shipment cannot be cancelled." in refused.raw


def read_history(merchant: Client, id: str, role: str = "owner") -> list[str]:
    """The texts of the entries of a parcel's history, newest first."""
    headers = session_headers(merchant.service, merchant.account_id, role)
    page = get_page(merchant.service, f"/console/{merchant.account_id}/shipments/{id}", headers).raw.decode()
    entries = page.split('<ol class="history">')[1].split("</ol>")[0].split("<li")[1:]
    return [" ".join(re.sub(r"<[^>]+>", " ", "<li" + entry).split()) for entry in entries]


@pytest.mark.parametrize("role", ["owner", "support"])
def test_a_cancellation_stands_once_in_the_history(merchant: Client, courier: Courier, role: str) -> None:
    booked_shipment = booked(merchant)
    done = send(merchant, f"/shipments/{booked_shipment['id']}/cancel", {"key": "form_end", "reason": "Buyer is away"})
    assert done.status == 303
    moved(merchant, courier, booked_shipment, "cancelled")
    told = [entry for entry in read_history(merchant, booked_shipment["id"], role) if "Cancelled" in entry]
    assert len(told) == 1 and "Buyer is away" in told[0]


def test_a_couriers_own_cancellation_stands_once_in_its_words(merchant: Client, courier: Courier) -> None:
    booked_shipment = booked(merchant)
    moved(merchant, courier, booked_shipment, "rejected")
    told = read_history(merchant, booked_shipment["id"])
    assert sum("Refused by the courier" in entry for entry in told) == 1
    assert not any("Cancelled" in entry for entry in told)


def test_the_history_says_what_the_courier_said_and_not_the_status_after_it(merchant: Client, courier: Courier) -> None:
    booked_shipment = booked(merchant)
    moved(merchant, courier, booked_shipment, "picking_up", "picked", "on_hold", note="Bea cukai")
    newest, before, *_ = read_history(merchant, booked_shipment["id"])
    assert newest.startswith("On hold Bea cukai") and before.startswith("Picked up")
    headers = session_headers(merchant.service, merchant.account_id)
    there = f"/console/{merchant.account_id}/shipments/{booked_shipment['id']}"
    head = get_page(merchant.service, there, headers).raw.decode().split('<div class="acts">')[0]
    assert "Picked up" in head and "On hold" in head
    moved(merchant, courier, booked_shipment, "dropping_off")
    assert "On hold" not in get_page(merchant.service, there, headers).raw.decode().split('<div class="acts">')[0]
    # A status that the service does not know is shown in the courier's own words, escaped.
    moved(merchant, courier, booked_shipment, "return_in_transit", "lost_<b>in</b>_hub")
    newest, before, *_ = read_history(merchant, booked_shipment["id"])
    assert before.startswith("On its way back") and "lost" in newest
    assert "<b>in</b>" not in get_page(merchant.service, there, headers).raw.decode()
