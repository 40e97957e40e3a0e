"""Subscription state machine: a row's new state from the provider's subscription and the database's clock.

Functions here neither call the provider nor write: `subscriptions.py` does.
"""

from datetime import datetime, timedelta

import asyncpg
import msgspec

from fulfilment.billing.queries import SubscriptionState
from fulfilment.infra.jobs.backoff import Backoff
from fulfilment.payments.port import ProviderSubscription

FREE = "free"
# The event of a renewal arrives within moments; a subscription without one is fetched this long after its period.
CHECK_AFTER_PERIOD = timedelta(hours=1)
# Interval of routine checks in seconds; it grows while nothing changes.
CHECK_BACKOFF = Backoff(300, 86_400)


def derive_status(subscription: ProviderSubscription, now: datetime) -> tuple[str, bool]:
    """Our status of the subscription, and True if it entitles the workspace to its plan.

    A subscription with a scheduled end has ended at that time, whatever the provider's clock says.
    """
    ends_at = scheduled_end(subscription)
    if has_ended(subscription) or (ends_at is not None and ends_at <= now):
        return "canceled", False
    if subscription.status == "active":
        return ("active" if ends_at is None else "canceling"), True
    if subscription.status == "past_due":
        return "past_due", True
    return ("past_due" if subscription.status == "unpaid" else "incomplete"), False


def has_ended(subscription: ProviderSubscription) -> bool:
    """True if the provider has ended the subscription for good."""
    return subscription.status == "canceled" or subscription.ended_at is not None


def scheduled_end(subscription: ProviderSubscription) -> datetime | None:
    """The scheduled end of the subscription; None while it goes on."""
    return subscription.cancel_at or (subscription.current_period_end if subscription.cancel_at_period_end else None)


def compute_state(
    subscription: ProviderSubscription,
    plan: str,
    checkout: asyncpg.Record,
    known: asyncpg.Record | None,
    current: asyncpg.Record,
) -> SubscriptionState:
    """The new state of the subscription's row, given the workspace's current subscription."""
    now = current["now"]
    status, entitles = derive_status(subscription, now)
    is_current = _is_current(status, checkout, known, current, entitles=entitles)
    ending = None if known is None else known["ending"]
    if entitles and not is_current:
        # Another subscription replaced it, or was there before it was paid.
        ending = "now"
    elif ending == "period_end" and scheduled_end(subscription) is not None:
        ending = None
    if has_ended(subscription):
        ending = None
    state = SubscriptionState(
        plan=plan,
        currency=subscription.currency.upper(),
        status=status,
        current_period_start=subscription.current_period_start,
        current_period_end=subscription.current_period_end,
        cancel_at=scheduled_end(subscription),
        ended_at=subscription.ended_at or (subscription.current_period_end if has_ended(subscription) else None),
        is_current=is_current,
        entitles=entitles,
        ending=ending,
        ending_actor=known["ending_actor"] if known is not None and ending else None,
        due_at=None,
        faults=0,
    )
    return _with_next_check(state, known, now, has_subscription_ended=has_ended(subscription))


def has_changed(known: asyncpg.Record | None, state: SubscriptionState) -> bool:
    """True if more than the time of the next check has changed."""
    compared = [name for name in state.__struct_fields__ if name not in ("due_at", "faults")]
    return known is None or any(known[name] != getattr(state, name) for name in compared)


def _is_current(
    status: str, checkout: asyncpg.Record, known: asyncpg.Record | None, current: asyncpg.Record, *, entitles: bool
) -> bool:
    """True for the newest paid subscription. An unpaid one is current only while there is no other."""
    if known is not None and known["is_current"]:
        return not (status == "canceled" and known["status"] == "incomplete")
    if status == "canceled" or (known is not None and known["ending"] == "now"):
        return False
    is_alone = current["id"] is None or current["status"] == "canceled"
    if not entitles:
        return is_alone
    is_newest = current["id"] is not None and _creation_order(checkout, "subscription_id") > _creation_order(
        current, "id"
    )
    return is_alone or is_newest or not current["entitles"]


def _creation_order(row: asyncpg.Record, id: str) -> tuple[datetime, str]:
    return row["created_at"], row[id]


def _with_next_check(
    state: SubscriptionState, known: asyncpg.Record | None, now: datetime, *, has_subscription_ended: bool
) -> SubscriptionState:
    failures = 0 if known is None or has_changed(known, state) else known["faults"]
    due_at = None if has_subscription_ended else _next_check(state, known, now, failures)
    return msgspec.structs.replace(state, faults=failures, due_at=due_at)


def _next_check(state: SubscriptionState, known: asyncpg.Record | None, now: datetime, failures: int) -> datetime:
    if state.ending is not None:
        if known is None or known["ending"] != state.ending or known["due_at"] is None:
            return now
        return known["due_at"]
    next_at = now + timedelta(seconds=CHECK_BACKOFF.seconds(failures))
    if state.status in ("active", "canceling"):
        return max(next_at, state.current_period_end + CHECK_AFTER_PERIOD)
    return next_at
