"""Which of the file's products and variants are there already."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from fulfilment.catalog_file import queries
from fulfilment.catalog_file.rows import ref_in
from fulfilment.catalog_file.spool import FileProduct, FileVariant
from fulfilment.db.tx import Read

_OWN_PREFIX = "prod_"


class Known(msgspec.Struct):
    """A product that is there. `hash` is of what the file last said of it, if it did."""

    product_id: str
    hash: bytes | None
    variants: list[Any]


async def find(read: Read, products: Sequence[FileProduct]) -> tuple[dict[str, Known], list[tuple[FileProduct, str]]]:
    """The products that are there, by what the file calls them, and those of another name, with that name.

    A product is there as an earlier import knows it, else by its own id.
    """
    refs = {product.ref for product in products}
    known = {row["ref"]: (row["product_id"], row["hash"]) for row in await queries.find_imported(read, refs)}
    own = {ref for ref in refs if ref not in known and ref.startswith(_OWN_PREFIX)}
    names = {}
    for row in await queries.find_own(read, own):
        known[row["id"]] = (row["id"], None)
        names[row["id"]] = row["ref"]
    of_product: dict[str, list[Any]] = {product_id: [] for product_id, _ in known.values()}
    for row in await queries.find_variants(read, of_product):
        of_product[row["product_id"]].append(row)
    misnamed = [(product, names[product.ref]) for product in products if names.get(product.ref) is not None]
    return {ref: Known(id, hash, of_product[id]) for ref, (id, hash) in known.items()}, misnamed


def match(
    variants: Iterable[FileVariant], rows: Collection[Any]
) -> tuple[dict[str, Any], list[tuple[FileVariant, int]]]:
    """The rows of the variants that are there, by the file's keys, and those of another line's variant."""
    # A name tells a variant only where no sku does.
    nameless = [row for row in rows if row["sku"] is None and not row["archived"]]
    by = {name: _distinct(nameless if name == "name" else rows, name) for name in ("key", "id", "sku", "name")}
    found: dict[str, Any] = {}
    taken: dict[str, int] = {}
    twins = []
    for variant in variants:
        row = _matching(variant.key, by)
        if row is None:
            continue
        if row["id"] in taken:
            twins.append((variant, taken[row["id"]]))
            continue
        found[variant.key] = row
        taken[row["id"]] = variant.line
    return found, twins


def _matching(key: str, by: Mapping[str, Mapping[str, Any]]) -> Any:
    if key in by["key"]:
        return by["key"][key]
    kind, _, name = key.partition(":")
    return by["id" if ref_in(key) else kind].get(name)


def _distinct(rows: Collection[Any], name: str) -> dict[str, Any]:
    """Rows by a column, without the values that several have."""
    often = Counter(row[name] for row in rows)
    return {row[name]: row for row in rows if row[name] is not None and often[row[name]] == 1}
