"""Many drafts in one request: an outcome and an event per row, all in one transaction."""

from collections.abc import Iterable, Mapping
from datetime import datetime

import asyncpg
import msgspec

from fulfilment import clock
from fulfilment.aggregators.port import Duration
from fulfilment.db.tx import Tx
from fulfilment.http import bulk
from fulfilment.http.bulk import OutcomeList
from fulfilment.http.errors import ApiError
from fulfilment.http.mutation import Answered
from fulfilment.http.saga import Saga
from fulfilment.shipments import draft, draft_queries
from fulfilment.shipments.draft_queries import NewDraft, Seen
from fulfilment.shipments.records import BulkShipments, NewShipment, Shipment, ShipmentReply
from fulfilment.shipping import couriers
from fulfilment.shipping.aggregator_access import Aggregators
from fulfilment.spell import Spell
from fulfilment.stock import allocation, allocation_queries
from fulfilment.stock.allocation import Taking

_decoder = msgspec.json.Decoder(NewShipment)


class _Reserved(Exception):
    """Less was available than was seen: somebody reserved some of it just before the levels were locked."""


async def create_all(saga: Saga, given: BulkShipments, aggregators: Aggregators) -> Answered:
    """Draft every shipment that can be; the others are refused one by one and take nothing."""
    rows, refused = await bulk.read(given.shipments, _decoder)
    expected = await _refuse_unknown_couriers(saga, rows, refused, aggregators)

    async def work(tx: Tx) -> OutcomeList:
        done, bad = await _draft_all(tx, rows, expected)
        return OutcomeList(outcomes=bulk.outcomes(done, refused | bad))

    return await saga.finish(work)


async def _draft_all(
    tx: Tx, rows: dict[int, NewShipment], expected: dict[int, Duration | None]
) -> tuple[dict[int, tuple[int, ShipmentReply]], dict[int, ApiError]]:
    """Every row that can be, and the refusals of the others. All stock is locked in the one order before any is drawn.

    In one statement; but one by one where a checkout has some of it set aside, or where some of it was reserved while
    it was being locked. What was reserved may have been used up meanwhile, so it is looked at once more.
    """
    if not rows:
        return {}, {}
    seen = await draft_queries.see(tx, rows.values())
    if seen.reserved:
        variants = sorted({one["variant_id"] for one in seen.reserved})
        reserved = await allocation_queries.active_reservations(tx, variants)
        seen = msgspec.structs.replace(seen, reserved=reserved)
    if all(row.checkout_session_id is None for row in rows.values()):
        drafts, bad = await _prepare_all(rows, expected, seen)
        made = await _draw_all(tx, list(drafts.values()), clock.now())
        if made is not None:
            return {index: _created(await draft.tell(tx, row)) for index, row in zip(drafts, made, strict=True)}, bad
    return await _draft_each(tx, rows, expected)


async def _prepare_all(
    rows: dict[int, NewShipment], expected: dict[int, Duration | None], seen: Seen
) -> tuple[dict[int, tuple[NewDraft, list[Taking]]], dict[int, ApiError]]:
    """What is to be stored and taken of each row, the earlier ones first, and the refusals. Gives way between rows."""
    spell = Spell()
    levels, reserved = allocation.by_variant(seen.levels or ()), allocation.by_variant(seen.reserved or ())
    left = {(level["variant_id"], level["warehouse_id"]): level for level in seen.levels or ()}
    drafts: dict[int, tuple[NewDraft, list[Taking]]] = {}
    bad: dict[int, ApiError] = {}
    for index, row in rows.items():
        await spell.give_way()
        try:
            new = draft.prepare(row, expected[index], seen)
            wanted = {variant_id for variant_id, _ in new.lines}
            takings = draft.place(new, _of_any(wanted, levels), _of_any(wanted, reserved))
        except ApiError as problem:
            bad[index] = problem
            continue
        for taking in takings:
            left[taking.variant_id, taking.warehouse_id]["quantity"] -= taking.quantity
        drafts[index] = (new, takings)
    return drafts, bad


def _of_any(wanted: Iterable[str | None], of_each: Mapping[str, list]) -> list:
    return [one for variant_id in wanted for one in of_each.get(variant_id, ())]


async def _draw_all(tx: Tx, drafts: list[tuple[NewDraft, list[Taking]]], at: datetime) -> list[asyncpg.Record] | None:
    """Their rows, or nothing is done where less is available than was seen."""
    try:
        async with tx.attempt():
            made = await draft_queries.draw_all(tx, drafts, at)
            if made is None:
                raise _Reserved
            return made
    except _Reserved:
        return None


async def _draft_each(
    tx: Tx, rows: dict[int, NewShipment], expected: dict[int, Duration | None]
) -> tuple[dict[int, tuple[int, ShipmentReply]], dict[int, ApiError]]:
    done: dict[int, tuple[int, ShipmentReply]] = {}
    bad: dict[int, ApiError] = {}
    for index, row in rows.items():
        try:
            async with tx.attempt():
                done[index] = _created(await draft.create(tx, row, expected[index]))
        except ApiError as problem:
            bad[index] = problem
    return done, bad


def _created(shipment: Shipment) -> tuple[int, ShipmentReply]:
    return 201, ShipmentReply(shipment=shipment)


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
