"""Where in a workspace is looked, and what its rows are called."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import md5
from typing import Any
from urllib.parse import urlencode

import msgspec

from fulfilment.infra import ids
from fulfilment.infra.api import pagination
from fulfilment.infra.api.pagination import PageRequest
from tests.harness.scale.loading import PRODUCTS_PER_VARIANT, shipments_beside

BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
# Three years of shipments, one every ten seconds.
FIRST_SHIPMENT = datetime(2023, 1, 1, tzinfo=UTC)
SHIPMENTS_APART = timedelta(seconds=10)
PAGE = 200
# The filters of the small database must fill a page as well, or the two would not be asked for the same.
SHORT_PAGE = 25
BEYOND = 2**53 - 1


class Sample(msgspec.Struct):
    """Where to look this time: `variants` says how large the database is, `chance` where in it."""

    variants: int
    chance: random.Random

    def variant(self) -> int:
        """Any but the first, which has a tenth of all movements."""
        return self.chance.randrange(1, self.variants)

    def product(self) -> int:
        return self.chance.randrange(1, int(self.variants * PRODUCTS_PER_VARIANT) + 1)

    def shipment(self) -> int:
        """One around the middle that has been reported about."""
        return self.middle(shipments_beside(self.variants)) // 10 * 10

    def middle(self, of: int | None = None) -> int:
        """A place around the middle of `of` rows, far from both ends."""
        return int((of or self.variants) * self.chance.uniform(0.45, 0.55))


def listed(path: str, page: PageRequest, **filters: Any) -> str:
    """The path and query of a page of a list."""
    cursor = None if page.after is None else pagination.cursor_after(*page.after)
    given = {**filters, "limit": page.limit, "cursor": cursor}
    return f"{path}?{urlencode({name: _text(value) for name, value in given.items() if value is not None})}"


def drawn(filters: dict[str, Any], sample: Sample) -> dict[str, Any]:
    """Filters, those that are taken by chance with a value."""
    return {name: value(sample) if callable(value) else value for name, value in filters.items()}


def page_of(page: PageRequest | Callable[[Sample], PageRequest], sample: Sample) -> PageRequest:
    return page(sample) if callable(page) else page


def id_of(prefix: str, number: int) -> str:
    return f"{prefix}_{number:026}"


def shipment_id(number: int) -> str:
    """Identifiers of shipments say when they were made."""
    return ids.lower_bound("ship", shipped_at(number))[:-16] + f"{number:016}"


def shipped_at(number: int) -> datetime:
    return FIRST_SHIPMENT + number * SHIPMENTS_APART


def on_the_wire(name: str) -> str:
    """A filter as a request calls it."""
    first, *others = name.strip("_").split("_")
    return first + "".join(word.capitalize() for word in others)


def event_id(number: int) -> str:
    """Identifiers of events say when they happened."""
    return ids.lower_bound("evt", happened_at(number))[:-16] + f"{number:016}"


def happened_at(number: int) -> datetime:
    """Events are a second apart."""
    return BEGINNING + timedelta(seconds=number)


def webhook_delivery_id(endpoint: int, event: int) -> str:
    """As the service makes them (webhooks/dispatch/fan_out_queries.py)."""
    return "d" + md5(f"endpoint{endpoint} {event_id(event)}".encode()).hexdigest()[:23]


def moment(number: int) -> datetime:
    return BEGINNING + timedelta(milliseconds=number)


def _text(value: object) -> object:
    return value.isoformat() if isinstance(value, datetime) else value


HOT_VARIANT = id_of("var", 0)
# Half of what is sold without being shipped.
HOT_PRODUCT, HOT_CUSTOMER = id_of("prod", 1), "customer-0"
FIRST = PageRequest(SHORT_PAGE)
FULL = PageRequest(PAGE)
