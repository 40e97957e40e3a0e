"""Shipping while the aggregator cannot be reached, or none is configured (decisions, sections 3 and 6)."""

from collections.abc import Iterator

import pytest

from tests.harness.service import Client, serving
from tests.harness.workspaces import open_client
from tests.shipping.requests import ORIGIN, parcel

CONFIG = "/api/v1/shipping/config"
RATES = "/api/v1/shipping/rates"


@pytest.fixture(scope="module")
def without_aggregator(module_database_url: str) -> Iterator[Client]:
    """A workspace of a service whose aggregator cannot be reached."""
    access = {"aggregator_url": "http://127.0.0.1:9", "aggregator_key": "platform-key"}
    with serving(module_database_url, **access) as service:
        yield open_client(service)


@pytest.fixture(scope="module")
def unconfigured(module_database_url: str) -> Iterator[Client]:
    """A workspace of a production service to which no aggregator was given."""
    with serving(module_database_url, mode="production") as service:
        yield open_client(service)


def test_without_any_copy_of_the_catalogue_it_is_an_integration_error(without_aggregator: Client) -> None:
    assert without_aggregator("GET", "/api/v1/shipping/couriers").error == (502, "INTEGRATION_ERROR")
    assert without_aggregator("PUT", CONFIG, {"enabledCouriers": ["jne"]}).error == (502, "INTEGRATION_ERROR")


def test_what_needs_no_catalogue_can_be_set_and_shown_meanwhile(without_aggregator: Client) -> None:
    assert without_aggregator("PATCH", "/api/v1/shipping/origin", ORIGIN).status == 200
    assert without_aggregator("PUT", CONFIG, {"active": False, "enabledCouriers": []}).status == 200
    assert without_aggregator("GET", CONFIG).data["couriers"] == []
    assert without_aggregator("PUT", CONFIG, {"active": True}).data["config"]["active"] is True


def test_production_never_simulates(unconfigured: Client) -> None:
    unconfigured("PATCH", "/api/v1/shipping/origin", ORIGIN)

    for method, target, body in (
        ("GET", "/api/v1/shipping/couriers", None),
        ("GET", "/api/v1/shipping/areas?q=menteng", None),
        ("POST", RATES, parcel()),
        ("PUT", CONFIG, {"enabledCouriers": ["jne"]}),
    ):
        assert unconfigured(method, target, body).error == (400, "NOT_CONFIGURED")
    assert unconfigured("GET", CONFIG).status == 200
