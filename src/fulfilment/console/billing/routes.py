"""The HTTP edge of the plan and what it costs."""

import msgspec

from fulfilment.billing import routes as billing
from fulfilment.console.billing import changing, view
from fulfilment.console.billing.view import BillingQuery
from fulfilment.console.frame import frame
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError
from fulfilment.http.form import Form
from fulfilment.http.mutation import Answered
from fulfilment.http.page import Page
from fulfilment.http.route import Routes

route = Routes("Console", prefix="/console/{workspace}")

HTML = "text/html"


class ChoiceQuery(msgspec.Struct):
    """The plan that was chosen."""

    plan: str = ""


@route.get("/billing", right="billing.read", media_type=HTML)
async def show_billing(page: Page, query: BillingQuery) -> Document:
    """The plan, what was used of it, the other plans, and the invoices."""
    shown = await frame.of(page)
    return await view.put(page, shown, query)


@route.get("/billing/choose", right="billing.change", media_type=HTML)
async def ask_about_plan(page: Page, query: ChoiceQuery) -> Document:
    """Say what a plan costs and what follows, before it is paid for."""
    shown = await frame.of(page)
    return await changing.put_choice(page, shown, query.plan)


@route.post("/billing/choose", right="billing.change", media_type=HTML)
async def choose_plan(page: Page, form: Form) -> Document | Answered:
    """Lead to the page on which the plan is paid for."""
    page.require_fresh()
    shown = await frame.of(page)
    return await changing.choose(page, shown, form)


@route.get("/billing/cancel", right="billing.change", media_type=HTML)
async def ask_to_cancel(page: Page) -> Document:
    """Say what ends, and when."""
    shown = await frame.of(page)
    return await changing.put_cancel(page, shown)


@route.post("/billing/cancel", right="billing.change", media_type=HTML)
async def cancel_plan(page: Page, form: Form) -> Document | Answered:
    """Cancel at the end of the period."""
    page.require_fresh()
    shown = await frame.of(page)
    try:
        await page.tell(billing.cancel_subscription, key=form.key)
    except ApiError as refusal:
        return await changing.put_cancel(page, shown, form, refusal)
    return shown.go("/billing?done=cancelled")
