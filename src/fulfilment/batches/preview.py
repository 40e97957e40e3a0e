"""What a batch would do, told before anybody orders it: it changes nothing."""

from collections import defaultdict

from fulfilment import roles
from fulfilment.batches import outcome, queries
from fulfilment.batches.records import BatchExcluded, BatchExclusion, BatchPreview, NewBatch
from fulfilment.batches.selection import Chosen
from fulfilment.credits import queries as credit_queries
from fulfilment.db.tx import Actor
from fulfilment.http.saga import Saga


async def preview(saga: Saga, given: NewBatch, chosen: Chosen) -> BatchPreview:
    """How many qualify, why the others do not, and what booking them takes of the credit."""
    async with saga.read() as read:
        known = await queries.look(read, chosen.shipment_ids)
        is_own_key = await queries.has_own_key(read)
        available = (await credit_queries.find_balance(read))["available"]
    reasons: defaultdict[tuple[str, str], list[BatchExcluded]] = defaultdict(list)
    qualifying = needed = 0
    for shipment_id in chosen.shipment_ids:
        problem = outcome.judge(given.kind, known[shipment_id])
        if problem is None:
            qualifying += 1
            needed += known[shipment_id]["cost"]
        else:
            left_out = BatchExcluded(id=shipment_id, external_ref=known[shipment_id]["external_ref"])
            reasons[problem.code, str(problem)].append(left_out)
    return BatchPreview(
        kind=given.kind,
        total=len(chosen.shipment_ids),
        shipment_ids=list(chosen.shipment_ids),
        qualifying=qualifying,
        excluded=[
            BatchExclusion(code=code, message=message, count=len(left_out), shipments=left_out)
            for (code, message), left_out in sorted(reasons.items(), key=lambda reason: -len(reason[1]))
        ],
        truncated=chosen.is_truncated,
        credit_needed=needed if given.kind == "book" and not is_own_key else 0,
        credit_available=available if _may_see_credit(saga.actor) else None,
    )


def _may_see_credit(actor: Actor) -> bool:
    """Keys have no roles, and see it."""
    held = getattr(actor, "roles", None)
    return held is None or roles.may(held, "shipping_credits.read")
