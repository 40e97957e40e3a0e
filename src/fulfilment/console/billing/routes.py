"""HTTP routes of the plan: show it, buy another plan, and cancel after a confirmation."""

from typing import get_args

import msgspec

from fulfilment.billing import plans
from fulfilment.billing import routes as billing
from fulfilment.console.billing import view
from fulfilment.console.billing.view import BillingQuery
from fulfilment.console.i18n.error_messages import ErrorMessage
from fulfilment.console.layout import checkout, forms, page_layout
from fulfilment.console.layout.forms import SubmittedForm
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError, NotFound
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.payments.port import PaidPlan

PLAN_FIELD = "plan"


async def render_plan_choice(
    page: ConsolePage, layout: PageLayout, plan: str, sent: SubmittedForm | None = None
) -> Document:
    """Price and limits of the chosen plan. Raises NotFound for a plan that is not sold."""
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
    """Open one payment page for the form, and redirect there."""
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
    """Question before a cancellation: when the plan ends, and the limits after it."""
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


route = Routes("Console", prefix="/console/{workspace}")

HTML = "text/html"


class PlanChoiceQuery(msgspec.Struct):
    """The plan that was chosen."""

    plan: str = ""


@route.get("/billing", right="billing.read", media_type=HTML)
async def show_billing(page: ConsolePage, query: BillingQuery) -> Document | EncodedResponse:
    """Page of the plan with its usage, the other plans and the invoices."""
    layout = await page_layout.load_layout(page)
    return await view.render_page(page, layout, query)


@route.get("/billing/choose", right="billing.change", media_type=HTML)
async def show_plan_choice(page: ConsolePage, query: PlanChoiceQuery) -> Document:
    """Question before a plan is paid: its price and limits."""
    layout = await page_layout.load_layout(page)
    return await render_plan_choice(page, layout, query.plan, await forms.load_submitted(page))


@route.post("/billing/choose", right="billing.change", media_type=HTML)
async def choose_plan(page: ConsolePage, form: Form) -> EncodedResponse:
    """Redirect to the payment page of the plan."""
    page.require_recent_sign_in()
    layout = await page_layout.load_layout(page)
    return await start_checkout(page, layout, form)


@route.get("/billing/cancel", right="billing.change", media_type=HTML)
async def confirm_cancellation(page: ConsolePage) -> Document:
    """Question before the plan is cancelled."""
    layout = await page_layout.load_layout(page)
    return await render_cancellation(page, layout, await forms.load_submitted(page))


@route.post("/billing/cancel", right="billing.change", media_type=HTML)
async def cancel_plan(page: ConsolePage, form: Form) -> EncodedResponse:
    """Cancel at the end of the period."""
    page.require_recent_sign_in()
    layout = await page_layout.load_layout(page)
    try:
        await page.mutate(billing.cancel_subscription, key=form.idempotency_key)
    except ApiError as error:
        return await layout.redirect_to_form(form, error)
    return layout.redirect("/billing?done=cancelled")
