"""The HTTP edge of the shipping credit."""

from fulfilment.console.credit import topping_up, view
from fulfilment.console.credit.topping_up import AmountQuery
from fulfilment.console.credit.view import CreditQuery
from fulfilment.console.frame import frame
from fulfilment.credits import routes as credits
from fulfilment.http.envelope import Document
from fulfilment.http.form import Form
from fulfilment.http.mutation import Answered
from fulfilment.http.page import Page
from fulfilment.http.route import Routes

route = Routes("Console", prefix="/console/{workspace}")

HTML = "text/html"


@route.get("/credit", right="shipping_credits.read", media_type=HTML)
async def show_credit(page: Page, query: CreditQuery) -> Document:
    """The balance, and what moved it."""
    shown = await frame.of(page)
    return await view.put(page, shown, query)


@route.get("/credit/statement", right="shipping_credits.read", media_type="text/csv", ends_with_caller=True)
async def export_statement(page: Page, query: CreditQuery) -> Document:
    """The transactions of the filter as CSV, oldest first."""
    shown = await frame.of(page)
    period, _ = view.period_of(shown, query)
    return await page.fetch(credits.get_credit_statement, period | {"kind": query.kind, "format": "csv"})


@route.get("/credit/top-up", right="shipping_credits.change", media_type=HTML)
async def ask_for_amount(page: Page, query: AmountQuery) -> Document:
    """Ask how much, and show back what was understood."""
    shown = await frame.of(page)
    return await topping_up.put(page, shown, query.amount)


@route.post("/credit/top-up", right="shipping_credits.change", media_type=HTML)
async def top_up(page: Page, form: Form) -> Document | Answered:
    """Lead to the page on which the credit is paid for."""
    page.require_fresh()
    shown = await frame.of(page)
    return await topping_up.begin(page, shown, form)
