"""Which couriers need coordinates, and which are asked (specification, Courier code rules; decisions, section 6)."""

import pytest

from fulfilment.aggregators import port
from fulfilment.aggregators.port import CatalogueService
from fulfilment.infra.api.errors import ApiError, Validation
from fulfilment.shipping import couriers
from fulfilment.shipping.courier_clients import as_api_error


def row(code: str, service_type: str) -> CatalogueService:
    return CatalogueService(code, code.upper(), f"{code}-{service_type}", service_type, service_type)


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
    assert couriers.list_codes(CATALOGUE) == ["borzo", "gojek", "jne", "sicepat"]


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
    assert couriers.filter_enabled(chosen, CATALOGUE, has_coordinates=has_coordinates) == asked


def test_a_choice_names_each_courier_once_and_knows_whether_one_is_instant() -> None:
    assert couriers.choose_couriers(["jne", "gojek", "jne"], CATALOGUE, "couriers") == couriers.CourierChoice(
        ["jne", "gojek"], True
    )
    assert couriers.choose_couriers(["sicepat"], CATALOGUE, "couriers") == couriers.CourierChoice(["sicepat"], False)
    assert couriers.choose_couriers(["jne", "JNE", "GoJek"], CATALOGUE, "couriers") == couriers.CourierChoice(
        ["jne", "gojek"], True
    )
    with pytest.raises(Validation) as error:
        couriers.choose_couriers(["jne", "nobody"], CATALOGUE, "couriers")
    assert error.value.field == "couriers.1"


@pytest.mark.parametrize(
    ("problem", "status", "code"),
    [
        (port.InvalidRequest("No such postal code", field="destination.postalCode"), 400, "VALIDATION"),
        (port.AggregatorNotFound("No such order"), 404, "NOT_FOUND"),
        (port.AggregatorDeclined("No balance"), 502, "INTEGRATION_ERROR"),
        (port.CancellationDeclined("Too late"), 502, "INTEGRATION_ERROR"),
        (port.InvalidAggregatorKey("No such key"), 502, "INTEGRATION_ERROR"),
        (port.AggregatorUnavailable("Away"), 502, "INTEGRATION_ERROR"),
        (port.AggregatorUnavailable("Slow", timed_out=True), 504, "INTEGRATION_ERROR"),
        (port.OutcomeUnknown("Lost"), 504, "INTEGRATION_ERROR"),
    ],
)
def test_a_failed_call_is_told_with_its_reason(problem: port.AggregatorError, status: int, code: str) -> None:
    error: ApiError = as_api_error(problem)

    assert (error.status, error.code) == (status, code)
    assert str(error) == problem.message
    if isinstance(error, Validation):
        assert error.field == problem.field
