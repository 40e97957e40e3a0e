"""Switching off endpoints that keep failing (specification, Retry and failure rules; States, Webhook endpoint)."""

from collections.abc import Iterable
from datetime import datetime, timedelta

import asyncpg

from fulfilment.infra import clock
from fulfilment.infra.database import outbox
from fulfilment.infra.database.transaction import System, Tx
from fulfilment.infra.operations.idempotency import RETENTION_HOURS
from fulfilment.webhooks import endpoints, queries

CONSECUTIVE_FAILURES = 20
FAILING_HOURS = 24


async def disable_failing(connection: asyncpg.Connection, failing: Iterable[asyncpg.Record], now: datetime) -> bool:
    """Switch off those that have failed too often for too long, in the transaction that counted; whether any was."""
    is_any_disabled = False
    for endpoint in failing:
        if not is_failing_too_long(endpoint, now):
            continue
        tx = Tx(connection, System(endpoint["account_id"]))
        # A success that was stored while another worker counted a failure has ended the row of them unnoticed.
        if await queries.reset_failures_before_success(tx, endpoint["id"], endpoint["failing_since"]):
            continue
        await _disable(tx, endpoint, now)
        await outbox.flush(connection, [(tx, None)], retention_hours=RETENTION_HOURS)
        is_any_disabled = True
    return is_any_disabled


def is_failing_too_long(endpoint: asyncpg.Record, now: datetime) -> bool:
    since = endpoint["failing_since"]
    return (
        endpoint["active"]
        and endpoint["consecutive_failures"] >= CONSECUTIVE_FAILURES
        and since is not None
        and now - since >= timedelta(hours=FAILING_HOURS)
    )


async def _disable(tx: Tx, failing: asyncpg.Record, now: datetime) -> None:
    count, since = failing["consecutive_failures"], clock.to_iso(failing["failing_since"])
    reason = f"{count} failed attempts in a row since {since}"
    await endpoints.disable_endpoint(tx, failing["id"], reason, now)
