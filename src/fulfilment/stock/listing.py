"""The lists of stock: levels, movements and reservations, each by keyset over an index (decisions, section 2).

Every combination of filters is a statement of its own, so that each is planned for the index it needs.
"""

from collections.abc import Sequence
from itertools import chain, combinations

import asyncpg

from fulfilment import clock
from fulfilment.db.sql import Statement, sql
from fulfilment.db.tx import Read
from fulfilment.db.wire_json import object_of
from fulfilment.http import paging
from fulfilment.http.paging import Page
from fulfilment.stock.records import LevelQuery, ListedLevel, Movement, MovementQuery, Reservation, ReservationQuery

_WAREHOUSE = "json_build_object('id', w.id, 'name', w.name, 'isDefault', w.is_default)"

_LEVELS = """
    SELECT {row} AS row, l.last_movement_id AS position FROM stock_levels l
      JOIN warehouses w ON w.account_id = l.account_id AND w.id = l.warehouse_id
     WHERE l.account_id = $1 AND ($2::text IS NULL OR l.last_movement_id < $2) {which}
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
     WHERE l.account_id = $1 AND l.created_at <= $2 {which}
       AND ($3::timestamptz IS NULL OR (l.created_at, l.variant_id, l.warehouse_id) < ($3, $4, $5))
     ORDER BY l.created_at DESC, l.variant_id DESC, l.warehouse_id DESC LIMIT $6
"""

_MOVEMENTS = """
    SELECT {row} AS row, m.created_at, m.id FROM stock_movements m
     WHERE m.account_id = $1 AND ($2::timestamptz IS NULL OR (m.created_at, m.id) < ($2, $3)) {which}
     ORDER BY m.created_at DESC, m.id DESC LIMIT $4
"""

_RESERVATIONS = """
    SELECT {row} AS row, r.id AS position FROM stock_reservations r
     WHERE r.account_id = $1 AND ($2::text IS NULL OR r.id < $2) {which}
     ORDER BY r.id DESC LIMIT $3
"""

_OF_LEVEL = {"variant_id": "l.variant_id = {}", "warehouse_id": "l.warehouse_id = {}"}
_OF_MOVEMENT = {
    "variant_id": "m.variant_id = {}",
    "warehouse_id": "m.warehouse_id = {}",
    "reason": "m.reason = {}",
    "from_": "m.created_at >= {}",
    "to": "m.created_at <= {}",
}
_OF_RESERVATION = {"variant_id": "r.variant_id = {}", "checkout_session_id": "r.checkout_session_id = {}"}
# Time alone ends a reservation, whether or not the sweep has marked it (decisions, section 5).
_IN_STATE = {
    "active": "AND r.state = 'open' AND r.expires_at > {now}",
    "consumed": "AND r.state = 'consumed'",
    "released": "AND r.state = 'released'",
    "expired": "AND (r.state = 'expired' OR (r.state = 'open' AND r.expires_at <= {now}))",
}


def _every_choice(filters: Sequence[str]) -> list[tuple[str, ...]]:
    return list(chain.from_iterable(combinations(filters, size) for size in range(len(filters) + 1)))


def _statements(name: str, text: str, row: str, filters: dict[str, str], first: int, also: str = "") -> dict:
    """One statement for each combination of filters, whose values follow the parameters before `$first`."""
    found: dict[tuple[str, ...], Statement] = {}
    for choice in _every_choice(list(filters)):
        which = " ".join(f"AND {filters[one].format(f'${first + nth}')}" for nth, one in enumerate(choice))
        suffix = "".join(f"_{one.strip('_')}" for one in choice)
        found[choice] = sql(f"stock.list_{name}{suffix}", text, row=row, which=f"{which} {also}")
    return found


_LEVEL_ROW = object_of(ListedLevel, "l", warehouse=_WAREHOUSE)
_LEVEL_ROW_AT = object_of(
    ListedLevel, "l", warehouse=_WAREHOUSE, quantity="m.quantity_after", updated_at="wire_time(m.created_at)"
)
LEVELS = _statements("levels", _LEVELS, _LEVEL_ROW, _OF_LEVEL, 4)
LOW_LEVELS = _statements("low_levels", _LEVELS, _LEVEL_ROW, _OF_LEVEL, 4, "AND l.is_low")
LEVELS_AT = _statements("levels_at", _LEVELS_AT, _LEVEL_ROW_AT, _OF_LEVEL, 7)
LOW_LEVELS_AT = _statements(
    "low_levels_at", _LEVELS_AT, _LEVEL_ROW_AT, _OF_LEVEL, 7, "AND m.quantity_after < l.low_stock_threshold"
)
MOVEMENTS = _statements("movements", _MOVEMENTS, object_of(Movement, "m"), _OF_MOVEMENT, 5)
RESERVATIONS = {
    state: _statements(
        f"{state or 'all'}_reservations",
        _RESERVATIONS,
        object_of(Reservation, "r"),
        _OF_RESERVATION,
        5 if state in ("active", "expired") else 4,
        _IN_STATE[state].format(now="$4") if state else "",
    )
    for state in (None, *_IN_STATE)
}


async def levels(read: Read, query: LevelQuery, page: Page) -> Sequence[asyncpg.Record]:
    """Newest-updated first."""
    choice, values = _chosen(query, _OF_LEVEL)
    statements = LOW_LEVELS if query.low == "true" else LEVELS
    return await read.all(statements[choice], page.after and page.after[0], page.reach, *values)


async def levels_at(read: Read, query: LevelQuery, page: Page) -> Sequence[asyncpg.Record]:
    """As of `query.at`; the levels that were opened last come first."""
    choice, values = _chosen(query, _OF_LEVEL)
    statements = LOW_LEVELS_AT if query.low == "true" else LEVELS_AT
    created_at, variant_id, warehouse_id = page.after or (None, None, None)
    position = (created_at and paging.moment(created_at), variant_id, warehouse_id)
    return await read.all(statements[choice], query.at, *position, page.reach, *values)


async def movements(read: Read, query: MovementQuery, page: Page) -> Sequence[asyncpg.Record]:
    """Newest first."""
    choice, values = _chosen(query, _OF_MOVEMENT)
    created_at, id = page.after or (None, None)
    return await read.all(MOVEMENTS[choice], created_at and paging.moment(created_at), id, page.reach, *values)


async def reservations(read: Read, query: ReservationQuery, page: Page) -> Sequence[asyncpg.Record]:
    """Newest first."""
    choice, values = _chosen(query, _OF_RESERVATION)
    if query.state in ("active", "expired"):
        values = [clock.now(), *values]
    return await read.all(RESERVATIONS[query.state][choice], page.after and page.after[0], page.reach, *values)


def _chosen(query: object, filters: dict[str, str]) -> tuple[tuple[str, ...], list]:
    given = {name: getattr(query, name) for name in filters if getattr(query, name) is not None}
    return tuple(given), list(given.values())
