"""Operations of a shipment on the credit: hold, charge, release and refund (decisions, section 6).

All four run in the caller's transaction, are keyed by the shipment and are safe to repeat. The caller has locked the
shipment in a statement of its own, so that no other transaction holds or charges anything for it. Under any concurrency
the balance is never below the held amount, and the held amount never below zero.
"""

from fulfilment.credits import queries
from fulfilment.infra import clock, ids
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.database.transaction import Tx


class InsufficientShippingCredit(ApiError):
    """The balance, less the amount that other bookings hold, does not cover the price."""

    status, code = 402, "INSUFFICIENT_SHIPPING_CREDIT"
    message = "There is not enough shipping credit."

    def __init__(self, needed: int, available: int) -> None:
        super().__init__(f"There is not enough shipping credit: {needed} is needed, {available} is available.")


async def hold(tx: Tx, shipment_id: str, amount: int) -> None:
    """Hold `amount` for the shipment, instead of its former hold. Raises InsufficientShippingCredit.

    A shipment that was charged already is left as it is.
    """
    assert amount >= 0
    is_held = await queries.hold(tx, shipment_id, amount, clock.now())
    if not is_held and amount > 0:
        raise await build_insufficient_credit_error(tx, amount, shipment_id)


async def build_insufficient_credit_error(
    tx: Tx, needed: int, shipment_id: str | None = None
) -> InsufficientShippingCredit:
    """The error with the available amount, which includes the shipment's own hold."""
    available = (await queries.find_balance(tx))["available"]
    if shipment_id is not None:
        available += await queries.find_held_amount(tx, shipment_id)
    return InsufficientShippingCredit(needed, available)


async def get_held_amount(tx: Tx, shipment_id: str) -> int:
    """The amount held for the shipment, under the balance's lock."""
    if not await queries.lock_balance(tx):
        return 0
    return await queries.find_held_amount(tx, shipment_id)


async def release(tx: Tx, shipment_id: str) -> int:
    """Release the shipment's hold, and return its amount."""
    if not await queries.lock_balance(tx):
        return 0
    return await queries.release(tx, shipment_id, clock.now())


async def charge(tx: Tx, shipment_id: str, amount: int) -> int:
    """Turn the hold into a charge of `amount`, or of the available amount if that is less, and return the charge.

    A shipment is charged once; a repeat returns the first charge.
    """
    assert amount >= 0
    return await queries.charge(tx, shipment_id, ids.new("ctx"), amount, clock.now())


async def refund(tx: Tx, shipment_id: str) -> int:
    """Refund the rest of the shipment's charge, and return the amount: 0 the next time."""
    if not await queries.lock_balance(tx):
        return 0
    row = await queries.refund(tx, shipment_id, ids.new("ctx"), clock.now())
    return 0 if row is None else row["amount"]
