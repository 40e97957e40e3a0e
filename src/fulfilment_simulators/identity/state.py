"""State of a running simulator."""

from collections.abc import Callable

import msgspec
from aiohttp import web

from fulfilment_simulators.identity.keys import SigningKeys
from fulfilment_simulators.identity.session_store import SessionStore


class IdentitySimulatorState(msgspec.Struct):
    """`workspaces` are those that its people work in, once it was told, and `opened_workspaces` those that the operator
    opened beside them. `receivers` hear of sessions that ended.
    """

    issuer: str
    audience: str
    now: Callable[[], float]
    keys: SigningKeys
    grants: SessionStore
    workspaces: list[str] = msgspec.field(default_factory=list)
    opened_workspaces: list[str] = msgspec.field(default_factory=list)
    receivers: list[str] = msgspec.field(default_factory=list)


STATE = web.AppKey("state", IdentitySimulatorState)


def state_of(request: web.Request) -> IdentitySimulatorState:
    return request.app[STATE]
