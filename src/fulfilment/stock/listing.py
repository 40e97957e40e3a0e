"""The lists of stock: levels, movements and reservations, each by keyset over an index (decisions, section 2).

Every combination of filters is a statement of its own, so that each is planned for the index it needs. Where an index
stands for several lists, a list without its last filter merges the ranges of that filter's values: PostgreSQL takes the
newest of all of them one by one and reads no more than it shows.
"""

from collections.abc import Iterator, Sequence
from datetime import timedelta
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
    ListedLevel,
    Movement,
    MovementQuery,
    Reason,
    Reservation,
    ReservationQuery,
)

_WAREHOUSE = "json_build_object('id', w.id, 'name', w.name, 'isDefault', w.is_default)"

_LEVELS = """
    SELECT {row} AS row, l.last_movement_id AS position FROM stock_levels l
      JOIN warehouses w ON w.account_id = l.account_id AND w.id = l.warehouse_id
     WHERE l.account_id = $1 AND l.last_movement_id < $2 {which}
     ORDER BY l.last_movement_id DESC LIMIT $3
"""

# The level as the last movement up to that moment left it: one look-up in the ledger each.
_LEVELS_AT = """
    SELECT {row} AS row, l.created_at, l.variant_id, l.warehouse_id FROM stock_levels l
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
    SELECT {row} AS row, m.created_at, m.id FROM ({ranges}) m ORDER BY m.created_at DESC, m.id DESC LIMIT $4
"""
_MOVEMENT_RANGE = """
    SELECT * FROM stock_movements m WHERE m.account_id = $1 AND (m.created_at, m.id) < ($2, $3) AND {which}
"""

_RESERVATIONS = "SELECT {row} AS row, r.id AS position FROM ({ranges}) r ORDER BY r.id DESC LIMIT $3"
_RESERVATION_RANGE = """
    SELECT * FROM stock_reservations r WHERE r.account_id = $1 AND r.id < $2 AND {which}
"""
# Few, since the sweep comes soon: they are sought by time, not among all that are open.
_WITH_OVERDUE = """
    WITH overdue AS MATERIALIZED (
        SELECT * FROM stock_reservations r
         WHERE r.account_id = $1 AND r.id < $2 AND r.state = 'open' AND r.expires_at <= $4{which}
    )
"""

# The finest that the database tells apart.
_TICK = timedelta(microseconds=1)

_OF_LEVEL = {"variant_id": "l.variant_id = {}", "warehouse_id": "l.warehouse_id = {}"}
_OF_MOVEMENT = {
    "variant_id": "m.variant_id = {}",
    "warehouse_id": "m.warehouse_id = {}",
    "from_": "m.created_at >= {}",
    "reason": "m.reason = {}",
}
_OF_RESERVATION = {"variant_id": "r.variant_id = {}", "checkout_session_id": "r.checkout_session_id = {}"}
_REASONS = [f"m.reason = '{reason}'" for reason in get_args(Reason)]
_STATES = [f"r.state = '{state}'" for state in ("open", "consumed", "released", "expired")]
# Time alone ends a reservation, whether or not the sweep has marked it (decisions, section 5).
_IN_STATE = {
    "active": ["r.state = 'open' AND r.expires_at > $4"],
    "consumed": ["r.state = 'consumed'"],
    "released": ["r.state = 'released'"],
    "expired": ["r.state = 'expired'"],
}


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


def _level_statements(name: str, text: str, row: str, first: int, also: str = "") -> dict[tuple[str, ...], Statement]:
    return {
        choice: sql(_name(name, choice), text, row=row, which="".join(f" AND {one}" for one in [*conditions, *also]))
        for choice, conditions in _choices(_OF_LEVEL, first)
    }


def _movement_statements() -> dict[tuple[str, ...], Statement]:
    found = {}
    for choice, conditions in _choices(_OF_MOVEMENT, 5):
        ranges = ["true"] if "reason" in choice else _REASONS
        merged = _merged(_MOVEMENT_RANGE, ranges, conditions)
        found[choice] = sql(_name("movements", choice), _MOVEMENTS, row=object_of(Movement, "m"), ranges=merged)
    return found


def _reservation_statements(state: str | None) -> dict[tuple[str, ...], Statement]:
    found = {}
    takes_now = state in ("active", "expired")
    for choice, conditions in _choices(_OF_RESERVATION, 5 if takes_now else 4):
        # Without a state the newest are found by id, but for a variant's.
        ranges = _IN_STATE[state] if state else _STATES if choice == ("variant_id",) else ["true"]
        merged = _merged(_RESERVATION_RANGE, ranges, conditions)
        text = _RESERVATIONS
        if state == "expired":
            text = _WITH_OVERDUE.format(which="".join(f" AND {one}" for one in conditions)) + text
            merged += " UNION ALL SELECT * FROM overdue"
        name = _name(f"{state or 'all'}_reservations", choice)
        found[choice] = sql(name, text, row=object_of(Reservation, "r"), ranges=merged)
    return found


_LEVEL_ROW = object_of(ListedLevel, "l", warehouse=_WAREHOUSE)
_LEVEL_ROW_AT = object_of(
    ListedLevel, "l", warehouse=_WAREHOUSE, quantity="m.quantity_after", updated_at="wire_time(m.created_at)"
)
_LOW_ROW_AT = f"CASE WHEN m.quantity_after < l.low_stock_threshold THEN {_LEVEL_ROW_AT} END"
LEVELS = _level_statements("levels", _LEVELS, _LEVEL_ROW, 4)
LOW_LEVELS = _level_statements("low_levels", _LEVELS, _LEVEL_ROW, 4, ["l.is_low"])
LEVELS_AT = _level_statements("levels_at", _LEVELS_AT, _LEVEL_ROW_AT, 7)
LOW_LEVELS_AT = _level_statements("low_levels_at", _LEVELS_AT, _LOW_ROW_AT, 7)
MOVEMENTS = _movement_statements()
RESERVATIONS = {state: _reservation_statements(state) for state in (None, *_IN_STATE)}


async def levels(read: Read, query: LevelQuery, page: Page) -> Sequence[asyncpg.Record]:
    """Newest-updated first."""
    choice, values = _chosen(query, _OF_LEVEL)
    statements = LOW_LEVELS if query.low == "true" else LEVELS
    after = page.after[0] if page.after else ids.beyond("mv")
    return await read.all(statements[choice], after, page.reach, *values)


async def levels_at(read: Read, query: LevelQuery, page: Page) -> Walked:
    """As of `query.at`; the levels that were opened last come first. Few may have been low, so these are looked for."""
    choice, values = _chosen(query, _OF_LEVEL)
    # Just after the moment, whatever the ids: a caller's own variant has one of any shape.
    start = (min(query.at, clock.END_OF_TIME - _TICK) + _TICK, "", "")
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
    start = (query.to or clock.END_OF_TIME, ids.beyond("mv"))
    if page.after:
        created_at, id = page.after
        start = min(start, (paging.moment(created_at), id))
    return await read.all(MOVEMENTS[choice], *start, page.reach, *values)


async def reservations(read: Read, query: ReservationQuery, page: Page) -> Sequence[asyncpg.Record]:
    """Newest first."""
    choice, values = _chosen(query, _OF_RESERVATION)
    if query.state in ("active", "expired"):
        values = [clock.now(), *values]
    after = page.after[0] if page.after else ids.beyond("rsv")
    return await read.all(RESERVATIONS[query.state][choice], after, page.reach, *values)


def _chosen(query: object, filters: dict[str, str]) -> tuple[tuple[str, ...], list[Any]]:
    given = {name: getattr(query, name) for name in filters if getattr(query, name) is not None}
    return tuple(given), list(given.values())
