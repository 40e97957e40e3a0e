"""HTTP routes of the shipping credit."""

from fulfilment.console.credit import view
from fulfilment.console.credit.view import AmountQuery, CreditQuery
from fulfilment.console.layout import forms, page_layout
from fulfilment.credits import routes as credits
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.i18n import CSV_SEPARATORS
from fulfilment.infra.operations.command import EncodedResponse

route = Routes("Console", prefix="/console/{workspace}")

HTML = "text/html"


@route.get("/credit", right="shipping_credits.read", media_type=HTML)
async def show_credit(page: ConsolePage, query: CreditQuery) -> Document | EncodedResponse:
    """Page with the balance and the transactions."""
    layout = await page_layout.load_layout(page)
    return await view.render_page(page, layout, query)


@route.get("/credit/statement", right="shipping_credits.read", media_type="text/csv", cancel_on_disconnect=True)
async def export_statement(page: ConsolePage, query: CreditQuery) -> Document:
    """The transactions of the filter as CSV, oldest first."""
    layout = await page_layout.load_layout(page)
    period, _ = view.parse_period(layout, query)
    form = {"format": "csv", "separator": CSV_SEPARATORS[layout.language]}
    return await page.download(credits.get_credit_statement, period | {"kind": query.kind} | form)


@route.get("/credit/top-up", right="shipping_credits.change", media_type=HTML)
async def show_top_up(page: ConsolePage, query: AmountQuery) -> Document:
    """Form for an amount, and the confirmation of the amount."""
    layout = await page_layout.load_layout(page)
    return await view.render_topping_up(page, layout, query.amount, await forms.load_submitted(page))


@route.post("/credit/top-up", right="shipping_credits.change", media_type=HTML)
async def top_up(page: ConsolePage, form: Form) -> EncodedResponse:
    """Redirect to the payment page of the top-up."""
    page.require_recent_sign_in()
    layout = await page_layout.load_layout(page)
    return await view.start_checkout(page, layout, form)
