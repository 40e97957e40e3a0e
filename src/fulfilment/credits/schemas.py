"""What goes over the wire about shipping credits (decisions, section 6)."""

from typing import Annotated, Literal

from msgspec import Meta, field

from fulfilment.infra.models import (
    ApiModel,
    Code,
    CommandModel,
    Email,
    Moment,
    Name120,
    PageQuery,
    Positive,
    Short,
    Signed,
    Timestamp,
)
from fulfilment.infra.safe_csv import Separator
from fulfilment.payments.schemas import ReturnTo

Memo = Annotated[str, Meta(max_length=500)]
# What one purchase may be of, in the currency's minor unit.
MIN_PURCHASE_AMOUNT, MAX_PURCHASE_AMOUNT = 10_000, 10_000_000
Kind = Literal["topup", "shipment_charge", "shipment_refund", "manual_adjustment"]


class CreditBalance(ApiModel):
    """A workspace's prepaid shipping credit. Amounts are in the currency's minor unit, for IDR whole rupiah."""

    account_id: str
    balance: int
    """What was paid in and not spent: the sum of all transactions, with what is held; never below 0."""
    held: int
    """What bookings under way have set aside; charged or let go of when they are settled."""
    available: int
    """What the next booking may take: `balance` less `held`."""
    owed: int
    """What refunds and disputes took back of purchases that were spent already; the next top-ups pay for it first.
    Mostly 0.
    """
    currency: str
    """The code of the currency, such as `IDR`."""
    updated_at: Timestamp
    """When credit was last moved or held; when the workspace was made, if it never was."""


class CreditTransaction(ApiModel):
    """One line of the credit ledger; the balance is the sum of all `amount`s. Amounts are in the currency's minor unit,
    for IDR whole rupiah.
    """

    id: str
    """Identifies the transaction (`ctx_…`)."""
    kind: Kind
    """`topup`: credit that was bought or added; `shipment_charge`: what a booking cost; `shipment_refund`: what was
    given back of such a charge; `manual_adjustment`: everything else, such as a correction by hand, another price of
    the courier, or a payment that was refunded.
    """
    amount: int
    """What was added to the balance; negative where it was taken."""
    balance_after: int
    """The balance after it."""
    shipment_id: str | None
    """The shipment that it is about (`ship_…`); null where it is about none."""
    external_ref: str | None
    """The reference that it was made under, and made once per `kind`; `chk_…` for credit that was bought. Null where
    there is none.
    """
    memo: str | None
    """A note about it, by whoever made it; null where there is none."""
    created_by: str | None
    """Who bought, topped up or adjusted by hand: the identity provider's id of a person, or the workspace (`acc_…`) for
    an API key. Null for what a shipment, a refund or a dispute did, and the operator.
    """
    created_at: Timestamp
    """When the balance was moved."""


class CreditTransactions(ApiModel):
    """A page of the credit ledger."""

    transactions: list[CreditTransaction]
    """The transactions of the page, newest first."""
    next_cursor: str | None
    """The same as `meta.cursor`: leads to the next page, null on the last one."""


class TransactionsQuery(PageQuery):
    """Which transactions a list of them has."""

    kind: Kind | None = None
    """Only those of this kind. Where they are rare a page may hold few of them, or none, and lead on all the same."""
    from_: Moment | None = field(default=None, name="from")
    """Only those since then, that moment included: a timestamp with its offset."""
    to: Moment | None = None
    """Only those before then, that moment not included: a timestamp with its offset."""
    shipment_id: Short | None = field(default=None, name="shipmentId")
    """Only what this shipment was charged and given back; an unknown one gives an empty list."""


class StatementQuery(PageQuery):
    """The period of a statement, and the form that it comes in."""

    from_: Moment | None = field(default=None, name="from")
    """Where the period begins, that moment included: a timestamp with its offset. Without it, with the first
    transaction.
    """
    to: Moment | None = None
    """Where the period ends, that moment not included: a timestamp with its offset. Without it, now."""
    format: Literal["json", "csv"] | None = None
    """`json`, or `csv`, which has the whole period at once, up to 50,000 transactions; without it the `Accept` header
    decides.
    """
    separator: Separator = "comma"
    """The character between the cells of CSV: `comma`, or `semicolon` for spreadsheets of languages that write a
    decimal comma. With `semicolon` the file begins with a byte order mark.
    """
    kind: Kind | None = None
    """Only the transactions of this kind. It goes with CSV; as JSON the list of transactions has it."""


class CreditStatement(ApiModel):
    """What moved the credit in a period. Amounts are in the currency's minor unit, for IDR whole rupiah."""

    account_id: str
    currency: str
    """The code of the currency, such as `IDR`."""
    from_: Timestamp | None = field(name="from")
    """Where the period begins, that moment included; null: with the first transaction."""
    to: Timestamp | None
    """Where the period ends, that moment not included; null: now."""
    opening_balance: int
    """The balance before the period."""
    closing_balance: int
    """The balance after the whole period, whichever page is shown."""
    transactions: list[CreditTransaction]
    """What moved the balance in the period, oldest first; 200 a page unless `limit` says otherwise, 1,000 at most."""


class CreditTransactionReply(ApiModel):
    """A movement of the credit, and the balance."""

    transaction: CreditTransaction
    """The movement; under a known `externalRef`, the one that was made before."""
    balance: CreditBalance
    """The balance as it is now."""


class CreditTopUp(CommandModel):
    """Credit to add."""

    amount: Positive
    """How much to add, in the currency's minor unit (for IDR whole rupiah)."""
    external_ref: Code | None = None
    """Your own reference of the payment. A repeat under it adds nothing, and answers 200 with the first transaction;
    with another amount it is 409 `DUPLICATE`.
    """
    memo: Memo | None = None
    """A note, shown with the transaction."""


class CreditCheckout(CommandModel):
    """Credit to buy on a page of the payment provider."""

    amount: Annotated[int, Meta(ge=MIN_PURCHASE_AMOUNT, le=MAX_PURCHASE_AMOUNT)]
    """How much to buy, in the currency's minor unit (for IDR whole rupiah)."""
    email: Email | None = None
    """Where the receipt goes. For a person, the address of their token is used where it has one. Without any, the
    payment provider keeps the one that it has, or asks on its page.
    """
    name: Name120 | None = None
    """The buyer's name, for the payment provider."""
    return_to: ReturnTo | None = None
    """`console`: who has paid, or not, comes back to the workspace's page in the console; else to the pages that the
    operator has set, or to a page that says what happened.
    """


class CreditAdjustment(CommandModel):
    """Credit to correct, or to give back."""

    amount: Signed
    """What to add, in the currency's minor unit (for IDR whole rupiah); never 0. Only a `manual_adjustment` may be
    negative: it takes away, and no more than is available.
    """
    kind: Literal["manual_adjustment", "shipment_refund"]
    """`manual_adjustment` corrects the balance; `shipment_refund` gives back of what a shipment was charged, and never
    more than is left of it.
    """
    shipment_id: Code | None = None
    """The shipment that it is about (`ship_…`); needed for a `shipment_refund`."""
    external_ref: Code | None = None
    """Your own reference. A repeat of the same kind under it moves nothing, and answers 200 with the first transaction;
    with another amount or shipment it is 409 `DUPLICATE`.
    """
    memo: Memo | None = None
    """A note, shown with the transaction."""
