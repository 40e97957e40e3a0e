"""What the handlers share, and who calls."""

from collections import deque

import msgspec
from aiohttp import web

from fulfilment.aggregators.simulator.faults import Fault
from fulfilment.aggregators.simulator.memory import Memory, owner_of
from fulfilment.aggregators.simulator.mood import Mood
from fulfilment.aggregators.simulator.reports import Reports

SEARCHES_KEPT = 50


class State(msgspec.Struct):
    """`searched` are the last areas that were looked for, by which somebody can tell that a service asks this one."""

    memory: Memory
    reports: Reports
    mood: Mood
    searched: deque[str] = msgspec.field(default_factory=lambda: deque(maxlen=SEARCHES_KEPT))


STATE: web.AppKey[State] = web.AppKey("state", State)


def state_of(request: web.Request) -> State:
    return request.app[STATE]


def owner(request: web.Request) -> str:
    """Whose orders the key opens. Any key will do, but none and those that start with `invalid`."""
    key = request.headers.get("authorization", "").strip().removeprefix("Bearer ").strip()
    if not key or key.startswith("invalid"):
        raise Fault(40000001, "Authorization failed: the key is not valid")
    return owner_of(key)
