"""Queries of an import about the products of a batch."""

from fulfilment.catalog.csv import queries
from fulfilment.stock import queries as stock
from tests.harness.scale.asked import add
from tests.harness.scale.places import Sample, id_of

_ONES = 20


def _products(sample: Sample) -> list[str]:
    return list({id_of("prod", sample.product()) for _ in range(_ONES)})


def _variants(sample: Sample) -> list[str]:
    return list({id_of("var", sample.variant()) for _ in range(_ONES)})


add("file: products by name", lambda r, s: queries.find_imported(r, _products(s)))
add("file: products by id", lambda r, s: queries.find_by_ids(r, _products(s)))
add("file: products that change", lambda r, s: queries.find_products(r, _products(s)))
add("file: variants of products", lambda r, s: queries.find_variants(r, _products(s)))
add("file: levels of variants", lambda r, s: queries.find_levels(r, _variants(s)))
add(
    "file: thresholds of new levels",
    lambda r, s: r.fetch_all(stock.LOCK_THRESHOLDS, *zip(*((id, "wh_none") for id in _variants(s)), strict=True)),
)
