"""The shipping origin over HTTP (specification, Shipping origin)."""

import pytest

from tests.harness.service import Client
from tests.harness.workspaces import open_client
from tests.shipping.courier_simulator import CourierSimulator
from tests.shipping.requests import ORIGIN, SPOT

PATH = "/api/v1/shipping/origin"
CONFIG = "/api/v1/shipping/config"
FIELDS = (*ORIGIN, "lat", "lng", "couriers")


def test_an_origin_that_was_never_set_is_null_throughout(client: Client) -> None:
    shown = client("GET", PATH)

    assert shown.status == 200
    assert shown.data == dict.fromkeys(FIELDS) | {"configured": False}


def test_an_origin_is_shown_as_it_was_set(client: Client) -> None:
    given = ORIGIN | SPOT | {"couriers": ["jne", "gojek", "jne"]}

    answer = client("PATCH", PATH, given)

    assert answer.status == 200
    assert answer.data == given | {"couriers": ["jne", "gojek"], "configured": True}
    assert client("GET", PATH).data == answer.data


def test_what_a_change_leaves_out_stays_and_null_clears(client: Client) -> None:
    client("PATCH", PATH, ORIGIN | SPOT | {"couriers": ["jne"]})
    required = {name: ORIGIN[name] for name in ("address", "contactName", "contactPhone")}

    changed = client("PATCH", PATH, required | {"contactName": "Budi", "note": None, "lat": None}).data

    assert changed == ORIGIN | SPOT | {
        "contactName": "Budi",
        "note": None,
        "lat": None,
        "couriers": ["jne"],
        "configured": True,
    }


@pytest.mark.parametrize("name", ["address", "contactName", "contactPhone"])
def test_a_required_field_is_missed_by_name(client: Client, name: str) -> None:
    answer = client("PATCH", PATH, {key: value for key, value in ORIGIN.items() if key != name})

    assert answer.error == (400, "VALIDATION_ERROR")
    assert answer.field == name
    assert client("GET", PATH).data["configured"] is False


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("address", "x" * 501),
        ("address", ""),
        ("contactName", "x" * 101),
        ("contactPhone", "1" * 31),
        ("postal", "1" * 21),
        ("lat", 91),
        ("lng", "east"),
        ("note", "a\0b"),
    ],
)
def test_a_value_out_of_its_bounds_is_refused_by_name(client: Client, name: str, value: object) -> None:
    answer = client("PATCH", PATH, ORIGIN | {name: value})

    assert answer.error == (400, "VALIDATION_ERROR")
    assert answer.field == name


def test_a_body_that_is_not_json_is_a_validation_error_too(client: Client) -> None:
    assert client("PATCH", PATH, b"{").error == (400, "VALIDATION_ERROR")


def test_an_unknown_courier_is_refused_by_its_place(client: Client) -> None:
    answer = client("PATCH", PATH, ORIGIN | {"couriers": ["jne", "pigeon"]})

    assert answer.error == (400, "VALIDATION_ERROR")
    assert answer.field == "couriers.1"


@pytest.mark.parametrize("code", ["gojek", "grab", "lalamove", "borzo"])
def test_an_instant_courier_needs_coordinates(client: Client, code: str) -> None:
    answer = client("PATCH", PATH, ORIGIN | {"couriers": ["jne", code], "lat": 1.0})

    assert answer.error == (400, "VALIDATION_ERROR")
    assert answer.field == "lng"
    assert client("PATCH", PATH, ORIGIN | SPOT | {"couriers": ["jne", code]}).status == 200


def test_a_courier_with_one_slower_service_needs_no_coordinates(client: Client) -> None:
    assert client("PATCH", PATH, ORIGIN | {"couriers": ["sicepat", "paxel"]}).status == 200


def test_coordinates_stay_while_an_instant_courier_needs_them(client: Client) -> None:
    client("PATCH", PATH, ORIGIN | SPOT | {"couriers": ["grab"]})

    assert client("PATCH", PATH, ORIGIN | {"lat": None}).field == "lat"
    assert client("PATCH", PATH, ORIGIN | {"lat": None, "couriers": ["jne"]}).status == 200


def test_the_enabled_couriers_are_those_of_the_config(client: Client) -> None:
    client("PATCH", PATH, ORIGIN | {"couriers": ["jne", "tiki"]})
    assert client("GET", CONFIG).data["config"]["enabledCouriers"] == ["jne", "tiki"]

    client("PUT", CONFIG, {"enabledCouriers": ["sicepat"]})
    assert client("GET", PATH).data["couriers"] == ["sicepat"]

    client("PATCH", PATH, ORIGIN | {"couriers": None})
    assert client("GET", CONFIG).data["config"]["enabledCouriers"] == []


def test_an_origin_that_was_never_set_is_null_whatever_the_config_says(client: Client) -> None:
    client("PUT", CONFIG, {"enabledCouriers": ["jne"]})

    assert client("GET", PATH).data == dict.fromkeys(FIELDS) | {"configured": False}


def test_a_change_is_audited_with_what_was_before(client: Client) -> None:
    client("PATCH", PATH, ORIGIN)
    client("PATCH", PATH, ORIGIN | {"note": "Knock"})

    latest, first = client("GET", "/api/v1/audit-log?action=shipping.origin_updated").data["entries"]

    assert (latest["targetType"], latest["targetId"]) == ("BiteshipConfig", client.account_id)
    assert first["before"] is None
    assert first["after"]["address"] == ORIGIN["address"]
    assert (latest["before"], latest["after"]) == ({"note": "Ring twice"}, {"note": "Knock"})


def test_a_repeat_under_the_same_key_is_replayed(client: Client) -> None:
    first = client("PATCH", PATH, ORIGIN | {"couriers": ["jne"]}, "k1")
    again = client("PATCH", PATH, ORIGIN | {"couriers": ["jne"]}, "k1")

    assert again.raw == first.raw
    assert again.headers["idempotency-replayed"] == "true"
    assert len(client("GET", "/api/v1/audit-log?action=shipping").data["entries"]) == 1


def test_one_workspace_does_not_see_the_origin_of_another(client: Client) -> None:
    client("PATCH", PATH, ORIGIN)

    assert open_client(client.service)("GET", PATH).data["configured"] is False


def test_a_change_that_names_no_courier_needs_no_aggregator(client: Client, courier: CourierSimulator) -> None:
    courier.set_fault_mode(fail="silent")

    assert client("PATCH", PATH, ORIGIN).status == 200


def test_a_change_of_nothing_leaves_no_trace(client: Client) -> None:
    given = ORIGIN | SPOT | {"couriers": ["jne"]}
    log = "/api/v1/audit-log?action=shipping.origin_updated"
    first = client("PATCH", PATH, given).data
    for same in (given, {name: ORIGIN[name] for name in ("address", "contactName", "contactPhone")}):
        assert client("PATCH", PATH, same).data == first
    assert len(client("GET", log).data["entries"]) == 1
    client("PATCH", PATH, given | {"contactName": "Budi"})
    assert len(client("GET", log).data["entries"]) == 2
