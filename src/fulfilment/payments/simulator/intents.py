"""Payments: an intent, and the charge that it came to."""

from fulfilment.payments.simulator import events, ids, shapes
from fulfilment.payments.simulator.memory import Deed, Stored


def begin(deed: Deed, amount: int, currency: str, customer_id: str | None, **said: object) -> Stored:
    """An intent whose money is on its way. `said`: `metadata`, `description`, `receipt_email`."""
    intent = shapes.INTENT | {
        "id": ids.new("pi"),
        "amount": amount,
        "created": deed.now,
        "currency": currency,
        "customer": customer_id,
        "payment_method": ids.new("pm"),
    }
    return deed.put(intent, **{name: value for name, value in said.items() if value is not None})


def succeed(deed: Deed, intent: Stored) -> Stored:
    """The money has come."""
    charge = _charge(deed, intent, "succeeded")
    intent = deed.put(
        intent,
        status="succeeded",
        amount_received=intent["amount"],
        latest_charge=charge["id"],
        last_payment_error=None,
    )
    events.tell(deed, "charge.succeeded", charge)
    events.tell(deed, "payment_intent.succeeded", intent)
    return intent


def fail(deed: Deed, intent: Stored) -> Stored:
    """It did not come; another try may follow."""
    charge = _charge(deed, intent, "failed")
    problem = {
        "type": "card_error",
        "code": "card_declined",
        "decline_code": "generic_decline",
        "message": "Your card was declined.",
        "charge": charge["id"],
    }
    intent = deed.put(intent, status="requires_payment_method", latest_charge=charge["id"], last_payment_error=problem)
    events.tell(deed, "charge.failed", charge)
    events.tell(deed, "payment_intent.payment_failed", intent)
    return intent


def _charge(deed: Deed, intent: Stored, status: str) -> Stored:
    is_paid = status == "succeeded"
    id = ids.new("ch")
    return deed.put(
        shapes.CHARGE,
        id=id,
        amount=intent["amount"],
        amount_captured=intent["amount"] if is_paid else 0,
        balance_transaction=ids.new("txn") if is_paid else None,
        captured=is_paid,
        created=deed.now,
        currency=intent["currency"],
        customer=intent["customer"],
        description=intent["description"],
        failure_code=None if is_paid else "card_declined",
        failure_message=None if is_paid else "Your card was declined.",
        metadata=intent["metadata"],
        paid=is_paid,
        payment_intent=intent["id"],
        payment_method=intent["payment_method"],
        receipt_email=intent["receipt_email"],
        receipt_url=f"{deed.base}/receipts/{id}" if is_paid else None,
        status=status,
    )
