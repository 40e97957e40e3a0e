"""Search terms of a shipment."""

from collections.abc import Mapping, Sequence
from typing import Any

from fulfilment.infra import search_text

# The number of items whose SKUs are search terms.
MAX_ITEMS = 10
# Customers know the last digits of a telephone number.
LAST_DIGITS = 4


def build_terms(
    name: str, phone: str, reference: str | None, items: Sequence[Mapping[str, Any]]
) -> tuple[str, list[str]]:
    """The telephone number for the search, and all search terms."""
    number = search_text.national_number(phone)
    skus = [item["sku"] for item in items[:MAX_ITEMS] if item.get("sku")]
    terms = search_text.terms_of([name, reference or "", *skus])
    return number, list(dict.fromkeys([*terms, *([number, number[-LAST_DIGITS:]] if number else [])]))
