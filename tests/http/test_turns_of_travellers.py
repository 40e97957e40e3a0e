"""What travels with others holds the event loop for its own request's turn (http/turns.py, db/convoy.py)."""

import asyncio
import time

import pytest

from fulfilment.db.tx import Tx
from fulfilment.http.route import Routes
from fulfilment.http.turns import CHEAP_SECONDS
from tests.harness.round_trips import listening

HELD_SECONDS = 0.01

routes = Routes("Heavy")


@routes.post("/heavy", convoy=lambda: ())
async def hold(tx: Tx) -> None:
    """Work as a long draft does."""
    until = time.perf_counter() + HELD_SECONDS
    while time.perf_counter() < until:
        pass


@pytest.mark.parametrize("together", [1, 5])
async def test_what_a_handler_takes_in_a_convoy_is_counted_as_its_requests(database_url: str, together: int) -> None:
    (route,) = routes.all
    async with listening(database_url, "http://127.0.0.1:1") as service:
        server = service._server
        requests = [service._signer.request("POST", route.path, b"", None) for _ in range(together)]
        await asyncio.gather(*(server.answer(route, request, {}) for request in requests))
        turn = await server._turns.take(requests[0].caller.account_id, (route.method, route.path, 0))
        server._turns.end(turn)
    assert turn.expected >= HELD_SECONDS > CHEAP_SECONDS
