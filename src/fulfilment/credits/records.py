"""What goes over the wire about shipping credits (decisions, section 6)."""

from typing import Annotated, Literal

from msgspec import Meta, field

from fulfilment.fields import Act, Code, Email, Moment, Name120, PageQuery, Positive, Signed, Timestamp, Wire

Memo = Annotated[str, Meta(max_length=500)]
Kind = Literal["topup", "shipment_charge", "shipment_refund", "manual_adjustment"]


class CreditBalance(Wire):
    """Prepaid credit in the currency's minor unit; `available` is what no booking under way holds.

    `owed` is what refunds and disputes took back of purchases and was spent already: the next top-ups are for it.
    """

    account_id: str
    balance: int
    held: int
    available: int
    owed: int
    currency: str
    updated_at: Timestamp


class CreditTransaction(Wire):
    """One line of the credit ledger; `amount` is signed, and the balance is the sum of them.

    `createdBy` is who moved it by hand, null where a shipment did.
    """

    id: str
    kind: Kind
    amount: int
    balance_after: int
    shipment_id: str | None
    external_ref: str | None
    memo: str | None
    created_by: str | None
    created_at: Timestamp


class CreditTransactions(Wire):
    transactions: list[CreditTransaction]
    next_cursor: str | None


class StatementQuery(PageQuery):
    """From `from`, the moment itself included, up to `to`; without them from the beginning, to the end."""

    from_: Moment | None = field(default=None, name="from")
    to: Moment | None = None
    format: Literal["json", "csv"] | None = None


class CreditStatement(Wire):
    """What moved the balance from `openingBalance` to `closingBalance`, oldest first; null: from the beginning, to now.

    `closingBalance` is that after the whole period, whichever page is shown.
    """

    account_id: str
    currency: str
    from_: Timestamp | None = field(name="from")
    to: Timestamp | None
    opening_balance: int
    closing_balance: int
    transactions: list[CreditTransaction]


class CreditTransactionReply(Wire):
    transaction: CreditTransaction
    balance: CreditBalance


class CreditTopUp(Act):
    amount: Positive
    external_ref: Code | None = None
    memo: Memo | None = None


class CreditCheckout(Act):
    """Credit to buy. `email` is where the receipt goes: a person's own, and needed of a key."""

    amount: Annotated[int, Meta(ge=10_000, le=10_000_000)]
    email: Email | None = None
    name: Name120 | None = None


class CreditAdjustment(Act):
    """`manual_adjustment` is signed; `shipment_refund` is positive and gives back what a shipment was charged."""

    amount: Signed
    kind: Literal["manual_adjustment", "shipment_refund"]
    shipment_id: Code | None = None
    external_ref: Code | None = None
    memo: Memo | None = None
