"""The SQL of invoices. Writers hold the lock of the workspace's billing account (payments/queries.py)."""

from collections.abc import Sequence

import asyncpg

from fulfilment.billing.schemas import Invoice as Shown
from fulfilment.infra import clock, ids
from fulfilment.infra.api.pagination import PageRequest
from fulfilment.infra.database.statements import json_object, sql
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.payments.port import ProviderInvoice

LIST = sql(
    "invoices.list",
    """
    SELECT {row} AS row, i.created_at, i.id FROM invoices i
     WHERE i.account_id = $1 AND (i.created_at, i.id) < ($2, $3)
     ORDER BY i.created_at DESC, i.id DESC LIMIT $4
    """,
    row=json_object(Shown, "i"),
)
IS_KNOWN = sql("invoices.is_known", "SELECT id FROM invoices WHERE account_id = $1 AND id = $2")
COUNT_KNOWN = sql(
    "invoices.count_known",
    "SELECT count(*) FROM invoices WHERE provider_invoice_id = ANY ($2::text[]) AND account_id = $1",
)
# The first stored invoice gets the id that the checkout answered, and so the oldest must be stored first. An invoice
# that was paid or given up does not open again.
STORE = sql(
    "invoices.store",
    """
    INSERT INTO invoices AS i
           (account_id, id, provider_invoice_id, subscription_id, plan, amount, currency, status, paid_at, receipt_url,
            created_at)
    SELECT $1, CASE WHEN EXISTS (SELECT FROM invoices WHERE account_id = $1 AND id = $2) THEN $3 ELSE $2 END,
           $4, $5, coalesce((SELECT plan FROM subscriptions WHERE account_id = $1 AND id = $5), $6), $7, $8, $9, $10,
           $11, $12
    ON CONFLICT (provider_invoice_id) DO UPDATE
       SET amount = excluded.amount, status = excluded.status, paid_at = coalesce(excluded.paid_at, i.paid_at),
           receipt_url = coalesce(excluded.receipt_url, i.receipt_url)
     WHERE i.account_id = excluded.account_id
       AND (i.status IN ('open', excluded.status) OR (i.status = 'uncollectible' AND excluded.status <> 'open'))
    """,
)


async def list_newest(read: Read, page: PageRequest) -> Sequence[asyncpg.Record]:
    """The newest invoices: the rows of the page, and one more if another page follows."""
    after = page.after or (clock.END_OF_TIME, ids.upper_bound("inv"))
    return await read.fetch_all(LIST, *after, page.fetch_limit)


async def is_known(read: Read, id: str) -> bool:
    return await read.fetch_optional(IS_KNOWN, id) is not None


async def count_known(read: Read, provider_invoice_ids: Sequence[str]) -> int:
    """The number of these invoices that are stored."""
    return await read.fetch_value(COUNT_KNOWN, list(provider_invoice_ids))


async def store_invoice(tx: Tx, invoice: ProviderInvoice, checkout: asyncpg.Record, spare_id: str) -> None:
    """Insert or update an invoice. The subscription's first has the invoice id of its checkout, others `spare_id`."""
    await tx.fetch_optional(
        STORE,
        checkout["invoice_id"],
        spare_id,
        invoice.id,
        checkout["subscription_id"],
        checkout["plan"],
        invoice.amount,
        invoice.currency.upper(),
        invoice.status,
        invoice.paid_at,
        invoice.receipt_url,
        invoice.created_at,
    )
