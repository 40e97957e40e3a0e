"""What the worker does so that subscriptions stay true, whatever gets lost (decisions, section 10).

    lapse   what was to end has ended when its time has come, by the database's clock, with or without the provider
    take    the due ones, the longest due first, each postponed by being taken
    carry   send again what the provider has not confirmed, and fetch what nobody has told of for too long

What fails is left alone for longer each time, and holds up nothing else.
"""

import asyncio
from collections.abc import Sequence
from datetime import timedelta

import asyncpg
import structlog

from fulfilment import background
from fulfilment.billing import asker, cancellation, subscriptions, upkeep_queries
from fulfilment.billing.provider import required
from fulfilment.db import outbox
from fulfilment.db.bell import Bell
from fulfilment.db.chore import Chore
from fulfilment.db.pool import COLLISIONS, UNAVAILABLE, Database, PoolFull
from fulfilment.db.tx import System, Tx
from fulfilment.http.errors import ApiError
from fulfilment.http.idempotency import MEMORY_HOURS
from fulfilment.http.saga import Saga
from fulfilment.metrics import recorder
from fulfilment.payments import port
from fulfilment.payments.access import Payments
from fulfilment.settings import Settings

EVERY_SECONDS = 5.0
# So many are asked about at once; none of them holds a connection while it waits for the provider.
AT_ONCE = 8
LAPSED_AT_ONCE = 50
# Tried so often, an hour has passed, and somebody may be paying twice.
STUCK_AFTER_FAULTS = 10

_AWAY = (*UNAVAILABLE, *COLLISIONS, PoolFull)
_LAPSES = Chore("subscriptions", ("account_id", "id"), LAPSED_AT_ONCE)

_log = structlog.get_logger(__name__)


async def lapse(db: Database) -> None:
    """End what was to end by now, a few at a time."""
    await _LAPSES.work_off(db, upkeep_queries.find_over, _lapse)


async def _lapse(connection: asyncpg.Connection, over: Sequence[asyncpg.Record]) -> None:
    ended = [(Tx(connection, System(row["account_id"])), row["id"]) for row in over]
    for tx, id in ended:
        await subscriptions.lapse(tx, id)
    await outbox.settle(connection, [(tx, None) for tx, _ in ended], memory_hours=MEMORY_HOURS)


class Keeper:
    """One process's share of what is due."""

    def __init__(self, db: Database, bell: Bell, payments: Payments, settings: Settings):
        self._db = db
        self._bell = bell
        self._payments = payments
        self._settings = settings
        self._lease = timedelta(seconds=cancellation.lease_seconds(settings))

    async def run(self) -> None:
        """Keep on for ever."""
        while True:
            background.turned()
            found = await self.keep()
            recorder.note_turn("subscriptions")
            if not found:
                await asyncio.sleep(EVERY_SECONDS)

    async def keep(self) -> int:
        """Look at some of what is due; at how many. Without a provider there is nobody to ask."""
        if self._payments.provider is None:
            return 0
        async with self._db.transaction() as connection:
            taken = await upkeep_queries.take(connection, AT_ONCE, self._lease)
        await background.to_the_end(asyncio.gather(*(self._carry(row) for row in taken)))
        return len(taken)

    async def _carry(self, row: asyncpg.Record) -> None:
        named = {"account": row["account_id"], "subscription": row["id"], "ending": row["ending"]}
        try:
            await self._settle(row)
            return
        except (ApiError, port.PaymentsError) as problem:
            _log.info("subscription_waits", **named, error=str(problem))
            if row["ending"] is not None and row["faults"] % STUCK_AFTER_FAULTS == 0:
                _log.warning("subscription_stuck", **named, tries=row["faults"], error=str(problem))
        except _AWAY as problem:
            _log.warning("subscription_not_settled", **named, error=type(problem).__name__)
        except Exception:
            # One that cannot be understood must not keep the others from their turn.
            _log.exception("subscription_fault", **named, tries=row["faults"])
        await self._postpone(row)

    async def _postpone(self, row: asyncpg.Record) -> None:
        try:
            async with self._db.transaction() as connection:
                await upkeep_queries.postpone(Tx(connection, System(row["account_id"])), row)
        except _AWAY as problem:
            # It is due again when its lease ends.
            _log.warning("subscription_not_postponed", subscription=row["id"], error=type(problem).__name__)
        except Exception:
            # So it is then; nor does it end the turn of the others.
            _log.exception("subscription_not_postponed", subscription=row["id"])

    async def _settle(self, row: asyncpg.Record) -> None:
        saga = Saga(self._db, self._bell, System(row["account_id"]), None, "upkeep")
        provider_id = row["provider_subscription_id"]
        if row["ending"] == "period_end":
            await self._cancel(saga, row)
        elif row["ending"] == "now":
            provider = required(self._payments)
            # What is overdue was not paid, and nothing of it is to be credited.
            is_paid = (await provider.subscription(provider_id)).status == "active"
            said = await provider.end_subscription(provider_id, is_paid=is_paid)
            if await subscriptions.settle(saga, self._payments, said, row) is False:
                await subscriptions.refresh(saga, self._payments, provider_id)
        else:
            await subscriptions.refresh(saga, self._payments, provider_id, is_thorough=True)

    async def _cancel(self, saga: Saga, row: asyncpg.Record) -> None:
        """Ask again, in the name of whoever asked first."""
        theirs = saga.resumed(asker.read(row["account_id"], row["ending_actor"]), None)
        try:
            await cancellation.carry_out(theirs, self._payments, row)
        except port.NotFound:
            raise
        except port.Refused as problem:
            _log.info("cancel_refused", subscription=row["id"], error=problem.message)
            await cancellation.give_up(theirs, row)
