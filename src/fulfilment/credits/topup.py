"""Topping up the credit and adjusting it by hand (decisions, section 6)."""

from datetime import datetime

import asyncpg

from fulfilment import brand, clock, ids
from fulfilment.api_keys.minting import Operator
from fulfilment.credits import balance, debt, queries
from fulfilment.credits import hold as credit
from fulfilment.credits.records import CreditAdjustment, CreditTopUp, CreditTransaction, CreditTransactionReply
from fulfilment.db import outbox
from fulfilment.db.sql import sql
from fulfilment.db.tx import Tx
from fulfilment.fields import MAX_INTEGER, from_row
from fulfilment.http.caller import Caller
from fulfilment.http.envelope import Reply
from fulfilment.http.errors import ApiError, Forbidden, NotFound, Validation
from fulfilment.http.idempotency import MEMORY_HOURS
from fulfilment.settings import Settings

LEFT_OF_CHARGE = sql(
    "credits.left_of_charge",
    "SELECT charged + adjusted - refunded FROM credit_shipments WHERE account_id = $1 AND shipment_id = $2",
)


class ExternalRefTaken(ApiError):
    """The reference stands for another movement: money is not moved, nor said to have been."""

    status, code = 409, "DUPLICATE"
    message = "This externalRef was used with another amount or shipment."


def require_may_move(caller: Caller, settings: Settings) -> None:
    """Raise Forbidden where credit is moved by platform keys only and this is none."""
    if settings.credit_topup_by == "any" or _is_platform(caller):
        return
    has_platform_account = bool(settings.aggregator_url and settings.aggregator_key)
    is_guarded = settings.credit_topup_by == "platform" or (not settings.is_development and has_platform_account)
    if is_guarded:
        raise Forbidden("Only a platform key may move shipping credit here.")


def _is_platform(caller: Caller) -> bool:
    return caller.partner is not None or brand.current().platform_scope in caller.scopes


async def top_up(tx: Tx, given: CreditTopUp, settings: Settings) -> Reply:
    """Add prepaid credit: 201, or 200 with the same transaction where the reference is known."""
    now = clock.now()
    await queries.open_balance(tx, now)
    if repeated := await _repeated(tx, "topup", given.external_ref, given.amount, None):
        return await _answer(tx, repeated, settings, status=200)
    row = await queries.record(
        tx,
        ids.new("ctx"),
        "topup",
        given.amount,
        now,
        external_ref=given.external_ref,
        memo=given.memo,
        created_by=tx.actor.actor_id,
    )
    if row is None:
        raise _too_much()
    _audit(tx, "shipping_credit.topup", row)
    await debt.collect(tx, row, now)
    return await _answer(tx, row, settings, status=201)


async def adjust(tx: Tx, given: CreditAdjustment, settings: Settings) -> Reply:
    """Correct the balance, or give back part of a shipment's charge; the same answers as a top-up."""
    _require_sound(given)
    if given.shipment_id is not None and not await queries.has_shipment(tx, given.shipment_id):
        raise NotFound("No such shipment.", field="shipmentId")
    now = clock.now()
    await queries.open_balance(tx, now)
    if repeated := await _repeated(tx, given.kind, given.external_ref, given.amount, given.shipment_id):
        return await _answer(tx, repeated, settings, status=200)
    move = _give_back if given.kind == "shipment_refund" else _correct
    row = await move(tx, given, now)
    _audit(tx, "shipping_credit.adjusted", row)
    return await _answer(tx, row, settings, status=201)


async def topup_for_operator(
    db: asyncpg.Connection, account_id: str, amount: int, memo: str | None
) -> CreditTransaction:
    """A top-up from the command line. Raises LookupError for an unknown workspace, ValueError for an amount
    that cannot be added."""
    if not 0 < amount <= MAX_INTEGER:
        raise ValueError(f"The amount must be between 1 and {MAX_INTEGER}.")
    now = clock.now()
    async with db.transaction():
        tx = Tx(db, Operator(account_id))
        await queries.open_balance(tx, now)
        row = await queries.record(tx, ids.new("ctx"), "topup", amount, now, memo=memo, created_by=tx.actor.actor_id)
        if row is None:
            raise ValueError(str(_too_much()))
        _audit(tx, "shipping_credit.topup", row)
        await debt.collect(tx, row, now)
        await outbox.settle(db, [(tx, None)], memory_hours=MEMORY_HOURS)
    return from_row(CreditTransaction, row)


def _require_sound(given: CreditAdjustment) -> None:
    if given.amount == 0:
        raise Validation("amount must not be 0.", field="amount")
    if given.kind == "shipment_refund":
        if given.amount < 0:
            raise Validation("A refund must be positive.", field="amount")
        if given.shipment_id is None:
            raise Validation("A refund names the shipment that was charged.", field="shipmentId")


async def _repeated(
    tx: Tx, kind: str, external_ref: str | None, amount: int, shipment_id: str | None
) -> asyncpg.Record | None:
    """The movement that the reference stands for already. Raises ExternalRefTaken where it was another."""
    if external_ref is None:
        return None
    row = await queries.find_by_ref(tx, kind, external_ref)
    if row is not None and (row["amount"], row["shipment_id"]) != (amount, shipment_id):
        raise ExternalRefTaken(field="externalRef")
    return row


async def _correct(tx: Tx, given: CreditAdjustment, now: datetime) -> asyncpg.Record:
    row = await queries.record(
        tx,
        ids.new("ctx"),
        given.kind,
        given.amount,
        now,
        shipment_id=given.shipment_id,
        external_ref=given.external_ref,
        memo=given.memo,
        created_by=tx.actor.actor_id,
    )
    if row is None:
        raise await credit.too_little(tx, -given.amount) if given.amount < 0 else _too_much()
    return row


async def _give_back(tx: Tx, given: CreditAdjustment, now: datetime) -> asyncpg.Record:
    row = await queries.refund(
        tx,
        given.shipment_id,
        ids.new("ctx"),
        now,
        amount=given.amount,
        external_ref=given.external_ref,
        memo=given.memo,
        created_by=tx.actor.actor_id,
    )
    if row is None:
        left = await tx.value(LEFT_OF_CHARGE, given.shipment_id) or 0
        raise Validation(f"That is more than the {left} that is left of the shipment's charge.", field="amount")
    return row


async def _answer(tx: Tx, row: asyncpg.Record, settings: Settings, *, status: int) -> Reply:
    recorded = CreditTransactionReply(
        transaction=from_row(CreditTransaction, row), balance=await balance.show(tx, settings)
    )
    return Reply(recorded, status=status)


def _audit(tx: Tx, action: str, row: asyncpg.Record) -> None:
    tx.audit(action, "CreditTransaction", row["id"], after=from_row(CreditTransaction, row))


def _too_much() -> Validation:
    return Validation(
        f"A balance holds at most {MAX_INTEGER}, with what shipments were charged and may be given back.",
        field="amount",
    )
