"""Every refusal has a status and a code of the contract."""

import importlib
import pkgutil

import pytest

import fulfilment
from fulfilment.app import all_routes
from fulfilment.infra.api.errors import REGISTRY, ApiError
from fulfilment.infra.api.routing import Route
from fulfilment.infra.openapi import responses
from tests.contract.refusal_table import ALLOWED, REFUSED_WITH_500
from tests.harness.declared_errors import require_declared

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
    told = {(status, code) for status, codes in responses.errors_of(route).items() for code in codes}
    assert told <= ALLOWED


def _find_route(path: str, method: str = "POST") -> Route:
    (route,) = [route for route in all_routes() if (route.method, route.path) == (method, f"/api/v1{path}")]
    return route


def _documented(path: str, method: str = "POST") -> set[str]:
    return {code for codes in responses.errors_of(_find_route(path, method)).values() for code in codes}


def test_a_declared_class_stands_for_its_subclasses() -> None:
    assert responses.errors_of(_find_route("/shipping/rates"))[504] == ["INTEGRATION_ERROR"]


def test_a_refusal_that_its_route_does_not_declare_fails_the_test_that_sees_it() -> None:
    raw = b'{"data":null,"error":{"code":"NEGATIVE_STOCK","message":"No."},"meta":{}}'
    require_declared("POST", "/api/v1/stock/adjust", 500, raw)
    with pytest.raises(AssertionError, match="POST /api/v1/products answers 500 NEGATIVE_STOCK"):
        require_declared("POST", "/api/v1/products?x=1", 500, raw)


def test_refusals_of_one_route_are_not_told_of_another() -> None:
    assert "NEGATIVE_STOCK" not in _documented("/products")
    assert "SKU_TAKEN" not in _documented("/products", "GET")


def test_shipping_routes_tell_of_validation_by_their_own_code() -> None:
    for method, path in (("PATCH", "/shipping/origin"), ("POST", "/shipping/rates")):
        told = _documented(path, method)
        assert "VALIDATION_ERROR" in told and "VALIDATION" not in told
