"""The HTTP edge of shipping credits (specification, Shipping credits)."""

from fulfilment.credits import balance, purchase, statement, topup
from fulfilment.credits.records import (
    CreditAdjustment,
    CreditBalance,
    CreditCheckout,
    CreditStatement,
    CreditTopUp,
    CreditTransactionReply,
    CreditTransactions,
    StatementQuery,
    TransactionsQuery,
)
from fulfilment.db.tx import Read, Tx
from fulfilment.http.cost import EXPORT, PAYMENTS
from fulfilment.http.exports import Exports
from fulfilment.http.request import Request
from fulfilment.http.route import Routes
from fulfilment.http.saga import Saga
from fulfilment.payments.access import Payments
from fulfilment.payments.records import OpenedCheckout
from fulfilment.settings import Settings

route = Routes(
    "Shipping credits", "Prepaid credit, which bookings are charged to: balance, top-ups, transactions, statements."
)


@route.get("/shipping-credits", client="shipping_credits.get")
async def get_shipping_credits(read: Read, settings: Settings) -> CreditBalance:
    """Show the workspace's prepaid shipping credit."""
    return await balance.show(read, settings)


@route.post("/shipping-credits/checkout", client="shipping_credits.create_checkout", cost=PAYMENTS)
async def create_credit_checkout(
    saga: Saga, credit: CreditCheckout, payments: Payments, settings: Settings
) -> OpenedCheckout:
    """Open a page on which shipping credit is paid for; it is credited once it has been paid."""
    return await purchase.begin(saga, credit, payments, settings)


@route.post("/shipping-credits/topup", client="shipping_credits.top_up", status=201, repeat_status=200)
async def top_up_shipping_credits(tx: Tx, credit: CreditTopUp, settings: Settings) -> CreditTransactionReply:
    """Add prepaid shipping credit; 200 where the externalRef is known."""
    topup.require_may_move(tx.actor, settings)
    return await topup.top_up(tx, credit, settings)


@route.post("/shipping-credits/adjust", client="shipping_credits.adjust", status=201, repeat_status=200)
async def adjust_shipping_credits(tx: Tx, adjustment: CreditAdjustment, settings: Settings) -> CreditTransactionReply:
    """Correct the balance by hand, or give back part of a shipment's charge."""
    topup.require_may_move(tx.actor, settings)
    return await topup.adjust(tx, adjustment, settings)


@route.get("/shipping-credits/transactions", client="shipping_credits.list_transactions", page=balance.LIST)
async def list_credit_transactions(read: Read, query: TransactionsQuery) -> CreditTransactions:
    """List the credit transactions, newest first."""
    return await balance.list_transactions(read, query)


@route.get(
    "/shipping-credits/statement",
    client="shipping_credits.get_statement",
    page=statement.EITHER,
    other_media_types=(statement.CSV_TYPE,),
    ends_with_caller=True,
    cost=EXPORT,
)
async def get_credit_statement(
    read: Read, query: StatementQuery, request: Request, exports: Exports, settings: Settings
) -> CreditStatement:
    """A statement of a period: the balance before and after, and every transaction between.

    CSV with `format=csv` or `Accept: text/csv`. As JSON `limit` is at most 1,000; as CSV every transaction is shown
    without it, and the period may hold 50,000.
    """
    if statement.is_csv_wanted(query, request):
        return await statement.stream_csv(read, request, query, exports)
    return await statement.show(read, query, settings)
