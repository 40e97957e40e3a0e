"""State that the handlers share, and the client of a call."""

from collections import deque

import msgspec
from aiohttp import web

from fulfilment_simulators.couriers.fault_mode import FaultMode
from fulfilment_simulators.couriers.faults import ApiFault
from fulfilment_simulators.couriers.status_webhooks import StatusWebhooks
from fulfilment_simulators.couriers.store import OrderStore, owner_from_key

MAX_SEARCHES = 50


class SimulatorState(msgspec.Struct):
    """`searched` holds the last areas that were searched. A client finds its own search there and knows that a service
    asks this simulator.
    """

    store: OrderStore
    webhooks: StatusWebhooks
    fault_mode: FaultMode
    searched: deque[str] = msgspec.field(default_factory=lambda: deque(maxlen=MAX_SEARCHES))


STATE: web.AppKey[SimulatorState] = web.AppKey("state", SimulatorState)


def get_state(request: web.Request) -> SimulatorState:
    return request.app[STATE]


def authenticate(request: web.Request) -> str:
    """Whose orders the key opens. Any key will do, but none and those that start with `invalid`."""
    key = request.headers.get("authorization", "").strip().removeprefix("Bearer ").strip()
    if not key or key.startswith("invalid"):
        raise ApiFault(40000001, "Authorization failed: the key is not valid")
    return owner_from_key(key)
