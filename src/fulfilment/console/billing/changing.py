"""Buying another plan and cancelling the present one: what follows, and then the act."""

from typing import get_args

from fulfilment import plans
from fulfilment.billing import routes as billing
from fulfilment.console.billing import view
from fulfilment.console.frame import checkout, forms
from fulfilment.console.frame.frame import Frame
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError, NotFound
from fulfilment.http.form import Form
from fulfilment.http.mutation import Answered
from fulfilment.http.page import Page
from fulfilment.payments.port import PaidPlan

PLAN = "plan"


async def put_choice(
    page: Page, shown: Frame, plan: str, form: Form | None = None, refusal: ApiError | None = None
) -> Document:
    """What the plan costs and includes. Raises NotFound for one that is not sold."""
    if plan not in get_args(PaidPlan):
        raise NotFound
    standing = await view.standing_of(page, shown)
    return shown.put(
        "billing/choose.html",
        place="billing",
        title=shown.say("Choose %(plan)s", plan=plan.capitalize()),
        told=None if refusal is None else checkout.told(shown, refusal),
        standing=standing,
        offer=view.offer_of(shown, plans.of(plan), standing),
        key_value=None if form is None or refusal is None else forms.next_key(form, refusal),
    )


async def choose(page: Page, shown: Frame, form: Form) -> Document | Answered:
    """Open the payment page once for the form, and lead there."""
    plan = form.text(PLAN)
    if plan not in get_args(PaidPlan):
        raise NotFound
    standing = await view.standing_of(page, shown)
    wanted = {"plan": plan.upper(), "currency": standing.currency, "returnTo": "console"}
    try:
        answer = await page.tell(billing.create_plan_checkout, wanted, key=form.key)
    except ApiError as refusal:
        return await put_choice(page, shown, plan, form, refusal)
    return checkout.go(answer)


async def put_cancel(page: Page, shown: Frame, form: Form | None = None, refusal: ApiError | None = None) -> Document:
    """What ends and when, and what the workspace has then."""
    standing = await view.standing_of(page, shown)
    return shown.put(
        "billing/cancel.html",
        place="billing",
        title=shown.say("Cancel the plan"),
        told=None if refusal is None else checkout.told(shown, refusal),
        standing=standing,
        offer=view.offer_of(shown, plans.FREE, standing),
        key_value=None if form is None or refusal is None else forms.next_key(form, refusal),
    )
