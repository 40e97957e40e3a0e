"""One really started service for the journeys: `serve` with its database, API, worker and simulator."""

import contextlib
from collections.abc import Iterator, Mapping

import msgspec
import pytest

from fulfilment.cli.demo_walk import service
from fulfilment.settings import PREFIX, Settings


class Served(msgspec.Struct, frozen=True):
    """A running service: its settings, and the environment in which commands find it."""

    settings: Settings
    environment: Mapping[str, str]

    @property
    def base_url(self) -> str:
        return service.build_base_url(self.settings)


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    with service.start_service() as (settings, environment):
        yield Served(settings, environment)


@pytest.fixture(scope="session")
def acme() -> Iterator[Served]:
    """Another one, of the brand acme."""
    with contextlib.ExitStack() as stack:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(f"{PREFIX}BRAND", "acme")
            settings, environment = stack.enter_context(service.start_service())
        yield Served(settings, environment)
