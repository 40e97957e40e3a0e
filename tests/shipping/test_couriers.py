"""Which couriers need coordinates, and which are asked (specification, Courier code rules; decisions, section 6)."""

import pytest

from fulfilment.aggregators import port
from fulfilment.aggregators.port import CourierService
from fulfilment.http.errors import ApiError, Validation
from fulfilment.shipping import couriers
from fulfilment.shipping.aggregator_errors import as_api_error


def row(code: str, service_type: str) -> CourierService:
    return CourierService(code, code.upper(), f"{code}-{service_type}", service_type, service_type)


CATALOGUE = [
    row("gojek", "same_day"),
    row("gojek", "instant"),
    row("borzo", "instant"),
    row("sicepat", "same_day"),
    row("sicepat", "standard"),
    row("jne", "standard"),
    row("jne", "overnight"),
]


def test_an_instant_courier_is_one_without_any_slower_service() -> None:
    assert couriers.instant_codes(CATALOGUE) == {"gojek", "borzo"}


def test_every_courier_is_named_once() -> None:
    assert couriers.codes(CATALOGUE) == ["borzo", "gojek", "jne", "sicepat"]


@pytest.mark.parametrize(
    ("chosen", "has_coordinates", "asked"),
    [
        ([], True, ["jne", "sicepat"]),
        ([], False, ["jne", "sicepat"]),
        (["jne", "gojek"], True, ["gojek", "jne"]),
        (["jne", "gojek"], False, ["jne"]),
        (["gojek", "borzo"], False, []),
        (["jne", "gone"], True, ["jne"]),
    ],
)
def test_the_couriers_that_are_asked(chosen: list[str], has_coordinates: bool, asked: list[str]) -> None:
    assert couriers.enabled(chosen, CATALOGUE, has_coordinates=has_coordinates) == asked


def test_a_choice_names_each_courier_once_and_knows_whether_one_is_instant() -> None:
    assert couriers.choose(["jne", "gojek", "jne"], CATALOGUE, "couriers") == couriers.Choice(["jne", "gojek"], True)
    assert couriers.choose(["sicepat"], CATALOGUE, "couriers") == couriers.Choice(["sicepat"], False)
    with pytest.raises(Validation) as refusal:
        couriers.choose(["jne", "JNE"], CATALOGUE, "couriers")
    assert refusal.value.field == "couriers.1"


@pytest.mark.parametrize(
    ("problem", "status", "code"),
    [
        (port.CallerFault("No such postal code", field="destination.postalCode"), 400, "VALIDATION"),
        (port.NotFound("No such order"), 404, "NOT_FOUND"),
        (port.Refused("No balance"), 502, "INTEGRATION_ERROR"),
        (port.CannotCancel("Too late"), 502, "INTEGRATION_ERROR"),
        (port.BadKey("No such key"), 502, "INTEGRATION_ERROR"),
        (port.Outage("Away"), 502, "INTEGRATION_ERROR"),
        (port.Outage("Slow", timed_out=True), 504, "INTEGRATION_ERROR"),
        (port.Unclear("Lost"), 504, "INTEGRATION_ERROR"),
    ],
)
def test_a_failed_call_is_told_with_its_reason(problem: port.AggregatorError, status: int, code: str) -> None:
    refusal: ApiError = as_api_error(problem)

    assert (refusal.status, refusal.code) == (status, code)
    assert str(refusal) == problem.message
    if isinstance(refusal, Validation):
        assert refusal.field == problem.field
