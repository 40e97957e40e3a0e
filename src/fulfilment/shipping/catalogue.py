"""The courier catalogue: the live one, cached, and the last good copy while the aggregator is away."""

import time

import structlog

from fulfilment.aggregators.port import Aggregator, AggregatorError, AggregatorUnavailable, CatalogueService

log = structlog.get_logger(__name__)

CACHE_SECONDS = 3_600
# After a failure the old copy is served for a while without asking, so that nobody waits for one who is away.
RETRY_SECONDS = 30


class CourierCatalogue:
    """One per process. It is the same for every key, so no workspace's key decides what the others see."""

    def __init__(self) -> None:
        self._services: list[CatalogueService] = []
        self._due = 0.0
        self._is_refreshing = False

    async def list_services(self, account: Aggregator) -> list[CatalogueService]:
        """Every courier's services. Raises AggregatorError while there is no good copy at all."""
        if self._services and (time.monotonic() < self._due or self._is_refreshing):
            return self._services
        self._is_refreshing = True
        try:
            self._services = await _fetch_services(account)
            self._due = time.monotonic() + CACHE_SECONDS
        except AggregatorError as problem:
            log.warning("catalogue_not_refreshed", error=problem.message, has_copy=bool(self._services))
            self._due = time.monotonic() + RETRY_SECONDS
            if not self._services:
                raise
        finally:
            self._is_refreshing = False
        return self._services


async def _fetch_services(account: Aggregator) -> list[CatalogueService]:
    services = await account.couriers()
    if not services:
        raise AggregatorUnavailable("The courier aggregator names no couriers.")
    return services
