"""The places that a plan includes: whoever takes one first holds it, and nobody takes one more (decisions, section 10).

A workspace's row is locked before its places are counted, and until what takes one is committed; so of several that
want the last place the others wait, and then find it taken. A workspace without a limit locks and counts nothing.
"""

import math

from fulfilment import plans
from fulfilment.db.tx import Tx
from fulfilment.http.caller import Caller
from fulfilment.http.errors import ApiError
from fulfilment.usage import queries
from fulfilment.usage.limits import Limit


class PlanLimit(ApiError):
    """The workspace's plan does not include one more. What there is already stays, however much it is."""

    status, code, message = 403, "PLAN_LIMIT", "The plan does not include one more."

    def __init__(self, plan: str, limit: Limit):
        most = limit.of(plan)
        taken = f"{most} of {most} {limit.what} of the plan {plan} are taken. {limit.remedy}, or choose a larger plan."
        super().__init__(taken if most else f"The plan {plan} has no {limit.what}. Choose another.", field=limit.field)


async def require(tx: Tx, *limits: Limit, booking: str | None = None) -> None:
    """Make sure of a place for one more, until the transaction ends. Raises PlanLimit.

    A `booking` is the shipment that it is for, whose own place counts once.
    """
    free, refusal = await find_free(tx, *limits, booking=booking)
    if refusal is not None and free < 1:
        raise refusal


async def find_free(tx: Tx, *limits: Limit, booking: str | None = None) -> tuple[float, PlanLimit | None]:
    """How many more there may be, until the transaction ends, and the refusal of one beyond; infinite without one.

    Requests are limited, and neither the operator's commands nor what the service does by itself, nor what is owed to
    whoever paid for it.
    """
    unlimited = (math.inf, None)
    limiting = limiting_plans(tx, *limits)
    plan = await queries.lock_limited(tx, limiting) if limiting else None
    if plan is None:
        return unlimited
    found = unlimited
    for limit in limits:
        most = limit.of(plan)
        if most == plans.UNLIMITED:
            continue
        free = most - await limit.count(tx, most, booking)
        if free < found[0]:
            found = (max(free, 0), PlanLimit(plan, limit))
    return found


def limiting_plans(tx: Tx, *limits: Limit) -> list[str]:
    """The plans that have one of these limits, none where whoever acts has none.

    A statement that takes a place may ask by the way whether the workspace is on one of them; if it is, the place is
    to be made sure of here.
    """
    if tx.is_owed or not isinstance(tx.actor, Caller):
        return []
    return [plan.name for plan in plans.PLANS if any(limit.of(plan.name) != plans.UNLIMITED for limit in limits)]


def is_limited(tx: Tx, limiting: list[str]) -> bool:
    """Whether the workspace was on one of these plans when its key was looked up: so its places will be counted."""
    return bool(limiting) and tx.actor.plan in limiting
