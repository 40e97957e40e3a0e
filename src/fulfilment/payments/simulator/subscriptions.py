"""Subscriptions: begun, renewed each month, behind with their payments, and ended."""

import calendar
from datetime import UTC, datetime
from typing import Any

from fulfilment.payments.simulator import events, ids, intents, invoices, shapes
from fulfilment.payments.simulator.memory import Deed, Stored
from fulfilment.payments.simulator.metadata import merged
from fulfilment.payments.simulator.parameters import Ending, SubscriptionFields
from fulfilment.payments.simulator.refusals import Missing, Refused

DAY_SECONDS = 24 * 3600
# After a failed payment it is tried again after so many days each; then comes what the account has chosen.
RETRY_DAYS = (3, 5, 7)
LIVE = ("active", "past_due", "unpaid")
OVER = ("canceled", "incomplete_expired")


def begin(deed: Deed, customer_id: str, price: Stored, currency: str, amount: int, **said: Any) -> Stored:
    """One that waits for its first payment. `amount` in hundredths a month; `said`: `metadata`, `description`."""
    id = ids.new("sub")
    item = {
        "id": ids.new("si"),
        "object": "subscription_item",
        "created": deed.now,
        "current_period_end": months_after(deed.now, 1),
        "current_period_start": deed.now,
        "discounts": [],
        "metadata": {},
        "price": price,
        "quantity": 1,
        "subscription": id,
        "tax_rates": [],
    }
    return deed.put(
        shapes.SUBSCRIPTION,
        id=id,
        billing_cycle_anchor=deed.now,
        created=deed.now,
        currency=currency,
        customer=customer_id,
        default_payment_method=ids.new("pm"),
        description=said.get("description"),
        items={"object": "list", "data": [item], "has_more": False, "total_count": 1, "url": "/v1/subscription_items"},
        metadata=merged({}, said.get("metadata")),
        start_date=deed.now,
        # What it asks a month.
        _amount=amount,
    )


def update(deed: Deed, said: SubscriptionFields, id: str) -> Stored:
    """Say whether it ends with its period, or what the caller keeps at it."""
    subscription = deed.find("subscription", id)
    if subscription["status"] in OVER:
        raise Refused("A canceled subscription can only update its cancellation_details and metadata.")
    changes: dict[str, Any] = {"metadata": merged(subscription["metadata"], said.metadata)}
    if said.description is not None:
        changes["description"] = said.description or None
    if said.cancel_at_period_end is not None:
        is_ending = said.cancel_at_period_end
        details = subscription["cancellation_details"]
        changes |= {
            "cancel_at_period_end": is_ending,
            "cancel_at": period_end(subscription) if is_ending else None,
            "canceled_at": deed.now if is_ending else None,
            "cancellation_details": details | {"reason": "cancellation_requested" if is_ending else None},
        }
    previous = {name: subscription[name] for name, value in changes.items() if subscription[name] != value}
    subscription = deed.put(subscription, **changes)
    if previous:
        events.tell(deed, "customer.subscription.updated", subscription, **previous)
    return subscription


def cancel(deed: Deed, said: Ending, id: str) -> Stored:
    """End it now; what was not used is credited where `prorate` and `invoice_now` say so."""
    subscription = deed.find("subscription", id)
    if subscription["status"] in OVER:
        # Stripe does not know it any more for this purpose.
        raise Missing("subscription", id)
    return end(deed, subscription, "cancellation_requested", credits_unused=said.prorate and said.invoice_now)


def end(deed: Deed, subscription: Stored, why: str, *, credits_unused: bool = False) -> Stored:
    """Over, whoever asked for it."""
    subscription = deed.put(
        subscription,
        status="canceled",
        ended_at=deed.now,
        canceled_at=subscription["canceled_at"] or deed.now,
        cancellation_details=subscription["cancellation_details"] | {"reason": why},
        _retry_at=None,
    )
    unused = _unused(deed, subscription)
    if credits_unused and unused:
        row = invoices.line("Unused time", -unused, subscription["currency"], deed.now, period_end(subscription))
        invoice = invoices.issue(
            deed, subscription["customer"], subscription["currency"], [row], "subscription_update", subscription
        )
        invoices.pay(deed, invoice, None)
        subscription = deed.put(subscription, latest_invoice=invoice["id"])
    events.tell(deed, "customer.subscription.deleted", subscription)
    return subscription


def _unused(deed: Deed, subscription: Stored) -> int:
    """What was paid for the rest of this period."""
    paid = deed.get("invoice", subscription["latest_invoice"] or "")
    if paid is None or paid["status"] != "paid":
        return 0
    start, until = period_start(subscription), period_end(subscription)
    left = max(0, until - max(deed.now, start))
    return subscription["_amount"] * left // max(1, until - start)


def renew(deed: Deed, subscription: Stored) -> Stored:
    """What the end of a period brings: the end, or another month and its invoice."""
    if subscription["cancel_at_period_end"]:
        return end(deed, subscription, "cancellation_requested")
    item = subscription["items"]["data"][0]
    start = item["current_period_end"]
    months = 1 + _months_between(subscription["billing_cycle_anchor"], start)
    item = item | {
        "current_period_start": start,
        "current_period_end": months_after(subscription["billing_cycle_anchor"], months),
    }
    subscription = changed(deed, subscription, items=subscription["items"] | {"data": [item]})
    return bill(deed, subscription, "subscription_cycle")


def bill(deed: Deed, subscription: Stored, reason: str) -> Stored:
    """Ask for the present period."""
    row = invoices.line(
        f"1 × {item_of(subscription)['price']['lookup_key']}",
        subscription["_amount"],
        subscription["currency"],
        period_start(subscription),
        period_end(subscription),
    )
    invoice = invoices.issue(deed, subscription["customer"], subscription["currency"], [row], reason, subscription)
    subscription = deed.put(subscription, latest_invoice=invoice["id"])
    return subscription if reason == "subscription_create" else collect(deed, subscription)


def collect(deed: Deed, subscription: Stored) -> Stored:
    """Try to get what its latest invoice asks for."""
    invoice = deed.find("invoice", subscription["latest_invoice"])
    if invoice["status"] != "open":
        return subscription
    if not subscription["_fails"] or not invoice["amount_due"]:
        return settle(deed, subscription, invoice)
    intent = intents.begin(deed, invoice["amount_due"], invoice["currency"], invoice["customer"])
    intents.fail(deed, intent)
    tries = subscription["_tries"] + 1
    again = deed.now + RETRY_DAYS[tries - 1] * DAY_SECONDS if tries <= len(RETRY_DAYS) else None
    invoices.fail(deed, invoice, again)
    if again is None:
        return _give_up(deed, subscription)
    return changed(deed, subscription, status="past_due", _tries=tries, _retry_at=again)


def _give_up(deed: Deed, subscription: Stored) -> Stored:
    if subscription["_afterwards"] == "unpaid":
        return changed(deed, subscription, status="unpaid", _retry_at=None)
    return end(deed, subscription, "payment_failed")


def settle(deed: Deed, subscription: Stored, invoice: Stored, intent: Stored | None = None) -> Stored:
    """Its invoice is paid, by this payment that has succeeded or by one made now; it is active."""
    if intent is None and invoice["amount_due"]:
        intent = intents.begin(deed, invoice["amount_due"], invoice["currency"], invoice["customer"])
        intent = intents.succeed(deed, intent)
    invoices.pay(deed, invoice, intent)
    return changed(deed, subscription, status="active", _tries=0, _retry_at=None)


def changed(deed: Deed, subscription: Stored, **changes: Any) -> Stored:
    """Keep it, and tell of it where somebody can see the change."""
    previous = {
        name: subscription[name]
        for name, value in changes.items()
        if not name.startswith("_") and subscription[name] != value
    }
    subscription = deed.put(subscription, **changes)
    if previous:
        events.tell(deed, "customer.subscription.updated", subscription, **previous)
    return subscription


def due_of(subscription: Stored) -> int | None:
    """When something happens to it by itself."""
    if subscription["status"] not in LIVE:
        return None
    retry_at = subscription["_retry_at"]
    return min(period_end(subscription), retry_at or period_end(subscription))


def pass_time(deed: Deed, subscription: Stored) -> None:
    """What was due: another try, or the next period."""
    retry_at = subscription["_retry_at"]
    if retry_at is not None and retry_at <= deed.now:
        collect(deed, deed.put(subscription, _retry_at=None))
    else:
        renew(deed, subscription)


def item_of(subscription: Stored) -> Stored:
    return subscription["items"]["data"][0]


def period_start(subscription: Stored) -> int:
    return item_of(subscription)["current_period_start"]


def period_end(subscription: Stored) -> int:
    return item_of(subscription)["current_period_end"]


def _months_between(first: int, second: int) -> int:
    start, end = (datetime.fromtimestamp(each, UTC) for each in (first, second))
    return (end.year - start.year) * 12 + end.month - start.month


def months_after(anchor: int, months: int) -> int:
    """The same day and hour, or the last day of a month that is shorter."""
    start = datetime.fromtimestamp(anchor, UTC)
    year, month = divmod(start.month - 1 + months, 12)
    year += start.year
    day = min(start.day, calendar.monthrange(year, month + 1)[1])
    return int(start.replace(year=year, month=month + 1, day=day).timestamp())
