from collections.abc import Iterator

import pytest

from tests.identity_simulator.running import Simulator, simulating


@pytest.fixture
def simulator() -> Iterator[Simulator]:
    with simulating() as running:
        yield running
