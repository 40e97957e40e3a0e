"""The HTTP edge of the plan and what it costs."""

import msgspec

from fulfilment.billing import routes as billing
from fulfilment.console.billing import changing, view
from fulfilment.console.billing.view import BillingQuery
from fulfilment.console.layout import forms, page_layout
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.operations.command import EncodedResponse

route = Routes("Console", prefix="/console/{workspace}")

HTML = "text/html"


class PlanChoiceQuery(msgspec.Struct):
    """The plan that was chosen."""

    plan: str = ""


@route.get("/billing", right="billing.read", media_type=HTML)
async def show_billing(page: ConsolePage, query: BillingQuery) -> Document | EncodedResponse:
    """The plan, what was used of it, the other plans, and the invoices."""
    layout = await page_layout.load_layout(page)
    return await view.render_page(page, layout, query)


@route.get("/billing/choose", right="billing.change", media_type=HTML)
async def show_plan_choice(page: ConsolePage, query: PlanChoiceQuery) -> Document:
    """Say what a plan costs and what follows, before it is paid for."""
    layout = await page_layout.load_layout(page)
    return await changing.render_plan_choice(page, layout, query.plan, await forms.load_submitted(page))


@route.post("/billing/choose", right="billing.change", media_type=HTML)
async def choose_plan(page: ConsolePage, form: Form) -> EncodedResponse:
    """Lead to the page on which the plan is paid for."""
    page.require_recent_sign_in()
    layout = await page_layout.load_layout(page)
    return await changing.start_checkout(page, layout, form)


@route.get("/billing/cancel", right="billing.change", media_type=HTML)
async def confirm_cancellation(page: ConsolePage) -> Document:
    """Say what ends, and when."""
    layout = await page_layout.load_layout(page)
    return await changing.render_cancellation(page, layout, await forms.load_submitted(page))


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
