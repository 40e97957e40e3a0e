"""What a running simulator holds."""

from collections.abc import Callable

import msgspec
from aiohttp import web

from fulfilment.identity_simulator.grants import Grants
from fulfilment.identity_simulator.keys import Keys


class State(msgspec.Struct):
    """`workspaces` are those that its people work in, once it was told; `receivers` hear of sessions that ended."""

    issuer: str
    audience: str
    now: Callable[[], float]
    keys: Keys
    grants: Grants
    workspaces: list[str] = msgspec.field(default_factory=list)
    receivers: list[str] = msgspec.field(default_factory=list)


STATE = web.AppKey("state", State)


def state_of(request: web.Request) -> State:
    return request.app[STATE]
