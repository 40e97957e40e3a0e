"""Payments: an intent, and the charge that it came to."""

from fulfilment.payments.simulator import events, ids
from fulfilment.payments.simulator.memory import Deed, Stored

CARD = {"brand": "visa", "last4": "4242", "exp_month": 12, "exp_year": 2034, "country": "ID", "funding": "credit"}


def begin(deed: Deed, amount: int, currency: str, customer_id: str | None, **said: object) -> Stored:
    """An intent whose money is on its way. `said`: `metadata`, `description`, `receipt_email`."""
    intent = {
        "id": ids.new("pi"),
        "object": "payment_intent",
        "amount": amount,
        "amount_capturable": 0,
        "amount_received": 0,
        "automatic_payment_methods": None,
        "canceled_at": None,
        "cancellation_reason": None,
        "capture_method": "automatic_async",
        "confirmation_method": "automatic",
        "created": deed.now,
        "currency": currency,
        "customer": customer_id,
        "description": None,
        "last_payment_error": None,
        "latest_charge": None,
        "livemode": False,
        "metadata": {},
        "next_action": None,
        "payment_method": ids.new("pm"),
        "payment_method_types": ["card"],
        "processing": None,
        "receipt_email": None,
        "setup_future_usage": None,
        "shipping": None,
        "statement_descriptor": None,
        "status": "processing",
        **{name: value for name, value in said.items() if value is not None},
    }
    return deed.put(intent)


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
        {
            "id": id,
            "object": "charge",
            "amount": intent["amount"],
            "amount_captured": intent["amount"] if is_paid else 0,
            "amount_refunded": 0,
            "balance_transaction": ids.new("txn") if is_paid else None,
            "billing_details": {"address": None, "email": None, "name": None, "phone": None, "tax_id": None},
            "captured": is_paid,
            "created": deed.now,
            "currency": intent["currency"],
            "customer": intent["customer"],
            "description": intent["description"],
            "disputed": False,
            "failure_code": None if is_paid else "card_declined",
            "failure_message": None if is_paid else "Your card was declined.",
            "livemode": False,
            "metadata": intent["metadata"],
            "outcome": None,
            "paid": is_paid,
            "payment_intent": intent["id"],
            "payment_method": intent["payment_method"],
            "payment_method_details": {"type": "card", "card": CARD},
            "receipt_email": intent["receipt_email"],
            "receipt_number": None,
            "receipt_url": f"{deed.base}/receipts/{id}" if is_paid else None,
            "refunded": False,
            "status": status,
        }
    )
