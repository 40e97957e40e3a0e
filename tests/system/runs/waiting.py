"""Tests that wait for good beside what they started; pytest does not collect them, test_killed.py names them."""

import time
from pathlib import Path

from fulfilment.infra.database.embedded.server import EmbeddedServer
from tests.harness.service import Service
from tests.harness.simulator import Courier


def test_beside_a_database(server: EmbeddedServer, courier: Courier) -> None:
    Path("database").touch()
    time.sleep(600)


def test_beside_a_service(api: Service) -> None:
    Path("service").touch()
    time.sleep(600)
