"""Which shipments a batch has: those that were listed, or the oldest of a filter.

What the filters of the list find newest first is sought here the other way round, along the same indexes.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec

from fulfilment import ids
from fulfilment.batches import queries
from fulfilment.batches.records import MOST_ROWS, NewBatch, ShipmentFilter
from fulfilment.db.sql import Statement, sql
from fulfilment.db.tx import Read
from fulfilment.http.errors import NotFound, Validation
from fulfilment.http.paging import Page
from fulfilment.http.saga import Saga
from fulfilment.shipments import listing
from fulfilment.shipments.query_records import ShipmentQuery

_WALK = """
    SELECT s.id, ($5::text IS NULL OR s.waybill_id = $5)
           AND ($6::text IS NULL OR s.checkout_session_id = $6)
           AND ($7::text IS NULL OR s.customer_id = $7)
           AND ($8::text IS NULL OR s.courier_code = $8)
           AND ($9::text IS NULL OR s.status = $9)
           AND ($10::timestamptz IS NULL OR s.created_at >= $10)
           AND ($11::timestamptz IS NULL OR s.created_at < $11) AS passes
      FROM shipments s WHERE s.account_id = $1 AND s.id > $2 AND s.id < $3 {which} ORDER BY s.id LIMIT $4
"""
# What tells most apart comes first.
_INDEXED: dict[str, Statement] = {
    name: sql(f"batches.walk_by_{name}", _WALK, which=which)
    for name, which in {
        "waybill_id": "AND left(s.waybill_id, 255) = left($5, 255)",
        "checkout_session_id": "AND s.checkout_session_id = $6",
        "customer_id": "AND s.customer_id = $7",
        "courier_code": "AND s.courier_code = $8",
        "status": "AND s.status = $9",
    }.items()
}
_BY_PERIOD = sql("batches.walk_by_period", _WALK, which="")
_KNOWN = (*_INDEXED, "from_", "to")

_LOOKED_THROUGH_AT_ONCE = 1_000
_MOST_LOOKED_THROUGH = 20_000
# As the list has it: an identifier may say another time than its row does.
_CLOCKS_DIFFER = timedelta(hours=1)


class Chosen(msgspec.Struct, frozen=True):
    """The shipments in their order, and whether a filter has more than these."""

    shipment_ids: Sequence[str]
    is_truncated: bool = False


def takes_oldest(given: ShipmentFilter) -> bool:
    """Whether of too many the oldest are taken, and not those that the list shows first."""
    return all(value is None for name, value in msgspec.structs.asdict(given).items() if name not in _KNOWN)


async def choose(saga: Saga, given: NewBatch) -> Chosen:
    """The batch's shipments. Raises Validation, and NotFound naming the first that is unknown."""
    if (given.shipment_ids is None) == (given.filter is None):
        raise Validation("Give either shipmentIds or a filter.", field="shipmentIds")
    async with saga.read() as read:
        if given.shipment_ids is not None:
            return await _listed(read, given.shipment_ids)
        return await _filtered(read, given.filter)


async def _listed(read: Read, named: list[str]) -> Chosen:
    known = await queries.look(read, named)
    for nth, shipment_id in enumerate(named):
        if shipment_id not in known:
            raise NotFound("No such shipment.", field=f"shipmentIds.{nth}")
    return Chosen(named)


async def _filtered(read: Read, given: ShipmentFilter) -> Chosen:
    wanted = msgspec.structs.asdict(given)
    if given.from_ is not None and given.to is not None and given.to < given.from_:
        raise Validation("to must not be before from.", field="filter.to")
    if not takes_oldest(given):
        return await _first_listed(read, ShipmentQuery(**wanted))
    statement = next((_INDEXED[name] for name in _INDEXED if wanted[name] is not None), _BY_PERIOD)
    return await _oldest(read, statement, given, [wanted[name] for name in _KNOWN])


async def _oldest(read: Read, statement: Statement, given: ShipmentFilter, wanted: list) -> Chosen:
    after = "" if given.from_ is None else _first_of(given.from_, -_CLOCKS_DIFFER)
    beyond = ids.beyond("ship") if given.to is None else _first_of(given.to, _CLOCKS_DIFFER)
    found: list[str] = []
    for _ in range(_MOST_LOOKED_THROUGH // _LOOKED_THROUGH_AT_ONCE):
        rows = await read.all(statement, after, beyond, _LOOKED_THROUGH_AT_ONCE, *wanted)
        found += [row["id"] for row in rows if row["passes"]]
        if len(found) > MOST_ROWS or len(rows) < _LOOKED_THROUGH_AT_ONCE:
            return Chosen(found[:MOST_ROWS], len(found) > MOST_ROWS)
        after = rows[-1]["id"]
    return Chosen(found, True)


async def _first_listed(read: Read, query: ShipmentQuery) -> Chosen:
    """Of a filter that only the list knows: what the list shows first, the oldest of these first."""
    reply = await listing.find(read, query, Page(MOST_ROWS + 1))
    found = [msgspec.json.decode(row, type=_Found).id for row in reply.data]
    is_truncated = len(found) > MOST_ROWS or reply.meta["hasMore"]
    # Identifiers rise with the time of creation.
    return Chosen(sorted(found[:MOST_ROWS]), is_truncated)


class _Found(msgspec.Struct):
    id: str


def _first_of(moment: datetime, margin: timedelta) -> str:
    try:
        return ids.first_of("ship", moment + margin)
    except OverflowError:
        return ids.first_of("ship", moment)
