"""One really started service for the journeys: `serve` with its database, API, worker and simulator."""

from collections.abc import Iterator, Mapping

import msgspec
import pytest

from fulfilment.demo import service
from fulfilment.settings import Settings


class Served(msgspec.Struct, frozen=True):
    """A running service: its settings, and the environment in which commands find it."""

    settings: Settings
    environment: Mapping[str, str]

    @property
    def base_url(self) -> str:
        return service.base_url_of(self.settings)


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    with service.started() as (settings, environment):
        yield Served(settings, environment)
