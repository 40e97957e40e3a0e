"""Buying credit: how much, what was understood, and the way to the payment page."""

import msgspec

from fulfilment.console.frame import checkout, forms
from fulfilment.console.frame.frame import Frame
from fulfilment.console.wording import amounts
from fulfilment.credits import routes as credits
from fulfilment.credits.records import LEAST_BOUGHT, MOST_BOUGHT
from fulfilment.http.envelope import Document
from fulfilment.http.errors import ApiError, Validation
from fulfilment.http.form import Form
from fulfilment.http.mutation import Answered
from fulfilment.http.page import Page

# What most people buy, in minor units.
CHOICES = (100_000, 250_000, 500_000, 1_000_000)
AMOUNT, MINOR_UNITS = "amount", "minor-units"
_MOST_DIGITS = 16


class AmountQuery(msgspec.Struct):
    """What was typed or chosen."""

    amount: str | None = None


async def put(
    page: Page, shown: Frame, typed: str | None, refusal: ApiError | None = None, key: str | None = None
) -> Document:
    """The question how much, or what was understood, with the way to pay it."""
    amount = None
    if typed and refusal is None:
        try:
            amount = read(shown, typed)
        except Validation as problem:
            refusal = problem
    return shown.put(
        "credit/top_up.html",
        place="credit",
        title=shown.say("Top up"),
        told=None if refusal is None else checkout.told(shown, refusal),
        fields={AMOUNT: AMOUNT},
        balance=(await page.ask(credits.get_shipping_credits)).data,
        choices=CHOICES,
        typed=typed or "",
        amount=amount,
        least=LEAST_BOUGHT,
        most=MOST_BOUGHT,
        key_value=key,
    )


async def begin(page: Page, shown: Frame, form: Form) -> Document | Answered:
    """Open the payment page once for the form, and lead there."""
    minor = form.text(MINOR_UNITS)
    if not (minor.isascii() and minor.isdigit() and len(minor) <= _MOST_DIGITS):
        return await put(page, shown, minor, _no_amount(shown))
    wanted = {"amount": int(minor), "returnTo": "console"}
    try:
        answer = await page.tell(credits.create_credit_checkout, wanted, key=form.key)
    except ApiError as refusal:
        return await put(page, shown, shown.show.money(int(minor)), refusal, forms.next_key(form, refusal))
    return checkout.go(answer)


def read(shown: Frame, typed: str) -> int:
    """The minor units that somebody typed. Raises Validation, in the reader's language."""
    amount = amounts.read(typed, shown.workspace.currency)
    if amount is None:
        raise _no_amount(shown)
    if not LEAST_BOUGHT <= amount <= MOST_BOUGHT:
        said = {"least": shown.show.money(LEAST_BOUGHT), "most": shown.show.money(MOST_BOUGHT)}
        raise Validation(shown.say("Between %(least)s and %(most)s can be bought at once.", **said), field=AMOUNT)
    return amount


def _no_amount(shown: Frame) -> Validation:
    return Validation(shown.say("This is no amount of money. Enter digits, such as 500000."), field=AMOUNT)
