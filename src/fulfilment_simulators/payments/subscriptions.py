"""Subscriptions: opened, renewed each month, past due, and ended."""

import calendar
from datetime import UTC, datetime
from typing import Any

from fulfilment_simulators.payments import events, ids, intents, invoices, shapes
from fulfilment_simulators.payments.errors import MissingObject, StripeApiError
from fulfilment_simulators.payments.metadata import merge_metadata
from fulfilment_simulators.payments.parameters import CancelParameters, SubscriptionParameters
from fulfilment_simulators.payments.store import StripeObject, Transaction

DAY_SECONDS = 24 * 3600
# Delays in days between attempts after a failed payment. After the last, the account's chosen status applies.
RETRY_DAYS = (3, 5, 7)
LIVE = ("active", "past_due", "unpaid")
OVER = ("canceled", "incomplete_expired")


def create_subscription(
    tx: Transaction, customer_id: str, price: StripeObject, currency: str, amount: int, **fields: Any
) -> StripeObject:
    """Open a subscription that waits for its first payment.

    `amount` is in hundredths per month; `fields` may have `metadata` and `description`.
    """
    id = ids.new("sub")
    item = {
        "id": ids.new("si"),
        "object": "subscription_item",
        "created": tx.now,
        "current_period_end": months_after(tx.now, 1),
        "current_period_start": tx.now,
        "discounts": [],
        "metadata": {},
        "price": price,
        "quantity": 1,
        "subscription": id,
        "tax_rates": [],
    }
    return tx.save(
        shapes.SUBSCRIPTION,
        id=id,
        billing_cycle_anchor=tx.now,
        created=tx.now,
        currency=currency,
        customer=customer_id,
        default_payment_method=ids.new("pm"),
        description=fields.get("description"),
        items={"object": "list", "data": [item], "has_more": False, "total_count": 1, "url": "/v1/subscription_items"},
        metadata=merge_metadata({}, fields.get("metadata")),
        start_date=tx.now,
        # The amount per month.
        _amount=amount,
    )


def update(tx: Transaction, parameters: SubscriptionParameters, id: str) -> StripeObject:
    """Update the cancellation at the end of the period, or the metadata."""
    subscription = tx.find("subscription", id)
    if subscription["status"] in OVER:
        raise StripeApiError("A canceled subscription can only update its cancellation_details and metadata.")
    changes: dict[str, Any] = {"metadata": merge_metadata(subscription["metadata"], parameters.metadata)}
    if parameters.description is not None:
        changes["description"] = parameters.description or None
    if parameters.cancel_at_period_end is not None:
        is_ending = parameters.cancel_at_period_end
        details = subscription["cancellation_details"]
        changes |= {
            "cancel_at_period_end": is_ending,
            "cancel_at": period_end(subscription) if is_ending else None,
            "canceled_at": tx.now if is_ending else None,
            "cancellation_details": details | {"reason": "cancellation_requested" if is_ending else None},
        }
    previous = {name: subscription[name] for name, value in changes.items() if subscription[name] != value}
    subscription = tx.save(subscription, **changes)
    if previous:
        events.emit_event(tx, "customer.subscription.updated", subscription, **previous)
    return subscription


def cancel(tx: Transaction, parameters: CancelParameters, id: str) -> StripeObject:
    """End the subscription now; the unused amount is credited with `prorate` and `invoice_now`."""
    subscription = tx.find("subscription", id)
    if subscription["status"] in OVER:
        # Stripe reports an ended subscription as missing here.
        raise MissingObject("subscription", id)
    return end(tx, subscription, "cancellation_requested", credits_unused=parameters.prorate and parameters.invoice_now)


def end(tx: Transaction, subscription: StripeObject, why: str, *, credits_unused: bool = False) -> StripeObject:
    """End the subscription."""
    subscription = tx.save(
        subscription,
        status="canceled",
        ended_at=tx.now,
        canceled_at=subscription["canceled_at"] or tx.now,
        cancellation_details=subscription["cancellation_details"] | {"reason": why},
        _retry_at=None,
    )
    unused = _unused(tx, subscription)
    if credits_unused and unused:
        row = invoices.line("Unused time", -unused, subscription["currency"], tx.now, period_end(subscription))
        invoice = invoices.issue(
            tx, subscription["customer"], subscription["currency"], [row], "subscription_update", subscription
        )
        invoices.pay(tx, invoice, None)
        subscription = tx.save(subscription, latest_invoice=invoice["id"])
    events.emit_event(tx, "customer.subscription.deleted", subscription)
    return subscription


def _unused(tx: Transaction, subscription: StripeObject) -> int:
    """The paid amount for the rest of this period."""
    paid = tx.get("invoice", subscription["latest_invoice"] or "")
    if paid is None or paid["status"] != "paid":
        return 0
    start, until = period_start(subscription), period_end(subscription)
    left = max(0, until - max(tx.now, start))
    return subscription["_amount"] * left // max(1, until - start)


def renew(tx: Transaction, subscription: StripeObject) -> StripeObject:
    """Apply the end of a period: the end, or another month with its invoice."""
    if subscription["cancel_at_period_end"]:
        return end(tx, subscription, "cancellation_requested")
    item = subscription["items"]["data"][0]
    start = item["current_period_end"]
    months = 1 + _months_between(subscription["billing_cycle_anchor"], start)
    item = item | {
        "current_period_start": start,
        "current_period_end": months_after(subscription["billing_cycle_anchor"], months),
    }
    subscription = update_and_emit(tx, subscription, items=subscription["items"] | {"data": [item]})
    return bill(tx, subscription, "subscription_cycle")


def bill(tx: Transaction, subscription: StripeObject, reason: str) -> StripeObject:
    """Invoice the current period."""
    row = invoices.line(
        f"1 × {item_of(subscription)['price']['lookup_key']}",
        subscription["_amount"],
        subscription["currency"],
        period_start(subscription),
        period_end(subscription),
    )
    invoice = invoices.issue(tx, subscription["customer"], subscription["currency"], [row], reason, subscription)
    subscription = tx.save(subscription, latest_invoice=invoice["id"])
    return subscription if reason == "subscription_create" else collect(tx, subscription)


def collect(tx: Transaction, subscription: StripeObject) -> StripeObject:
    """Attempt to collect the latest invoice."""
    invoice = tx.find("invoice", subscription["latest_invoice"])
    if invoice["status"] != "open":
        return subscription
    if not subscription["_fails"] or not invoice["amount_due"]:
        return settle(tx, subscription, invoice)
    intent = intents.create_intent(tx, invoice["amount_due"], invoice["currency"], invoice["customer"])
    intents.fail_intent(tx, intent)
    tries = subscription["_tries"] + 1
    again = tx.now + RETRY_DAYS[tries - 1] * DAY_SECONDS if tries <= len(RETRY_DAYS) else None
    invoices.fail(tx, invoice, again)
    if again is None:
        return _give_up(tx, subscription)
    return update_and_emit(tx, subscription, status="past_due", _tries=tries, _retry_at=again)


def _give_up(tx: Transaction, subscription: StripeObject) -> StripeObject:
    if subscription["_afterwards"] == "unpaid":
        return update_and_emit(tx, subscription, status="unpaid", _retry_at=None)
    return end(tx, subscription, "payment_failed")


def settle(
    tx: Transaction, subscription: StripeObject, invoice: StripeObject, intent: StripeObject | None = None
) -> StripeObject:
    """Mark the invoice as paid, by the given or by a new payment, and activate the subscription."""
    if intent is None and invoice["amount_due"]:
        intent = intents.create_intent(tx, invoice["amount_due"], invoice["currency"], invoice["customer"])
        intent = intents.succeed_intent(tx, intent)
    invoices.pay(tx, invoice, intent)
    return update_and_emit(tx, subscription, status="active", _tries=0, _retry_at=None)


def update_and_emit(tx: Transaction, subscription: StripeObject, **changes: Any) -> StripeObject:
    """Store the subscription, and emit an event where the change is visible."""
    previous = {
        name: subscription[name]
        for name, value in changes.items()
        if not name.startswith("_") and subscription[name] != value
    }
    subscription = tx.save(subscription, **changes)
    if previous:
        events.emit_event(tx, "customer.subscription.updated", subscription, **previous)
    return subscription


def due_of(subscription: StripeObject) -> int | None:
    """The time of the subscription's next automatic change."""
    if subscription["status"] not in LIVE:
        return None
    retry_at = subscription["_retry_at"]
    return min(period_end(subscription), retry_at or period_end(subscription))


def pass_time(tx: Transaction, subscription: StripeObject) -> None:
    """Apply the due change: another attempt, or the next period."""
    retry_at = subscription["_retry_at"]
    if retry_at is not None and retry_at <= tx.now:
        collect(tx, tx.save(subscription, _retry_at=None))
    else:
        renew(tx, subscription)


def item_of(subscription: StripeObject) -> StripeObject:
    return subscription["items"]["data"][0]


def period_start(subscription: StripeObject) -> int:
    return item_of(subscription)["current_period_start"]


def period_end(subscription: StripeObject) -> int:
    return item_of(subscription)["current_period_end"]


def _months_between(first: int, second: int) -> int:
    start, end = (datetime.fromtimestamp(each, UTC) for each in (first, second))
    return (end.year - start.year) * 12 + end.month - start.month


def months_after(anchor: int, months: int) -> int:
    """The same day and time some months later, or the last day of a shorter month."""
    start = datetime.fromtimestamp(anchor, UTC)
    year, month = divmod(start.month - 1 + months, 12)
    year += start.year
    day = min(start.day, calendar.monthrange(year, month + 1)[1])
    return int(start.replace(year=year, month=month + 1, day=day).timestamp())
