"""A handler in a batch holds the event loop in its own request's turn (loop_admission.py, group_commit.py)."""

import asyncio
import time

import msgspec
import pytest

from fulfilment.infra.api.routing import Routes
from fulfilment.infra.api.services import build_paths
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.limits.loop_admission import FAST_PATH_SECONDS
from tests.harness.round_trips import answer, listening

HELD_SECONDS = 0.01

routes = Routes("Heavy")


@routes.post("/heavy", batch_key=lambda: ())
async def hold(tx: Tx) -> None:
    """Work as a long draft does."""
    until = time.perf_counter() + HELD_SECONDS
    while time.perf_counter() < until:
        pass


@pytest.mark.parametrize("together", [1, 5])
async def test_what_a_handler_takes_in_a_convoy_is_counted_as_its_requests(database_url: str, together: int) -> None:
    (route,) = routes.all
    async with listening(database_url, "http://127.0.0.1:1") as service:
        services = msgspec.structs.replace(service.services, paths=build_paths(routes.all))
        requests = [service.signer.request("POST", route.path, "", b"", None) for _ in range(together)]
        await asyncio.gather(*(answer(services, request) for request in requests))
        workspace = requests[0].current_tenant
        turn = await services.loop_admission.acquire(workspace, (route.method, route.path, 0))
        services.loop_admission.release(turn)
    assert turn.expected >= HELD_SECONDS > FAST_PATH_SECONDS
