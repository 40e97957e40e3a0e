"""What a batch would do, told before anybody orders it: it changes nothing."""

from collections import Counter

from fulfilment.batches import outcome, queries
from fulfilment.batches.records import BatchExclusion, BatchPreview, NewBatch
from fulfilment.batches.selection import Chosen
from fulfilment.credits import queries as credit_queries
from fulfilment.http.saga import Saga


async def preview(saga: Saga, given: NewBatch, chosen: Chosen) -> BatchPreview:
    """How many qualify, why the others do not, and what booking them takes of the credit."""
    async with saga.read() as read:
        known = await queries.look(read, chosen.shipment_ids)
        is_own_key = await queries.has_own_key(read)
        available = (await credit_queries.find_balance(read))["available"]
    reasons: Counter[tuple[str, str]] = Counter()
    qualifying = needed = 0
    for shipment_id in chosen.shipment_ids:
        problem = outcome.judge(given.kind, known[shipment_id])
        if problem is None:
            qualifying += 1
            needed += known[shipment_id]["cost"]
        else:
            reasons[problem.code, str(problem)] += 1
    return BatchPreview(
        kind=given.kind,
        total=len(chosen.shipment_ids),
        qualifying=qualifying,
        excluded=[
            BatchExclusion(code=code, message=message, count=count) for (code, message), count in reasons.most_common()
        ],
        truncated=chosen.is_truncated,
        credit_needed=needed if given.kind == "book" and not is_own_key else 0,
        credit_available=available,
    )
