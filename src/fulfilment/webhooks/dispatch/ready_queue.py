"""Ready queue: claimed deliveries that wait for a slot of their endpoint, round robin over workspaces and endpoints."""

from collections import OrderedDict, deque
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from yarl import URL

from fulfilment.webhooks.dispatch.concurrency import ConcurrencyLimiter, EndpointKey
from fulfilment.webhooks.dispatch.dequeue import ClaimedDelivery
from fulfilment.webhooks.http.destination import normalize_host

# Endpoints that wait for their own slots are skipped, but no more than this number for each free slot.
_MAX_SCANNED = 8


class ReadyQueue:
    """Queue of ready deliveries, with one line per endpoint."""

    def __init__(self, limiter: ConcurrencyLimiter) -> None:
        self._limiter = limiter
        # Round robin over workspaces, then over their endpoints: a workspace with many endpoints has no advantage.
        self._workspaces: OrderedDict[str, OrderedDict[EndpointKey, deque[ClaimedDelivery]]] = OrderedDict()

    def add(self, claimed: Iterable[ClaimedDelivery]) -> None:
        """Append deliveries to the lines of their endpoints."""
        for delivery in claimed:
            assert delivery.body is not None
            queues = self._workspaces.setdefault(delivery.account_id, OrderedDict())
            queues.setdefault(delivery.endpoint_key, deque()).append(delivery)
            self._limiter.add_prefetched(delivery.endpoint_key, _parse_host(delivery.url), len(delivery.body))

    def pop_next(self, preferred: EndpointKey | None = None) -> ClaimedDelivery | None:
        """Take the next delivery that may begin, and count its attempt.

        Without `preferred` all endpoints are considered. With it a few are, and then the preferred one.
        """
        limit = None if preferred is None else _MAX_SCANNED
        for account_id in _first_keys(self._workspaces, limit):
            queues = self._workspaces[account_id]
            self._workspaces.move_to_end(account_id)
            for key in _first_keys(queues, limit):
                queues.move_to_end(key)
                if self._limiter.can_start(key):
                    return self._start(key)
        if preferred is None or preferred not in self._workspaces.get(preferred[0], ()):
            return None
        return self._start(preferred) if self._limiter.can_start(preferred) else None

    def remove_endpoint(self, key: EndpointKey) -> list[ClaimedDelivery]:
        """Remove all waiting deliveries of this endpoint."""
        removed = list(self._workspaces.get(key[0], {}).get(key, ()))
        if removed:
            self._remove_queue(key)
        for _ in removed:
            self._limiter.drop_prefetched(key)
        return removed

    def remove_older(self, claimed_before: float) -> list[ClaimedDelivery]:
        """Remove all deliveries of endpoints whose oldest was claimed before `claimed_before`; these count as slow."""
        overdue = [
            key
            for queues in self._workspaces.values()
            for key, queue in queues.items()
            if queue[0].claimed_at < claimed_before
        ]
        removed = [delivery for key in overdue for delivery in self.remove_endpoint(key)]
        for key in overdue:
            self._limiter.mark_slow(key)
        return removed

    def remove_all(self) -> list[ClaimedDelivery]:
        keys = [key for queues in self._workspaces.values() for key in queues]
        return [delivery for key in keys for delivery in self.remove_endpoint(key)]

    def _start(self, key: EndpointKey) -> ClaimedDelivery:
        self._limiter.start_attempt(key)
        queue = self._workspaces[key[0]][key]
        delivery = queue.popleft()
        if not queue:
            self._remove_queue(key)
        return delivery

    def _remove_queue(self, key: EndpointKey) -> None:
        queues = self._workspaces[key[0]]
        del queues[key]
        if not queues:
            del self._workspaces[key[0]]


def _first_keys(keys: Iterable[Any], limit: int | None) -> list[Any]:
    return list(islice(keys, limit))


@lru_cache(1_024)
def _parse_host(url: str) -> str:
    """The host of a registered URL in its normalised form, so that all spellings share one limit."""
    try:
        return normalize_host(URL(url))
    except ValueError:
        return urlsplit(url).hostname or ""
