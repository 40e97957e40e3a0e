"""API models of shipping credits (decisions, section 6)."""

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
# The bounds of one purchase, in the currency's minor unit.
MIN_PURCHASE_AMOUNT, MAX_PURCHASE_AMOUNT = 10_000, 10_000_000
Kind = Literal["topup", "shipment_charge", "shipment_refund", "manual_adjustment"]


class CreditBalance(ApiModel):
    """A workspace's prepaid shipping credit. Amounts are in the currency's minor unit, for IDR whole rupiah."""

    account_id: str
    balance: int
    """The credit that was paid in and not spent: the sum of all transactions. It includes `held`; never below 0."""
    held: int
    """The amount that bookings in progress hold. It is charged or released when they are settled."""
    available: int
    """The amount available for the next booking: `balance` less `held`."""
    owed: int
    """The debt from refunds and disputes of purchases whose credit was spent already. The next top-ups pay it first;
    mostly 0.
    """
    currency: str
    """The code of the currency, such as `IDR`."""
    updated_at: Timestamp
    """When credit was last moved or held; the creation time of the workspace if it never was."""


class CreditTransaction(ApiModel):
    """An entry of the credit ledger; the balance is the sum of all `amount`s. Amounts are in the currency's minor unit,
    for IDR whole rupiah.
    """

    id: str
    """The transaction's id (`ctx_…`)."""
    kind: Kind
    """The kind of transaction. `topup`: credit that was bought or added. `shipment_charge`: the cost of a booking.
    `shipment_refund`: a refund of such a charge. `manual_adjustment`: everything else, such as a correction by hand,
    another price of the courier, or a refunded payment.
    """
    amount: int
    """The change of the balance; negative where credit was taken."""
    balance_after: int
    """The balance after the transaction."""
    shipment_id: str | None
    """The shipment that it concerns (`ship_…`); null where there is none."""
    external_ref: str | None
    """The reference of the transaction, unique per `kind`; `chk_…` for credit that was bought. Null where there is
    none.
    """
    memo: str | None
    """The note of the request; null where there is none."""
    created_by: str | None
    """The buyer, or the actor of a top-up or an adjustment by hand. A user has the identity provider's id, an API key
    that of the workspace (`acc_…`). Null for shipments, refunds, disputes and the operator.
    """
    created_at: Timestamp
    """When the balance was moved."""


class CreditTransactions(ApiModel):
    """A page of the credit ledger."""

    transactions: list[CreditTransaction]
    """The transactions of the page, newest first."""
    next_cursor: str | None
    """The same as `meta.cursor`: the cursor of the next page, null on the last page."""


class TransactionsQuery(PageQuery):
    """Filter of the list of transactions."""

    kind: Kind | None = None
    """Only transactions of this kind. If they are rare, a page may hold few or none and still have a next page."""
    from_: Moment | None = field(default=None, name="from")
    """Only transactions since this time, inclusive: a timestamp with its offset."""
    to: Moment | None = None
    """Only transactions before this time, exclusive: a timestamp with its offset."""
    shipment_id: Short | None = field(default=None, name="shipmentId")
    """Only transactions of this shipment; an unknown shipment gives an empty list."""


class StatementQuery(PageQuery):
    """The period and the format of a statement."""

    from_: Moment | None = field(default=None, name="from")
    """The beginning of the period, inclusive: a timestamp with its offset. The default is the first transaction."""
    to: Moment | None = None
    """The end of the period, exclusive: a timestamp with its offset. The default is now."""
    format: Literal["json", "csv"] | None = None
    """`json`, or `csv` for the whole period at once, up to 50,000 transactions. The default is the `Accept` header's
    type.
    """
    separator: Separator = "comma"
    """The character between the cells of CSV: `comma`, or `semicolon` for spreadsheets of languages that write a
    decimal comma. With `semicolon` the file begins with a byte order mark.
    """
    kind: Kind | None = None
    """Only transactions of this kind, for CSV alone. For JSON, use the list of transactions."""


class CreditStatement(ApiModel):
    """Statement of the credit in a period. Amounts are in the currency's minor unit, for IDR whole rupiah."""

    account_id: str
    currency: str
    """The code of the currency, such as `IDR`."""
    from_: Timestamp | None = field(name="from")
    """The beginning of the period, inclusive; null: the first transaction."""
    to: Timestamp | None
    """The end of the period, exclusive; null: now."""
    opening_balance: int
    """The balance before the period."""
    closing_balance: int
    """The balance after the whole period, on every page."""
    transactions: list[CreditTransaction]
    """The transactions of the period, oldest first. A page has 200 by default; `limit` allows up to 1,000."""


class CreditTransactionReply(ApiModel):
    """A transaction of the credit, and the balance."""

    transaction: CreditTransaction
    """The transaction; for a known `externalRef`, the earlier one."""
    balance: CreditBalance
    """The balance as it is now."""


class CreditTopUp(CommandModel):
    """Credit to add."""

    amount: Positive
    """The amount to add, in the currency's minor unit (for IDR whole rupiah)."""
    external_ref: Code | None = None
    """Your own reference of the payment. A repeat with the same reference adds nothing: the answer is 200 with the
    first transaction. With another amount it is 409 `DUPLICATE`.
    """
    memo: Memo | None = None
    """A note, shown with the transaction."""


class CreditCheckout(CommandModel):
    """Credit to buy on a page of the payment provider."""

    amount: Annotated[int, Meta(ge=MIN_PURCHASE_AMOUNT, le=MAX_PURCHASE_AMOUNT)]
    """The amount to buy, in the currency's minor unit (for IDR whole rupiah)."""
    email: Email | None = None
    """The address for the receipt. For a signed-in user, the address of their token is used if it has one. Without any,
    the payment provider uses the address that it knows, or asks on its page.
    """
    name: Name120 | None = None
    """The buyer's name, for the payment provider."""
    return_to: ReturnTo | None = None
    """`console`: after the payment page the buyer returns to the workspace's page in the console. Otherwise the buyer
    returns to the pages that the operator has set, or to a page that shows the result.
    """


class CreditAdjustment(CommandModel):
    """A correction of the balance, or a refund of a shipment's charge."""

    amount: Signed
    """The amount to add, in the currency's minor unit (for IDR whole rupiah); never 0. Only a `manual_adjustment` may
    be negative: it takes credit away, but no more than is available.
    """
    kind: Literal["manual_adjustment", "shipment_refund"]
    """`manual_adjustment` corrects the balance; `shipment_refund` refunds a part of a shipment's charge, at most the
    rest of it.
    """
    shipment_id: Code | None = None
    """The shipment that it concerns (`ship_…`); required for a `shipment_refund`."""
    external_ref: Code | None = None
    """Your own reference. A repeat of the same kind with the same reference moves nothing: the answer is 200 with the
    first transaction. With another amount or shipment it is 409 `DUPLICATE`.
    """
    memo: Memo | None = None
    """A note, shown with the transaction."""
