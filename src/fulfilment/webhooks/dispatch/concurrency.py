"""Limits concurrent attempts per endpoint, so that a slow receiver cannot starve the others.

An endpoint has a window of slots. It begins with a few, gains one with each quick attempt, and halves with each slow
one. Slow endpoints together have at most half of the slots. So a receiver that hangs soon holds one slot, and a fast
one is served as fast as it answers. For a fast one some deliveries are prefetched, so that its slots do not wait for
the database.

One endpoint has at most a quarter of all slots, the endpoints of one workspace on one host half, and a workspace three
quarters. The unproven endpoints of a workspace, slow or not yet measured, have at most a quarter together. Hosts are
counted per workspace, so that one workspace does not hold up another.
"""

from collections import OrderedDict
from weakref import WeakValueDictionary

import msgspec

INITIAL_WINDOW = 2
SLOW_SECONDS = 1.0
# Deliveries are prefetched for this time, by the average duration of the endpoint's attempts, up to the limits below.
PREFETCH_SECONDS = 0.2
MAX_PREFETCH_PER_ENDPOINT = 384
MAX_PREFETCH = 1_536
# Prefetched in all, however long attempts take, so that endpoints without a state get a share next to busy ones.
MIN_PREFETCH = 16
PREFETCH_BYTES = 4 * 1_048_576
MAX_IDLE_ENDPOINTS = 200

_NEWEST_WEIGHT = 0.2
_OVERALL_NEWEST_WEIGHT = 0.02
_MIN_SECONDS = 0.001

EndpointKey = tuple[str, str]


class SharedUsage(msgspec.Struct, weakref=True):
    """Attempts in progress on several endpoints together; `unproven` counts those on slow or unmeasured endpoints."""

    key: tuple[str, ...]
    in_flight: int = 0
    unproven: int = 0


class EndpointState(msgspec.Struct):
    """State of one endpoint.

    `average_seconds` is the moving average of its attempts, None before the first one ended. `body_bytes` is the
    largest recent body.
    """

    workspace: SharedUsage
    host: SharedUsage
    window: int = INITIAL_WINDOW
    prefetched: int = 0
    in_flight: int = 0
    is_slow: bool = False
    average_seconds: float | None = None
    body_bytes: float = 1.0

    @property
    def prefetch_limit(self) -> int:
        if self.is_slow or self.average_seconds is None:
            return 0
        in_time = self.window * PREFETCH_SECONDS / max(self.average_seconds, _MIN_SECONDS)
        return int(min(MAX_PREFETCH_PER_ENDPOINT, in_time, PREFETCH_BYTES / self.body_bytes))

    @property
    def is_unproven(self) -> bool:
        return self.is_slow or self.average_seconds is None

    @property
    def claimed(self) -> int:
        """The deliveries claimed and not ended."""
        return self.prefetched + self.in_flight


class ClaimCapacity(msgspec.Struct):
    """The number of deliveries that may be claimed: for each endpoint with a state, and for each of the others.

    `per_known_endpoint` ignores what other endpoints claim. `allocate` hands out the shares of all slow endpoints and
    of a workspace's unproven ones, only to endpoints with due deliveries. So an endpoint without any reserves nothing.
    """

    per_unknown_endpoint: int
    max_unproven: int
    slow_left: int
    per_known_endpoint: dict[EndpointKey, int] = msgspec.field(default_factory=dict)
    _endpoints: dict[EndpointKey, EndpointState] = msgspec.field(default_factory=dict)
    _unproven_left: dict[str, int] = msgspec.field(default_factory=dict)

    def deduct_unproven(self, account_id: str, number: int) -> None:
        """Subtract claims that a workspace's unproven endpoints already hold."""
        self._unproven_left[account_id] = self._unproven_left.get(account_id, self.max_unproven) - number

    def add_endpoint(self, key: EndpointKey, endpoint: EndpointState) -> None:
        """Add an endpoint with a state: it has attempts, or had some recently."""
        self._endpoints[key] = endpoint
        self.per_known_endpoint[key] = self._limit(
            key, endpoint, endpoint.window + endpoint.prefetch_limit - endpoint.claimed
        )

    def allocate(self, key: EndpointKey, requested: int) -> int:
        """Allocate up to the requested number to an endpoint, with or without a state."""
        endpoint = self._endpoints.get(key)
        allocated = self._limit(key, endpoint, requested)
        if endpoint is None or endpoint.is_unproven:
            self.deduct_unproven(key[0], allocated)
        if endpoint is not None and endpoint.is_slow:
            self.slow_left -= allocated
        return allocated

    def get_slow_seconds(self, key: EndpointKey) -> float:
        """The average duration of a slow endpoint's attempts; 0 for any other."""
        endpoint = self._endpoints.get(key)
        return (endpoint.average_seconds or 0.0) if endpoint is not None and endpoint.is_slow else 0.0

    def _limit(self, key: EndpointKey, endpoint: EndpointState | None, requested: int) -> int:
        if endpoint is None or endpoint.is_unproven:
            requested = min(requested, self._unproven_left.get(key[0], self.max_unproven))
        if endpoint is not None and endpoint.is_slow:
            requested = min(requested, self.slow_left)
        return max(0, requested)


class ConcurrencyLimiter:
    """Concurrency limiter of one worker process; endpoints are identified by (workspace, endpoint)."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._max_per_endpoint = max(INITIAL_WINDOW, total // 4)
        self._max_per_host = max(INITIAL_WINDOW, total // 2)
        self._max_per_workspace = max(INITIAL_WINDOW, total * 3 // 4)
        self._max_unproven = max(INITIAL_WINDOW, total // 4)
        self._max_slow = max(1, total // 2)
        self._prefetched = 0
        self._in_flight = 0
        self._slow_in_flight = 0
        # Moving average of quick attempts, over all endpoints.
        self._average_seconds = _MIN_SECONDS
        self._is_every_second = False
        self._endpoints: OrderedDict[EndpointKey, EndpointState] = OrderedDict()
        self._usages: WeakValueDictionary[tuple[str, ...], SharedUsage] = WeakValueDictionary()

    @property
    def free_slots(self) -> int:
        return self._total - self._in_flight

    @property
    def total_claim_capacity(self) -> int:
        """The number of deliveries that may be claimed in all."""
        in_time = int(self._total * PREFETCH_SECONDS / max(self._average_seconds, _MIN_SECONDS))
        return max(0, self.free_slots + min(MAX_PREFETCH, max(MIN_PREFETCH, in_time)) - self._prefetched)

    def claim_capacity(self) -> ClaimCapacity:
        """The number of further deliveries that may be claimed, per endpoint."""
        slow_left = self._max_slow - sum(lane.claimed for lane in self._endpoints.values() if lane.is_slow)
        capacity = ClaimCapacity(INITIAL_WINDOW if self.free_slots else 1, self._max_unproven, max(0, slow_left))
        for key, endpoint in self._endpoints.items():
            if endpoint.is_unproven:
                capacity.deduct_unproven(key[0], endpoint.claimed)
        for key, endpoint in self._endpoints.items():
            capacity.add_endpoint(key, endpoint)
        return capacity

    def toggle_order(self) -> bool:
        """Alternates: true at every second call."""
        self._is_every_second = not self._is_every_second
        return self._is_every_second

    def add_prefetched(self, key: EndpointKey, host: str, size_bytes: int) -> None:
        """Count a claimed delivery to `host` that waits for its slot."""
        endpoint = self._endpoints.get(key)
        if endpoint is None:
            endpoint = self._endpoints[key] = EndpointState(self._get_usage((key[0],)), self._get_usage((key[0], host)))
        elif endpoint.host.key[1] != host:
            self._move_to_host(endpoint, host)
        endpoint.prefetched += 1
        endpoint.body_bytes = max(1.0, size_bytes, endpoint.body_bytes * (1 - _NEWEST_WEIGHT))
        self._endpoints.move_to_end(key)
        self._prefetched += 1

    def _get_usage(self, key: tuple[str, ...]) -> SharedUsage:
        return self._usages.setdefault(key, SharedUsage(key))

    def _move_to_host(self, endpoint: EndpointState, host: str) -> None:
        """Move the endpoint's attempts to the host of its new URL."""
        endpoint.host.in_flight -= endpoint.in_flight
        endpoint.host = self._get_usage((endpoint.host.key[0], host))
        endpoint.host.in_flight += endpoint.in_flight

    def drop_prefetched(self, key: EndpointKey) -> None:
        """Remove a waiting delivery that this process will not attempt."""
        self._endpoints[key].prefetched -= 1
        self._prefetched -= 1

    def can_start(self, key: EndpointKey) -> bool:
        endpoint = self._endpoints[key]
        return (
            self._in_flight < self._total
            and endpoint.in_flight < endpoint.window
            and endpoint.host.in_flight < self._max_per_host
            and endpoint.workspace.in_flight < self._max_per_workspace
            and (not endpoint.is_unproven or endpoint.workspace.unproven < self._max_unproven)
            and (not endpoint.is_slow or self._slow_in_flight < self._max_slow)
        )

    def start_attempt(self, key: EndpointKey) -> None:
        """Count a waiting delivery as an attempt in progress."""
        self.drop_prefetched(key)
        self._add_in_flight(self._endpoints[key], 1)

    def end_attempt(self, key: EndpointKey, seconds: float | None) -> None:
        """Count the end of an attempt after `seconds`, however it went; None where it was not made."""
        endpoint = self._endpoints[key]
        self._add_in_flight(endpoint, -1)
        if seconds is None:
            return
        average = (
            seconds
            if endpoint.average_seconds is None
            else endpoint.average_seconds + _NEWEST_WEIGHT * (seconds - endpoint.average_seconds)
        )
        if seconds >= SLOW_SECONDS:
            self._update_speed(endpoint, average, is_slow=True)
        else:
            self._update_speed(endpoint, average, is_slow=False)
            self._average_seconds += _OVERALL_NEWEST_WEIGHT * (seconds - self._average_seconds)
            endpoint.window = min(self._max_per_endpoint, endpoint.window + 1)
        self._evict_idle()

    def mark_slow(self, key: EndpointKey) -> None:
        """Count the endpoint as slow, since its deliveries wait for too long."""
        endpoint = self._endpoints[key]
        self._update_speed(endpoint, endpoint.average_seconds, is_slow=True)

    def _add_in_flight(self, endpoint: EndpointState, change: int) -> None:
        endpoint.in_flight += change
        endpoint.host.in_flight += change
        endpoint.workspace.in_flight += change
        self._in_flight += change
        if endpoint.is_unproven:
            endpoint.workspace.unproven += change
            self._slow_in_flight += change * endpoint.is_slow

    def _update_speed(self, endpoint: EndpointState, seconds: float | None, *, is_slow: bool) -> None:
        """Update the endpoint's speed; its attempts in progress count by the new one."""
        was_unproven, was_slow = endpoint.is_unproven, endpoint.is_slow
        endpoint.average_seconds, endpoint.is_slow = seconds, is_slow
        endpoint.workspace.unproven += (endpoint.is_unproven - was_unproven) * endpoint.in_flight
        self._slow_in_flight += (is_slow - was_slow) * endpoint.in_flight
        if is_slow:
            endpoint.window = max(1, endpoint.window // 2)

    def _evict_idle(self) -> None:
        if len(self._endpoints) > self._total + MAX_PREFETCH + MAX_IDLE_ENDPOINTS:
            del self._endpoints[next(key for key, endpoint in self._endpoints.items() if not endpoint.claimed)]
