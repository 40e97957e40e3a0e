"""Buying credit: how much, what was understood, and the way to the payment page."""

import msgspec

from fulfilment.console.i18n import numbers
from fulfilment.console.layout import checkout
from fulfilment.console.layout.forms import SubmittedForm
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.credits import routes as credits
from fulfilment.credits.schemas import MAX_PURCHASE_AMOUNT, MIN_PURCHASE_AMOUNT
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError, Validation
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.operations.command import EncodedResponse

# What most people buy, in minor units.
SUGGESTED_AMOUNTS = (100_000, 250_000, 500_000, 1_000_000)
AMOUNT, MINOR_UNITS = "amount", "minor-units"
_MAX_DIGITS = 16


class AmountQuery(msgspec.Struct):
    """What was typed or chosen."""

    amount: str | None = None


async def render_page(
    page: ConsolePage, layout: PageLayout, typed: str | None, sent: SubmittedForm | None = None
) -> Document:
    """The question how much, or what was understood, with the way to pay it."""
    amount, error = None, None if sent is None else sent.error
    if sent is not None:
        minor_units = sent.form.text(MINOR_UNITS)
        typed = layout.formatter.money(int(minor_units)) if _is_minor_units(minor_units) else minor_units
    if typed and error is None:
        try:
            amount = parse_amount(layout, typed)
        except Validation as validation:
            error = validation
    return layout.render(
        "credit/top_up.html",
        nav_item="credit",
        title=layout.gettext("Top up"),
        error_message=None if error is None else checkout.translate_error(layout, error),
        sent=sent,
        fields={AMOUNT: AMOUNT},
        balance=(await page.get(credits.get_shipping_credits)).data,
        choices=SUGGESTED_AMOUNTS,
        typed=typed or "",
        amount=amount,
        least=MIN_PURCHASE_AMOUNT,
        most=MAX_PURCHASE_AMOUNT,
    )


async def start_checkout(page: ConsolePage, layout: PageLayout, form: Form) -> EncodedResponse:
    """Open the payment page once for the form, and lead there."""
    minor_units = form.text(MINOR_UNITS)
    if not _is_minor_units(minor_units):
        return await layout.redirect_to_form(form, _invalid_amount(layout))
    body = {"amount": int(minor_units), "returnTo": "console"}
    try:
        response = await page.mutate(credits.create_credit_checkout, body, key=form.idempotency_key)
    except ApiError as error:
        return await layout.redirect_to_form(form, error)
    return checkout.redirect_to_checkout(response)


def parse_amount(layout: PageLayout, typed: str) -> int:
    """The minor units that somebody typed. Raises Validation, in the reader's language."""
    amount = numbers.parse_money(typed, layout.workspace.currency)
    if amount is None:
        raise _invalid_amount(layout)
    if not MIN_PURCHASE_AMOUNT <= amount <= MAX_PURCHASE_AMOUNT:
        limits = {
            "least": layout.formatter.money(MIN_PURCHASE_AMOUNT),
            "most": layout.formatter.money(MAX_PURCHASE_AMOUNT),
        }
        raise Validation(
            layout.gettext("Between %(least)s and %(most)s can be bought at once.", **limits), field=AMOUNT
        )
    return amount


def _is_minor_units(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS


def _invalid_amount(layout: PageLayout) -> Validation:
    return Validation(layout.gettext("This is no amount of money. Enter digits, such as 500000."), field=AMOUNT)
