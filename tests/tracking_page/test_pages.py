"""Tracking page of a buyer, and the data that it hides from other people with its link."""

import json
import re
from typing import Any

import pytest

from tests.harness.buyers import INSTANT, Page, booked_as, link_of, moved, open_page, page_of
from tests.harness.database import execute, rows
from tests.harness.line import Line
from tests.harness.parcels import DESTINATION, ORIGIN, cancel, new_shipment, shipment
from tests.harness.service import Client, Service
from tests.harness.simulator import Courier
from tests.harness.waiting import eventually

HOSTILE = "\"><script>alert(1)</script><img src=x onerror=alert(1)>{{ 91*77 }}</style>'&amp;"
BROKEN_TOKENS = ("0" * 32, "0" * 31, "0" * 33, "A" * 32, "%00", "%FF%FE", "%2F..%2F..", "%3Cscript%3E", "'--")


def test_a_draft_is_being_prepared(merchant: Client) -> None:
    page = page_of(merchant, new_shipment(merchant)["id"])
    assert page.texts[0] == "Being prepared – JNE" and "JNE · Reguler" in page.text.replace("  ", " ")


def test_a_parcel_shows_its_waybill_its_status_and_its_history_newest_first(merchant: Client, courier: Courier) -> None:
    booked_shipment = booked_as(merchant, origin={**ORIGIN, "city": "Jakarta Selatan"})
    moved(merchant, courier, booked_shipment, "picked", "dropping_off", note="Hub Cakung")
    page = page_of(merchant, booked_shipment["id"])
    assert page.texts[0] == f"On its way – JNE {booked_shipment['waybillId']}"
    told = page.texts[page.texts.index("History") :]
    titles = [text for text in told if text in ("On its way", "Collected", "Courier booked", "Being prepared")]
    assert titles == ["On its way", "Collected", "Courier booked", "Being prepared"]
    assert told.count("Hub Cakung") == 2 and "Jakarta Selatan" in page.text
    moments = [attributes["datetime"] for attributes in page.named("time")]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", moment or "") for moment in moments)
    assert moments[1:] == sorted(moments[1:], reverse=True) and len(moments) == 5
    assert len(re.findall(r"\d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d WIB", page.text)) == 5


def test_the_stage_that_was_reached_is_marked(merchant: Client, courier: Courier) -> None:
    booked_shipment = booked_as(merchant)
    reached = []
    for status in ("picked", "delivered"):
        moved(merchant, courier, booked_shipment, status)
        stages = [attributes for tag, attributes in page_of(merchant, booked_shipment["id"]).elements if tag == "li"][
            :4
        ]
        reached.append([stage["class"] for stage in stages].count("reached"))
        assert [stage.get("aria-current") for stage in stages].index("step") == reached[-1] - 1
    assert reached == [3, 4]


def test_a_hitch_stands_at_the_top_until_the_parcel_goes_on(merchant: Client, courier: Courier) -> None:
    booked_shipment = booked_as(merchant)
    moved(merchant, courier, booked_shipment, "picked", "on_hold")
    assert page_of(merchant, booked_shipment["id"]).texts[0].startswith("On hold – ")
    moved(merchant, courier, booked_shipment, "in_transit")
    assert page_of(merchant, booked_shipment["id"]).texts[0].startswith("On its way – ")


@pytest.mark.parametrize("act", ["cancel", "rebook"])
def test_a_cancellation_that_the_courier_confirms_is_one_line(merchant: Client, courier: Courier, act: str) -> None:
    booked_shipment = booked_as(merchant)
    assert merchant("POST", f"/api/v1/shipments/{booked_shipment['id']}/{act}", {}).status in (200, 201)
    eventually(lambda: len(shipment(merchant, booked_shipment["id"])["events"]) == 3)
    told = (page := page_of(merchant, booked_shipment["id"])).texts[page.texts.index("History") :]
    assert told.count("Cancelled") == 1


def test_a_driver_is_shown_while_under_way_and_forgotten_afterwards(merchant: Client, courier: Courier) -> None:
    booked_shipment = booked_as(merchant, **INSTANT)
    assert "Your driver" not in page_of(merchant, booked_shipment["id"]).text
    moved(merchant, courier, booked_shipment, "allocated", "picked")
    (order,) = courier.orders(booked_shipment["id"])
    said, page = order["courier"], page_of(merchant, booked_shipment["id"])
    assert said["driver_name"] in page.text and said["driver_plate_number"] in page.text
    assert f"tel:{said['driver_phone']}" in [attributes.get("href") for attributes in page.named("a")]
    assert (
        said["driver_photo_url"]
        not in open_page(merchant.service, link_of(merchant, booked_shipment["id"])).raw.decode()
    )
    moved(merchant, courier, booked_shipment, "delivered")
    assert said["driver_name"] not in page_of(merchant, booked_shipment["id"]).text
    assert rows(merchant, "SELECT driver FROM shipments WHERE account_id = $1")[0]["driver"] is None


def test_a_driver_of_a_cancelled_parcel_is_forgotten(merchant: Client, courier: Courier) -> None:
    booked_shipment = booked_as(merchant, **INSTANT)
    moved(merchant, courier, booked_shipment, "allocated")
    assert rows(merchant, "SELECT driver FROM shipments WHERE account_id = $1")[0]["driver"] is not None
    assert cancel(merchant, booked_shipment["id"]).status == 200
    assert rows(merchant, "SELECT driver FROM shipments WHERE account_id = $1")[0]["driver"] is None


def test_a_courier_that_takes_days_shows_no_driver(merchant: Client, courier: Courier) -> None:
    booked_shipment = booked_as(merchant)
    moved(merchant, courier, booked_shipment, "allocated", "picked")
    assert "Your driver" not in page_of(merchant, booked_shipment["id"]).text


@pytest.mark.parametrize("phone", ["javascript:alert(1)", "0811;ext=1", "1" * 40, "-", "٠٨١١٠٠٠٠", ""])
def test_a_number_that_no_telephone_dials_is_no_link(merchant: Client, courier: Courier, phone: str) -> None:
    booked_shipment = booked_as(merchant, **INSTANT)
    moved(merchant, courier, booked_shipment, "allocated")
    change = "UPDATE shipments SET driver = json_build_object('phone', $2::text) WHERE id = $1"
    execute(merchant, change, booked_shipment["id"], phone)
    page = page_of(merchant, booked_shipment["id"])
    assert [attributes.get("href") for attributes in page.named("a")] == [""]
    assert phone in page.text and ("Your driver" in page.text) == bool(phone)


def test_the_recipient_stays_unknown_to_whoever_is_shown_the_page(merchant: Client, courier: Courier) -> None:
    secret = {"email": "siti@example.com", "note": "Blue door", "postalCode": "40132"}
    booked_shipment = booked_as(
        merchant,
        destination={**DESTINATION, **secret},
        customerEmail="siti@example.com",
        customerId="cus_1",
    )
    moved(
        merchant, courier, booked_shipment, "picked", "delivered", note="Diterima SITI RAHMA, 62811-000002, Jl. Dago 2"
    )
    whole = open_page(merchant.service, link_of(merchant, booked_shipment["id"])).raw.decode()
    raw = re.sub(r"<style>.*</style>", "", whole, flags=re.DOTALL)
    kept = [*DESTINATION.values(), *secret.values(), "siti", "rahma", "cus_1", "000002", "coffee"]
    kept += [
        booked_shipment["id"],
        booked_shipment["accountId"],
        booked_shipment["aggregatorOrderId"],
        ORIGIN["contactName"],
        ORIGIN["address"],
    ]
    assert [said for said in kept if said.lower() in raw.lower()] == []
    assert "S*** R***a" in raw


def test_the_page_names_the_shop_and_the_order(merchant: Client, courier: Courier) -> None:
    execute(merchant, "UPDATE accounts SET name = $2 WHERE id = $1", merchant.account_id, "Toko <Kopi> & Teh")
    page = page_of(merchant, new_shipment(merchant, externalRef="INV/2026/77")["id"])
    assert "Toko <Kopi> & Teh" in page.texts
    assert page.texts[page.texts.index("Order") + 1] == "INV/2026/77"
    assert "Order" not in page_of(merchant, new_shipment(merchant)["id"]).texts


def test_the_page_names_the_city_that_the_parcel_goes_to_and_tells_its_time(merchant: Client) -> None:
    bali = {**DESTINATION, "city": "Denpasar", "province": "Bali", "postalCode": "80113"}
    page = page_of(merchant, new_shipment(merchant, destination=bali)["id"])
    assert "Denpasar, Bali" in page.texts and re.search(r"\d\d:\d\d WITA", page.text) and "80113" not in page.text
    jakarta = {**DESTINATION, "city": "DKI Jakarta", "province": "DKI Jakarta"}
    assert "DKI Jakarta" in page_of(merchant, new_shipment(merchant, destination=jakarta)["id"]).texts


@pytest.mark.parametrize(("wanted", "given"), [("id-ID,id;q=0.9,en;q=0.8", "id"), ("en-GB,id;q=0.5", "en")])
def test_the_page_speaks_the_readers_language(merchant: Client, courier: Courier, wanted: str, given: str) -> None:
    booked_shipment = booked_as(merchant, **INSTANT, externalRef="INV-7")
    moved(merchant, courier, booked_shipment, "allocated", "picked", "on_hold")
    answer = merchant.service.send("GET", link_of(merchant, booked_shipment["id"]), [("Accept-Language", wanted)])
    unknown = merchant.service.send("GET", "/t/unknown", [("Accept-Language", wanted)])
    for one in (answer, unknown):
        assert (one.headers["vary"], one.headers["content-language"]) == ("Accept-Language", given)
        assert Page(one).named("html") == [{"lang": given}]
    said = Page(answer).texts + Page(unknown).texts
    english = (
        "On hold",
        "Your driver",
        "Parcel",
        "Order",
        "Waybill",
        "From",
        "To",
        "History",
        "Refresh",
        "Collected",
    )
    indonesian = ("Tertahan", "Pengemudi Anda", "Paket", "Pesanan", "Nomor resi", "Dari", "Kepada", "Riwayat")
    indonesian += ("Muat ulang", "Sudah dijemput", "Kabar terbaru:", "Disiapkan", "Tidak ada paket di sini")
    spoken, silent = (indonesian, english) if given == "id" else (english, indonesian)
    assert set(spoken) <= set(said) and not set(silent) & set(said)


def test_the_reason_of_a_cancellation_stays_the_merchants(merchant: Client, courier: Courier) -> None:
    drafted, sent = new_shipment(merchant), booked_as(merchant)
    for id in (drafted["id"], sent["id"]):
        assert cancel(merchant, id, body={"reason": "This customer never pays"}).status == 200
        page = page_of(merchant, id)
        assert page.texts[0].startswith("Cancelled – ") and "never pays" not in page.text


def test_another_price_is_between_the_merchant_and_the_courier(merchant: Client, courier: Courier) -> None:
    booked_shipment = booked_as(merchant)
    before = page_of(merchant, booked_shipment["id"]).texts
    courier.control(f"orders/{booked_shipment['aggregatorOrderId']}/price", price=77_777)
    eventually(
        lambda: shipment(merchant, booked_shipment["id"])["events"][-1]["note"].startswith("The courier asks 77777")
    )
    assert page_of(merchant, booked_shipment["id"]).texts == before


def test_a_replaced_parcel_leads_on_to_its_replacement(merchant: Client) -> None:
    old = new_shipment(merchant)
    new = merchant("POST", f"/api/v1/shipments/{old['id']}/rebook").data["shipment"]
    page = page_of(merchant, old["id"])
    assert page.texts[0].startswith("Sent another way – ") and new["id"] not in page.text
    assert page.named("a")[0]["href"] == new["trackingPageUrl"]
    assert page_of(merchant, new["id"]).texts[0].startswith("Being prepared – ")


def test_what_others_wrote_is_text_and_nothing_else(merchant: Client, courier: Courier) -> None:
    booked_shipment = booked_as(
        merchant,
        **INSTANT
        | {
            "origin": {**INSTANT["origin"], "city": HOSTILE[:80]},
            "destination": {**INSTANT["destination"], "contactName": f"<b>{HOSTILE[:90]}"},
        },
    )
    moved(merchant, courier, booked_shipment, "allocated", note=HOSTILE)
    change = """UPDATE shipments SET waybill_id = $2, courier_service_code = $2,
                driver = json_build_object('name', $2::text, 'phone', $2::text, 'plate', $2::text) WHERE id = $1"""
    execute(merchant, change, booked_shipment["id"], HOSTILE)
    page = page_of(merchant, booked_shipment["id"])
    tags = {tag for tag, _ in page.elements}
    assert not tags & {"script", "img", "b", "iframe", "form", "object"}
    assert not [name for _, attributes in page.elements for name in attributes if name.startswith("on")]
    assert page.text.count(HOSTILE) >= 4 and "7007" not in page.text


@pytest.mark.parametrize("name", [" ", "\u202e", "\u200b", "👩‍👩‍👧", "\x01", "É" * 100, "\U000e0001"])
def test_any_name_that_a_parcel_can_have_gets_a_page(merchant: Client, name: str) -> None:
    drafted = new_shipment(merchant)
    # A name of which nothing can be seen is refused today, and was stored before.
    stored = "UPDATE shipments SET destination_snapshot = $2 WHERE account_id = $1 AND id = $3"
    place = json.dumps({**DESTINATION, "contactName": name})
    execute(merchant, stored, merchant.account_id, place, drafted["id"])
    page_of(merchant, drafted["id"])


def test_a_courier_that_reports_without_end_gets_a_page_of_the_newest(merchant: Client, courier: Courier) -> None:
    booked_shipment = booked_as(merchant)
    many = """
        INSERT INTO shipment_events (account_id, id, shipment_id, order_id, raw_status, status, note, occurred_at)
        SELECT account_id, 'evt_' || n, id, aggregator_order_id, 'hub', 'in_transit', 'Hub ' || n,
               now() + n * interval '1 minute' FROM shipments, generate_series(1, 150) n WHERE id = $1
    """
    execute(merchant, many, booked_shipment["id"])
    page = page_of(merchant, booked_shipment["id"])
    hubs = [text for text in page.texts if text.startswith("Hub ")]
    assert hubs == [f"Hub {n}" for n in range(150, 50, -1)]


def test_a_page_asks_no_courier_and_survives_its_outage(merchant: Client, courier: Courier, line: Line) -> None:
    booked_shipment = booked_as(merchant)
    path = link_of(merchant, booked_shipment["id"])
    before = len(line.seen)
    with courier.in_mood(fail="silent"):
        assert open_page(merchant.service, path).status == 200
    assert line.seen[before:] == []


def test_opening_a_page_changes_nothing(merchant: Client, courier: Courier) -> None:
    booked_shipment = booked_as(merchant)
    before = shipment(merchant, booked_shipment["id"])
    page_of(merchant, booked_shipment["id"])
    assert shipment(merchant, booked_shipment["id"]) == before


def test_a_link_that_leads_nowhere_looks_the_same_whatever_it_is(api: Service) -> None:
    answers = [open_page(api, f"/t/{token}") for token in (*BROKEN_TOKENS, "x" * 4_000)]
    assert {answer.status for answer in answers} == {404}
    assert len({answer.raw for answer in answers}) == 1 and "Parcel not found" in answers[0].raw.decode()
    kept = [{k: v for k, v in answer.headers.items() if k not in ("date", "x-request-id")} for answer in answers]
    assert all(headers == kept[0] for headers in kept)


def test_a_token_with_something_behind_it_is_none(merchant: Client) -> None:
    path = link_of(merchant, new_shipment(merchant)["id"])
    assert open_page(merchant.service, path + "?from=mail").status == 200
    for bad in (path + "%20", path + ".", path.upper().replace("/T/", "/t/")):
        assert open_page(merchant.service, bad).status == 404, bad


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_a_page_is_only_read(merchant: Client, method: str) -> None:
    answer = merchant.service.send(method, link_of(merchant, new_shipment(merchant)["id"]), [])
    assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize("is_known", [True, False])
def test_a_page_may_run_and_load_nothing_and_is_kept_nowhere(merchant: Client, is_known: bool) -> None:
    path = link_of(merchant, new_shipment(merchant)["id"]) if is_known else "/t/unknown"
    answer = open_page(merchant.service, path)
    policy: dict[str, Any] = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert policy["style-src"].startswith("'sha256-") and "unsafe" not in str(policy) and "script-src" not in policy
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"
    assert "noindex" in answer.headers["x-robots-tag"]
    page = Page(answer)
    assert page.named("html") == [{"lang": "en"}]
    assert not page.named("script") and not [a for a in page.named("link") if not str(a["href"]).startswith("data:")]


def test_the_log_does_not_tell_where_a_page_is(merchant: Client) -> None:
    path = link_of(merchant, new_shipment(merchant)["id"])
    open_page(merchant.service, path)
    assert path not in merchant.service.log.read_text()
