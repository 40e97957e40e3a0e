"""Queries about digital goods: licenses, their activations, and digital deliveries."""

from collections.abc import Awaitable, Callable
from typing import Any, cast

from fulfilment.deliveries import queries as deliveries
from fulfilment.deliveries.queries import find_deliveries
from fulfilment.deliveries.schemas import DeliveryQuery
from fulfilment.infra.api.pagination import PageRequest
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.licenses import keys, listing, queries
from fulfilment.licenses.schemas import LicenseQuery
from tests.harness.scale.asked import add, add_change, add_look_up
from tests.harness.scale.loading import ACCOUNT
from tests.harness.scale.places import (
    BEGINNING,
    FIRST,
    HOT_CUSTOMER,
    HOT_PRODUCT,
    SHORT_PAGE,
    Sample,
    drawn,
    id_of,
    listed,
    on_the_wire,
    page_of,
)

_HUNDRED = PageRequest(100)


def _key(number: int) -> str:
    """As rows of the workspace have it, the oldest apart."""
    return f"{'pro' if number % 4 == 0 else 'Basic'}-{ACCOUNT[-3:]}{number:020}"


def _even(sample: Sample) -> int:
    """An even number: its row belongs neither to the busiest product nor to the busiest customer."""
    return sample.middle() // 2 * 2


def _customer(sample: Sample) -> str:
    return f"customer-{_even(sample) // 20 + 1}"


def _product(sample: Sample) -> str:
    return id_of("prod", 2 + sample.chance.randrange(20) * 2)


def _asked(
    name: str, path: str, look: Callable, page: PageRequest | Callable[[Sample], PageRequest], given: dict[str, Any]
) -> None:
    def target(sample: Sample) -> str:
        filters = {on_the_wire(name): value for name, value in drawn(given, sample).items()}
        return listed(path, page_of(page, sample), **filters)

    add(name, lambda r, s: look(r, drawn(given, s), page_of(page, s)), target)


def _licenses(name: str, page: PageRequest | Callable[[Sample], PageRequest], **given: Any) -> None:
    def look(read: Read, filters: dict[str, Any], page: PageRequest) -> Awaitable:
        find = listing.search_licenses if "q" in filters else listing.find_licenses
        return find(read, LicenseQuery(**filters), page)

    _asked(f"licenses {name}", "/licenses", look, page, given)


def _deep_license(sample: Sample) -> PageRequest:
    return PageRequest(SHORT_PAGE, (id_of("lic", sample.middle()),))


def _deep_found(sample: Sample) -> PageRequest:
    number = sample.middle() // 4 * 4 + 1
    return PageRequest(SHORT_PAGE, (_key(number).lower(), id_of("lic", number)))


_licenses("first page", _HUNDRED)
_licenses("deep", _deep_license)
_licenses("of a customer", PageRequest(5), customer_id=_customer)
_licenses("of the busiest customer", FIRST, customer_id=HOT_CUSTOMER)
_licenses("of the busiest customer, deep", _deep_license, customer_id=HOT_CUSTOMER)
_licenses("of no customer", FIRST, customer_id="nobody")
_licenses("of a product", PageRequest(2), product_id=_product)
_licenses("of the busiest product", FIRST, product_id=HOT_PRODUCT)
_licenses("of the busiest product, deep", _deep_license, product_id=HOT_PRODUCT)
_licenses("of a status", FIRST, status="active")
_licenses("of a status, deep", _deep_license, status="active")
_licenses("of a status long ago", FIRST, status="revoked")
_licenses("of the busiest customer and product", FIRST, customer_id=HOT_CUSTOMER, product_id=HOT_PRODUCT)
_licenses("of the busiest customer, none of the product", FIRST, customer_id=HOT_CUSTOMER, product_id="prod_none")
_licenses("of the busiest product, of a status", FIRST, product_id=HOT_PRODUCT, status="active")
_licenses("found by a whole key", FIRST, q=lambda s: _key(s.middle()))
_licenses("found by how most keys begin", FIRST, q="basic-")
_licenses("found by how most keys begin, deep", _deep_found, q="basic-")
_licenses("found by how few keys begin", FIRST, q="OLD-000")
_licenses("found by a customer", PageRequest(5), q=_customer)
_licenses("found by the busiest customer", FIRST, q=HOT_CUSTOMER)
_licenses("found by how all customers are called", FIRST, q="customer")
_licenses("found by a reference", FIRST, q=lambda s: f"ORDER-{_even(s) // 6}")
_licenses("found by how references begin", FIRST, q="order-")
_licenses("found by nothing", FIRST, q="nothing")
_licenses("found by how most keys begin, of the busiest product", FIRST, q="basic-", product_id=HOT_PRODUCT)
_licenses("found by how most keys begin, none of the product", FIRST, q="basic-", product_id="prod_none")

add(
    "license by id",
    lambda r, s: queries.find(r, id_of("lic", s.middle())),
    lambda s: f"/licenses/{id_of('lic', s.middle())}",
)
add("license by key", lambda r, s: queries.find_by_key(r, _key(s.middle())))
add("license by no key", lambda r, s: queries.find_by_key(r, "nothing"))
add("licenses by keys", lambda r, s: queries.find_by_keys(r, [_key(s.middle()) for _ in range(10)]))


def _asking(key: str, *more: str) -> tuple[list[str], ...]:
    """The parameters of one request's look-up, in arrays as the data loader has them."""
    return tuple([each] for each in (*keys.lookup_forms(key), *more))


add_look_up("license validated", queries.VALIDATE, lambda s: _asking(_key(s.middle())))
add_look_up("license validated, unknown", queries.VALIDATE, lambda s: _asking("nothing"))
add_look_up(
    "license located, with the activation of an instance",
    queries.FIND_FOR_PUBLIC,
    lambda s: _asking(_key(0), f"instance-{s.middle() // 4 * 4 + 3}", "some-key"),
)
add_look_up("license located", queries.FIND_FOR_PUBLIC, lambda s: _asking(_key(s.middle()), "new", "some-key"))
add("license certified", lambda r, s: queries.find_for_file(cast(Tx, r), id_of("lic", s.middle()), "instance-1"))


def _activations(
    name: str, license: Callable[[Sample], int], page: PageRequest | Callable, *, only_active: bool
) -> None:
    def target(sample: Sample) -> str:
        path = f"/licenses/{id_of('lic', license(sample))}/activations"
        return listed(path, page_of(page, sample), active="true" if only_active else None)

    add(
        f"activations {name}",
        lambda r, s: listing.list_activations(r, id_of("lic", license(s)), page_of(page, s), only_active=only_active),
        target,
    )


def _deep_activation(sample: Sample) -> PageRequest:
    return PageRequest(SHORT_PAGE, (id_of("act", sample.middle()),))


def _busiest(_sample: Sample) -> int:
    return 0


_activations("of a license", lambda s: s.middle() // 2, FIRST, only_active=False)
_activations("of the busiest license", _busiest, FIRST, only_active=False)
_activations("of the busiest license, deep", _busiest, _deep_activation, only_active=False)
_activations("of the busiest license, active", _busiest, FIRST, only_active=True)
_activations("of the busiest license, active, deep", _busiest, _deep_activation, only_active=True)
add("activation by id", lambda r, s: queries.find_activation(r, id_of("lic", 0), id_of("act", _even(s) + 1)))
add_change("activation begun", lambda r, s: queries.insert_activation(r, id_of("lic", s.middle()), "new", "act_new"))
add_change(
    "activation ended",
    lambda r, s: queries.end_activation(r, id_of("lic", 0), f"instance-{s.middle() // 4 * 4 + 3}", BEGINNING),
)


def _deliveries(name: str, page: PageRequest | Callable[[Sample], PageRequest], **given: Any) -> None:
    def look(read: Read, filters: dict[str, Any], page: PageRequest) -> Awaitable:
        return find_deliveries(read, DeliveryQuery(**filters), page)

    _asked(f"deliveries {name}", "/deliveries", look, page, given)


def _deep_delivery(sample: Sample) -> PageRequest:
    return PageRequest(SHORT_PAGE, (id_of("dlv", sample.middle()),))


_deliveries("first page", _HUNDRED)
_deliveries("deep", _deep_delivery)
_deliveries("of a customer", PageRequest(5), customer_id=_customer)
_deliveries("of the busiest customer", FIRST, customer_id=HOT_CUSTOMER)
_deliveries("of the busiest customer, deep", _deep_delivery, customer_id=HOT_CUSTOMER)
_deliveries("of a product", PageRequest(2), product_id=_product)
_deliveries("of the busiest product, deep", _deep_delivery, product_id=HOT_PRODUCT)
_deliveries("expired", FIRST, status="expired")
_deliveries("expired, deep", _deep_delivery, status="expired")
_deliveries("active long ago", PageRequest(9), status="active")
_deliveries("revoked long ago", FIRST, status="revoked")
_deliveries("of the busiest customer, expired", FIRST, customer_id=HOT_CUSTOMER, status="expired")
_deliveries("of the busiest customer, none of the product", FIRST, customer_id=HOT_CUSTOMER, product_id="prod_none")
_deliveries("of the busiest product, expired", FIRST, product_id=HOT_PRODUCT, status="expired")
add(
    "delivery by id",
    lambda r, s: deliveries.find(r, id_of("dlv", s.middle())),
    lambda s: f"/deliveries/{id_of('dlv', s.middle())}",
)
add_change("delivery downloaded", lambda r, s: deliveries.count_download(r, id_of("dlv", s.variants // 15)))
