"""Every shipment has an address for its buyer, which cannot be guessed and tells nothing."""

import re
from urllib.parse import urlsplit

import psycopg
import pytest

from fulfilment import settings
from fulfilment.shipments import tracking_link
from fulfilment.tracking_page import queries
from tests.harness.buyers import link_of
from tests.harness.database import events
from tests.harness.parcels import booked, cancel, create, new_shipment
from tests.harness.service import Client
from tests.harness.simulator import Courier


def test_every_answer_names_the_same_page(merchant: Client, courier: Courier) -> None:
    shipment = booked(merchant, customerId="cus_1")
    address, id = shipment["trackingPageUrl"], shipment["id"]
    assert urlsplit(address).netloc == f"127.0.0.1:{merchant.service.port}"
    lists = ("/shipping/shipments", "/shipping/shipments?status=confirmed", "/shipping/shipments?customerId=cus_1")
    shown = [merchant("GET", f"/api/v1{path}").data for path in lists]
    shown += [merchant("GET", f"/api/v1/shipments{query}").data["shipments"] for query in ("", "?status=confirmed")]
    assert [[row["trackingPageUrl"] for row in rows] for rows in shown] == [[address]] * 5
    assert merchant("GET", f"/api/v1/shipping/shipments/{id}").data["trackingPageUrl"] == address
    assert merchant("GET", f"/api/v1/shipments/{id}").data["shipment"]["trackingPageUrl"] == address
    assert cancel(merchant, id).data["shipment"]["trackingPageUrl"] == address
    assert {event.data["trackingPageUrl"] for event in events(merchant, "shipment.", id)} == {address}


def test_a_replacement_has_a_page_of_its_own(merchant: Client) -> None:
    old = new_shipment(merchant)
    new = merchant("POST", f"/api/v1/shipments/{old['id']}/rebook").data["shipment"]
    assert new["trackingPageUrl"] != old["trackingPageUrl"]


def test_a_repeated_creation_answers_the_same_address(merchant: Client) -> None:
    body = create(merchant).data["shipment"]
    draft = {name: body[name] for name in ("courierCode", "courierServiceCode", "courierType", "price", "items")}
    draft |= {"origin": body["originSnapshot"], "destination": body["destinationSnapshot"]}
    first, second = (merchant("POST", "/api/v1/shipments", draft, "the-same-key") for _ in range(2))
    assert first.data["shipment"]["trackingPageUrl"] == second.data["shipment"]["trackingPageUrl"]


def test_the_token_is_random_and_holds_no_id(merchant: Client) -> None:
    made = [new_shipment(merchant) for _ in range(3)]
    tokens = [shipment["trackingPageUrl"].rpartition("/t/")[2] for shipment in made]
    assert len(set(tokens)) == 3
    for token, shipment in zip(tokens, made, strict=True):
        assert re.fullmatch(r"[0-9a-f]{32}", token)
        assert shipment["id"].split("_")[1].lower() not in token
        # Each is far from its neighbour: an identifier made of the time would begin alike.
        assert token[:8] not in [other[:8] for other in tokens if other != token]


def test_the_address_begins_with_the_public_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FULFILMENT_PUBLIC_URL", "https://parcels.example/")
    settings.current.cache_clear()
    try:
        assert tracking_link.build_url("0" * 32) == "https://parcels.example/t/" + "0" * 32
    finally:
        settings.current.cache_clear()


def test_a_page_is_found_by_its_token_in_the_index(module_database_url: str) -> None:
    with psycopg.connect(module_database_url) as connection:
        # In an empty table the planner would rather read all of it.
        connection.execute("SET enable_seqscan = off")
        rows = connection.execute(f"EXPLAIN (GENERIC_PLAN) {queries.FIND.text}").fetchall()
    plan = "\n".join(line for (line,) in rows)
    assert re.search(r"Scan.* (using|on) shipments_by_tracking_token.*\n\s*Index Cond: \(tracking_token = \$1\)", plan)
    assert "Seq Scan" not in plan


def test_the_link_of_a_shipment_leads_to_its_page(merchant: Client) -> None:
    shipment = new_shipment(merchant)
    answer = merchant.service.send("GET", link_of(merchant, shipment["id"]), [])
    assert (answer.status, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
