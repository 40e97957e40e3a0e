"""Top-ups of the credit, and adjustments by hand (decisions, section 6)."""

from datetime import datetime

import asyncpg

from fulfilment.api_keys.service import OperatorActor
from fulfilment.credits import balance, purchase, queries
from fulfilment.credits import hold as credit
from fulfilment.credits.schemas import CreditAdjustment, CreditTopUp, CreditTransaction, CreditTransactionReply
from fulfilment.infra import branding, clock, ids
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.errors import ApiError, Forbidden, NotFound, Validation
from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.database import outbox
from fulfilment.infra.database.statements import sql
from fulfilment.infra.database.transaction import Tx
from fulfilment.infra.models import MAX_INTEGER, from_row
from fulfilment.infra.operations.idempotency import RETENTION_HOURS
from fulfilment.settings import Settings

FIND_REMAINING_CHARGE = sql(
    "credits.find_remaining_charge",
    "SELECT charged + adjusted - refunded FROM shipment_charges WHERE account_id = $1 AND shipment_id = $2",
)


class ExternalRefTaken(ApiError):
    """The reference belongs to a transaction with another amount or shipment. Nothing is moved."""

    status, code = 409, "DUPLICATE"
    message = "This externalRef was used with another amount or shipment."


def require_topup_allowed(principal: Principal, settings: Settings) -> None:
    """Raise Forbidden if only platform keys may move credit here and the principal has none."""
    if settings.credit_topup_allowed_for == "any" or _is_platform(principal):
        return
    has_platform_account = bool(settings.aggregator_url and settings.aggregator_key)
    is_guarded = settings.credit_topup_allowed_for == "platform" or (
        not settings.is_development and has_platform_account
    )
    if is_guarded:
        raise Forbidden("Only a platform key may move shipping credit here.")


def _is_platform(principal: Principal) -> bool:
    return principal.partner is not None or branding.current().platform_scope in principal.scopes


async def top_up(tx: Tx, body: CreditTopUp, settings: Settings) -> Reply:
    """Add prepaid credit: 201, or 200 with the first transaction if the reference is known."""
    now = clock.now()
    await queries.lock_or_create_balance(tx, now)
    if repeated := await _find_repeated(tx, "topup", body.external_ref, body.amount, None):
        return await _build_reply(tx, repeated, settings, status=200)
    row = await queries.insert_transaction(
        tx,
        ids.new("ctx"),
        "topup",
        body.amount,
        now,
        external_ref=body.external_ref,
        memo=body.memo,
        created_by=tx.actor.actor_id,
    )
    if row is None:
        raise _build_balance_limit_error()
    _audit(tx, "shipping_credit.topup", row)
    await purchase.collect_outstanding(tx, row, now)
    return await _build_reply(tx, row, settings, status=201)


async def adjust(tx: Tx, body: CreditAdjustment, settings: Settings) -> Reply:
    """Correct the balance, or refund part of a shipment's charge, with the same statuses as a top-up."""
    _validate_adjustment(body)
    if body.shipment_id is not None and not await queries.has_shipment(tx, body.shipment_id):
        raise NotFound("No such shipment.", field="shipmentId")
    now = clock.now()
    await queries.lock_or_create_balance(tx, now)
    if repeated := await _find_repeated(tx, body.kind, body.external_ref, body.amount, body.shipment_id):
        return await _build_reply(tx, repeated, settings, status=200)
    apply_change = _refund_charge if body.kind == "shipment_refund" else _adjust_balance
    row = await apply_change(tx, body, now)
    _audit(tx, "shipping_credit.adjusted", row)
    return await _build_reply(tx, row, settings, status=201)


async def topup_for_operator(
    db: asyncpg.Connection, account_id: str, amount: int, memo: str | None
) -> CreditTransaction:
    """A top-up from the command line.

    Raises LookupError for an unknown workspace, and ValueError for an amount that cannot be added.
    """
    if not 0 < amount <= MAX_INTEGER:
        raise ValueError(f"The amount must be between 1 and {MAX_INTEGER}.")
    now = clock.now()
    async with db.transaction():
        tx = Tx(db, OperatorActor(account_id))
        await queries.lock_or_create_balance(tx, now)
        row = await queries.insert_transaction(
            tx, ids.new("ctx"), "topup", amount, now, memo=memo, created_by=tx.actor.actor_id
        )
        if row is None:
            raise ValueError(str(_build_balance_limit_error()))
        _audit(tx, "shipping_credit.topup", row)
        await purchase.collect_outstanding(tx, row, now)
        await outbox.flush(db, [(tx, None)], retention_hours=RETENTION_HOURS)
    return from_row(CreditTransaction, row)


def _validate_adjustment(body: CreditAdjustment) -> None:
    if body.amount == 0:
        raise Validation("amount must not be 0.", field="amount")
    if body.kind == "shipment_refund":
        if body.amount < 0:
            raise Validation("A refund must be positive.", field="amount")
        if body.shipment_id is None:
            raise Validation("A refund names the shipment that was charged.", field="shipmentId")


async def _find_repeated(
    tx: Tx, kind: str, external_ref: str | None, amount: int, shipment_id: str | None
) -> asyncpg.Record | None:
    """The earlier transaction with this reference. Raises ExternalRefTaken if its amount or shipment differs."""
    if external_ref is None:
        return None
    row = await queries.find_by_ref(tx, kind, external_ref)
    if row is not None and (row["amount"], row["shipment_id"]) != (amount, shipment_id):
        raise ExternalRefTaken(field="externalRef")
    return row


async def _adjust_balance(tx: Tx, body: CreditAdjustment, now: datetime) -> asyncpg.Record:
    row = await queries.insert_transaction(
        tx,
        ids.new("ctx"),
        body.kind,
        body.amount,
        now,
        shipment_id=body.shipment_id,
        external_ref=body.external_ref,
        memo=body.memo,
        created_by=tx.actor.actor_id,
    )
    if row is None:
        raise (
            await credit.build_insufficient_credit_error(tx, -body.amount)
            if body.amount < 0
            else _build_balance_limit_error()
        )
    return row


async def _refund_charge(tx: Tx, body: CreditAdjustment, now: datetime) -> asyncpg.Record:
    assert body.shipment_id is not None
    row = await queries.refund(
        tx,
        body.shipment_id,
        ids.new("ctx"),
        now,
        amount=body.amount,
        external_ref=body.external_ref,
        memo=body.memo,
        created_by=tx.actor.actor_id,
    )
    if row is None:
        remaining = await tx.fetch_value(FIND_REMAINING_CHARGE, body.shipment_id) or 0
        raise Validation(f"Only {remaining} is left of the shipment's charge.", field="amount")
    return row


async def _build_reply(tx: Tx, row: asyncpg.Record, settings: Settings, *, status: int) -> Reply:
    data = CreditTransactionReply(
        transaction=from_row(CreditTransaction, row), balance=await balance.get_balance(tx, settings)
    )
    return Reply(data, status=status)


def _audit(tx: Tx, action: str, row: asyncpg.Record) -> None:
    tx.audit(action, "CreditTransaction", row["id"], after=from_row(CreditTransaction, row))


def _build_balance_limit_error() -> Validation:
    return Validation(
        f"A balance holds at most {MAX_INTEGER}, with what shipments were charged and may be given back.",
        field="amount",
    )
