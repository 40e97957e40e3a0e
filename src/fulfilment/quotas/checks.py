"""The places that a plan includes: whoever takes one first holds it, and nobody takes one more (decisions, section 10).

A workspace's row is locked before its places are counted, and until what takes one is committed; so of several that
want the last place the others wait, and then find it taken. A workspace without a limit locks and counts nothing.
"""

import math

from fulfilment.billing import plans
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.database.transaction import Actor, Tx
from fulfilment.quotas import queries
from fulfilment.quotas.limits import Limit


class PlanLimitReached(ApiError):
    """The workspace's plan does not include one more. What there is already stays, however much it is."""

    status, code, message = 403, "PLAN_LIMIT", "The plan does not include one more."

    def __init__(self, plan: str, limit: Limit) -> None:
        maximum = limit.for_plan(plan)
        message = (
            f"{maximum} of {maximum} {limit.noun} of the plan {plan} are taken. "
            f"{limit.remedy}, or choose a larger plan."
        )
        super().__init__(
            message if maximum else f"The plan {plan} has no {limit.noun}. Choose another.", field=limit.field
        )


async def require_quota(tx: Tx, *limits: Limit, booking: str | None = None) -> None:
    """Make sure of a place for one more, until the transaction ends. Raises PlanLimitReached.

    A `booking` is the shipment that it is for, whose own place counts once.
    """
    free, error = await find_remaining(tx, *limits, booking=booking)
    if error is not None and free < 1:
        raise error


async def find_remaining(tx: Tx, *limits: Limit, booking: str | None = None) -> tuple[float, PlanLimitReached | None]:
    """How many more there may be, until the transaction ends, and the refusal of one beyond; infinite without one.

    Requests are limited, and neither the operator's commands nor what the service does by itself, nor what is owed to
    whoever paid for it.
    """
    unlimited = (math.inf, None)
    limiting = list_limiting_plans(tx, *limits)
    plan = await queries.lock_if_limited(tx, limiting) if limiting else None
    if plan is None:
        return unlimited
    lowest = unlimited
    for limit in limits:
        maximum = limit.for_plan(plan)
        if maximum == plans.UNLIMITED:
            continue
        free = maximum - await limit.count_used(tx, maximum, booking)
        if free < lowest[0]:
            lowest = (max(free, 0), PlanLimitReached(plan, limit))
    return lowest


def list_limiting_plans(tx: Tx, *limits: Limit) -> list[str]:
    """The plans that have one of these limits, none where whoever acts has none.

    A statement that takes a place may ask by the way whether the workspace is on one of them; if it is, the place is
    to be made sure of here.
    """
    if tx.is_exempt_from_limits or not isinstance(tx.actor, Principal):
        return []
    return _list_plans_with(*limits)


def is_limited(actor: Actor, *limits: Limit) -> bool:
    """Whether the actor's workspace was on a plan with one of these limits when its key was looked up."""
    return isinstance(actor, Principal) and actor.plan in _list_plans_with(*limits)


def _list_plans_with(*limits: Limit) -> list[str]:
    names = [plan.name for plan in plans.PLANS if plan.name is not None]
    return [name for name in names if any(limit.for_plan(name) != plans.UNLIMITED for limit in limits)]
