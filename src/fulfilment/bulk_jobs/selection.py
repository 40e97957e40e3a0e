"""Selection of a batch's shipments: the listed ones, or the oldest that match a filter.

The list shows the newest matches first. This search reads the same indexes in the other direction.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec

from fulfilment.bulk_jobs import queries
from fulfilment.bulk_jobs.schemas import MAX_ROWS, NewBatch, ShipmentFilter
from fulfilment.infra import ids
from fulfilment.infra.api.errors import NotFound, Validation
from fulfilment.infra.api.pagination import PageRequest
from fulfilment.infra.database.statements import Statement, sql
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.shipments.listing import listing, query_schemas
from fulfilment.shipments.listing.query_schemas import ShipmentQuery

_SCAN = f"""
    SELECT s.id, ($5::text IS NULL OR {query_schemas.has_waybill_sql("$5")})
           AND ($6::text IS NULL OR s.checkout_session_id = $6)
           AND ($7::text IS NULL OR s.customer_id = $7)
           AND ($8::text IS NULL OR s.courier_code = $8)
           AND ($9::text IS NULL OR s.status = $9)
           AND ($10::timestamptz IS NULL OR s.created_at >= $10)
           AND ($11::timestamptz IS NULL OR s.created_at < $11) AS passes
      FROM shipments s WHERE s.account_id = $1 AND s.id > $2 AND s.id < $3 {{which}} ORDER BY s.id LIMIT $4
"""
_IDS_OF_WAYBILL = query_schemas.shipment_ids_sql("$5", within="{id} > $2 AND {id} < $3", limit="$4", order="ASC")
# The most selective filter comes first.
_INDEXED: dict[str, Statement] = {
    name: sql(f"batches.scan_by_{name}", _SCAN, which=which)
    for name, which in {
        "waybill_id": f"AND s.id = ANY (ARRAY({_IDS_OF_WAYBILL}))",
        "checkout_session_id": "AND s.checkout_session_id = $6",
        "customer_id": "AND s.customer_id = $7",
        "courier_code": "AND s.courier_code = $8",
        "status": "AND s.status = $9",
    }.items()
}
_BY_PERIOD = sql("batches.scan_by_period", _SCAN, which="")
_INDEXED_FILTERS = (*_INDEXED, "from_", "to")

_SCAN_BATCH_SIZE = 1_000
_MAX_SCANNED = 20_000
# The time in an identifier may differ from the time in its row by so much. The list of shipments allows the same.
_CLOCK_TOLERANCE = timedelta(hours=1)


class Selection(msgspec.Struct, frozen=True):
    """The shipments in their order; `is_truncated` is true where the filter matches more of them."""

    shipment_ids: Sequence[str]
    is_truncated: bool = False


def selects_oldest(shipment_filter: ShipmentFilter) -> bool:
    """True if the oldest matches are taken; false for filters that only the list knows, where its first matches are."""
    return all(
        value is None for name, value in msgspec.structs.asdict(shipment_filter).items() if name not in _INDEXED_FILTERS
    )


async def select_shipments(operation: ExternalOperation, body: NewBatch) -> Selection:
    """The batch's shipments. Raises Validation, and NotFound for the first unknown shipment."""
    if (body.shipment_ids is None) == (body.filter is None):
        raise Validation("Give either shipmentIds or a filter.", field="shipmentIds")
    async with operation.read() as read:
        if body.shipment_ids is not None:
            return await _select_listed(read, body.shipment_ids)
        assert body.filter is not None
        return await _select_filtered(read, body.filter)


async def _select_listed(read: Read, shipment_ids: list[str]) -> Selection:
    found = await queries.find_shipments(read, shipment_ids)
    for nth, shipment_id in enumerate(shipment_ids):
        if shipment_id not in found:
            raise NotFound("No such shipment.", field=f"shipmentIds.{nth}")
    return Selection(shipment_ids)


async def _select_filtered(read: Read, shipment_filter: ShipmentFilter) -> Selection:
    values = msgspec.structs.asdict(shipment_filter)
    if (
        shipment_filter.from_ is not None
        and shipment_filter.to is not None
        and shipment_filter.to < shipment_filter.from_
    ):
        raise Validation("to must not be before from.", field="filter.to")
    if not selects_oldest(shipment_filter):
        return await _select_first_listed(read, ShipmentQuery(**values))
    statement = next((_INDEXED[name] for name in _INDEXED if values[name] is not None), _BY_PERIOD)
    values_by_name = values | {"waybill_id": query_schemas.parse_waybill_key(shipment_filter.waybill_id)}
    return await _select_oldest(read, statement, shipment_filter, [values_by_name[name] for name in _INDEXED_FILTERS])


async def _select_oldest(
    read: Read, statement: Statement, shipment_filter: ShipmentFilter, filter_values: list
) -> Selection:
    after = "" if shipment_filter.from_ is None else _lower_bound(shipment_filter.from_, -_CLOCK_TOLERANCE)
    end = ids.upper_bound("ship") if shipment_filter.to is None else _lower_bound(shipment_filter.to, _CLOCK_TOLERANCE)
    found: list[str] = []
    for _ in range(_MAX_SCANNED // _SCAN_BATCH_SIZE):
        rows = await read.fetch_all(statement, after, end, _SCAN_BATCH_SIZE, *filter_values)
        found += [row["id"] for row in rows if row["passes"]]
        if len(found) > MAX_ROWS or len(rows) < _SCAN_BATCH_SIZE:
            return Selection(found[:MAX_ROWS], len(found) > MAX_ROWS)
        after = rows[-1]["id"]
    return Selection(found, True)


async def _select_first_listed(read: Read, query: ShipmentQuery) -> Selection:
    """The first matches of the list, for a filter that only the list knows; the oldest of them come first."""
    reply = await listing.find_filtered(read, query, PageRequest(MAX_ROWS + 1))
    found = [msgspec.json.decode(row, type=_ListedShipment).id for row in reply.data]
    assert reply.meta is not None, "a page says whether there is more"
    is_truncated = len(found) > MAX_ROWS or reply.meta["hasMore"]
    # Identifiers rise with the time of creation.
    return Selection(sorted(found[:MAX_ROWS]), is_truncated)


class _ListedShipment(msgspec.Struct):
    id: str


def _lower_bound(moment: datetime, margin: timedelta) -> str:
    try:
        return ids.lower_bound("ship", moment + margin)
    except OverflowError:
        return ids.lower_bound("ship", moment)
