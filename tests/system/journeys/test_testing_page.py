"""The page about testing names every failure that the simulators have, and each comes to what its tables say."""

import json
import re
import time
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fulfilment.cli.demo_walk import service
from fulfilment_simulators.couriers import fault_mode
from fulfilment_simulators.payments import faults as payment_faults
from tests.harness.parcels import draft, fund
from tests.harness.service import Client, Service, serving
from tests.harness.simulator import Courier, simulating
from tests.harness.workspaces import open_client
from tests.journeys.pages import ROOT
from tests.system.journeys.conftest import Served

PAGE = (ROOT / "docs" / "testing.md").read_text("utf-8")
MOODS = re.findall(r"^\| `(\{.*?\})` \| (\d{3})(?: `(\w+)`)? \| (yes|no) \|", PAGE, re.M)
STATUSES = re.findall(r"^\| ((?:`\w+`,? ?(?:or any text)?)+) \| (?:`(\w+)`|as it was)", PAGE, re.M)
PATIENCE_SECONDS = 20


@pytest.fixture(scope="module")
def courier(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Courier]:
    with simulating(tmp_path_factory.mktemp("couriers")) as running:
        yield running


@pytest.fixture(scope="module")
def api(module_database_url: str, courier: Courier) -> Iterator[Service]:
    """A service that waits less than usual for a courier that says nothing."""
    given = {"aggregator_url": courier.url, "aggregator_key": "simulator", "aggregator_timeout_seconds": "5"}
    with serving(module_database_url, **given) as running:
        yield running


@pytest.mark.parametrize(("said", "status", "code", "is_booked"), MOODS)
def test_a_mood_of_the_courier_simulator_is_answered_as_the_table_says(
    api: Service, courier: Courier, said: str, status: str, code: str, is_booked: str
) -> None:
    merchant = open_client(api)
    fund(merchant)
    shipment_id = merchant("POST", "/api/v1/shipments", draft()).data["shipment"]["id"]
    with courier.in_mood(**json.loads(said)):
        answer = merchant("POST", f"/api/v1/shipments/{shipment_id}/confirm-pickup")
    assert answer.status == int(status), answer.raw
    assert (answer.json["error"] or {}).get("code", "") == code
    assert len(courier.orders(shipment_id)) == (is_booked == "yes")


def test_the_page_has_every_mood() -> None:
    named: dict[str, set[Any]] = {}
    for said, *_ in MOODS:
        for name, value in json.loads(said).items():
            named.setdefault(name, set()).add(value)
    assert named["fail"] == set(typing.get_args(fault_mode.Failure))
    assert set(named) == set(fault_mode.FaultMode.__struct_fields__)


def test_the_page_names_every_way_in_which_the_payment_simulator_fails() -> None:
    told = PAGE[PAGE.index("A provider that fails") :].partition("```")[0]
    ways = set(typing.get_args(payment_faults.Kind))
    assert ways <= set(re.findall(r"`(\w+)`", told))


def test_each_report_of_the_table_brings_the_status_that_stands_beside_it(served: Served) -> None:
    credential = service.open_workspace(served.environment)
    settings = served.settings
    merchant = Client(
        Service(settings.port, "", None, Path()), credential.account_id, credential.key_id, credential.secret
    )
    fund(merchant)
    courier = Courier(settings.aggregator_simulator_url)
    reports = [(name, wanted) for names, wanted in STATUSES for name in re.findall(r"`(\w+)`", names)]
    assert len(reports) > 12
    made = merchant("POST", "/api/v1/shipments/bulk", {"shipments": [draft() for _ in reports]}).data["outcomes"]
    for (name, wanted), outcome in zip(reports, made, strict=True):
        shipment_id = outcome["data"]["shipment"]["id"]
        booked = merchant("POST", f"/api/v1/shipments/{shipment_id}/confirm-pickup").data["shipment"]
        courier.report(booked["aggregatorOrderId"], name)
        assert status_after(merchant, shipment_id, name) == (wanted or booked["status"]), name


def status_after(merchant: Client, shipment_id: str, reported: str) -> str:
    """The status once this report is in the history."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        shipment = merchant("GET", f"/api/v1/shipping/shipments/{shipment_id}").data
        if reported in [event["reportedStatus"] for event in shipment["events"]]:
            return shipment["status"]
        time.sleep(0.02)
    raise AssertionError(f"{reported} was not heard of")


def test_no_control_of_the_courier_simulator_is_left_out() -> None:
    """Here or on the simulator's own page."""
    source = (ROOT / "src/fulfilment_simulators/couriers/controls.py").read_text("utf-8")
    told = PAGE + (ROOT / "docs/simulator.md").read_text("utf-8")
    controls = re.findall(r'@routes\.\w+\("/_control/(?:orders/\{id\}/)?(\w+)"', source)
    assert len(controls) > 7
    assert [name for name in controls if name not in told] == []
