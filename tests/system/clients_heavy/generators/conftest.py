"""The tools, installed once."""

import pytest

from tests.system.clients_heavy.generators import tools


@pytest.fixture(scope="session", autouse=True)
def installed() -> None:
    tools.install()
