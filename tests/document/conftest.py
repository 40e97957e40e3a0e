"""A service with both simulators behind it, and the recorded story on it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.document import story, tidying
from tests.harness.inbound import REPORT_TOKEN
from tests.harness.payment_simulator import simulating as paying
from tests.harness.service import serving
from tests.harness.simulator import simulating as delivering
from tests.journeys.events_page import documented


@pytest.fixture(scope="module")
def told(module_database_url: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Content for examples.json: the story as it went this time, and the envelopes on the page of events."""
    with _stage(module_database_url, tmp_path_factory.mktemp("story")) as stage:
        operations = tidying.tidy(story.told(stage))
        assert stage.service.faults() == []
    first, last = "svc.", ".v1"
    events = {full.removeprefix(first).removesuffix(last): envelope for full, envelope in documented().items()}
    return {"operations": operations, "events": events}


@contextmanager
def _stage(database_url: str, folder: Path) -> Iterator[story.Stage]:
    with paying(folder) as payments, delivering(folder) as courier:
        given = {
            "payment_simulator_port": payments.url.rpartition(":")[2],
            "aggregator_url": courier.url,
            "aggregator_key": "simulator",
            "aggregator_report_token": REPORT_TOKEN,
            "public_url": "https://fulfilment.example.com",
        }
        with serving(database_url, **given) as service:
            yield story.Stage(service, courier, payments)
