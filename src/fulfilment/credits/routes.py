"""The HTTP edge of shipping credits (specification, Shipping credits)."""

from fulfilment.credits import balance, purchase, statement, topup
from fulfilment.credits.hold import InsufficientShippingCredit
from fulfilment.credits.schemas import (
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
from fulfilment.infra.api.envelope import Reply, Stream
from fulfilment.infra.api.errors import NotConfigured
from fulfilment.infra.api.request import Request
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.auth.principal import as_principal
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.limits.request_limits import EXPORT, PAYMENTS
from fulfilment.infra.limits.stream_limiter import StreamLimiter
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.payments.checkout import CheckoutFailed
from fulfilment.payments.provider import Payments
from fulfilment.payments.schemas import OpenedCheckout
from fulfilment.settings import Settings

route = Routes(
    "Shipping credits", "Prepaid credit that pays for bookings: balance, top-ups, transactions and statements."
)


@route.get("/shipping-credits", sdk_method="shipping_credits.get")
async def get_shipping_credits(read: Read, settings: Settings) -> CreditBalance:
    """Show the workspace's prepaid shipping credit."""
    return await balance.get_balance(read, settings)


@route.post(
    "/shipping-credits/checkout",
    sdk_method="shipping_credits.create_checkout",
    cost=PAYMENTS,
    raises=(CheckoutFailed, NotConfigured),
)
async def create_credit_checkout(
    operation: ExternalOperation, credit: CreditCheckout, payments: Payments, settings: Settings
) -> EncodedResponse[OpenedCheckout]:
    """Open a page on which shipping credit is paid for; the credit is added after the payment."""
    return await purchase.open_credit_checkout(operation, credit, payments, settings)


@route.post(
    "/shipping-credits/topup",
    sdk_method="shipping_credits.top_up",
    status=201,
    repeat_status=200,
    raises=(topup.ExternalRefTaken,),
)
async def top_up_shipping_credits(tx: Tx, credit: CreditTopUp, settings: Settings) -> Reply[CreditTransactionReply]:
    """Add prepaid shipping credit; 200 if the externalRef is known."""
    topup.require_topup_allowed(as_principal(tx.actor), settings)
    return await topup.top_up(tx, credit, settings)


@route.post(
    "/shipping-credits/adjust",
    sdk_method="shipping_credits.adjust",
    status=201,
    repeat_status=200,
    raises=(topup.ExternalRefTaken, InsufficientShippingCredit),
)
async def adjust_shipping_credits(
    tx: Tx, adjustment: CreditAdjustment, settings: Settings
) -> Reply[CreditTransactionReply]:
    """Correct the balance by hand, or give back part of a shipment's charge."""
    topup.require_topup_allowed(as_principal(tx.actor), settings)
    return await topup.adjust(tx, adjustment, settings)


@route.get("/shipping-credits/transactions", sdk_method="shipping_credits.list_transactions", page=balance.LIST)
async def list_credit_transactions(read: Read, query: TransactionsQuery) -> Reply[CreditTransactions]:
    """List the credit transactions, newest first."""
    return await balance.list_transactions(read, query)


@route.get(
    "/shipping-credits/statement",
    sdk_method="shipping_credits.get_statement",
    page=statement.ANY_FORMAT_ROWS,
    other_media_types=(statement.CSV_TYPE,),
    cancel_on_disconnect=True,
    cost=EXPORT,
)
async def get_credit_statement(
    read: Read, query: StatementQuery, request: Request, exports: StreamLimiter, settings: Settings
) -> Reply[CreditStatement] | Stream:
    """Show the statement of a period: the balances before and after, and every transaction between.

    It is CSV with `format=csv` or `Accept: text/csv`. For JSON, `limit` is at most 1,000. CSV without `limit` has every
    transaction, and the period may hold 50,000.
    """
    if statement.is_csv_requested(query, request):
        return await statement.stream_csv(read, request, query, exports)
    return await statement.get_statement(read, query, settings)
