"""What is taken back of a payment: refunds of the account, and disputes of the buyer's bank."""

from typing import Any, Literal

from fulfilment.payments.simulator import events, ids, shapes
from fulfilment.payments.simulator.memory import Deed, Stored
from fulfilment.payments.simulator.metadata import merged
from fulfilment.payments.simulator.parameters import RefundFields
from fulfilment.payments.simulator.refusals import Refused, invalid

ANSWER_DAYS = 7
DAY_SECONDS = 24 * 3600
INQUIRY = "warning_needs_response"
OPEN = ("needs_response", INQUIRY)


def refund(deed: Deed, said: RefundFields) -> Stored:
    """Give back the whole of what is left, or a part. Raises Refused."""
    charge = _charge_of(deed, said)
    left = charge["amount"] - charge["amount_refunded"]
    if not left:
        raise Refused(f"Charge {charge['id']} has already been refunded.", code="charge_already_refunded")
    if charge["_is_taken"]:
        raise Refused(f"Charge {charge['id']} has been charged back; cannot issue a refund.", code="charge_disputed")
    amount = said.amount or left
    if amount > left:
        raise Refused(f"Refund amount ({amount}) is greater than unrefunded amount on charge ({left})", param="amount")
    made = deed.put(
        {
            "id": ids.new("re"),
            "object": "refund",
            "amount": amount,
            "balance_transaction": ids.new("txn"),
            "charge": charge["id"],
            "created": deed.now,
            "currency": charge["currency"],
            "customer": charge["customer"],
            "metadata": merged({}, said.metadata),
            "payment_intent": charge["payment_intent"],
            "reason": said.reason,
            "receipt_number": None,
            "status": "succeeded",
        }
    )
    charge = _refunded(deed, charge, charge["amount_refunded"] + amount)
    events.tell(deed, "refund.created", made)
    events.tell(deed, "charge.refunded", charge)
    return made


def _charge_of(deed: Deed, said: RefundFields) -> Stored:
    if (said.payment_intent is None) is (said.charge is None):
        raise invalid("Exactly one of `payment_intent` and `charge` must be given.", "payment_intent")
    if said.charge:
        charge = deed.find("charge", said.charge, "charge")
    else:
        charge = charge_of(deed, deed.find("payment_intent", said.payment_intent or "", "payment_intent"))
    if not charge["paid"]:
        raise Refused("This charge has not succeeded: there is nothing to give back.", param="charge")
    return charge


def charge_of(deed: Deed, intent: Stored) -> Stored:
    """What it came to. Raises Refused."""
    if intent["status"] != "succeeded":
        raise Refused(f"This PaymentIntent ({intent['id']}) does not have a successful charge.", param="payment_intent")
    return deed.find("charge", intent["latest_charge"])


def fail_refund(deed: Deed, made: Stored) -> Stored:
    """The bank sends it back: the buyer has not got it. Raises Refused."""
    if made["status"] != "succeeded":
        raise Refused(f"This refund is {made['status']}.")
    made = deed.put(made, status="failed", failure_reason="expired_or_canceled_card")
    charge = deed.find("charge", made["charge"])
    charge = _refunded(deed, charge, charge["amount_refunded"] - made["amount"])
    events.tell(deed, "refund.failed", made)
    events.tell(deed, "charge.refund.updated", made)
    return made


def _refunded(deed: Deed, charge: Stored, amount: int) -> Stored:
    return deed.put(charge, amount_refunded=amount, refunded=amount == charge["amount"])


def dispute(deed: Deed, intent: Stored, amount: int | None, reason: str, *, is_inquiry: bool) -> Stored:
    """The buyer's bank takes the money back; with an inquiry it only asks. Raises Refused."""
    charge = charge_of(deed, intent)
    left = charge["amount"] - charge["amount_refunded"]
    if charge["disputed"]:
        raise Refused(f"Charge {charge['id']} is disputed already.")
    if not 0 < (amount or left) <= left:
        raise Refused(f"At most {left} can be disputed.", param="amount")
    made = shapes.DISPUTE | {
        "id": ids.new("du"),
        "amount": amount or left,
        "charge": charge["id"],
        "created": deed.now,
        "currency": charge["currency"],
        "evidence_details": {
            "due_by": deed.now + ANSWER_DAYS * DAY_SECONDS,
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
        deed.put(charge, disputed=True, _is_taken=True)
        made["balance_transactions"] = [_movement(deed, -made["amount"], made["currency"])]
    made = deed.put(made)
    events.tell(deed, "charge.dispute.created", made)
    if not is_inquiry:
        events.tell(deed, "charge.dispute.funds_withdrawn", made)
    return made


def close(deed: Deed, made: Stored, outcome: Literal["won", "lost"]) -> Stored:
    """The bank has decided. A won one gives the money back; an inquiry that is closed never took any."""
    if made["status"] not in OPEN:
        raise Refused(f"This dispute is {made['status']}.")
    if made["status"] == INQUIRY:
        made = deed.put(made, status="warning_closed")
    elif outcome == "won":
        rows = [*made["balance_transactions"], _movement(deed, made["amount"], made["currency"])]
        made = deed.put(made, status="won", balance_transactions=rows)
        deed.put(deed.find("charge", made["charge"]), _is_taken=False)
        events.tell(deed, "charge.dispute.funds_reinstated", made)
    else:
        made = deed.put(made, status="lost")
    events.tell(deed, "charge.dispute.closed", made)
    return made


def _movement(deed: Deed, amount: int, currency: str) -> dict[str, Any]:
    return {
        "id": ids.new("txn"),
        "object": "balance_transaction",
        "amount": amount,
        "created": deed.now,
        "currency": currency,
        "fee": 0,
        "net": amount,
        "reporting_category": "dispute" if amount < 0 else "dispute_reversal",
        "type": "adjustment",
    }
