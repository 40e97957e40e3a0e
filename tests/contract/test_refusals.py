"""Nothing is refused by a status or a code that the contract does not have."""

import importlib
import pkgutil

import pytest

import fulfilment
from fulfilment.app import all_routes
from fulfilment.infra.api.errors import REGISTRY, ApiError
from fulfilment.infra.api.routing import Route
from fulfilment.infra.openapi import error_inference
from tests.contract.refusal_table import ALLOWED, REFUSED_WITH_500

for _module in pkgutil.walk_packages(fulfilment.__path__, "fulfilment."):
    if not _module.name.endswith("__main__"):
        importlib.import_module(_module.name)

OURS = [kind for kind in REGISTRY if kind.__module__.startswith("fulfilment.")]
ROUTES = [pytest.param(route, id=f"{route.method} {route.path}") for route in all_routes()]


@pytest.mark.parametrize("kind", [pytest.param(kind, id=f"{kind.__module__}.{kind.__name__}") for kind in OURS])
def test_a_refusal_is_one_of_the_contracts(kind: type[ApiError]) -> None:
    assert (kind.status, kind.code) in ALLOWED
    assert kind.message.endswith(".") and kind.message[0].isupper()


def test_the_refusals_that_the_contract_numbers_500_are_no_others() -> None:
    assert {kind.code for kind in OURS if kind.status == 500} - {"INTERNAL"} <= REFUSED_WITH_500


@pytest.mark.parametrize("route", ROUTES)
def test_what_a_route_says_it_refuses_is_in_the_contract(route: Route) -> None:
    told = {(status, code) for status, codes in error_inference.errors_of(route).items() for code in codes}
    assert told <= ALLOWED


def _documented(path: str, method: str = "POST") -> set[str]:
    (route,) = [route for route in all_routes() if (route.method, route.path) == (method, f"/api/v1{path}")]
    return {code for codes in error_inference.errors_of(route).values() for code in codes}


def test_refusals_raised_deep_within_a_handler_are_told() -> None:
    assert "NEGATIVE_STOCK" in _documented("/stock/adjust")
    assert "SKU_TAKEN" in _documented("/products/{id}/variants")
    assert "ALREADY_REVOKED" in _documented("/api-keys/{id}/revoke")
    assert {"INVALID_STATE", "ALREADY_CONFIRMED", "INTEGRATION_ERROR"} <= _documented("/shipments/{id}/confirm-pickup")


def test_refusals_of_one_route_are_not_told_of_another() -> None:
    assert "NEGATIVE_STOCK" not in _documented("/products")
    assert "SKU_TAKEN" not in _documented("/products", "GET")


def test_shipping_routes_tell_of_validation_by_their_own_code() -> None:
    for method, path in (("PATCH", "/shipping/origin"), ("POST", "/shipping/rates")):
        told = _documented(path, method)
        assert "VALIDATION_ERROR" in told and "VALIDATION" not in told
