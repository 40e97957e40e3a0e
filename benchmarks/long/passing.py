"""Events that happen, are fanned out, and whose deliveries are taken and settled, by the worker's own code.

Nothing is sent: what a receiver answers is made up, so that hundreds of thousands pass in a minute.
"""

import json

from fulfilment import clock, ids
from fulfilment.accounts.opening import open_workspace
from fulfilment.db.pool import Database
from fulfilment.webhooks import queries
from fulfilment.webhooks.outbound.attempt import Outcome
from fulfilment.webhooks.queue import claiming, settling
from fulfilment.webhooks.queue.fan_out import FanOut
from fulfilment.webhooks.queue.settling import Result
from fulfilment.webhooks.queue.slots import Slots

_TOGETHER = 100
# Where nobody is told of them.
_UNHEARD_TOGETHER = 1_000
_HAPPEN = """
    WITH happened AS (
        INSERT INTO events (account_id, id, type, subject, sequence, data, occurred_at)
        SELECT $1, id, 'svc.product.created.v1', 'prod_1', 1, $3, now() FROM unnest($2::text[]) AS e (id)
        RETURNING account_id, id
    )
    INSERT INTO outbox (account_id, event_id) SELECT account_id, id FROM happened
"""
_OUTCOME = Outcome(ok=True, response_code=200, response_body="thanks", error=None, duration_ms=5)


class Shop:
    """A workspace with one endpoint that is told of everything."""

    def __init__(self, db: Database):
        self.db = db
        self.account_id = ""
        self.endpoint_id = ids.opaque()
        self._fan_out = FanOut(db, lambda: None, 1.0)
        self._slots = Slots(800)

    async def open(self) -> None:
        async with self.db.connection() as connection:
            self.account_id = (await open_workspace(connection, "Bench")).account_id
            given = "https://example.com/", ["*"], "", b"sealed", "whsec_", clock.now()
            await connection.execute(queries.INSERT_ENDPOINT.text, self.account_id, self.endpoint_id, *given)

    async def let_pass(self, events: int) -> None:
        """So many events happen, are fanned out and delivered."""
        for _ in range(0, events, _TOGETHER):
            await self._happen(_TOGETHER)
            await self._deliver(_TOGETHER)

    async def let_pass_unheard(self, events: int) -> None:
        """So many events happen, and are fanned out to nobody."""
        async with self.db.connection() as connection:
            await connection.execute("UPDATE webhook_endpoints SET active = false WHERE id = $1", self.endpoint_id)
        for _ in range(0, events, _UNHEARD_TOGETHER):
            await self._happen(_UNHEARD_TOGETHER)

    async def _happen(self, events: int) -> None:
        async with self.db.connection() as connection:
            numbers = [ids.new("evt") for _ in range(events)]
            await connection.execute(_HAPPEN, self.account_id, numbers, json.dumps({"name": "Coffee"}))
        while await self._fan_out.step():
            continue

    async def _deliver(self, deliveries: int) -> None:
        left = deliveries
        while left:
            taken = await claiming.take(self.db, self._slots, 10.0)
            results = [Result(one, _OUTCOME, clock.now(), None) for one in taken]
            await settling.settle(self.db, results)
            left -= len(taken)
