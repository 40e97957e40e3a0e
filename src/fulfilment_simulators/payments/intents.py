"""Payment intents and their charges."""

from fulfilment_simulators.payments import events, ids, shapes
from fulfilment_simulators.payments.store import StripeObject, Transaction


def create_intent(
    tx: Transaction, amount: int, currency: str, customer_id: str | None, **fields: object
) -> StripeObject:
    """A payment intent in processing. `fields` may have `metadata`, `description` and `receipt_email`."""
    intent = shapes.INTENT | {
        "id": ids.new("pi"),
        "amount": amount,
        "created": tx.now,
        "currency": currency,
        "customer": customer_id,
        "payment_method": ids.new("pm"),
    }
    return tx.save(intent, **{name: value for name, value in fields.items() if value is not None})


def succeed_intent(tx: Transaction, intent: StripeObject) -> StripeObject:
    """Mark the intent as succeeded, with a charge."""
    charge = _charge(tx, intent, "succeeded")
    intent = tx.save(
        intent,
        status="succeeded",
        amount_received=intent["amount"],
        latest_charge=charge["id"],
        last_payment_error=None,
    )
    events.emit_event(tx, "charge.succeeded", charge)
    events.emit_event(tx, "payment_intent.succeeded", intent)
    return intent


def fail_intent(tx: Transaction, intent: StripeObject) -> StripeObject:
    """Mark the intent as failed; another attempt may follow."""
    charge = _charge(tx, intent, "failed")
    problem = {
        "type": "card_error",
        "code": "card_declined",
        "decline_code": "generic_decline",
        "message": "Your card was declined.",
        "charge": charge["id"],
    }
    intent = tx.save(intent, status="requires_payment_method", latest_charge=charge["id"], last_payment_error=problem)
    events.emit_event(tx, "charge.failed", charge)
    events.emit_event(tx, "payment_intent.payment_failed", intent)
    return intent


def _charge(tx: Transaction, intent: StripeObject, status: str) -> StripeObject:
    is_paid = status == "succeeded"
    id = ids.new("ch")
    return tx.save(
        shapes.CHARGE,
        id=id,
        amount=intent["amount"],
        amount_captured=intent["amount"] if is_paid else 0,
        balance_transaction=ids.new("txn") if is_paid else None,
        captured=is_paid,
        created=tx.now,
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
        receipt_url=f"{tx.base_url}/receipts/{id}" if is_paid else None,
        status=status,
    )
