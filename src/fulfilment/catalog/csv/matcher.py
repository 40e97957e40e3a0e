"""Which of the file's products and variants are there already."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from fulfilment.catalog.csv import queries
from fulfilment.catalog.csv.rows import ref_from_key
from fulfilment.catalog.csv.staging import FileProduct, FileVariant
from fulfilment.infra.database.transaction import Read
from fulfilment.infra.models import Row

_OWN_PREFIX = "prod_"


class ExistingProduct(msgspec.Struct):
    """A product that is there. `hash` is of what the file last said of it, if it did."""

    product_id: str
    hash: bytes | None
    variants: list[Row]


async def find_existing_products(
    read: Read, products: Sequence[FileProduct]
) -> tuple[dict[str, ExistingProduct], list[tuple[FileProduct, str]]]:
    """The products that are there, by what the file calls them, and those of another name, with that name.

    A product is there as an earlier import knows it, else by its own id.
    """
    refs = {product.ref for product in products}
    known = {row["ref"]: (row["product_id"], row["hash"]) for row in await queries.find_imported(read, refs)}
    own_ids = {ref for ref in refs if ref not in known and ref.startswith(_OWN_PREFIX)}
    names = {}
    for row in await queries.find_by_ids(read, own_ids):
        known[row["id"]] = (row["id"], None)
        names[row["id"]] = row["ref"]
    variants_by_product: dict[str, list[Row]] = {product_id: [] for product_id, _ in known.values()}
    for row in await queries.find_variants(read, variants_by_product):
        variants_by_product[row["product_id"]].append(row)
    misnamed = [(product, names[product.ref]) for product in products if names.get(product.ref) is not None]
    return {ref: ExistingProduct(id, hash, variants_by_product[id]) for ref, (id, hash) in known.items()}, misnamed


def match_variants(
    variants: Iterable[FileVariant], rows: Collection[Row]
) -> tuple[dict[str, Row], list[tuple[FileVariant, int]]]:
    """The rows of the variants that are there, by the file's keys, and those of another line's variant."""
    # A name tells a variant only where no sku does.
    nameless = [row for row in rows if row["sku"] is None and not row["archived"]]
    rows_by = {name: _index_unique(nameless if name == "name" else rows, name) for name in ("key", "id", "sku", "name")}
    matches: dict[str, Row] = {}
    line_by_id: dict[str, int] = {}
    duplicates = []
    for variant in variants:
        row = _find_match(variant.key, rows_by)
        if row is None:
            continue
        if row["id"] in line_by_id:
            duplicates.append((variant, line_by_id[row["id"]]))
            continue
        matches[variant.key] = row
        line_by_id[row["id"]] = variant.line
    return matches, duplicates


def _find_match(key: str, rows_by: Mapping[str, Mapping[str, Row]]) -> Row | None:
    if key in rows_by["key"]:
        return rows_by["key"][key]
    kind, _, name = key.partition(":")
    return rows_by["id" if ref_from_key(key) else kind].get(name)


def _index_unique(rows: Collection[Row], name: str) -> dict[str, Row]:
    """Rows by a column, without the values that several have."""
    counts = Counter(row[name] for row in rows)
    return {row[name]: row for row in rows if row[name] is not None and counts[row[name]] == 1}
