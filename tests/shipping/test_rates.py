"""Rate quotes, couriers and areas against the real simulator (specification, Shipping)."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from fulfilment.infra.models import MAX_INTEGER
from tests.harness.service import Client
from tests.shipping.courier_simulator import CourierSimulator
from tests.shipping.requests import DESTINATION, ITEM, NEARBY, ORIGIN, SPOT, parcel

PATH = "/api/v1/shipping/rates"
INSTANT = {"gojek", "grab", "lalamove", "borzo"}


@pytest.fixture
def shop(client: Client) -> Client:
    """A workspace whose origin has coordinates."""
    assert client("PATCH", "/api/v1/shipping/origin", ORIGIN | SPOT).status == 200
    return client


def enable(client: Client, *codes: str) -> None:
    assert client("PUT", "/api/v1/shipping/config", {"enabledCouriers": codes}).status == 200


def couriers(answer: object) -> set[str]:
    return {rate["courierCode"] for rate in answer.data["rates"]}


def test_rates_come_cheapest_first_and_counted(shop: Client) -> None:
    answer = shop("POST", PATH, parcel())

    prices = [rate["price"] for rate in answer.data["rates"]]
    assert answer.status == 200
    assert len(prices) > 5
    assert prices == sorted(prices)
    assert answer.data["count"] == len(prices)
    assert set(answer.data["rates"][0]) == {
        "courierCode",
        "courierName",
        "courierServiceCode",
        "courierServiceName",
        "courierType",
        "price",
        "etaMin",
        "etaMax",
        "etaUnit",
        "insurance",
    }


def test_the_premium_stands_beside_the_price_and_only_when_asked_for(shop: Client) -> None:
    plain = shop("POST", PATH, parcel()).data["rates"]
    insured = shop("POST", PATH, parcel(insurance=True)).data["rates"]

    def prices(rates: list[dict]) -> dict[tuple, int]:
        return {(rate["courierCode"], rate["courierServiceCode"]): rate["price"] for rate in rates}

    assert prices(insured) == prices(plain)
    assert all(rate["insurance"] == 0 for rate in plain)
    # Two pieces of 150,000 each, insured at 2 per mille and a fee of 2,000.
    assert {rate["insurance"] for rate in insured if rate["courierCode"] == "jne"} == {2_600}


def test_without_a_choice_the_couriers_that_need_no_coordinates_are_asked(shop: Client) -> None:
    answer = shop("POST", PATH, parcel(NEARBY))

    assert couriers(answer) >= {"jne", "tiki", "sicepat"}
    assert not couriers(answer) & INSTANT
    assert answer.data["hasCoords"] is True


def test_only_enabled_couriers_are_asked(shop: Client) -> None:
    enable(shop, "jne", "gojek")

    assert couriers(shop("POST", PATH, parcel(NEARBY))) == {"jne", "gojek"}


def test_without_coordinates_of_the_destination_instant_couriers_are_dropped(shop: Client) -> None:
    enable(shop, "jne", "gojek", "paxel")
    lost = {name: value for name, value in NEARBY.items() if name != "lng"}

    answer = shop("POST", PATH, parcel(lost))

    assert couriers(answer) == {"jne", "paxel"}
    assert answer.data["hasCoords"] is False


def test_with_instant_couriers_alone_and_no_coordinates_there_are_no_rates(shop: Client) -> None:
    enable(shop, "gojek", "grab")

    assert shop("POST", PATH, parcel()).data == {"rates": [], "count": 0, "hasCoords": False}


def test_a_quote_before_the_origin_is_set_is_not_configured(client: Client) -> None:
    assert client("POST", PATH, parcel()).error == (400, "NOT_CONFIGURED")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"items": [ITEM]}, "destination"),
        ({"destination": DESTINATION}, "items"),
        ({"destination": DESTINATION, "items": []}, "items"),
        ({"destination": DESTINATION | {"contactName": ""}, "items": [ITEM]}, "destination.contactName"),
        ({"destination": DESTINATION, "items": [ITEM, ITEM | {"weight": 0}]}, "items.1.weight"),
        ({"destination": DESTINATION, "items": [ITEM | {"value": -1}]}, "items.0.value"),
        ({"destination": DESTINATION, "items": [ITEM], "insurance": "yes"}, "insurance"),
        ({"destination": DESTINATION | {"postalCode": None}, "items": [ITEM]}, "destination"),
        ({"destination": DESTINATION, "items": [ITEM | {"weight": MAX_INTEGER, "quantity": 2}]}, "items"),
        ({"destination": DESTINATION, "items": [ITEM | {"value": MAX_INTEGER}], "insurance": True}, "items"),
    ],
)
def test_a_parcel_that_cannot_be_is_refused_by_name(shop: Client, body: dict, field: str) -> None:
    answer = shop("POST", PATH, body)

    assert answer.error == (400, "VALIDATION_ERROR")
    assert answer.field == field


@pytest.mark.parametrize(
    ("mood", "status"),
    [({"fail": "500"}, 502), ({"fail": "garbage"}, 502), ({"fail": "refuse"}, 502), ({"fail": "silent"}, 504)],
)
def test_a_troubled_aggregator_is_an_integration_error(
    shop: Client, courier: CourierSimulator, mood: dict, status: int
) -> None:
    shop("GET", "/api/v1/shipping/couriers")
    courier.set_fault_mode(**mood)

    assert shop("POST", PATH, parcel()).error == (status, "INTEGRATION_ERROR")
    assert shop("GET", "/api/v1/shipping/couriers").status == 200


def test_a_silent_aggregator_holds_no_connection_of_the_pool(shop: Client, courier: CourierSimulator) -> None:
    shop("GET", "/api/v1/shipping/couriers")
    courier.set_fault_mode(fail="silent")

    with ThreadPoolExecutor(14) as pool:
        waiting = [pool.submit(shop, "POST", PATH, parcel()) for _ in range(14)]
        assert shop("GET", "/api/v1/shipping/origin").status == 200
        assert {quote.result().status for quote in waiting} == {504}


def test_a_quote_is_replayed_under_its_key(shop: Client) -> None:
    first = shop("POST", PATH, parcel(), "quote-1")
    enable(shop, "jne")
    again = shop("POST", PATH, parcel(), "quote-1")

    assert again.raw == first.raw
    assert again.headers["idempotency-replayed"] == "true"
    assert shop("POST", PATH, parcel(insurance=True), "quote-1").error == (422, "IDEMPOTENCY_KEY_REUSED")


def test_twins_under_one_key_are_answered_the_same(shop: Client) -> None:
    with ThreadPoolExecutor(4) as pool:
        twins = [pool.submit(shop, "POST", PATH, parcel(), "quote-2") for _ in range(4)]
        answers = [twin.result() for twin in twins]

    assert {answer.status for answer in answers} == {200}
    assert len({answer.raw for answer in answers}) == 1


def test_the_catalogue_has_a_row_for_each_service(client: Client) -> None:
    rows = client("GET", "/api/v1/shipping/couriers").data

    assert {
        "courier_code": "jne",
        "courier_name": "JNE",
        "courier_service_code": "reg",
        "courier_service_name": "Reguler",
        "service_type": "standard",
        "tier": "standard",
    } in rows
    assert len({(row["courier_code"], row["courier_service_code"]) for row in rows}) == len(rows)


def test_the_catalogue_is_paged_on_request(client: Client) -> None:
    every = client("GET", "/api/v1/shipping/couriers")
    assert every.json["meta"]["hasMore"] is False

    collected, cursor = [], None
    while cursor is not None or not collected:
        target = "/api/v1/shipping/couriers?limit=7" + (f"&cursor={cursor}" if cursor else "")
        page = client("GET", target).json
        collected += page["data"]
        cursor = page["meta"]["cursor"]
    assert collected == every.data
    assert client("GET", "/api/v1/shipping/couriers?cursor=nonsense").field == "cursor"
    assert client("GET", "/api/v1/shipping/couriers?limit=0").field == "limit"


def test_areas_are_found_by_name(client: Client) -> None:
    areas = client("GET", "/api/v1/shipping/areas?q=menteng").data

    assert 0 < len(areas) <= 10
    assert "Menteng" in areas[0]["name"]
    assert isinstance(areas[0]["postal_code"], int)
    assert areas[0]["country_name"] == "Indonesia"
    assert {f"administrative_division_level_{level}_name" for level in range(1, 5)} <= set(areas[0])


@pytest.mark.parametrize("query", ["", "?q=", "?q=m", "?q=" + "m" * 256])
def test_an_area_search_needs_two_characters(client: Client, query: str) -> None:
    answer = client("GET", "/api/v1/shipping/areas" + query)

    assert answer.error == (400, "VALIDATION")
    assert answer.field == "q"


def test_an_area_search_says_that_the_aggregator_is_away(client: Client, courier: CourierSimulator) -> None:
    courier.set_fault_mode(fail="500")

    assert client("GET", "/api/v1/shipping/areas?q=menteng").error == (502, "INTEGRATION_ERROR")
