"""What a subscription is to the workspace, by what the provider says of it and the database's clock.

No word of it calls or writes: `subscriptions.py` does.
"""

from datetime import datetime, timedelta

import asyncpg
import msgspec

from fulfilment.billing.queries import Standing
from fulfilment.payments.port import Subscription

FREE = "free"
# A renewal is told of within moments; after so long it is asked for.
LOOK_AFTER_PERIOD = timedelta(hours=1)
# What needs no haste is looked at after so long, and ever more seldom while nothing changes.
FIRST_LOOK = timedelta(minutes=5)
LONGEST_LOOK = timedelta(days=1)
_MOST_DOUBLINGS = 16


def status_of(said: Subscription, now: datetime) -> tuple[str, bool]:
    """Our status of it, and whether the workspace has its plan by it.

    What is to end has ended when its time has come, whatever the provider's clock says.
    """
    ends_at = end_of(said)
    if is_over(said) or (ends_at is not None and ends_at <= now):
        return "canceled", False
    if said.status == "active":
        return ("active" if ends_at is None else "canceling"), True
    if said.status == "past_due":
        return "past_due", True
    return ("past_due" if said.status == "unpaid" else "incomplete"), False


def is_over(said: Subscription) -> bool:
    """Whether the provider has ended it, for good."""
    return said.status == "canceled" or said.ended_at is not None


def end_of(said: Subscription) -> datetime | None:
    """When it is to end; None while it goes on."""
    return said.cancel_at or (said.current_period_end if said.cancel_at_period_end else None)


def judge(
    said: Subscription,
    plan: str,
    checkout: asyncpg.Record,
    known: asyncpg.Record | None,
    current: asyncpg.Record,
) -> Standing:
    """What its row is to hold, beside that of the workspace's current one."""
    now = current["now"]
    status, entitles = status_of(said, now)
    is_current = _is_current(status, checkout, known, current, entitles=entitles)
    ending = None if known is None else known["ending"]
    if entitles and not is_current:
        # Another one took its place, or was there before it was paid.
        ending = "now"
    elif ending == "period_end" and end_of(said) is not None:
        ending = None
    if is_over(said):
        ending = None
    standing = Standing(
        plan=plan,
        currency=said.currency.upper(),
        status=status,
        current_period_start=said.current_period_start,
        current_period_end=said.current_period_end,
        cancel_at=end_of(said),
        ended_at=said.ended_at or (said.current_period_end if is_over(said) else None),
        is_current=is_current,
        entitles=entitles,
        ending=ending,
        ending_actor=known["ending_actor"] if known is not None and ending else None,
        due_at=None,
        faults=0,
    )
    return _with_next_look(standing, known, now, is_over=is_over(said))


def has_changed(known: asyncpg.Record | None, standing: Standing) -> bool:
    """Whether there is more new of it than when it is looked at next."""
    told = [name for name in standing.__struct_fields__ if name not in ("due_at", "faults")]
    return known is None or any(known[name] != getattr(standing, name) for name in told)


def _is_current(
    status: str, checkout: asyncpg.Record, known: asyncpg.Record | None, current: asyncpg.Record, *, entitles: bool
) -> bool:
    """The newest of those that were paid; what was never paid only while there is nothing else."""
    if known is not None and known["is_current"]:
        return not (status == "canceled" and known["status"] == "incomplete")
    if status == "canceled" or (known is not None and known["ending"] == "now"):
        return False
    is_alone = current["id"] is None or current["status"] == "canceled"
    if not entitles:
        return is_alone
    is_newest = current["id"] is not None and _age(checkout, "subscription_id") > _age(current, "id")
    return is_alone or is_newest or not current["entitles"]


def _age(row: asyncpg.Record, id: str) -> tuple[datetime, str]:
    return row["created_at"], row[id]


def _with_next_look(standing: Standing, known: asyncpg.Record | None, now: datetime, *, is_over: bool) -> Standing:
    faults = 0 if known is None or has_changed(known, standing) else known["faults"]
    due_at = None if is_over else _next_look(standing, known, now, faults)
    return msgspec.structs.replace(standing, faults=faults, due_at=due_at)


def _next_look(standing: Standing, known: asyncpg.Record | None, now: datetime, faults: int) -> datetime:
    if standing.ending is not None:
        is_known = known is not None and known["ending"] == standing.ending
        return known["due_at"] if is_known and known["due_at"] is not None else now
    again = now + min(FIRST_LOOK * 2 ** min(faults, _MOST_DOUBLINGS), LONGEST_LOOK)
    if standing.status in ("active", "canceling"):
        return max(again, standing.current_period_end + LOOK_AFTER_PERIOD)
    return again
