"""Processes that are started with other environment variables."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest


@contextmanager
def variables(**given: str) -> Iterator[None]:
    """Set these environment variables for the processes that are started in this context."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in given.items():
            patch.setenv(name, value)
        yield


def telling(url: str, **more: str) -> Mapping[str, str]:
    """Those that have a process tell a collector of everything, and soon."""
    return {
        "OTEL_EXPORTER_OTLP_ENDPOINT": url,
        "OTEL_TRACES_SAMPLER": "always_on",
        "OTEL_BSP_SCHEDULE_DELAY": "1000",
        **more,
    }
