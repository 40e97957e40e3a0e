"""Many drafts in one request: an outcome and an event per row, all in one transaction."""

import msgspec

from fulfilment.aggregators.port import Duration
from fulfilment.db.tx import Tx
from fulfilment.http import bulk
from fulfilment.http.bulk import Outcomes
from fulfilment.http.errors import ApiError
from fulfilment.http.mutation import Answered
from fulfilment.http.saga import Saga
from fulfilment.shipments import draft
from fulfilment.shipments.records import BulkShipments, NewShipment, ShipmentReply
from fulfilment.shipping import couriers
from fulfilment.shipping.aggregator_access import Aggregators

_decoder = msgspec.json.Decoder(NewShipment)


async def create_all(saga: Saga, given: BulkShipments, aggregators: Aggregators) -> Answered:
    """Draft every shipment that can be; the others are refused one by one and take nothing."""
    rows, refused = await bulk.read(given.shipments, _decoder)
    expected = await _refuse_unknown_couriers(saga, rows, refused, aggregators)

    async def work(tx: Tx) -> Outcomes:
        await draft.lock_stock(tx, list(rows.values()))
        done: dict[int, tuple[int, ShipmentReply]] = {}
        bad = dict(refused)
        for index, row in rows.items():
            try:
                async with tx.attempt():
                    made = await draft.create(tx, row, expected[index])
                    done[index] = (201, ShipmentReply(shipment=made))
            except ApiError as problem:
                bad[index] = problem
        return Outcomes(outcomes=bulk.outcomes(done, bad))

    return await saga.finish(work)


async def _refuse_unknown_couriers(
    saga: Saga, rows: dict[int, NewShipment], refused: dict[int, ApiError], aggregators: Aggregators
) -> dict[int, Duration | None]:
    """How long each of the others is said to take."""
    if not rows:
        return {}
    expected: dict[int, Duration | None] = {}
    catalogue = await couriers.services_for(saga, aggregators)
    for index, row in list(rows.items()):
        try:
            expected[index] = draft.require_service(row, catalogue)
        except ApiError as problem:
            refused[index] = problem
            del rows[index]
    return expected
