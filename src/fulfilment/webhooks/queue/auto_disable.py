"""Switching off endpoints that keep failing (specification, Retry and failure rules; States, Webhook endpoint)."""

from collections.abc import Iterable
from datetime import datetime, timedelta

import asyncpg

from fulfilment import clock
from fulfilment.db import outbox
from fulfilment.db.tx import System, Tx
from fulfilment.http.idempotency import MEMORY_HOURS
from fulfilment.webhooks import queries
from fulfilment.webhooks.endpoints import ENDPOINT_IS_DISABLED

CONSECUTIVE_FAILURES = 20
FAILING_HOURS = 24


async def check(connection: asyncpg.Connection, endpoints: Iterable[asyncpg.Record], now: datetime) -> bool:
    """Switch off those that have failed too often for too long, in the transaction that counted; whether any was."""
    is_any = False
    for endpoint in endpoints:
        if not _has_failed_for_good(endpoint, now):
            continue
        tx = Tx(connection, System(endpoint["account_id"]))
        # A success that was stored while another worker counted a failure has ended the row of them unnoticed.
        if await queries.end_failures_before_success(tx, endpoint["id"], endpoint["failing_since"]):
            continue
        await _switch_off(tx, endpoint, now)
        await outbox.settle(connection, [(tx, None)], memory_hours=MEMORY_HOURS)
        is_any = True
    return is_any


def _has_failed_for_good(endpoint: asyncpg.Record, now: datetime) -> bool:
    since = endpoint["failing_since"]
    return (
        endpoint["active"]
        and endpoint["consecutive_failures"] >= CONSECUTIVE_FAILURES
        and since is not None
        and now - since >= timedelta(hours=FAILING_HOURS)
    )


async def _switch_off(tx: Tx, failing: asyncpg.Record, now: datetime) -> None:
    count, since = failing["consecutive_failures"], clock.wire(failing["failing_since"])
    reason = f"{count} failed attempts in a row since {since}"
    endpoint = await queries.disable_endpoint(tx, failing["id"], reason, now)
    if endpoint is None:
        return
    await queries.fail_queued(tx, endpoint.id, ENDPOINT_IS_DISABLED, now)
    tx.audit("webhook.auto_disabled", "WebhookEndpoint", endpoint.id, before={"active": True}, after=endpoint)
    tx.emit("webhook_endpoint.disabled", endpoint.id, endpoint, endpointId=endpoint.id)
