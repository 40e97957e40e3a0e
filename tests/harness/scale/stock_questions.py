"""Queries about stock."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from fulfilment.infra.api.pagination import PageRequest
from fulfilment.infra.database.transaction import Read
from fulfilment.stock import allocation_queries, listing, variant_search
from fulfilment.stock.reconciliation import SUM_MOVEMENTS
from fulfilment.stock.schemas import MAX_SKUS, LevelQuery, MovementQuery, ReservationQuery, VariantSearchQuery
from tests.harness.scale.asked import add
from tests.harness.scale.places import (
    BEGINNING,
    FIRST,
    FULL,
    HOT_VARIANT,
    PAGE,
    SHORT_PAGE,
    Sample,
    drawn,
    id_of,
    listed,
    moment,
    page_of,
)


def _levels(
    name: str, page: PageRequest | Callable[[Sample], PageRequest], at: float | None = None, **given: Any
) -> None:
    def query(sample: Sample) -> dict[str, Any]:
        moved = None if at is None else BEGINNING + timedelta(milliseconds=sample.variants * 10 * at)
        return {"at": moved, **drawn(given, sample)}

    def ask(read: Read, sample: Sample) -> Awaitable:
        find = listing.list_levels if at is None else listing.list_levels_at
        return find(read, LevelQuery(**query(sample)), page_of(page, sample))

    add(f"levels {name}", ask, lambda s: listed("/stock/levels", page_of(page, s), **query(s)))


def _any_variant(sample: Sample) -> str:
    return id_of("var", sample.variant())


def _one_warehouse(sample: Sample) -> str:
    return id_of("wh", sample.chance.randrange(5))


def _deep_level(sample: Sample) -> PageRequest:
    return PageRequest(PAGE, (id_of("mv", int(sample.variants * sample.chance.uniform(9.3, 9.5))),))


_levels("first page", FULL)
_levels("deep", _deep_level)
_levels("of a variant", FULL, variant_id=_any_variant)
_levels("of a warehouse", PageRequest(100), warehouse_id=_one_warehouse)
_levels("of a variant and a warehouse", FULL, variant_id=_any_variant, warehouse_id=_one_warehouse)
_levels("low", PageRequest(10), low="true")
_levels("low, of a warehouse", PageRequest(2), low="true", warehouse_id=id_of("wh", 1))
_levels("low, of a warehouse without", PageRequest(2), low="true", warehouse_id=id_of("wh", 4))
_levels("low, of a variant", PageRequest(2), low="true", variant_id=_any_variant)
_levels("as of a moment", FULL, at=0.5)
_levels(
    "as of a moment, deep",
    lambda s: PageRequest(PAGE, (moment(s.middle()), id_of("var", s.variant()), id_of("wh", 0))),
    at=0.5,
)
_levels("as of a moment, of a variant", FULL, at=0.5, variant_id=_any_variant)
_levels("as of a moment, of a warehouse", PageRequest(100), at=0.5, warehouse_id=_one_warehouse)
_levels("as of a moment, of a warehouse without", FULL, at=0.5, warehouse_id="wh_none")
_levels("low as of a moment", PageRequest(5), at=0.5, low="true")
_levels("low as of a moment, none", PageRequest(5), at=0.5, low="true", warehouse_id=id_of("wh", 4))


def _goods(name: str, **given: Any) -> None:
    """Levels of goods, and the variants that are found likewise."""

    def ask(read: Read, sample: Sample) -> Awaitable:
        return listing.search_levels(read, LevelQuery(**drawn(given, sample)), FULL)

    add(f"levels of {name}", ask, lambda s: listed("/stock/levels", FULL, **drawn(given, s)))


_goods("goods by a word of every product", q="kaos")
_goods("goods by a word of every product, low", q="kaos", low="true")
_goods("goods by a sku", q=lambda s: f"SKU-{s.variant()}")
_goods("a product", product_id=lambda s: id_of("prod", s.product()))


def _offers(name: str, **given: Any) -> None:
    add(
        f"variants {name}",
        lambda r, s: variant_search.search_variants(r, VariantSearchQuery(**drawn(given, s))),
        lambda s: "/variants?" + urlencode(drawn(given, s), doseq=True),
    )


_offers("by a word of every product", q="kaos")
_offers("by a word of every product, of a type", q="kaos", type="physical")
_offers("by a sku", q=lambda s: f"SKU-{s.variant()}")
_offers("by their skus", sku=lambda s: [f"SKU-{s.variant()}" for _ in range(MAX_SKUS)])
_offers("by their ids", ids=lambda s: ",".join(id_of("var", s.variant()) for _ in range(20)))


def _details(read: Read, sample: Sample) -> Awaitable:
    places = [(_any_variant(sample), _one_warehouse(sample)) for _ in range(50)]
    variants, warehouses = ([place[nth] for place in places] for nth in (0, 1))
    return read.fetch_all(listing.FIND_LEVEL_DETAILS, variants, warehouses)


add("levels' details", _details)


def _movements(name: str, page: PageRequest | Callable[[Sample], PageRequest], **given: Any) -> None:
    add(
        f"movements {name}",
        lambda r, s: listing.list_movements(r, MovementQuery(**drawn(given, s)), page_of(page, s)),
        lambda s: listed("/stock/movements", page_of(page, s), **drawn(given, s)),
    )


def _deep_movement(sample: Sample) -> PageRequest:
    number = sample.middle(sample.variants * 10)
    return PageRequest(PAGE, (moment(number), id_of("mv", number)))


def _some_time(sample: Sample) -> datetime:
    return BEGINNING + timedelta(milliseconds=sample.middle(sample.variants * 10))


_movements("first page", FULL)
_movements("deep", _deep_movement)
_movements("until a moment", FULL, to=_some_time)
_movements("of a variant", FULL, variant_id=_any_variant)
_movements("of the busiest variant", FULL, variant_id=HOT_VARIANT)
_movements("of the busiest variant, deep", _deep_movement, variant_id=HOT_VARIANT)
_movements("of a warehouse", FULL, warehouse_id=_one_warehouse)
_movements("of a warehouse, deep", _deep_movement, warehouse_id=_one_warehouse)
_movements("for a reason", FULL, reason="manual_adjust")
_movements("for a reason, deep", _deep_movement, reason="manual_adjust")
_movements("for a rare reason", FULL, reason="damaged")
_movements("of the busiest variant for a rare reason", FULL, variant_id=HOT_VARIANT, reason="damaged")
_movements("of a warehouse for a rare reason", PageRequest(2), warehouse_id=id_of("wh", 4), reason="damaged")
_movements("of a warehouse for another's reason", FULL, warehouse_id=id_of("wh", 4), reason="returned_to_supplier")
_movements("of the busiest level", FULL, variant_id=HOT_VARIANT, warehouse_id=id_of("wh", 0))
_movements("of the busiest level, deep", _deep_movement, variant_id=HOT_VARIANT, warehouse_id=id_of("wh", 0))
_movements("of no level", FULL, variant_id=HOT_VARIANT, warehouse_id=id_of("wh", 1))
_movements(
    "of the busiest level for a rare reason",
    FULL,
    variant_id=HOT_VARIANT,
    warehouse_id=id_of("wh", 0),
    reason="damaged",
)


def _reservations(name: str, page: PageRequest | Callable[[Sample], PageRequest], **given: Any) -> None:
    add(
        f"reservations {name}",
        lambda r, s: listing.list_reservations(r, ReservationQuery(**drawn(given, s)), page_of(page, s)),
        lambda s: listed("/stock/reservations", page_of(page, s), **drawn(given, s)),
    )


def _deep_reservation(sample: Sample) -> PageRequest:
    return PageRequest(SHORT_PAGE, (id_of("rsv", sample.middle()),))


_reservations("first page", FULL)
_reservations("deep", _deep_reservation)
for _state in ("active", "consumed", "released", "expired"):
    _reservations(_state, FIRST, state=_state)
    _reservations(f"{_state}, of the busiest variant", FIRST, state=_state, variant_id=HOT_VARIANT)
_reservations("consumed, deep", _deep_reservation, state="consumed")
_reservations("of a variant", FIRST, variant_id=_any_variant)
_reservations("of a checkout", FIRST, checkout_session_id=lambda s: f"cs_{s.middle(s.variants // 3)}")

add("stock to take from", lambda r, s: r.fetch_all(allocation_queries.LOCK_LEVELS, [_any_variant(s) for _ in range(3)]))
add(
    "reservations to keep to",
    lambda r, s: r.fetch_all(allocation_queries.SUM_RESERVED, [_any_variant(s) for _ in range(3)], BEGINNING),
)
add("reconciling, one batch", lambda r, s: r.fetch_all(SUM_MOVEMENTS, id_of("var", s.middle(s.variants // 2)), "", 200))
