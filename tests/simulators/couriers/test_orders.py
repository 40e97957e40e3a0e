"""The courier simulator's orders, requested as a client of the aggregator would."""

from datetime import datetime, timedelta

import pytest

from fulfilment.aggregators.biteship import requests
from fulfilment_simulators.couriers import forms
from tests.aggregators.running import INSTANT, KEY, Simulator, booking_request

pytestmark = pytest.mark.asyncio
BODY = requests.booking(booking_request())
ODD = [None, "", 0, -1, 1.5, True, [], {}, [None], {"latitude": []}, "x" * 5_000, "\0", 10**30, 1e308]


def soon(**later: float) -> dict[str, str]:
    at = datetime.now(forms.JAKARTA) + timedelta(**later)
    return {"delivery_type": "scheduled", "delivery_date": f"{at:%Y-%m-%d}", "delivery_time": f"{at:%H:%M}"}


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"courier_type": None}, 40002004),
        ({"delivery_type": None}, 40002005),
        ({"delivery_type": "whenever"}, 40002006),
        ({"destination_postal_code": None}, 40002010),
        ({"origin_area_id": None}, 40002011),
        (soon(hours=-2), 40002013),
        ({"origin_contact_name": ""}, 40002014),
        ({"origin_contact_phone": None}, 40002015),
        ({"origin_address": None}, 40002016),
        ({"destination_contact_name": None}, 40002017),
        ({"destination_contact_phone": None}, 40002018),
        ({"destination_address": None}, 40002019),
        ({"destination_postal_code": 7}, 40002020),
        ({"origin_coordinate": {"latitude": 1}}, 40002022),
        ({"courier_company": "grab", "courier_type": "instant"}, 40002023),
        ({"courier_company": "pigeon"}, 40002026),
        ({"courier_type": "teleport"}, 40002027),
        ({"destination_cash_on_delivery": 15_000_001}, 40002030),
        ({"courier_type": "jtr", "destination_cash_on_delivery": 1}, 40002031),
        ({"delivery_type": "scheduled"}, 40002035),
        ({"delivery_type": "scheduled", "delivery_date": "2099-01-01"}, 40002036),
        ({"items": [{"name": "x"}]}, 40002038),
        ({"delivery_type": "scheduled", "delivery_date": "soon", "delivery_time": "now"}, 40002061),
    ],
)
async def test_a_wrong_booking_is_refused_with_the_aggregators_code(simulator: Simulator, changes, code):
    status, said = await simulator.call("POST", "/v1/orders", BODY | changes)
    assert (status, said["success"], said["code"]) == (400, False, code)
    assert await simulator.orders() == []


async def test_a_taken_reference_names_the_order_that_holds_it(simulator: Simulator):
    status, made = await simulator.call("POST", "/v1/orders", BODY)
    assert (status, made["status"], made["object"]) == (201, "confirmed", "order")
    status, said = await simulator.call("POST", "/v1/orders", BODY)
    assert (status, said["code"]) == (400, 40002060)
    assert said["details"] == {
        "order_id": made["id"],
        "waybill_id": made["courier"]["waybill_id"],
        "reference_id": "ship_1",
    }


async def test_an_order_can_be_scheduled(simulator: Simulator):
    status, made = await simulator.call("POST", "/v1/orders", BODY | soon(hours=3))
    assert (status, made["status"], made["delivery"]["type"]) == (201, "scheduled", "scheduled")


async def test_no_field_of_a_booking_however_odd_breaks_the_simulator(simulator: Simulator):
    body = requests.booking(booking_request(**INSTANT))
    for name in body:
        if name == "reference_id":
            continue
        for number, odd in enumerate(ODD):
            wrong = body | {name: odd, "reference_id": f"{name}{number}"}
            status, said = await simulator.call("POST", "/v1/orders", wrong)
            assert status in (201, 400), said
    for name in ("couriers", "items", "origin_area_id", "origin_latitude", "destination_postal_code"):
        for odd in ODD:
            wrong = {"couriers": "jne", "items": body["items"], "origin_area_id": "x", name: odd}
            status, said = await simulator.call("POST", "/v1/rates/couriers", wrong)
            assert status in (200, 400), said


async def test_prices_follow_the_way_and_the_weight_and_never_change(simulator: Simulator):
    async def price(postal_code: int, weight: int) -> int:
        item = {"name": "x", "value": 1, "quantity": 1, "weight": weight}
        body = {"couriers": "jnt", "origin_postal_code": 12110, "destination_postal_code": postal_code}
        _, said = await simulator.call("POST", "/v1/rates/couriers", body | {"items": [item]})
        return said["pricing"][0]["price"]

    near, far, heavy = await price(40111, 1_000), await price(99111, 1_000), await price(40111, 5_000)
    assert near < far and 4 * near < heavy <= 5 * near
    assert await price(40111, 1_000) == near


async def test_a_price_is_the_sum_of_its_parts(simulator: Simulator):
    body = BODY | {"courier_insurance": 500_000, "destination_cash_on_delivery": 200_000}
    _, made = await simulator.call("POST", "/v1/orders", body)
    parts = made["courier"]["shipment_fee"] + made["courier"]["insurance"]["fee"]
    assert made["price"] == parts + made["destination"]["cash_on_delivery"]["fee"]
    assert made["courier"]["insurance"]["fee"] == 3_000


async def test_an_on_demand_order_gets_a_driver_when_one_is_allocated(simulator: Simulator):
    _, made = await simulator.call("POST", "/v1/orders", requests.booking(booking_request(**INSTANT)))
    assert made["courier"]["driver_name"] is None
    said = await simulator.control(f"orders/{made['id']}/status", status="allocated")
    assert said["order"]["courier"]["driver_plate_number"].startswith("B ")


async def test_cancelling_wants_a_known_reason(simulator: Simulator):
    _, said = await simulator.call("GET", "/v1/orders/cancellation_reasons?lang=id")
    assert {"change_courier", "others"} <= {reason["code"] for reason in said["cancellation_reasons"]}
    _, made = await simulator.call("POST", "/v1/orders", BODY)
    path = f"/v1/orders/{made['id']}/cancel"
    for body in ({"cancellation_reason_code": "bored"}, {"cancellation_reason_code": "others"}):
        assert (await simulator.call("POST", path, body))[1]["code"] == 40002056
    status, said = await simulator.call("POST", path, {"cancellation_reason_code": "pickup_delay"})
    assert (status, said["status"], said["cancellation_reason_code"]) == (200, "cancelled", "pickup_delay")
    status, said = await simulator.call("POST", path, {"cancellation_reason_code": "pickup_delay"})
    assert (status, said["code"]) == (400, 40002053)


async def test_a_saved_location_can_be_the_origin_of_an_order(simulator: Simulator):
    place = {"contact_name": "Toko", "contact_phone": "1", "address": "Jl. A", "postal_code": 12110}
    _, saved = await simulator.call("POST", "/v1/locations", place | {"name": "Toko", "type": "origin"})
    path = f"/v1/locations/{saved['id']}"
    assert (await simulator.call("POST", path, {"address": "Jl. B"}))[1]["address"] == "Jl. B"
    assert (await simulator.call("GET", path))[1]["contact_name"] == "Toko"
    rest = {name: value for name, value in BODY.items() if not name.startswith("origin_")}
    _, made = await simulator.call("POST", "/v1/orders", rest | {"origin_location_id": saved["id"]})
    assert (made["origin"]["address"], made["origin"]["postal_code"]) == ("Jl. B", 12110)
    assert (await simulator.call("GET", path, key="another"))[0] == 400
    assert (await simulator.call("DELETE", path))[0] == 200
    assert (await simulator.call("GET", path))[0] == 400


async def test_every_route_wants_a_key(simulator: Simulator):
    for key in (None, "", "invalid", "invalid-something"):
        for path in (
            "/v1/couriers",
            "/v1/maps/areas?input=x",
            "/v1/orders/1",
            "/v1/trackings/1",
            "/v1/locations/1",
        ):
            status, said = await simulator.call("GET", path, key=key)
            assert (status, said["code"]) == (400, 40000001)
    assert (await simulator.call("GET", "/v1/couriers", key=f"Bearer {KEY}"))[0] == 200


async def test_an_unknown_route_and_a_wrong_body_are_refused_in_its_own_form(simulator: Simulator):
    status, said = await simulator.call("GET", "/v1/nothing")
    assert (status, said["success"]) == (404, False)
    assert (await simulator.call("DELETE", "/v1/couriers"))[0] == 405
    status, said = await simulator.call("POST", "/v1/orders", [1])
    assert (status, said["success"]) == (400, False)
