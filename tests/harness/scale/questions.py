"""Queries for both databases: every list with its filters, at its beginning and deep down, and every look-up.

Each question goes through the query function that the API itself calls, with other values each time.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from fulfilment.addresses import queries as addresses
from fulfilment.api_keys import queries as api_keys
from fulfilment.audit import queries as audit
from fulfilment.audit.schemas import AuditQuery
from fulfilment.catalog import queries as catalog
from fulfilment.catalog import search, variants
from fulfilment.catalog.search import ProductSearch
from fulfilment.infra.api.pagination import PageRequest
from fulfilment.infra.database.transaction import Read
from fulfilment.stock import queries as stock
from tests.harness.scale.asked import add
from tests.harness.scale.loading import PRODUCTS_PER_VARIANT
from tests.harness.scale.places import FIRST, SHORT_PAGE, Sample, drawn, id_of, listed, moment, page_of


def _products(name: str, page: Callable[[Sample], PageRequest], **given: Any) -> None:
    def ask(read: Read, sample: Sample) -> Awaitable:
        wanted = {"with_archived": False, "type": None, "sku": None, **drawn(given, sample)}
        return catalog.list_products(read, page(sample), **wanted)

    add(f"products {name}", ask, lambda s: listed("/products", page(s), **_filters(drawn(given, s))))


def _filters(given: dict[str, Any]) -> dict[str, Any]:
    """As a request says them."""
    return {"archived" if name == "with_archived" else name: "true" if v is True else v for name, v in given.items()}


def _deep_product(sample: Sample) -> PageRequest:
    return PageRequest(SHORT_PAGE, (id_of("prod", sample.middle(int(sample.variants * PRODUCTS_PER_VARIANT))),))


_products("first page", lambda _: PageRequest(100))
_products("deep", _deep_product)
_products("deep, with archived", _deep_product, with_archived=True)
_products("of a type", lambda _: FIRST, type="physical")
_products("of a type, deep", _deep_product, type="physical")
_products("of a rare type, active", lambda _: FIRST, type="digital")
_products("of no type, with archived", lambda _: FIRST, type="license", with_archived=True)
_products("by sku", lambda _: FIRST, sku=lambda sample: f"SKU-{sample.variant()}")
_products("by a sku that many have", lambda _: FIRST, sku="XL")
_products("by a sku that many have, deep", _deep_product, sku="XL")
_products("by sku and type", lambda _: FIRST, sku=lambda sample: f"P-{sample.product()}", type="license")


def _searches(
    name: str, words: Callable[[Sample], str], after: Callable[[Sample], tuple] | None = None, **given: Any
) -> None:
    def ask(read: Read, sample: Sample) -> Awaitable:
        wanted = {"type": None, "sku": None, "with_archived": False, **given}
        page = PageRequest(5, after and after(sample))
        return search.search_products(read, ProductSearch(search.parse_search_words(words(sample)), **wanted), page)

    add(
        f"search {name}",
        ask,
        lambda s: listed("/products", PageRequest(5, after and after(s)), q=words(s), **_filters(given)),
    )


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
_searches("for a common word and a sku that many have", lambda _: "kaos", sku="XL")

add(
    "product by id",
    lambda r, s: catalog.find_product(r, id_of("prod", s.product())),
    lambda s: f"/products/{id_of('prod', s.product())}",
)
add("variants by id", lambda r, s: variants.find_variants(r, [id_of("var", s.variant()) for _ in range(3)]))
add("default variants", lambda r, s: variants.find_defaults(r, [id_of("prod", s.product()) for _ in range(3)]))
add("variant of a product", lambda r, s: _variant(r, s.variant()))
add("variant described", lambda r, s: stock.describe_variant(r, id_of("var", s.variant())))


def _variant(read: Read, number: int) -> Awaitable:
    return catalog.find_variant(read, id_of("prod", number // 5 + 1), id_of("var", number))


add(
    "warehouses", lambda r, s: stock.list_warehouses(r, PageRequest(None), with_archived=False), lambda s: "/warehouses"
)


def _addresses(name: str, customer: Callable[[Sample], str] | None, after: Callable[[Sample], tuple] | None) -> None:
    add(
        f"addresses {name}",
        lambda r, s: addresses.list_addresses(r, customer and customer(s), PageRequest(SHORT_PAGE, after and after(s))),
        lambda s: listed(
            "/addresses", PageRequest(SHORT_PAGE, after and after(s)), customer_id=customer and customer(s)
        ),
    )


_addresses("first page", None, None)
_addresses("deep", None, lambda s: (False, moment(s.middle()), id_of("adr", s.middle())))
_addresses("of a customer", lambda s: f"customer-{s.middle(s.variants // 10)}", None)


def _wire(given: dict[str, Any]) -> dict[str, Any]:
    """As a request says them: moments as text."""
    texts = {name: value.isoformat() if isinstance(value, datetime) else value for name, value in given.items()}
    return {name.rstrip("_"): text for name, text in texts.items()}


def _audit(name: str, page: PageRequest | Callable[[Sample], PageRequest], **given: Any) -> None:
    add(
        f"audit log {name}",
        lambda r, s: audit.list_entries(r, AuditQuery(**given), page_of(page, s)),
        lambda s: listed("/audit-log", page_of(page, s), **_wire(given)),
    )


_audit("first page", PageRequest(100))
_audit("deep", lambda s: PageRequest(100, (moment(s.middle()), "aud")))
_audit("of an action", PageRequest(100), action="product.updated")
_audit("of an action's beginning", PageRequest(100), action="product")
_audit("of an action's beginning, deep", lambda s: PageRequest(100, (moment(s.middle()), "aud")), action="product")
_audit("of an action long ago", PageRequest(15), action="api_key")
_audit("of no action", FIRST, action="credits")
_audit("of a target", PageRequest(100), target_type="Product")
_audit("of a target long ago", PageRequest(15), target_type="ApiKey")
_audit("of an action and a target", PageRequest(100), action="product", target_type="Product")
_audit("of an action and another's target", FIRST, action="product", target_type="ApiKey")
_audit("of one thing", FIRST, target_id="target-7")
_audit("of nothing", FIRST, target_id="nothing", action="product")
_audit("of an actor", PageRequest(100), actor_id="usr_0")
_audit("of an actor, deep", lambda s: PageRequest(100, (moment(s.middle()), "aud")), actor_id="usr_0")
_audit("of an actor, an action that is rare", FIRST, actor_id="usr_0", action="webhook")
_audit("of nobody", FIRST, actor_id="usr_none")
_PERIOD = {"from_": moment(40), "to": moment(90)}
_audit("of a period", FIRST, **_PERIOD)
_audit("of an action and a period", FIRST, action="product", **_PERIOD)


add("api keys", lambda r, s: api_keys.list_keys(r, FIRST), lambda s: listed("/api-keys", FIRST))
