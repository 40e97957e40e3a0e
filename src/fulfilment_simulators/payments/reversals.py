"""Reversals of a payment: refunds by the account, and disputes by the buyer's bank."""

from typing import Any, Literal

from fulfilment_simulators.payments import events, ids, shapes
from fulfilment_simulators.payments.errors import StripeApiError, invalid_request
from fulfilment_simulators.payments.metadata import merge_metadata
from fulfilment_simulators.payments.parameters import RefundParameters
from fulfilment_simulators.payments.store import StripeObject, Transaction

ANSWER_DAYS = 7
DAY_SECONDS = 24 * 3600
INQUIRY = "warning_needs_response"
OPEN = ("needs_response", INQUIRY)


def create_refund(tx: Transaction, parameters: RefundParameters) -> StripeObject:
    """Refund a part of a payment, or the whole remainder. Raises StripeApiError."""
    charge = _find_charge(tx, parameters)
    left = charge["amount"] - charge["amount_refunded"]
    if not left:
        raise StripeApiError(f"Charge {charge['id']} has already been refunded.", code="charge_already_refunded")
    if charge["_is_taken"]:
        raise StripeApiError(
            f"Charge {charge['id']} has been charged back; cannot issue a refund.", code="charge_disputed"
        )
    amount = parameters.amount or left
    if amount > left:
        raise StripeApiError(
            f"Refund amount ({amount}) is greater than unrefunded amount on charge ({left})", param="amount"
        )
    created = tx.save(
        {
            "id": ids.new("re"),
            "object": "refund",
            "amount": amount,
            "balance_transaction": ids.new("txn"),
            "charge": charge["id"],
            "created": tx.now,
            "currency": charge["currency"],
            "customer": charge["customer"],
            "metadata": merge_metadata({}, parameters.metadata),
            "payment_intent": charge["payment_intent"],
            "reason": parameters.reason,
            "receipt_number": None,
            "status": "succeeded",
        }
    )
    charge = _save_refunded(tx, charge, charge["amount_refunded"] + amount)
    events.emit_event(tx, "refund.created", created)
    events.emit_event(tx, "charge.refunded", charge)
    return created


def _find_charge(tx: Transaction, parameters: RefundParameters) -> StripeObject:
    if (parameters.payment_intent is None) is (parameters.charge is None):
        raise invalid_request("Exactly one of `payment_intent` and `charge` must be given.", "payment_intent")
    if parameters.charge:
        charge = tx.find("charge", parameters.charge, "charge")
    else:
        charge = charge_of(tx, tx.find("payment_intent", parameters.payment_intent or "", "payment_intent"))
    if not charge["paid"]:
        raise StripeApiError("This charge has not succeeded: there is nothing to give back.", param="charge")
    return charge


def charge_of(tx: Transaction, intent: StripeObject) -> StripeObject:
    """The charge of a payment. Raises StripeApiError."""
    if intent["status"] != "succeeded":
        raise StripeApiError(
            f"This PaymentIntent ({intent['id']}) does not have a successful charge.", param="payment_intent"
        )
    return tx.find("charge", intent["latest_charge"])


def fail_refund(tx: Transaction, refund_object: StripeObject) -> StripeObject:
    """Fail a refund, as when the bank returns it and the buyer gets nothing. Raises StripeApiError."""
    if refund_object["status"] != "succeeded":
        raise StripeApiError(f"This refund is {refund_object['status']}.")
    refund_object = tx.save(refund_object, status="failed", failure_reason="expired_or_canceled_card")
    charge = tx.find("charge", refund_object["charge"])
    charge = _save_refunded(tx, charge, charge["amount_refunded"] - refund_object["amount"])
    events.emit_event(tx, "refund.failed", refund_object)
    events.emit_event(tx, "charge.refund.updated", refund_object)
    return refund_object


def _save_refunded(tx: Transaction, charge: StripeObject, amount: int) -> StripeObject:
    return tx.save(charge, amount_refunded=amount, refunded=amount == charge["amount"])


def create_dispute(
    tx: Transaction, intent: StripeObject, amount: int | None, reason: str, *, is_inquiry: bool
) -> StripeObject:
    """Open a dispute, which withdraws the money; an inquiry withdraws nothing. Raises StripeApiError."""
    charge = charge_of(tx, intent)
    left = charge["amount"] - charge["amount_refunded"]
    if charge["disputed"]:
        raise StripeApiError(f"Charge {charge['id']} is disputed already.")
    if not 0 < (amount or left) <= left:
        raise StripeApiError(f"At most {left} can be disputed.", param="amount")
    created = shapes.DISPUTE | {
        "id": ids.new("du"),
        "amount": amount or left,
        "charge": charge["id"],
        "created": tx.now,
        "currency": charge["currency"],
        "evidence_details": {
            "due_by": tx.now + ANSWER_DAYS * DAY_SECONDS,
            "has_evidence": False,
            "past_due": False,
            "submission_count": 0,
        },
        "is_charge_refundable": is_inquiry,
        "payment_intent": intent["id"],
        "reason": reason,
        "status": INQUIRY if is_inquiry else "needs_response",
    }
    if not is_inquiry:
        tx.save(charge, disputed=True, _is_taken=True)
        created["balance_transactions"] = [_balance_transaction(tx, -created["amount"], created["currency"])]
    created = tx.save(created)
    events.emit_event(tx, "charge.dispute.created", created)
    if not is_inquiry:
        events.emit_event(tx, "charge.dispute.funds_withdrawn", created)
    return created


def close_dispute(tx: Transaction, dispute_object: StripeObject, outcome: Literal["won", "lost"]) -> StripeObject:
    """Close a dispute. A won dispute returns the money, unless it was only an inquiry."""
    if dispute_object["status"] not in OPEN:
        raise StripeApiError(f"This dispute is {dispute_object['status']}.")
    if dispute_object["status"] == INQUIRY:
        dispute_object = tx.save(dispute_object, status="warning_closed")
    elif outcome == "won":
        rows = [
            *dispute_object["balance_transactions"],
            _balance_transaction(tx, dispute_object["amount"], dispute_object["currency"]),
        ]
        dispute_object = tx.save(dispute_object, status="won", balance_transactions=rows)
        tx.save(tx.find("charge", dispute_object["charge"]), _is_taken=False)
        events.emit_event(tx, "charge.dispute.funds_reinstated", dispute_object)
    else:
        dispute_object = tx.save(dispute_object, status="lost")
    events.emit_event(tx, "charge.dispute.closed", dispute_object)
    return dispute_object


def _balance_transaction(tx: Transaction, amount: int, currency: str) -> dict[str, Any]:
    return {
        "id": ids.new("txn"),
        "object": "balance_transaction",
        "amount": amount,
        "created": tx.now,
        "currency": currency,
        "fee": 0,
        "net": amount,
        "reporting_category": "dispute" if amount < 0 else "dispute_reversal",
        "type": "adjustment",
    }
