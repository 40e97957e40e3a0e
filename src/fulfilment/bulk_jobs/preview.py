"""Preview of a batch: its effect, computed without a change."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import asyncpg

from fulfilment.bulk_jobs import outcome, queries, quoting
from fulfilment.bulk_jobs.quoting import Quotes
from fulfilment.bulk_jobs.schemas import BatchExcluded, BatchExclusion, BatchPreview, NewBatch
from fulfilment.bulk_jobs.selection import Selection
from fulfilment.credits import queries as credit_queries
from fulfilment.infra.api.errors import NotConfigured
from fulfilment.infra.auth import roles
from fulfilment.infra.database.transaction import Actor
from fulfilment.infra.models import format_timestamp
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.settings import Settings
from fulfilment.shipping.courier_clients import CourierClients

NO_QUOTES = Quotes({}, {}, None, 0)


async def build_preview(
    operation: ExternalOperation, body: NewBatch, selected: Selection, aggregators: CourierClients, settings: Settings
) -> BatchPreview:
    """Preview of a batch: the shipments that qualify, the exclusions, and the credit needed by fresh quotes."""
    async with operation.read() as read:
        shipments = await queries.find_shipments(read, selected.shipment_ids)
        is_merchant_key = await queries.has_merchant_key(read)
        available = (await credit_queries.find_balance(read))["available"]
    errors = {
        id: problem for id in shipments if (problem := outcome.find_ineligibility(body.kind, shipments[id])) is not None
    }
    quotes = NO_QUOTES
    if body.kind == "book" and not is_merchant_key:
        bookable = list(dict.fromkeys(id for id in selected.shipment_ids if id not in errors))
        quotes = await _fetch_quotes(operation, bookable, shipments, aggregators, settings)
        errors |= quotes.errors
    reasons: defaultdict[tuple[str, str], list[BatchExcluded]] = defaultdict(list)
    for shipment_id in selected.shipment_ids:
        if problem := errors.get(shipment_id):
            excluded = BatchExcluded(id=shipment_id, external_ref=shipments[shipment_id]["external_ref"])
            reasons[problem.code, str(problem)].append(excluded)
    return BatchPreview(
        kind=body.kind,
        total=len(selected.shipment_ids),
        shipment_ids=list(selected.shipment_ids),
        qualifying=sum(id not in errors for id in selected.shipment_ids),
        excluded=[
            BatchExclusion(code=code, message=message, count=len(left_out), shipments=left_out)
            for (code, message), left_out in sorted(reasons.items(), key=lambda reason: -len(reason[1]))
        ],
        truncated=selected.is_truncated,
        credit_needed=sum(quotes.amounts.values()),
        unquoted=quotes.unquoted,
        quoted_at=format_timestamp(quotes.oldest_at),
        credit_available=available if _can_see_credit(operation.actor) else None,
    )


async def _fetch_quotes(
    operation: ExternalOperation,
    bookable: Sequence[str],
    shipments: Mapping[str, asyncpg.Record],
    aggregators: CourierClients,
    settings: Settings,
) -> Quotes:
    """Fresh quotes, or the prices of the drafts while no aggregator is configured."""
    try:
        return await quoting.fetch_quotes(operation, bookable, aggregators, settings)
    except NotConfigured:
        return Quotes({id: shipments[id]["cost"] for id in bookable}, {}, None, len(bookable))


def _can_see_credit(actor: Actor) -> bool:
    """API keys have no roles, and see the credit."""
    user_roles = getattr(actor, "roles", None)
    return user_roles is None or roles.may(user_roles, "shipping_credits.read")
