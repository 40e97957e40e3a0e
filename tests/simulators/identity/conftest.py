from collections.abc import Iterator

import pytest

from tests.simulators.identity.running import Simulator, simulating


@pytest.fixture
def simulator() -> Iterator[Simulator]:
    with simulating() as running:
        yield running
