"""Events that happen, are fanned out, and whose deliveries are taken and settled, by the worker's own code.

Nothing is sent: what a receiver answers is made up, so that hundreds of thousands pass in a minute.
"""

import json
from datetime import timedelta

from fulfilment import clock, ids
from fulfilment.accounts.opening import open_workspace
from fulfilment.db.pool import Database
from fulfilment.webhooks import queries
from fulfilment.webhooks.outbound.attempt import Outcome
from fulfilment.webhooks.queue import claiming, settling
from fulfilment.webhooks.queue import queries as queue
from fulfilment.webhooks.queue.claiming import LANES_AT_ONCE, TAKEN_BYTES
from fulfilment.webhooks.queue.fan_out import FanOut
from fulfilment.webhooks.queue.settling import Result

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
_NOBODY: tuple[list, list, list] = ([], [], [])
_LEASE = timedelta(seconds=15)
_OUTCOME = Outcome(ok=True, response_code=200, response_body="thanks", error=None, duration_ms=5)


class Shop:
    """A workspace with one endpoint that is told of everything."""

    def __init__(self, db: Database):
        self.db = db
        self.account_id = ""
        self.endpoint_id = ids.opaque()
        self._fan_out = FanOut(db, lambda: None, 1.0)

    async def open(self) -> None:
        async with self.db.connection() as connection:
            self.account_id = (await open_workspace(connection, "Bench")).account_id
            given = "https://example.com/", ["*"], "", b"sealed", "whsec_", clock.now()
            await connection.execute(queries.INSERT_ENDPOINT.text, self.account_id, self.endpoint_id, *given)

    async def let_pass(self, events: int) -> None:
        """So many events happen, are fanned out and delivered."""
        await self._listen(True)
        for _ in range(0, events, _TOGETHER):
            await self._happen(_TOGETHER)
            await self._deliver(_TOGETHER)

    async def let_pass_unheard(self, events: int) -> None:
        """So many events happen, and are fanned out to nobody."""
        await self._listen(False)
        for _ in range(0, events, _UNHEARD_TOGETHER):
            await self._happen(_UNHEARD_TOGETHER)

    async def _listen(self, is_active: bool) -> None:
        async with self.db.connection() as connection:
            changed = "UPDATE webhook_endpoints SET active = $2 WHERE account_id = $1"
            await connection.execute(changed, self.account_id, is_active)

    async def _happen(self, events: int) -> None:
        async with self.db.connection() as connection:
            numbers = [ids.new("evt") for _ in range(events)]
            await connection.execute(_HAPPEN, self.account_id, numbers, json.dumps({"name": "Coffee"}))
        while await self._fan_out.step():
            continue

    async def _deliver(self, deliveries: int) -> None:
        """As a worker takes from an endpoint that answers quickly: many at once."""
        left = deliveries
        while left:
            async with self.db.transaction() as connection:
                await connection.fetch(queue.LOCK_LANES.text, *_NOBODY, _TOGETHER, LANES_AT_ONCE)
                lane = [self.account_id], [self.endpoint_id], [_TOGETHER]
                rows = await connection.fetch(queue.TAKE.text, *lane, _LEASE, _TOGETHER, TAKEN_BYTES)
            results = [Result(claiming._read(row, 0.0), _OUTCOME, clock.now(), None) for row in rows]
            await settling.settle(self.db, results)
            left -= len(rows)
