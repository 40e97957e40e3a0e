"""The terms that a shipment is found by."""

from collections.abc import Mapping, Sequence
from typing import Any

from fulfilment.infra import search_text

# How many of a shipment's items lend it their skus.
MAX_ITEMS = 10
# People know the last digits of a telephone number.
LAST_DIGITS = 4


def build_terms(
    name: str, phone: str, reference: str | None, items: Sequence[Mapping[str, Any]]
) -> tuple[str, list[str]]:
    """The telephone number that a shipment is found by, and all of its terms."""
    number = search_text.national_number(phone)
    skus = [item["sku"] for item in items[:MAX_ITEMS] if item.get("sku")]
    terms = search_text.terms_of([name, reference or "", *skus])
    return number, list(dict.fromkeys([*terms, *([number, number[-LAST_DIGITS:]] if number else [])]))
