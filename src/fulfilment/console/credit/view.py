"""Page of the credit, and the form of a top-up."""

from datetime import date, timedelta
from functools import partial
from typing import Any
from urllib.parse import urlencode

import msgspec

from fulfilment.console.i18n import formatter
from fulfilment.console.layout import checkout
from fulfilment.console.layout.checkout import CheckoutReturn
from fulfilment.console.layout.forms import SubmittedForm
from fulfilment.console.layout.page_layout import PageLayout
from fulfilment.credits import purchase, reversals
from fulfilment.credits import routes as credits
from fulfilment.credits.schemas import MAX_PURCHASE_AMOUNT, MIN_PURCHASE_AMOUNT
from fulfilment.infra.api.envelope import Document
from fulfilment.infra.api.errors import ApiError, Validation
from fulfilment.infra.api.form import Form
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.i18n import N_
from fulfilment.infra.operations.command import EncodedResponse

# Amounts that most people buy, in minor units.
SUGGESTED_AMOUNTS = (100_000, 250_000, 500_000, 1_000_000)
AMOUNT, MINOR_UNITS = "amount", "minor-units"
_MAX_DIGITS = 16


class AmountQuery(msgspec.Struct):
    """Amount that the owner typed or chose."""

    amount: str | None = None


async def render_topping_up(
    page: ConsolePage, layout: PageLayout, typed: str | None, sent: SubmittedForm | None = None
) -> Document:
    """Form for an amount, or the confirmation of an amount before it is paid."""
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
    """Open one payment page for the form, and redirect there."""
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
    """Typed amount in minor units. Raises Validation, in the reader's language."""
    amount = formatter.parse_money(typed, layout.workspace.currency)
    if amount is None:
        raise _invalid_amount(layout)
    if not MIN_PURCHASE_AMOUNT <= amount <= MAX_PURCHASE_AMOUNT:
        limits = {
            "least": layout.formatter.money(MIN_PURCHASE_AMOUNT),
            "most": layout.formatter.money(MAX_PURCHASE_AMOUNT),
        }
        raise Validation(
            layout.gettext("You can buy between %(least)s and %(most)s at a time.", **limits), field=AMOUNT
        )
    return amount


def _is_minor_units(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS


def _invalid_amount(layout: PageLayout) -> Validation:
    return Validation(layout.gettext("Enter an amount in digits, such as 500000."), field=AMOUNT)


_MEMO_TEXTS = {
    purchase.MEMO: N_("Bought on a payment page"),
    reversals.REVERSAL_MEMO: N_("A payment was refunded or disputed"),
    reversals.REINSTATEMENT_MEMO: N_("A refund or dispute was withdrawn"),
    purchase.OUTSTANDING_MEMO: N_("Owed for payments that were refunded or disputed"),
}


PAGE_ROWS = 50
KINDS = {
    "topup": N_("Top-up"),
    "shipment_charge": N_("Booking"),
    "shipment_refund": N_("Refund of a booking"),
    "manual_adjustment": N_("Correction"),
}
_RESULT_MESSAGES = {"not_paid": N_("You left the payment page, so nothing was paid.")}
_FIELDS = {"from": "from", "to": "to", "kind": "kind"}
# Days that exist in every zone, on both sides of UTC.
_MIN_DAY, _MAX_DAY = date(2000, 1, 1), date(9000, 1, 1)


class CreditQuery(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The query of the address: the filters, the page, and a payment of just now with the stage that a page shows."""

    kind: str | None = None
    from_: str | None = msgspec.field(default=None, name="from")
    to: str | None = None
    cursor: str | None = None
    done: str | None = None
    paid: str | None = None
    stage: str | None = None


async def render_page(page: ConsolePage, layout: PageLayout, query: CreditQuery) -> Document | EncodedResponse:
    """The balance, the transactions of the filter, and whether a payment of just now is credited.

    A script that waits for the payment gets no page before there is another one to show.
    """
    period, error = parse_period(layout, query)
    rows, meta = [], {}
    try:
        params = period | {"kind": query.kind, "limit": PAGE_ROWS, "cursor": query.cursor}
        response = await page.get(credits.list_credit_transactions, params)
        rows, meta = response.data["transactions"], response.meta
    except ApiError as api_error:
        if api_error.field not in _FIELDS:
            raise
        error = api_error
    top_up = _find_top_up(query, rows)
    checkout_return = _build_checkout_return(layout, query, top_up)
    if checkout.is_unchanged(page, checkout_return, query.stage):
        return EncodedResponse(204, b"", {})
    filters = {"kind": query.kind, "from": query.from_, "to": query.to}
    return layout.render(
        "credit/credit.html",
        nav_item="credit",
        title=layout.gettext("Credit"),
        error_message=None if error is None else layout.translate_error(error),
        fields=_FIELDS,
        done=layout.gettext(_RESULT_MESSAGES[query.done]) if query.done in _RESULT_MESSAGES else None,
        balance=(await page.get(credits.get_shipping_credits)).data,
        rows=rows,
        query=query,
        texts=[name for name, text in (("from", query.from_), ("to", query.to)) if text and not _is_plain_day(text)],
        kinds=KINDS,
        choices=SUGGESTED_AMOUNTS,
        is_filtered=any(filters.values()),
        checkout_return=checkout_return,
        top_up=top_up,
        translate_memo=partial(translate_memo, layout),
        export=_build_link(layout, "/credit/statement", filters),
        older=_build_link(layout, "/credit", filters | {"cursor": meta["cursor"]}) if meta.get("hasMore") else None,
        newest=_build_link(layout, "/credit", filters) if query.cursor else None,
    )


def parse_period(layout: PageLayout, query: CreditQuery) -> tuple[dict[str, str], Validation | None]:
    """Start and end of the filter's days, both included; an invalid day is left out with its error."""
    period, validation = {}, None
    for name, text, extra_days in (("from", query.from_, 0), ("to", query.to, 1)):
        try:
            day = date.fromisoformat(text) if text else None
        except ValueError:
            day = _MAX_DAY
        if day is not None and not _MIN_DAY <= day < _MAX_DAY:
            validation = Validation(layout.gettext("Enter a date such as 2026-11-23."), field=name)
        elif day is not None:
            period[name] = layout.formatter.start_of(day + timedelta(days=extra_days)).isoformat()
    return period, validation


def _is_plain_day(text: str) -> bool:
    """True where a date field of a browser can show the text; it leaves other text out."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _find_top_up(query: CreditQuery, rows: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The top-up of the payment that a person returns from: its reference is the checkout."""
    top_ups = [row for row in rows if row["kind"] == "topup"] if query.paid else []
    return next((row for row in top_ups if row["externalRef"] == query.paid), None)


def _build_checkout_return(
    layout: PageLayout, query: CreditQuery, top_up: dict[str, Any] | None
) -> CheckoutReturn | None:
    if not query.paid:
        return None
    stage = checkout.WAITING if top_up is None else checkout.SETTLED
    return checkout.build_checkout_return(f"{layout.address}/credit", query.paid, stage)


def _build_link(layout: PageLayout, path: str, values: dict[str, str | None]) -> str:
    query_string = urlencode({name: value for name, value in values.items() if value})
    return f"{layout.address}{path}" + (f"?{query_string}" if query_string else "")


def translate_memo(layout: PageLayout, memo: str) -> str:
    """A memo in the reader's language; a memo that a person wrote stays as it is."""
    text = _MEMO_TEXTS.get(memo)
    return memo if text is None else layout.gettext(text)
