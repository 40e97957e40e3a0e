"""Lists of stock: levels, movements and reservations, with keyset pagination over an index (decisions, section 2).

Every combination of filters is a statement of its own, so that each is planned for the index it needs. Where an index
serves several lists, a list without its last filter merges the ranges of that filter's values. PostgreSQL then reads
the newest row of all ranges one by one, and no more rows than it returns.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import combinations
from typing import Any, get_args

import asyncpg
import msgspec

from fulfilment.catalog import search
from fulfilment.infra import clock, ids
from fulfilment.infra.api import pagination
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.api.pagination import PageRequest, ScanResult
from fulfilment.infra.database.statements import Statement, json_object, sql
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.search_text import fold
from fulfilment.stock.schemas import (
    LevelQuery,
    MovementQuery,
    PlacedStockLevel,
    Reason,
    ReservationQuery,
    StockLevelDetails,
    StockMovement,
    StockReservation,
)

# The most products of a search, each with at most 1,000 variants.
MAX_PRODUCTS = 50

_WAREHOUSE_JSON = "json_build_object('id', w.id, 'name', w.name, 'isDefault', w.is_default)"

_LEVELS = """
    SELECT {row} AS row, l.last_movement_id AS position FROM {levels} l
      JOIN warehouses w ON w.account_id = l.account_id AND w.id = l.warehouse_id
     WHERE l.account_id = $1 AND l.last_movement_id < $2 {which}
     ORDER BY l.last_movement_id DESC LIMIT $3
"""

# The level after its last movement until that time: one look-up in the ledger per level.
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
# A checkout has few reservations: OFFSET 0 makes PostgreSQL find them by the checkout before it sorts.
_CHECKOUT_RESERVATIONS = (
    "(SELECT columns(stock_reservations) FROM stock_reservations r "
    "WHERE r.account_id = $1 AND {checkout_condition} OFFSET 0)"
)
# Few reservations are overdue, since the worker marks them often. They are found by time, without a scan of open ones.
_WITH_OVERDUE = """
    WITH overdue AS MATERIALIZED (
        SELECT columns(stock_reservations) FROM stock_reservations r
         WHERE r.account_id = $1 AND r.state = 'open' AND r.expires_at <= statement_timestamp() AND r.id < $2 {which}
    )
"""

# Reads product by product and variant by variant; a variant has at most one level per warehouse. If the text is a
# variant's whole sku, only the levels of variants with that sku are listed.
LIST_LEVELS_OF_PRODUCTS = sql(
    "stock.list_levels_of_products",
    """
    SELECT {row} AS row, l.variant_id, l.warehouse_id FROM (
        SELECT i.variant_id, i.warehouse_id, i.quantity, i.updated_at
          FROM (SELECT s.id, s.is_exact_match, bool_or(s.is_exact_match) OVER () AS has_exact_match
                  FROM unnest($2::text[]) AS found (product_id)
                 CROSS JOIN LATERAL (
                    SELECT id, coalesce(sku = $3::text OR lower(sku COLLATE "C") = $9, false) AS is_exact_match
                      FROM variants
                     WHERE account_id = $1 AND product_id = found.product_id OFFSET 0) s) matched
         CROSS JOIN LATERAL (
            SELECT variant_id, warehouse_id, quantity, updated_at, is_low FROM stock_levels
             WHERE account_id = $1 AND variant_id = matched.id OFFSET 0) i
         WHERE (matched.is_exact_match OR NOT matched.has_exact_match) AND (i.variant_id, i.warehouse_id) > ($4, $5)
           AND ($6::text IS NULL OR i.warehouse_id = $6) AND (i.is_low OR NOT $7::boolean)
         ORDER BY i.variant_id, i.warehouse_id LIMIT $8) l
     CROSS JOIN LATERAL (
        SELECT id, name, is_default FROM warehouses WHERE account_id = $1 AND id = l.warehouse_id OFFSET 0) w
     ORDER BY l.variant_id, l.warehouse_id
    """,
    row=json_object(
        PlacedStockLevel, "l", warehouse="json_build_object('id', w.id, 'name', w.name, 'isDefault', w.is_default)"
    ),
)

_DETAILS_JSON = json_object(
    StockLevelDetails,
    "v",
    product_name="p.name",
    variant_name="v.name",
    sku="coalesce(v.sku, p.sku)",
    archived="v.archived OR p.archived",
    low_stock_threshold="l.low_stock_threshold",
    reserved="l.reserved",
    available="greatest(l.quantity - l.reserved, 0)",
)
FIND_LEVEL_DETAILS = sql(
    "stock.level_details",
    f"""
    SELECT {_DETAILS_JSON} AS row
      FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS listed (variant_id, warehouse_id, place)
     CROSS JOIN LATERAL (
        SELECT quantity, low_stock_threshold,
               (SELECT coalesce(sum(r.quantity), 0)::bigint FROM stock_reservations r
                 WHERE r.account_id = $1 AND r.variant_id = listed.variant_id AND r.warehouse_id = listed.warehouse_id
                   AND r.state = 'open' AND r.expires_at > statement_timestamp()) AS reserved
          FROM stock_levels
         WHERE account_id = $1 AND variant_id = listed.variant_id AND warehouse_id = listed.warehouse_id OFFSET 0) l
      LEFT JOIN LATERAL (
        SELECT product_id, name, sku, archived FROM variants
         WHERE account_id = $1 AND id = listed.variant_id OFFSET 0) v ON true
      LEFT JOIN LATERAL (
        SELECT name, sku, archived FROM products WHERE account_id = $1 AND id = v.product_id OFFSET 0) p ON true
     ORDER BY listed.place
    """,
)

# The resolution of the database's timestamps.
_TIME_RESOLUTION = timedelta(microseconds=1)

_LEVEL_FILTERS = {"variant_id": "l.variant_id = {}", "warehouse_id": "l.warehouse_id = {}"}
_MOVEMENT_FILTERS = {
    "variant_id": "m.variant_id = {}",
    "warehouse_id": "m.warehouse_id = {}",
    "from_": "m.created_at >= {}",
}
_RESERVATION_FILTERS = {"variant_id": "r.variant_id = {}", "checkout_session_id": "r.checkout_session_id = {}"}
# The value of a range is a parameter, so that PostgreSQL does not choose a plan by its frequency at planning time.
_EVERY_REASON = get_args(Reason)
_REASONS = [f"m.reason = ($5::text[])[{nth}]" for nth, _ in enumerate(_EVERY_REASON, start=1)]
_EVERY_STATE = ("open", "consumed", "released", "expired")
_STATES = [f"r.state = ($4::text[])[{nth}]" for nth, _ in enumerate(_EVERY_STATE, start=1)]
# A reservation expires by time alone, even if the worker has not marked it yet (decisions, section 5).
_STORED_STATE = {"active": "open", "consumed": "consumed", "released": "released", "expired": "expired"}


def _filter_combinations(filters: dict[str, str], first: int) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """Each combination of filters: its names, and its conditions with parameters from `$first` on."""
    for size in range(len(filters) + 1):
        for combination in combinations(filters, size):
            yield combination, [filters[name].format(f"${first + nth}") for nth, name in enumerate(combination)]


def _union_ranges(text: str, ranges: Sequence[str], conditions: Sequence[str]) -> str:
    """The union of several ranges of an index."""
    return " UNION ALL ".join(
        text.format(which=" AND ".join([range_condition, *conditions])) for range_condition in ranges
    )


def _statement_name(list_name: str, filters: Sequence[str]) -> str:
    return "_".join(["stock.list", list_name, *(filter_name.strip("_") for filter_name in filters)])


def _level_statements(
    name: str, text: str, row: str, first: int, extra_conditions: Sequence[str] = ()
) -> dict[tuple[str, ...], Statement]:
    statements = {}
    for filters, conditions in _filter_combinations(_LEVEL_FILTERS, first):
        levels = "stock_levels"
        if "variant_id" in filters:
            # A variant has at most one level per warehouse: OFFSET 0 makes PostgreSQL find them before it sorts.
            condition = " AND ".join(["l.account_id = $1", *conditions])
            levels, conditions = f"(SELECT columns(stock_levels) FROM stock_levels l WHERE {condition} OFFSET 0)", []
        which = "".join(f" AND {one}" for one in [*conditions, *extra_conditions])
        statements[filters] = sql(_statement_name(name, filters), text, row=row, levels=levels, which=which)
    return statements


def _movement_statements() -> dict[tuple[str, tuple[str, ...]], Statement]:
    statements = {}
    movement_json, order = json_object(StockMovement, "m"), "m.created_at DESC, m.id DESC"
    row = pagination.stop_when_full_sql(movement_json, "row", size=pagination.stored_bytes_sql("m.note"), order=order)
    for filters, conditions in _filter_combinations(_MOVEMENT_FILTERS, 6):
        for name, ranges in (("movements", _REASONS), ("movements_for_reason", ["m.reason = $5"])):
            union = _union_ranges(_MOVEMENT_RANGE, ranges, conditions)
            statements[name, filters] = sql(_statement_name(name, filters), _MOVEMENTS, row=row, ranges=union)
    return statements


def _reservation_statements(state: str | None) -> dict[tuple[str, ...], Statement]:
    statements = {}
    for filters, conditions in _filter_combinations(_RESERVATION_FILTERS, 5):
        text, ranges = _RESERVATIONS, ["r.state = $4"]
        if state == "active":
            conditions.append("r.expires_at > statement_timestamp()")
        elif state is None:
            # Without a state, a variant's reservations are found by its ranges of states, all others by id.
            ranges = _STATES if filters == ("variant_id",) else ["$4::text[] IS NOT NULL"]
        reservations = "stock_reservations"
        if "checkout_session_id" in filters:
            checkout_condition = conditions[filters.index("checkout_session_id")]
            reservations = _CHECKOUT_RESERVATIONS.format(checkout_condition=checkout_condition)
        union = _union_ranges(_RESERVATION_RANGE.replace("{reservations}", reservations), ranges, conditions)
        if state == "expired":
            text = _WITH_OVERDUE.format(which="".join(f" AND {one}" for one in conditions)) + text
            union += " UNION ALL (SELECT * FROM overdue r ORDER BY r.id DESC)"
        name = _statement_name(f"{state or 'all'}_reservations", filters)
        statements[filters] = sql(name, text, row=json_object(StockReservation, "r"), ranges=union)
    return statements


_LEVEL_JSON = json_object(PlacedStockLevel, "l", warehouse=_WAREHOUSE_JSON)
_LEVEL_JSON_AT = json_object(
    PlacedStockLevel, "l", warehouse=_WAREHOUSE_JSON, quantity="m.quantity_after", updated_at="iso_time(m.created_at)"
)
_LOW_LEVEL_JSON_AT = f"CASE WHEN m.quantity_after < l.low_stock_threshold THEN {_LEVEL_JSON_AT} END"
LEVELS = _level_statements("levels", _LEVELS, _LEVEL_JSON, 4)
LOW_LEVELS = _level_statements("low_levels", _LEVELS, _LEVEL_JSON, 4, ["l.is_low"])
LEVELS_AT = _level_statements("levels_at", _LEVELS_AT, _LEVEL_JSON_AT, 7)
# Levels without a threshold are left out.
LOW_LEVELS_AT = _level_statements(
    "low_levels_at", _LEVELS_AT, _LOW_LEVEL_JSON_AT, 7, ["l.low_stock_threshold IS NOT NULL"]
)
MOVEMENTS = _movement_statements()
RESERVATIONS = {state: _reservation_statements(state) for state in (None, *_STORED_STATE)}


async def list_levels(read: Read, query: LevelQuery, page: PageRequest) -> Sequence[asyncpg.Record]:
    """Levels as they are now, newest-updated first."""
    filters, values = _given_filters(query, _LEVEL_FILTERS)
    statements = LOW_LEVELS if query.low == "true" else LEVELS
    after = page.after[0] if page.after else ids.upper_bound("mv")
    return await read.fetch_all(statements[filters], after, page.fetch_limit, *values)


async def list_levels_at(read: Read, query: LevelQuery, page: PageRequest) -> ScanResult:
    """Levels as they were at `query.at`, the last created first. Low levels may be rare, and are found by a scan."""
    filters, values = _given_filters(query, _LEVEL_FILTERS)
    assert query.at is not None, "it is asked for by its moment"
    start = (_just_after(query.at), "", "")
    if page.after:
        start = min(start, page.after)
    if query.low != "true":
        return ScanResult(await read.fetch_all(LEVELS_AT[filters], query.at, *start, page.fetch_limit, *values))

    async def fetch_page(position: tuple, size: int) -> Sequence[asyncpg.Record]:
        return await read.fetch_all(LOW_LEVELS_AT[filters], query.at, *position, size, *values)

    return await pagination.scan(page, fetch_page, start, "created_at", "variant_id", "warehouse_id")


async def search_levels(read: Read, query: LevelQuery, page: PageRequest) -> list[asyncpg.Record]:
    """The levels of the products that a search finds, or of one product, in the order of the variants' ids."""
    product_ids = [query.product_id]
    if query.q is not None:
        product_ids = await search.search_product_ids(read, query.q, None, MAX_PRODUCTS)
    text = query.q and query.q.strip()
    folded = text and fold(text)
    after = page.after or ("", "")
    filters = (query.warehouse_id, query.low == "true")
    return (
        await read.fetch_all(LIST_LEVELS_OF_PRODUCTS, product_ids, text, *after, *filters, page.fetch_limit, folded)
        if product_ids
        else []
    )


async def add_details(read: Read, reply: Reply) -> Reply:
    """Add to a page of levels the names of their variants, and their reserved and available quantities."""
    levels: list[dict[str, Any]] = [msgspec.json.decode(row) for row in reply.data["stock"]]
    level_keys = [level["variantId"] for level in levels], [level["warehouseId"] for level in levels]
    rows = await read.fetch_all(FIND_LEVEL_DETAILS, *level_keys) if levels else []
    for level, row in zip(levels, rows, strict=True):
        level["details"] = msgspec.Raw(row["row"].encode())
    reply.data["stock"] = levels
    return reply


def require_compatible_filters(query: LevelQuery) -> None:
    """Raise Validation for filters that cannot be combined."""
    given_filters = [name for name in ("q", "product_id") if getattr(query, name) is not None]
    if not given_filters:
        return
    wire_name = {"q": "q", "product_id": "productId"}[given_filters[-1]]
    if len(given_filters) > 1 or query.variant_id is not None:
        raise Validation("Say one of q, productId and variant_id.", field=wire_name)
    if query.at is not None:
        raise Validation(f"{wire_name} finds levels as they are now; leave out at.", field=wire_name)


async def list_movements(read: Read, query: MovementQuery, page: PageRequest) -> Sequence[asyncpg.Record]:
    """Movements, newest first."""
    filters, values = _given_filters(query, _MOVEMENT_FILTERS)
    # The list begins at `to`.
    start = (_just_after(query.to or clock.END_OF_TIME), "")
    if page.after:
        start = min(start, page.after)
    name, reasons = ("movements", _EVERY_REASON) if query.reason is None else ("movements_for_reason", query.reason)
    return await read.fetch_all(MOVEMENTS[name, filters], *start, page.fetch_limit, reasons, *values)


async def list_reservations(read: Read, query: ReservationQuery, page: PageRequest) -> Sequence[asyncpg.Record]:
    """Reservations, newest first."""
    filters, values = _given_filters(query, _RESERVATION_FILTERS)
    after = page.after[0] if page.after else ids.upper_bound("rsv")
    statement = RESERVATIONS[query.state][filters]
    stored_states = _EVERY_STATE if query.state is None else _STORED_STATE[query.state]
    return await read.fetch_all(statement, after, page.fetch_limit, stored_states, *values)


def _just_after(moment: datetime) -> datetime:
    """The exclusive start of a list that includes a moment. It is independent of ids, which may have any form."""
    return min(moment, clock.END_OF_TIME - _TIME_RESOLUTION) + _TIME_RESOLUTION


def _given_filters(query: object, filters: dict[str, str]) -> tuple[tuple[str, ...], list[Any]]:
    values = {name: getattr(query, name) for name in filters if getattr(query, name) is not None}
    return tuple(values), list(values.values())
