"""State of a running simulator."""

from collections.abc import Callable

import msgspec
from aiohttp import web

from fulfilment_simulators.identity.keys import SigningKeys
from fulfilment_simulators.identity.session_store import SessionStore


class IdentitySimulatorState(msgspec.Struct):
    """State that the handlers share.

    `workspaces` are those of the users, once a control has set them, and `opened_workspaces` those that the operator
    added. `receivers` get logout tokens.
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
