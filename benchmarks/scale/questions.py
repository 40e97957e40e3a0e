"""What is asked of both databases: every list with its filters, at its beginning and deep down, and every look-up.

Each question goes through the query function that the API itself calls, with other values each time.
"""

import random
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import msgspec

from benchmarks.scale.loading import ACCOUNT, PRODUCTS_PER_VARIANT
from fulfilment.addresses import queries as addresses
from fulfilment.api_keys import queries as api_keys
from fulfilment.audit import queries as audit
from fulfilment.audit.records import AuditQuery
from fulfilment.catalog import queries as catalog
from fulfilment.catalog import references, search
from fulfilment.catalog.search import Wanted
from fulfilment.credits import queries as credit
from fulfilment.db.tx import Read
from fulfilment.http.paging import Page
from fulfilment.shipments import queries as shipments
from fulfilment.stock import allocation_queries, listing
from fulfilment.stock import queries as stock
from fulfilment.stock.reconciliation import SUMS
from fulfilment.stock.records import LevelQuery, MovementQuery, ReservationQuery
from fulfilment.webhooks import log_queries
from fulfilment.webhooks.records import WebhookLogQuery

BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
PAGE = 200
# The filters of the small database must fill a page as well, or the two would not be asked for the same.
SHORT_PAGE = 25
_BEYOND = 2**53 - 1


class Sample(msgspec.Struct):
    """Where to look this time: `variants` says how large the database is, `chance` where in it."""

    variants: int
    chance: random.Random

    def variant(self) -> int:
        """Any but the first, which has a tenth of all movements."""
        return self.chance.randrange(1, self.variants)

    def product(self) -> int:
        return self.chance.randrange(1, int(self.variants * PRODUCTS_PER_VARIANT) + 1)

    def middle(self, of: int | None = None) -> int:
        """A place around the middle of `of` rows, far from both ends."""
        return int((of or self.variants) * self.chance.uniform(0.45, 0.55))


Ask = Callable[[Read, Sample], Awaitable[Any]]
QUESTIONS: dict[str, Ask] = {}


def _ask(name: str, ask: Ask) -> None:
    QUESTIONS[name] = ask


def id_of(prefix: str, number: int) -> str:
    return f"{prefix}_{number:026}"


def moment(number: int) -> str:
    return (BEGINNING + timedelta(milliseconds=number)).isoformat()


HOT_VARIANT = id_of("var", 0)
_FIRST = Page(SHORT_PAGE)
_FULL = Page(PAGE)


def _products(name: str, page: Callable[[Sample], Page], **given: Any) -> None:
    def ask(read: Read, sample: Sample) -> Awaitable:
        values = {key: value(sample) if callable(value) else value for key, value in given.items()}
        wanted = {"with_archived": False, "type": None, "sku": None, **values}
        return catalog.list_products(read, page(sample), **wanted)

    _ask(f"products {name}", ask)


def _deep_product(sample: Sample) -> Page:
    return Page(SHORT_PAGE, (id_of("prod", sample.middle(int(sample.variants * PRODUCTS_PER_VARIANT))),))


_products("first page", lambda _: Page(100))
_products("deep", _deep_product)
_products("deep, with archived", _deep_product, with_archived=True)
_products("of a type", lambda _: _FIRST, type="physical")
_products("of a type, deep", _deep_product, type="physical")
_products("of a rare type, active", lambda _: _FIRST, type="digital")
_products("of no type, with archived", lambda _: _FIRST, type="license", with_archived=True)
_products("by sku", lambda _: _FIRST, sku=lambda sample: f"SKU-{sample.variant()}")
_products("by sku and type", lambda _: _FIRST, sku=lambda sample: f"P-{sample.product()}", type="license")


def _searches(name: str, words: Callable[[Sample], str], after: Callable[[Sample], tuple] | None = None, **given: Any):
    def ask(read: Read, sample: Sample) -> Awaitable:
        wanted = {"type": None, "sku": None, "with_archived": False, **given}
        page = Page(5, after and after(sample))
        return search.search(read, Wanted(search.words_of(words(sample)), **wanted), page)

    _ask(f"search {name}", ask)


def _active(sample: Sample) -> int:
    """A product that is neither archived nor of the oldest."""
    number = sample.middle(int(sample.variants * PRODUCTS_PER_VARIANT))
    return number + 1 if number % 10 == 0 else number


_searches("for a word of every product", lambda _: "kaos")
_searches("for a word of every product, deep", lambda _: "kaos", lambda s: ("kaos", id_of("prod", _active(s))))
_searches("for a word of a fifth", lambda _: "merah")
_searches("for a rare word", lambda s: f"nomor{_active(s)}")
_searches("for a common and a rarer word", lambda s: f"merah nomor{_active(s) // 5 * 5}")
_searches("for two common words", lambda _: "kaos putih")
_searches("for a common word, none of the type", lambda _: "kaos", type="license")
_searches("for a common word and a sku", lambda _: "kaos", sku="P-1")

_ask("product by id", lambda r, s: catalog.find_product(r, id_of("prod", s.product())))
_ask("variants by id", lambda r, s: references.find_variants(r, [id_of("var", s.variant()) for _ in range(3)]))
_ask("default variants", lambda r, s: references.find_defaults(r, [id_of("prod", s.product()) for _ in range(3)]))
_ask("variant of a product", lambda r, s: _variant(r, s.variant()))
_ask("variant described", lambda r, s: stock.describe_variant(r, id_of("var", s.variant())))


def _variant(read: Read, number: int) -> Awaitable:
    return catalog.find_variant(read, id_of("prod", number // 5 + 1), id_of("var", number))


_ask("warehouses", lambda r, s: stock.list_warehouses(r, Page(None)))


def _levels(name: str, page: Page | Callable[[Sample], Page], at: float | None = None, **given: Any) -> None:
    def ask(read: Read, sample: Sample) -> Awaitable:
        values = {key: value(sample) if callable(value) else value for key, value in given.items()}
        shown = page(sample) if callable(page) else page
        if at is None:
            return listing.levels(read, LevelQuery(**values), shown)
        moved = BEGINNING + timedelta(milliseconds=sample.variants * 10 * at)
        return listing.levels_at(read, LevelQuery(at=moved, **values), shown)

    _ask(f"levels {name}", ask)


def _any_variant(sample: Sample) -> str:
    return id_of("var", sample.variant())


def _one_warehouse(sample: Sample) -> str:
    return id_of("wh", sample.chance.randrange(5))


def _deep_level(sample: Sample) -> Page:
    return Page(PAGE, (id_of("mv", int(sample.variants * sample.chance.uniform(9.3, 9.5))),))


_levels("first page", _FULL)
_levels("deep", _deep_level)
_levels("of a variant", _FULL, variant_id=_any_variant)
_levels("of a warehouse", Page(100), warehouse_id=_one_warehouse)
_levels("of a variant and a warehouse", _FULL, variant_id=_any_variant, warehouse_id=_one_warehouse)
_levels("low", Page(10), low="true")
_levels("low, of a warehouse", Page(2), low="true", warehouse_id=id_of("wh", 1))
_levels("low, of a warehouse without", Page(2), low="true", warehouse_id=id_of("wh", 4))
_levels("low, of a variant", Page(2), low="true", variant_id=_any_variant)
_levels("as of a moment", _FULL, at=0.5)
_levels(
    "as of a moment, deep",
    lambda s: Page(PAGE, (moment(s.middle()), id_of("var", s.variant()), id_of("wh", 0))),
    at=0.5,
)
_levels("as of a moment, of a variant", _FULL, at=0.5, variant_id=_any_variant)
_levels("as of a moment, of a warehouse", Page(100), at=0.5, warehouse_id=_one_warehouse)
_levels("as of a moment, of a warehouse without", _FULL, at=0.5, warehouse_id="wh_none")
_levels("low as of a moment", Page(5), at=0.5, low="true")
_levels("low as of a moment, none", Page(5), at=0.5, low="true", warehouse_id=id_of("wh", 4))


def _movements(name: str, page: Page | Callable[[Sample], Page], **given: Any) -> None:
    def ask(read: Read, sample: Sample) -> Awaitable:
        values = {key: value(sample) if callable(value) else value for key, value in given.items()}
        return listing.movements(read, MovementQuery(**values), page(sample) if callable(page) else page)

    _ask(f"movements {name}", ask)


def _deep_movement(sample: Sample) -> Page:
    number = sample.middle(sample.variants * 10)
    return Page(PAGE, (moment(number), id_of("mv", number)))


def _some_time(sample: Sample) -> datetime:
    return BEGINNING + timedelta(milliseconds=sample.middle(sample.variants * 10))


_movements("first page", _FULL)
_movements("deep", _deep_movement)
_movements("until a moment", _FULL, to=_some_time)
_movements("of a variant", _FULL, variant_id=_any_variant)
_movements("of the busiest variant", _FULL, variant_id=HOT_VARIANT)
_movements("of the busiest variant, deep", _deep_movement, variant_id=HOT_VARIANT)
_movements("of a warehouse", _FULL, warehouse_id=_one_warehouse)
_movements("of a warehouse, deep", _deep_movement, warehouse_id=_one_warehouse)
_movements("for a reason", _FULL, reason="manual_adjust")
_movements("for a reason, deep", _deep_movement, reason="manual_adjust")
_movements("for a rare reason", _FULL, reason="damaged")
_movements("of the busiest variant for a rare reason", _FULL, variant_id=HOT_VARIANT, reason="damaged")
_movements("of a warehouse for a rare reason", Page(2), warehouse_id=id_of("wh", 4), reason="damaged")
_movements("of a warehouse for another's reason", _FULL, warehouse_id=id_of("wh", 4), reason="returned_to_supplier")
_movements("of the busiest level", _FULL, variant_id=HOT_VARIANT, warehouse_id=id_of("wh", 0))
_movements("of the busiest level, deep", _deep_movement, variant_id=HOT_VARIANT, warehouse_id=id_of("wh", 0))
_movements("of no level", _FULL, variant_id=HOT_VARIANT, warehouse_id=id_of("wh", 1))
_movements(
    "of the busiest level for a rare reason",
    _FULL,
    variant_id=HOT_VARIANT,
    warehouse_id=id_of("wh", 0),
    reason="damaged",
)


def _reservations(name: str, page: Page | Callable[[Sample], Page], **given: Any) -> None:
    def ask(read: Read, sample: Sample) -> Awaitable:
        values = {key: value(sample) if callable(value) else value for key, value in given.items()}
        return listing.reservations(read, ReservationQuery(**values), page(sample) if callable(page) else page)

    _ask(f"reservations {name}", ask)


def _deep_reservation(sample: Sample) -> Page:
    return Page(SHORT_PAGE, (id_of("rsv", sample.middle()),))


_reservations("first page", _FULL)
_reservations("deep", _deep_reservation)
for _state in ("active", "consumed", "released", "expired"):
    _reservations(_state, _FIRST, state=_state)
    _reservations(f"{_state}, of the busiest variant", _FIRST, state=_state, variant_id=HOT_VARIANT)
_reservations("consumed, deep", _deep_reservation, state="consumed")
_reservations("of a variant", _FIRST, variant_id=_any_variant)
_reservations("of a checkout", _FIRST, checkout_session_id=lambda s: f"cs_{s.middle(s.variants // 3)}")

_ask("stock to take from", lambda r, s: r.all(allocation_queries.LOCK_LEVELS, [_any_variant(s) for _ in range(3)]))
_ask(
    "reservations to keep to",
    lambda r, s: r.all(allocation_queries.ACTIVE_RESERVATIONS, [_any_variant(s) for _ in range(3)], BEGINNING),
)
_ask("reconciling, one batch", lambda r, s: r.all(SUMS, id_of("var", s.middle(s.variants // 2)), "", 200))


def _addresses(name: str, customer: Callable[[Sample], str] | None, after: Callable[[Sample], tuple] | None) -> None:
    _ask(
        f"addresses {name}",
        lambda r, s: addresses.list_addresses(r, customer and customer(s), Page(SHORT_PAGE, after and after(s))),
    )


_addresses("first page", None, None)
_addresses("deep", None, lambda s: ("false", moment(s.middle()), id_of("adr", s.middle())))
_addresses("of a customer", lambda s: f"customer-{s.middle(s.variants // 10)}", None)

_ask("shipments first page", lambda r, s: shipments.list_shipments(r, None, Page(100)))
_ask("shipments deep", lambda r, s: shipments.list_shipments(r, None, Page(100, (id_of("ship", s.middle()),))))
_ask("shipments of a status", lambda r, s: shipments.list_shipments(r, "delivered", Page(100)))
_ask("shipments of a rare status", lambda r, s: shipments.list_shipments(r, "returned", _FIRST))
_ask("shipments of no status", lambda r, s: shipments.list_shipments(r, "pending", _FIRST))
_ask("shipments counted", lambda r, s: shipments.total(r, "delivered"))
_ask("shipment by id", lambda r, s: shipments.find(r, id_of("ship", s.middle())))

_ask("credit transactions first page", lambda r, s: credit.list_transactions(r, None, _FULL))
_ask("credit transactions deep", lambda r, s: credit.list_transactions(r, s.middle(), _FULL))
_ask("credit transaction by reference", lambda r, s: credit.find_by_ref(r, "topup", f"ref-{s.middle()}"))
_ask("credit balance", lambda r, s: credit.find_balance(r))


def _audit(name: str, page: Page | Callable[[Sample], Page], **given: Any) -> None:
    _ask(
        f"audit log {name}",
        lambda r, s: audit.list_entries(r, AuditQuery(**given), page(s) if callable(page) else page),
    )


_audit("first page", Page(100))
_audit("deep", lambda s: Page(100, (moment(s.middle()), "aud")))
_audit("of an action", Page(100), action="product.updated")
_audit("of an action's beginning", Page(100), action="product")
_audit("of an action's beginning, deep", lambda s: Page(100, (moment(s.middle()), "aud")), action="product")
_audit("of an action long ago", Page(15), action="api_key")
_audit("of no action", _FIRST, action="credits")
_audit("of a target", Page(100), target_type="Product")
_audit("of a target long ago", Page(15), target_type="ApiKey")
_audit("of an action and a target", Page(100), action="product", target_type="Product")
_audit("of an action and another's target", _FIRST, action="product", target_type="ApiKey")


def _log(name: str, page: int, before: Callable[[Sample], int] | None = None, **given: Any) -> None:
    def ask(read: Read, sample: Sample) -> Awaitable:
        position = before(sample) if before else _BEYOND
        return log_queries.list_deliveries(read, WebhookLogQuery(**given), position, page + 1)

    _ask(f"webhook log {name}", ask)


_log("first page", 50)
_log("deep", 50, lambda s: s.middle())
_log("of a status", 50, status="sent")
_log("of a status long ago", 25, status="failed")
_log("of no status", 25, status="pending")
_log("of a type", 50, type="stock.adjusted")
_log("of a rare type", 25, type="stock.low")
_log("of an endpoint", 50, endpointId="endpoint1")
_log("of an idle endpoint", 50, endpointId="endpoint4")
_log("of an endpoint, a type and a status", 5, endpointId="endpoint1", type="stock.low", status="failed")

_ask("api keys", lambda r, s: api_keys.list_keys(r, _FIRST))


def reader(connection: Any) -> Read:
    """What the query functions take, in the workspace that was loaded."""
    return Read(connection, SimpleNamespace(account_id=ACCOUNT))
