"""Invoices of subscriptions and of single payments, less the customer's credit."""

from typing import Any

from fulfilment_simulators.payments import customers, events, ids, shapes
from fulfilment_simulators.payments.store import StripeObject, Transaction


def line(description: str, amount: int, currency: str, start: int, end: int) -> dict[str, Any]:
    """An invoice line: an amount for a period."""
    return {
        "id": ids.new("il"),
        "object": "line_item",
        "amount": amount,
        "currency": currency,
        "description": description,
        "livemode": False,
        "metadata": {},
        "period": {"start": start, "end": end},
        "quantity": 1,
    }


def issue(
    tx: Transaction,
    customer_id: str,
    currency: str,
    lines: list[dict[str, Any]],
    reason: str,
    subscription: StripeObject | None = None,
    metadata: dict[str, str] | None = None,
) -> StripeObject:
    """Create an open invoice, reduced by the customer's credit. A negative total becomes credit."""
    customer = tx.find("customer", customer_id)
    total = sum(each["amount"] for each in lines)
    # Credit reduces only invoices of subscriptions, not those that document a single payment.
    before = customers.remaining_credit(customer, currency) if subscription else 0
    used = min(before, max(0, total))
    if subscription and (used or total < 0):
        customer = customers.change_credit(tx, customer_id, currency, -used if total >= 0 else -total)
    number = customer["next_invoice_sequence"]
    tx.save(customer, next_invoice_sequence=number + 1)
    id = ids.new("in")
    due = max(0, total) - used
    invoice = _shape(tx, id, currency, total, due) | {
        "billing_reason": reason,
        "customer": customer_id,
        "customer_email": customer["email"],
        "customer_name": customer["name"],
        "ending_balance": -(before - used) if total >= 0 else -(before - total),
        "lines": _list(lines, f"/v1/invoices/{id}/lines"),
        "metadata": metadata or {},
        "number": f"{customer['invoice_prefix']}-{number:04}",
        "parent": _parent(subscription),
        "period_end": tx.now,
        "period_start": subscription["items"]["data"][0]["current_period_start"] if subscription else tx.now,
        "starting_balance": -before,
    }
    invoice = tx.save(invoice)
    events.emit_event(tx, "invoice.created", invoice | {"status": "draft"})
    events.emit_event(tx, "invoice.finalized", invoice)
    return invoice


def _shape(tx: Transaction, id: str, currency: str, total: int, due: int) -> StripeObject:
    return shapes.INVOICE | {
        "id": id,
        "amount_due": due,
        "amount_remaining": due,
        "created": tx.now,
        "currency": currency,
        "effective_at": tx.now,
        "hosted_invoice_url": f"{tx.base_url}/receipts/{id}",
        "status_transitions": {
            "finalized_at": tx.now,
            "marked_uncollectible_at": None,
            "paid_at": None,
            "voided_at": None,
        },
        "subtotal": total,
        "total": total,
        "_payments": _list([], f"/v1/invoices/{id}/payments"),
    }


def pay(tx: Transaction, invoice: StripeObject, intent: StripeObject | None) -> StripeObject:
    """Mark the invoice as paid, by this payment if the amount is not 0."""
    changes: dict[str, Any] = {
        "status": "paid",
        "amount_paid": invoice["amount_due"],
        "amount_remaining": 0,
        "attempted": True,
        "attempt_count": invoice["attempt_count"] + (intent is not None),
        "auto_advance": False,
        "next_payment_attempt": None,
        "status_transitions": invoice["status_transitions"] | {"paid_at": tx.now},
    }
    if intent:
        changes["_payments"] = _list([_payment(tx, invoice, intent)], f"/v1/invoices/{invoice['id']}/payments")
    invoice = tx.save(invoice, **changes)
    events.emit_event(tx, "invoice.paid", invoice)
    events.emit_event(tx, "invoice.payment_succeeded", invoice)
    return invoice


def fail(tx: Transaction, invoice: StripeObject, next_attempt: int | None) -> StripeObject:
    """Record a failed attempt to collect the invoice."""
    invoice = tx.save(
        invoice,
        attempted=True,
        attempt_count=invoice["attempt_count"] + 1,
        auto_advance=next_attempt is not None,
        next_payment_attempt=next_attempt,
    )
    events.emit_event(tx, "invoice.payment_failed", invoice)
    return invoice


def void(tx: Transaction, invoice: StripeObject) -> StripeObject:
    """Void the invoice, which is then no longer collected."""
    transitions = invoice["status_transitions"] | {"voided_at": tx.now}
    invoice = tx.save(
        invoice, status="void", next_payment_attempt=None, auto_advance=False, status_transitions=transitions
    )
    events.emit_event(tx, "invoice.voided", invoice)
    return invoice


def _payment(tx: Transaction, invoice: StripeObject, intent: StripeObject) -> dict[str, Any]:
    return {
        "id": ids.new("inpay"),
        "object": "invoice_payment",
        "amount_paid": invoice["amount_due"],
        "amount_requested": invoice["amount_due"],
        "created": tx.now,
        "currency": invoice["currency"],
        "invoice": invoice["id"],
        "is_default": True,
        "livemode": False,
        "payment": {"type": "payment_intent", "payment_intent": intent["id"]},
        "status": "paid",
        "status_transitions": {"canceled_at": None, "paid_at": tx.now},
    }


def _parent(subscription: StripeObject | None) -> dict[str, Any] | None:
    if subscription is None:
        return None
    details = {"subscription": subscription["id"], "metadata": subscription["metadata"]}
    return {"type": "subscription_details", "quote_details": None, "subscription_details": details}


def _list(rows: list[dict[str, Any]], url: str) -> dict[str, Any]:
    return {"object": "list", "data": rows, "has_more": False, "total_count": len(rows), "url": url}
