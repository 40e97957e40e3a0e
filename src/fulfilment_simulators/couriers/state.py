"""State that the handlers share, and the authentication of a request."""

from collections import deque

import msgspec
from aiohttp import web

from fulfilment_simulators.couriers.fault_mode import FaultMode
from fulfilment_simulators.couriers.faults import ApiFault
from fulfilment_simulators.couriers.status_webhooks import StatusWebhooks
from fulfilment_simulators.couriers.store import OrderStore, owner_from_key

MAX_SEARCHES = 50


class SimulatorState(msgspec.Struct):
    """State that the handlers share.

    `searched` has the last searches for areas. A test that finds its own search there knows that a service uses this
    simulator.
    """

    store: OrderStore
    webhooks: StatusWebhooks
    fault_mode: FaultMode
    searched: deque[str] = msgspec.field(default_factory=lambda: deque(maxlen=MAX_SEARCHES))


STATE: web.AppKey[SimulatorState] = web.AppKey("state", SimulatorState)


def get_state(request: web.Request) -> SimulatorState:
    return request.app[STATE]


def authenticate(request: web.Request) -> str:
    """The owner of the request's key. Any key is valid, except an empty one and keys that start with `invalid`."""
    key = request.headers.get("authorization", "").strip().removeprefix("Bearer ").strip()
    if not key or key.startswith("invalid"):
        raise ApiFault(40000001, "Authorization failed: the key is not valid")
    return owner_from_key(key)
