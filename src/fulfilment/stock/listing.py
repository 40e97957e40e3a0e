"""The lists of stock: levels, movements and reservations, each by keyset over an index (decisions, section 2).

Every combination of filters is a statement of its own, so that each is planned for the index it needs. Where an index
stands for several lists, a list without its last filter merges the ranges of that filter's values: PostgreSQL takes the
newest of all of them one by one and reads no more than it shows.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import combinations
from typing import Any, get_args

import asyncpg

from fulfilment import clock, ids
from fulfilment.db.sql import Statement, sql
from fulfilment.db.tx import Read
from fulfilment.db.wire_json import object_of
from fulfilment.http import paging
from fulfilment.http.paging import Page, Walked
from fulfilment.stock.records import (
    LevelQuery,
    MovementQuery,
    PlacedStockLevel,
    Reason,
    ReservationQuery,
    StockMovement,
    StockReservation,
)

_WAREHOUSE = "json_build_object('id', w.id, 'name', w.name, 'isDefault', w.is_default)"

_LEVELS = """
    SELECT {row} AS row, l.last_movement_id AS position FROM {levels} l
      JOIN warehouses w ON w.account_id = l.account_id AND w.id = l.warehouse_id
     WHERE l.account_id = $1 AND l.last_movement_id < $2 {which}
     ORDER BY l.last_movement_id DESC LIMIT $3
"""

# The level as the last movement up to that moment left it: one look-up in the ledger each.
_LEVELS_AT = """
    SELECT {row} AS row, l.created_at, l.variant_id, l.warehouse_id FROM {levels} l
      JOIN warehouses w ON w.account_id = l.account_id AND w.id = l.warehouse_id
     CROSS JOIN LATERAL (
        SELECT m.quantity_after, m.created_at FROM stock_movements m
         WHERE m.account_id = l.account_id AND m.variant_id = l.variant_id AND m.warehouse_id = l.warehouse_id
           AND m.created_at <= $2
         ORDER BY m.created_at DESC, m.number DESC LIMIT 1) m
     WHERE l.account_id = $1 AND (l.created_at, l.variant_id, l.warehouse_id) < ($3, $4, $5) {which}
     ORDER BY l.created_at DESC, l.variant_id DESC, l.warehouse_id DESC LIMIT $6
"""

_MOVEMENTS = """
    SELECT {row}, m.created_at, m.id FROM (
        SELECT * FROM ({ranges}) m ORDER BY m.created_at DESC, m.id DESC LIMIT $4
    ) m ORDER BY m.created_at DESC, m.id DESC
"""
_MOVEMENT_RANGE = """
    (SELECT columns(stock_movements) FROM stock_movements m WHERE m.account_id = $1
      AND (m.created_at, m.id) < ($2, $3) AND {which}
      ORDER BY m.created_at DESC, m.id DESC)
"""

_RESERVATIONS = "SELECT {row} AS row, r.id AS position FROM ({ranges}) r ORDER BY r.id DESC LIMIT $3"
_RESERVATION_RANGE = """
    (SELECT columns(stock_reservations r) FROM {reservations} r
      WHERE r.account_id = $1 AND r.id < $2 AND {which} ORDER BY r.id DESC)
"""
# Few: sought out before they are put in order, also where its variant has many.
_OF_CHECKOUT = (
    "(SELECT columns(stock_reservations) FROM stock_reservations r WHERE r.account_id = $1 AND {of_checkout} OFFSET 0)"
)
# Few, since the sweep comes soon: they are sought by time, not among all that are open.
_WITH_OVERDUE = """
    WITH overdue AS MATERIALIZED (
        SELECT columns(stock_reservations) FROM stock_reservations r
         WHERE r.account_id = $1 AND r.state = 'open' AND r.expires_at <= statement_timestamp() AND r.id < $2 {which}
    )
"""

# The finest that the database tells apart.
_TICK = timedelta(microseconds=1)

_OF_LEVEL = {"variant_id": "l.variant_id = {}", "warehouse_id": "l.warehouse_id = {}"}
_OF_MOVEMENT = {
    "variant_id": "m.variant_id = {}",
    "warehouse_id": "m.warehouse_id = {}",
    "from_": "m.created_at >= {}",
}
_OF_RESERVATION = {"variant_id": "r.variant_id = {}", "checkout_session_id": "r.checkout_session_id = {}"}
# What chooses a range is a parameter, so that no plan is made for how rare it was at the time.
_EVERY_REASON = get_args(Reason)
_REASONS = [f"m.reason = ($5::text[])[{nth}]" for nth, _ in enumerate(_EVERY_REASON, start=1)]
_EVERY_STATE = ("open", "consumed", "released", "expired")
_STATES = [f"r.state = ($4::text[])[{nth}]" for nth, _ in enumerate(_EVERY_STATE, start=1)]
# Time alone ends a reservation, whether or not the sweep has marked it (decisions, section 5).
_STORED_STATE = {"active": "open", "consumed": "consumed", "released": "released", "expired": "expired"}


def _choices(filters: dict[str, str], first: int) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """Each combination of filters, as names and as conditions whose values follow the parameters before `$first`."""
    for size in range(len(filters) + 1):
        for choice in combinations(filters, size):
            yield choice, [filters[one].format(f"${first + nth}") for nth, one in enumerate(choice)]


def _merged(text: str, ranges: Sequence[str], conditions: Sequence[str]) -> str:
    """Rows of several ranges of an index as one."""
    return " UNION ALL ".join(text.format(which=" AND ".join([one, *conditions])) for one in ranges)


def _name(list_name: str, choice: Sequence[str]) -> str:
    return "_".join(["stock.list", list_name, *(one.strip("_") for one in choice)])


def _level_statements(
    name: str, text: str, row: str, first: int, also: Sequence[str] = ()
) -> dict[tuple[str, ...], Statement]:
    found = {}
    for choice, conditions in _choices(_OF_LEVEL, first):
        levels = "stock_levels"
        if "variant_id" in choice:
            # No more than there are warehouses: sought out before they are put in order, not on a walk in that order.
            wanted = " AND ".join(["l.account_id = $1", *conditions])
            levels, conditions = f"(SELECT columns(stock_levels) FROM stock_levels l WHERE {wanted} OFFSET 0)", []
        which = "".join(f" AND {one}" for one in [*conditions, *also])
        found[choice] = sql(_name(name, choice), text, row=row, levels=levels, which=which)
    return found


def _movement_statements() -> dict[tuple[str, tuple[str, ...]], Statement]:
    found = {}
    shown, order = object_of(StockMovement, "m"), "m.created_at DESC, m.id DESC"
    row = paging.until_full(shown, "row", size=paging.bytes_of("m.note"), order=order)
    for choice, conditions in _choices(_OF_MOVEMENT, 6):
        for name, ranges in (("movements", _REASONS), ("movements_for_reason", ["m.reason = $5"])):
            merged = _merged(_MOVEMENT_RANGE, ranges, conditions)
            found[name, choice] = sql(_name(name, choice), _MOVEMENTS, row=row, ranges=merged)
    return found


def _reservation_statements(state: str | None) -> dict[tuple[str, ...], Statement]:
    found = {}
    for choice, conditions in _choices(_OF_RESERVATION, 5):
        text, ranges = _RESERVATIONS, ["r.state = $4"]
        if state == "active":
            conditions.append("r.expires_at > statement_timestamp()")
        elif state is None:
            # The newest are found by id, a variant's by its states.
            ranges = _STATES if choice == ("variant_id",) else ["$4::text[] IS NOT NULL"]
        reservations = "stock_reservations"
        if "checkout_session_id" in choice:
            of_checkout = conditions[choice.index("checkout_session_id")]
            reservations = _OF_CHECKOUT.format(of_checkout=of_checkout)
        merged = _merged(_RESERVATION_RANGE.replace("{reservations}", reservations), ranges, conditions)
        if state == "expired":
            text = _WITH_OVERDUE.format(which="".join(f" AND {one}" for one in conditions)) + text
            merged += " UNION ALL (SELECT * FROM overdue r ORDER BY r.id DESC)"
        name = _name(f"{state or 'all'}_reservations", choice)
        found[choice] = sql(name, text, row=object_of(StockReservation, "r"), ranges=merged)
    return found


_LEVEL_ROW = object_of(PlacedStockLevel, "l", warehouse=_WAREHOUSE)
_LEVEL_ROW_AT = object_of(
    PlacedStockLevel, "l", warehouse=_WAREHOUSE, quantity="m.quantity_after", updated_at="wire_time(m.created_at)"
)
_LOW_ROW_AT = f"CASE WHEN m.quantity_after < l.low_stock_threshold THEN {_LEVEL_ROW_AT} END"
LEVELS = _level_statements("levels", _LEVELS, _LEVEL_ROW, 4)
LOW_LEVELS = _level_statements("low_levels", _LEVELS, _LEVEL_ROW, 4, ["l.is_low"])
LEVELS_AT = _level_statements("levels_at", _LEVELS_AT, _LEVEL_ROW_AT, 7)
# Those without a threshold are never looked at.
LOW_LEVELS_AT = _level_statements("low_levels_at", _LEVELS_AT, _LOW_ROW_AT, 7, ["l.low_stock_threshold IS NOT NULL"])
MOVEMENTS = _movement_statements()
RESERVATIONS = {state: _reservation_statements(state) for state in (None, *_STORED_STATE)}


async def levels(read: Read, query: LevelQuery, page: Page) -> Sequence[asyncpg.Record]:
    """Newest-updated first."""
    choice, values = _chosen(query, _OF_LEVEL)
    statements = LOW_LEVELS if query.low == "true" else LEVELS
    after = page.after[0] if page.after else ids.beyond("mv")
    return await read.all(statements[choice], after, page.reach, *values)


async def levels_at(read: Read, query: LevelQuery, page: Page) -> Walked:
    """As of `query.at`; the levels that were opened last come first. Few may have been low, so these are looked for."""
    choice, values = _chosen(query, _OF_LEVEL)
    start = (_just_after(query.at), "", "")
    if page.after:
        opened_at, variant_id, warehouse_id = page.after
        start = min(start, (paging.moment(opened_at), variant_id, warehouse_id))
    if query.low != "true":
        return Walked(await read.all(LEVELS_AT[choice], query.at, *start, page.reach, *values))

    async def look(position: tuple, size: int) -> Sequence[asyncpg.Record]:
        return await read.all(LOW_LEVELS_AT[choice], query.at, *position, size, *values)

    return await paging.walk(page, look, start, "created_at", "variant_id", "warehouse_id")


async def movements(read: Read, query: MovementQuery, page: Page) -> Sequence[asyncpg.Record]:
    """Newest first."""
    choice, values = _chosen(query, _OF_MOVEMENT)
    # `to` is where the list begins.
    start = (_just_after(query.to or clock.END_OF_TIME), "")
    if page.after:
        created_at, id = page.after
        start = min(start, (paging.moment(created_at), id))
    name, reasons = ("movements", _EVERY_REASON) if query.reason is None else ("movements_for_reason", query.reason)
    return await read.all(MOVEMENTS[name, choice], *start, page.reach, reasons, *values)


async def reservations(read: Read, query: ReservationQuery, page: Page) -> Sequence[asyncpg.Record]:
    """Newest first."""
    choice, values = _chosen(query, _OF_RESERVATION)
    after = page.after[0] if page.after else ids.beyond("rsv")
    statement = RESERVATIONS[query.state][choice]
    stored = _EVERY_STATE if query.state is None else _STORED_STATE[query.state]
    return await read.all(statement, after, page.reach, stored, *values)


def _just_after(moment: datetime) -> datetime:
    """Where a list begins that holds the moment itself, whatever the ids there: a caller's own have any shape."""
    return min(moment, clock.END_OF_TIME - _TICK) + _TICK


def _chosen(query: object, filters: dict[str, str]) -> tuple[tuple[str, ...], list[Any]]:
    given = {name: getattr(query, name) for name in filters if getattr(query, name) is not None}
    return tuple(given), list(given.values())
