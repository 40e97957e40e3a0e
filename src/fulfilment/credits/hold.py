"""What a shipment does to the credit: hold, charge, release, give back (decisions, section 6).

All four work inside the caller's transaction, are keyed by the shipment and are safe to repeat. The caller has locked
the shipment by then, in a statement of its own, so that nobody else holds or charges anything for it. The balance is
never below what is held, and what is held is never below zero, whatever happens at once.
"""

from fulfilment.credits import queries
from fulfilment.infra import clock, ids
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.database.transaction import Tx


class InsufficientShippingCredit(ApiError):
    """The balance, less what other bookings hold, does not cover it."""

    status, code = 402, "INSUFFICIENT_SHIPPING_CREDIT"
    message = "There is not enough shipping credit."

    def __init__(self, needed: int, available: int) -> None:
        super().__init__(f"There is not enough shipping credit: {needed} is needed, {available} is available.")


async def hold(tx: Tx, shipment_id: str, amount: int) -> None:
    """Set aside `amount` for the shipment, in place of what it held before. Raises InsufficientShippingCredit.

    A shipment that was charged holds nothing more.
    """
    assert amount >= 0
    is_held = await queries.hold(tx, shipment_id, amount, clock.now())
    if not is_held and amount > 0:
        raise await build_insufficient_credit_error(tx, amount, shipment_id)


async def build_insufficient_credit_error(
    tx: Tx, needed: int, shipment_id: str | None = None
) -> InsufficientShippingCredit:
    """The refusal, with what is available; what the shipment itself holds is for it to use."""
    available = (await queries.find_balance(tx))["available"]
    if shipment_id is not None:
        available += await queries.find_held_amount(tx, shipment_id)
    return InsufficientShippingCredit(needed, available)


async def get_held_amount(tx: Tx, shipment_id: str) -> int:
    """What the shipment holds, under the balance's lock."""
    if not await queries.lock_balance(tx):
        return 0
    return await queries.find_held_amount(tx, shipment_id)


async def release(tx: Tx, shipment_id: str) -> int:
    """Let go of what the shipment holds, and say how much it was."""
    if not await queries.lock_balance(tx):
        return 0
    return await queries.release(tx, shipment_id, clock.now())


async def charge(tx: Tx, shipment_id: str, amount: int) -> int:
    """Turn the hold into a charge of `amount`, or of what there is if that is less, and say how much it was.

    A shipment is charged once; a repeat says what it was charged.
    """
    assert amount >= 0
    return await queries.charge(tx, shipment_id, ids.new("ctx"), amount, clock.now())


async def refund(tx: Tx, shipment_id: str) -> int:
    """Give back what is left of the shipment's charge, and say how much it was: 0 the next time."""
    if not await queries.lock_balance(tx):
        return 0
    row = await queries.refund(tx, shipment_id, ids.new("ctx"), clock.now())
    return 0 if row is None else row["amount"]
