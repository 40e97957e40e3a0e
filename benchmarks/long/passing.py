"""Events that happen, are fanned out, and whose deliveries are taken and settled, by the worker's own code.

Nothing is sent: what a receiver answers is made up, so that hundreds of thousands pass in a minute.
"""

import json
import time
from datetime import timedelta

from fulfilment.infra import clock, ids
from fulfilment.infra.database.pool import Database
from fulfilment.webhooks import queries
from fulfilment.webhooks.dispatch import dequeue, result_recording
from fulfilment.webhooks.dispatch import queries as queue
from fulfilment.webhooks.dispatch.dequeue import ENDPOINTS_PER_CLAIM, MAX_CLAIM_BYTES
from fulfilment.webhooks.dispatch.fan_out import FanOut
from fulfilment.webhooks.dispatch.result_recording import AttemptResult
from fulfilment.webhooks.http.attempt import AttemptOutcome
from fulfilment.workspaces.administration import create_workspace

_TOGETHER = 100
# A workspace without endpoints.
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
_OUTCOME = AttemptOutcome(ok=True, response_code=200, response_body="thanks", error=None, duration_ms=5)


class Shop:
    """A workspace with one endpoint that is told of everything."""

    def __init__(self, db: Database):
        self.db = db
        self.account_id = ""
        self.endpoint_id = ids.cuid()
        self._fan_out = FanOut(db, lambda: None, 1.0)

    async def open(self) -> None:
        async with self.db.connection() as connection:
            self.account_id = (await create_workspace(connection, "Bench")).account_id
            given = "https://example.com/", ["*"], "", b"sealed", "whsec_", clock.now()
            await connection.execute(queries.INSERT_ENDPOINT.text, self.account_id, self.endpoint_id, *given, None)

    async def let_pass(self, events: int) -> None:
        """So many events happen, are fanned out and delivered."""
        await self._listen(True)
        for _ in range(0, events, _TOGETHER):
            await self._happen(_TOGETHER)
            await self._deliver(_TOGETHER)

    async def let_pass_unheard(self, events: int) -> None:
        """Emit so many events and fan them out to no endpoint."""
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
        while await self._fan_out.run_batch():
            continue

    async def _deliver(self, deliveries: int) -> None:
        """As a worker takes from an endpoint that answers quickly: many at once."""
        left = deliveries
        while left:
            async with self.db.transaction() as connection:
                await connection.fetch(queue.LOCK_QUEUE_ENDPOINTS.text, *_NOBODY, _TOGETHER, ENDPOINTS_PER_CLAIM)
                lane = [self.account_id], [self.endpoint_id], [_TOGETHER]
                claims = await connection.fetch(queue.CLAIM_DUE.text, *lane, _LEASE, _TOGETHER)
                await connection.execute(queue.MOVE_QUEUE_ENDPOINTS.text, *lane, [len(claims)])
                keys = [row["account_id"] for row in claims], [row["delivery_id"] for row in claims]
                rows = await connection.fetch(queue.GET_CLAIMED.text, *keys, MAX_CLAIM_BYTES)
            results = [
                AttemptResult(dequeue._parse_row(row, 0.0), _OUTCOME, clock.now(), None, time.monotonic())
                for row in rows
            ]
            await result_recording.record_results(self.db, results)
            left -= len(rows)
