"""Shorthands for digital sales, the worker's sweep, and time that passes."""

import asyncio
from datetime import timedelta
from typing import Any

from fulfilment import settings
from fulfilment.deliveries import lifecycle
from fulfilment.infra import clock
from fulfilment.infra.database.pool import Database
from tests.harness.database import events, execute, rows
from tests.harness.goods import new_product
from tests.harness.service import Answer, Client

DELIVERIES = "/api/v1/deliveries"


def digital(client: Client, **fields: Any) -> str:
    """A new digital product's id."""
    return new_product(client, name="E-book", type="digital", **fields)["id"]


def sale(product_id: str, session: str = "cs_1", **fields: Any) -> dict[str, Any]:
    return {"productId": product_id, "customerId": "cus_81", "checkoutSessionId": session, **fields}


def grant(client: Client, product_id: str, session: str = "cs_1", **fields: Any) -> dict[str, Any]:
    answer = client("POST", DELIVERIES, sale(product_id, session, **fields))
    assert answer.status == 201, answer.raw
    return answer.data["delivery"]


def act(client: Client, delivery: dict[str, Any], action: str, key: str | None = None) -> Answer:
    return client("POST", f"{DELIVERIES}/{delivery['id']}/{action}", None, key)


def act_successfully(client: Client, delivery: dict[str, Any], action: str) -> dict[str, Any]:
    answer = act(client, delivery, action)
    assert answer.status == 200, answer.raw
    return answer.data["delivery"]


def read(client: Client, delivery: dict[str, Any]) -> dict[str, Any]:
    return client("GET", f"{DELIVERIES}/{delivery['id']}").data["delivery"]


def ahead(**of_now: float) -> str:
    """The present time plus the given period, in the format of the API."""
    return clock.to_iso(clock.now() + timedelta(**of_now))


def pass_time(client: Client, delivery: dict[str, Any], **gone: float) -> None:
    """As if it had been granted that much earlier."""
    statement = (
        "UPDATE deliveries SET expires_at = expires_at - $2::interval, announce_at = announce_at - $2 WHERE id = $1"
    )
    execute(client, statement, delivery["id"], timedelta(**gone))


def list_event_names(client: Client, delivery: dict[str, Any]) -> list[str]:
    """The events of the delivery, in order: `created`, `updated revoke`, ..."""
    found = events(client, "delivery.", delivery["id"])
    return [" ".join([event.type.split(".")[2], *filter(None, [event.data.get("action")])]) for event in found]


def audited(client: Client, delivery: dict[str, Any]) -> list[Any]:
    """Its audit entries, oldest first."""
    statement = "SELECT * FROM audit_entries WHERE account_id = $1 AND target_id = $2 ORDER BY created_at"
    return rows(client, statement, delivery["id"])


def sweep(database_url: str) -> None:
    """Tell of every expiry that is due, as a worker does."""
    asyncio.run(sweep_at_once(database_url, 1))


async def sweep_at_once(database_url: str, workers: int) -> None:
    """As several workers do at once."""
    databases = [Database(settings.load({}), database_url) for _ in range(workers)]
    for db in databases:
        await db.open()
    try:
        await asyncio.gather(*(lifecycle.announce_due(db) for db in databases))
    finally:
        for db in databases:
            await db.close()
