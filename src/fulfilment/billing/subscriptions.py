"""Subscriptions as the provider has them, and the plan that the workspace has by them (decisions, section 10).

    read    our row of it, if there is one, with its version
    fetch   the subscription, and the customer's invoices where it has changed; no transaction is open meanwhile
    settle  in one transaction, under the workspace's billing account: where somebody else has settled the row
            meanwhile, and it holds something else, fetch again

What was fetched after the row was settled last is the latest there is, in whatever order events come. So what is
settled is counted in the version even where it changes nothing.
"""

from collections.abc import Sequence

import asyncpg
import msgspec
import structlog

from fulfilment.billing import asker, invoice_copies, queries, standing
from fulfilment.billing.provider import required
from fulfilment.billing.queries import Standing
from fulfilment.db.tx import System, Tx
from fulfilment.fields import stamp
from fulfilment.http.errors import ServiceUnavailable
from fulfilment.http.saga import Saga
from fulfilment.payments import events
from fulfilment.payments import queries as accounts
from fulfilment.payments.access import Payments
from fulfilment.payments.events import Hearing
from fulfilment.payments.port import Invoice, Subscription

# Each of them finds the row changed by somebody else, who then has fetched it later than we did.
_TRIES = 5

_log = structlog.get_logger(__name__)


async def refresh(
    saga: Saga,
    payments: Payments,
    provider_subscription_id: str,
    hearing: Hearing | None = None,
    *,
    begun_as: str | None = None,
    is_thorough: bool = False,
) -> None:
    """Fetch a subscription and apply it, in whichever workspace it is, if it is ours.

    `begun_as` is our id of it where a page of ours began it, should it bear none. A thorough look asks for the invoices
    too where nothing else has changed.

    Raises PaymentsError, and ServiceUnavailable where others are at it all the time.
    """
    provider = required(payments)
    for _ in range(_TRIES):
        async with saga.read() as read:
            known = await queries.find_known(read, provider_subscription_id)
        said = await provider.subscription(provider_subscription_id)
        if said.reference is None:
            said = msgspec.structs.replace(said, reference=begun_as)
        is_settled = await settle(saga, payments, said, known, hearing, is_thorough=is_thorough)
        if is_settled is not False:
            return
    raise ServiceUnavailable


async def settle(
    saga: Saga,
    payments: Payments,
    said: Subscription,
    known: asyncpg.Record | None,
    hearing: Hearing | None = None,
    *,
    is_thorough: bool = False,
) -> bool | None:
    """Apply what was fetched after `known` was read.

    False: it was settled since, and what was fetched may be old. None: it is nothing of ours.

    Raises PaymentsError.
    """
    async with saga.read() as read:
        # What it bears at the provider may have been edited there; our own row of it is not.
        checkout = await queries.find_checkout(read, said.reference if known is None else known["id"])
    if checkout is None:
        return None
    theirs = _in_whose_name(saga, said, checkout, known)
    billed: Sequence[Invoice] = ()
    if is_thorough or _looks_changed(known, said):
        billed = await invoice_copies.fetch(theirs, payments, said.customer_id)
    async with theirs.step() as tx:
        await accounts.lock_account(tx)
        locked = await queries.lock(tx, checkout["subscription_id"])
        if locked is not None and locked["provider_subscription_id"] != said.id:
            # Somebody gave it the id of another one. It is nothing that we sold, however often it is told of.
            _log.warning("subscription_of_same_id", subscription=locked["id"], provider_subscription=said.id)
            return None
        current = await queries.find_current(tx)
        plan = payments.plan_of(said.price_id) or (locked or checkout)["plan"]
        judged = standing.judge(said, plan, checkout, locked, current)
        if _version(locked) != _version(known) and standing.has_changed(locked, judged):
            return False
        if await events.is_new(tx, hearing):
            await _apply(tx, said.id, checkout, judged, locked, current)
            await invoice_copies.store(tx, billed)
    return True


async def _apply(
    tx: Tx,
    provider_id: str,
    checkout: asyncpg.Record,
    judged: Standing,
    known: asyncpg.Record | None,
    current: asyncpg.Record,
) -> None:
    """Write down what the provider says, and have the workspace's plan follow."""
    if judged.is_current and current["id"] not in (None, checkout["subscription_id"]):
        await queries.supersede(tx, checkout["subscription_id"])
    is_changed = standing.has_changed(known, judged)
    row = await queries.store(tx, checkout, provider_id, judged, is_changed=is_changed)
    await _follow(tx, known, judged, row["id"])
    _audit_end(tx, known, judged, row["id"])


async def lapse(tx: Tx, id: str) -> None:
    """Its end has come by the database's clock, whether the provider is there or not. The billing account is ours."""
    row = await queries.lock(tx, id)
    if await queries.lapse(tx, id) and row["is_current"] and row["entitles"]:
        await _move_plan(tx, standing.FREE, id)


async def _follow(tx: Tx, known: asyncpg.Record | None, judged: Standing, id: str) -> None:
    """The workspace has the plan of its current subscription; the free one from when it stops to entitle to it."""
    if not judged.is_current:
        return
    if judged.entitles:
        await _move_plan(tx, judged.plan, id)
    elif known is not None and known["entitles"]:
        await _move_plan(tx, standing.FREE, id)


async def _move_plan(tx: Tx, plan: str, id: str) -> None:
    before = await queries.move_plan(tx, plan)
    if before is not None:
        tx.audit("billing.plan_changed", "Subscription", id, before={"plan": before["plan"]}, after={"plan": plan})


def _audit_end(tx: Tx, known: asyncpg.Record | None, judged: Standing, id: str) -> None:
    had_end = known is not None and known["cancel_at"] is not None
    if judged.cancel_at is not None and judged.ended_at is None and not had_end:
        tx.audit("billing.subscription_canceled", "Subscription", id, after={"cancelAt": stamp(judged.cancel_at)})


def _looks_changed(known: asyncpg.Record | None, said: Subscription) -> bool:
    """Whether there may be invoices that nobody has told us of.

    It is new, another period has begun, it has ended, or it is paid where it was not, or the other way round.
    """
    if known is None or known["current_period_start"] != said.current_period_start:
        return True
    has_ended = standing.is_over(said) and known["ended_at"] is None
    return has_ended or (said.status == "active") != (known["status"] in ("active", "canceling"))


def _in_whose_name(saga: Saga, said: Subscription, checkout: asyncpg.Record, known: asyncpg.Record | None) -> Saga:
    """The same in the checkout's workspace. What the provider says is the service's own act, but for the end that
    somebody has asked for here, whoever is the first to hear that it was done.
    """
    account_id = checkout["account_id"]
    is_asked_for = known is not None and known["ending"] == "period_end" and standing.end_of(said) is not None
    return saga.resumed(asker.read(account_id, known["ending_actor"]) if is_asked_for else System(account_id), None)


def _version(row: asyncpg.Record | None) -> int | None:
    return None if row is None else row["version"]
