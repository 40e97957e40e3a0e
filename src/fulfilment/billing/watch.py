"""The worker's eye on checkouts, so that neither a crash nor a lost event loses anything (decisions, section 10).

    opening  what a crash or an unclear answer left behind is carried to its end, or given up: after a day, or
             where no key would answer it
    open     the page is asked about: soon, then ever more seldom, until some time after it has expired
    paid     a payment that bought credit is asked about ever more seldom: was it refunded, or disputed?

The due ones are taken each workspace in its turn, as many as it has room for. A checkout is postponed by being taken:
even one that kills whoever looks at it counts.
"""

import asyncio
from datetime import timedelta

import asyncpg
import structlog

from fulfilment import background
from fulfilment.billing import checkouts, watch_queries
from fulfilment.credits import takebacks
from fulfilment.db.bell import Bell
from fulfilment.db.pool import COLLISIONS, UNAVAILABLE, Database, PoolFull
from fulfilment.db.tx import System
from fulfilment.http.errors import ApiError
from fulfilment.http.saga import Saga
from fulfilment.metrics import recorder
from fulfilment.payments import checkout, port, queries
from fulfilment.payments.access import Payments
from fulfilment.settings import Settings
from fulfilment.workspace_turns import Turns

log = structlog.get_logger(__name__)

EVERY_SECONDS = 1.0
# So many are looked at at once; none of them holds a connection while it waits for the provider.
AT_ONCE = 16
OF_WORKSPACE_AT_ONCE = 2
# Tried so often, some ten minutes have passed, and somebody should have a look.
STUCK_AFTER_FAULTS = 10
# A page that has expired here may be paid by the provider's clock; and some ways to pay take days to bring the money.
EXPIRED_GRACE = timedelta(days=1)
AWAITED_GRACE = timedelta(days=30)

_AWAY = (*UNAVAILABLE, *COLLISIONS, PoolFull)


class Watcher:
    """One process's share of the checkouts that are due."""

    def __init__(self, db: Database, bell: Bell, payments: Payments, settings: Settings):
        self._db = db
        self._bell = bell
        self._payments = payments
        self._lease = timedelta(seconds=checkout.lease_seconds(settings))
        self._turns = Turns(AT_ONCE, OF_WORKSPACE_AT_ONCE)

    async def run(self) -> None:
        """Look at what is due, for ever."""
        try:
            while True:
                background.turned()
                found = await self.begin()
                recorder.note_turn("checkouts")
                if not found:
                    await self._turns.rest(EVERY_SECONDS)
        except asyncio.CancelledError:
            await self._turns.end()
            raise

    async def watch(self) -> None:
        """Look once at everything that is due."""
        while await self.begin():
            await self._turns.finish()

    async def begin(self) -> int:
        """Begin to look at what is due, as far as there is room; at how many. Without a provider, at none."""
        if not self._turns.free or self._payments.provider is None:
            return 0
        holder = self._db.holder
        async with self._db.transaction() as connection:
            lanes = await watch_queries.lock_lanes(connection, self._turns.full, self._turns.free)
            if not lanes:
                return 0
            rooms = self._turns.rooms(lanes)
            taken = await watch_queries.take(connection, lanes, rooms, self._lease, holder)
        for row in taken:
            self._turns.begin(row["account_id"], self._look(row, holder))
        return len(taken)

    async def _look(self, row: asyncpg.Record, holder: int | None) -> None:
        named = {"account": row["account_id"], "checkout": row["id"], "state": row["state"]}
        saga = Saga(self._db, self._bell, System(row["account_id"]), None, "watch")
        try:
            await self._act(saga, row)
            return
        except (ApiError, port.PaymentsError) as problem:
            log.info("checkout_without_answer", **named, error=str(problem))
            if row["faults"] % STUCK_AFTER_FAULTS == 0:
                log.warning("checkout_stuck", **named, tries=row["faults"], error=str(problem))
        except _AWAY as problem:
            log.warning("checkout_not_looked_at", **named, error=type(problem).__name__)
        except Exception:
            # One that cannot be followed must not keep the others from it.
            log.exception("checkout_fault", **named, tries=row["faults"])
        await self._let_go(saga, row, holder)

    async def _act(self, saga: Saga, row: asyncpg.Record) -> None:
        match row["state"]:
            case "opening" if row["memory"] is None or row["age"] > checkout.GIVEN_UP_AFTER:
                await checkout.give_up(saga.resumed(checkout.read_actor(row), checkout.read_key(row)), row)
            case "opening":
                await checkout.resolve(saga, self._payments.provider, row)
            case "open":
                await self._follow_page(saga, row)
            case "paid":
                await self._follow_payment(saga, row)

    async def _follow_page(self, saga: Saga, row: asyncpg.Record) -> None:
        grace = EXPIRED_GRACE
        try:
            session = await checkouts.refresh(saga, self._payments, row["id"])
            if session is not None and session.status == "complete":
                grace = AWAITED_GRACE
        except port.NotFound as problem:
            # Of an account that the operator used before. It is asked about until it would have expired.
            log.info("checkout_unknown", account=row["account_id"], checkout=row["id"], error=problem.message)
        async with saga.step() as tx:
            await queries.lock_account(tx)
            await watch_queries.follow_page(tx, row["id"], grace)

    async def _follow_payment(self, saga: Saga, row: asyncpg.Record) -> None:
        if row["provider_payment_id"] is not None:
            try:
                await takebacks.refresh(saga, self._payments, row["provider_payment_id"])
            except port.NotFound as problem:
                log.info("payment_unknown", account=row["account_id"], checkout=row["id"], error=problem.message)
        async with saga.step() as tx:
            await queries.lock_account(tx)
            await watch_queries.follow_payment(tx, row["id"])

    async def _let_go(self, saga: Saga, row: asyncpg.Record, holder: int | None) -> None:
        """Where it is not settled, and is nobody else's by now, it has its next turn later."""
        try:
            async with saga.step() as tx:
                await queries.lock_account(tx)
                await watch_queries.postpone(tx, row["id"], holder)
        except _AWAY as problem:
            # It is due again when its lease ends.
            log.warning("checkout_not_postponed", checkout=row["id"], error=type(problem).__name__)
