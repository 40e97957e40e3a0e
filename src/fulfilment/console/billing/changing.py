"""Buying another plan and cancelling the present one: what follows, and then the act."""

from typing import get_args

from fulfilment.billing import plans
from fulfilment.billing import routes as billing
from fulfilment.console.billing import view
from fulfilment.console.i18n.error_messages import ErrorMessage
from fulfilment.console.layout import checkout
from fulfilment.console.layout.forms import SubmittedForm
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError, NotFound
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.payments.port import PaidPlan

PLAN_FIELD = "plan"


async def render_plan_choice(
    page: ConsolePage, layout: PageLayout, plan: str, sent: SubmittedForm | None = None
) -> Document:
    """What the plan costs and includes. Raises NotFound for one that is not sold."""
    if plan not in get_args(PaidPlan):
        raise NotFound
    plan_status = await view.load_plan_status(page, layout)
    return layout.render(
        "billing/choose.html",
        nav_item="billing",
        title=layout.gettext("Choose %(plan)s", plan=plan.capitalize()),
        error_message=_error_message(layout, sent),
        sent=sent,
        plan_status=plan_status,
        offer=view.build_offer(layout, plans.get_plan(plan), plan_status),
    )


async def start_checkout(page: ConsolePage, layout: PageLayout, form: Form) -> EncodedResponse:
    """Open the payment page once for the form, and lead there."""
    plan = form.text(PLAN_FIELD)
    if plan not in get_args(PaidPlan):
        raise NotFound
    plan_status = await view.load_plan_status(page, layout)
    body = {"plan": plan.upper(), "currency": plan_status.currency, "returnTo": "console"}
    try:
        response = await page.mutate(billing.create_plan_checkout, body, key=form.idempotency_key)
    except ApiError as error:
        return await layout.redirect_to_form(form, error, path=f"/billing/choose?{PLAN_FIELD}={plan}")
    return checkout.redirect_to_checkout(response)


async def render_cancellation(page: ConsolePage, layout: PageLayout, sent: SubmittedForm | None = None) -> Document:
    """What ends and when, and what the workspace has then."""
    plan_status = await view.load_plan_status(page, layout)
    return layout.render(
        "billing/cancel.html",
        nav_item="billing",
        title=layout.gettext("Cancel the plan"),
        error_message=_error_message(layout, sent),
        sent=sent,
        plan_status=plan_status,
        offer=view.build_offer(layout, plans.FREE, plan_status),
    )


def _error_message(layout: PageLayout, sent: SubmittedForm | None) -> ErrorMessage | None:
    return None if sent is None or sent.error is None else checkout.translate_error(layout, sent.error)
