"""Batch of the CSV import: products matched with the existing ones and written in one transaction."""

from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeVar

import asyncpg
import msgspec

from fulfilment.catalog import products
from fulfilment.catalog import products as catalog_products
from fulfilment.catalog import variants as catalog_variants
from fulfilment.catalog.csv import queries
from fulfilment.catalog.csv.columns import find_column
from fulfilment.catalog.csv.rows import DEFAULT_NAME, RowProblem, WarehouseResolver, ref_from_key
from fulfilment.catalog.csv.staging import FileProduct, FileVariant
from fulfilment.catalog.products import insert_products
from fulfilment.catalog.schemas import NewProduct, NewVariant, Product, ProductChange, Variant, VariantChange
from fulfilment.catalog.variants import is_simple_update, lock_products, update_variants
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.database.transaction import Actor, Read, Tx
from fulfilment.infra.models import Row, changes
from fulfilment.stock import initial_stock, warehouses
from fulfilment.stock.initial_stock import InitialStock
from fulfilment.stock.warehouse_schemas import NewWarehouse

_OWN_PREFIX = "prod_"

Result = TypeVar("Result")


class ExistingProduct(msgspec.Struct):
    """An existing product. `hash` is that of its fields in the last imported file, if it was imported."""

    product_id: str
    hash: bytes | None
    variants: list[Row]


class ImportBatch:
    """Writer of one batch, and its result.

    `transactions` are those whose side effects are to be flushed, `counts` feeds the summary, and `problems` holds the
    refused rows.
    """

    def __init__(self, connection: asyncpg.Connection, actor: Actor, resolver: WarehouseResolver) -> None:
        self.transactions: list[Tx] = []
        self.problems: list[RowProblem] = []
        self.counts: Counter[str] = Counter()
        self.created_warehouses: dict[str, str] = {}
        self._connection = connection
        self._actor = actor
        self._resolver = resolver
        self._tx = Tx(connection, actor)
        self._products: list[tuple[str, str, bytes]] = []
        self._variants: list[tuple[str, str, str, bytes]] = []
        self._stocked_variants: list[tuple[FileVariant, str]] = []
        self._existing_variant_ids: set[str] = set()
        self._new_variant_ids: set[str] = set()
        self._simple_updates: dict[str, tuple[str, VariantChange]] = {}
        self._found_warehouses: dict[str, str] = {}

    async def apply(self, products: Sequence[FileProduct]) -> None:
        """Write all products that are valid. A refused change becomes a problem and is rolled back."""
        await queries.acquire_import_lock(self._tx)
        known, misnamed = await find_existing_products(self._tx, products)
        for product, name in misnamed:
            self._add_problems(product.lines, "product_ref", f"this product is known as {name!r}")
        misnamed_lines = {product.line for product, _ in misnamed}
        missing = [product for product in products if product.ref not in known]
        existing = [product for product in products if product.ref in known and product.line not in misnamed_lines]
        await self._create_products(missing)
        await self._update_products(existing, known)
        await self._apply_simple_updates()
        await self._add_initial_stock()
        await queries.store_imported_products(self._tx, self._products)
        await queries.store_imported_variants(self._tx, self._variants)
        # Last, so that events of savepoints come first: that of a warehouse before that of its stock.
        self.transactions.append(self._tx)

    async def _create_products(self, products: Sequence[FileProduct]) -> None:
        created = await create_products(self._tx, products)
        for product, new_product in zip(products, created, strict=True):
            self._products.append((product.ref, new_product.id, product.hash))
            for variant, new_variant in zip(product.variants, new_product.variants, strict=True):
                self._variants.append((new_variant.id, new_product.id, variant.key, variant.hash))
                self._stocked_variants.append((variant, new_variant.id))
                self._new_variant_ids.add(new_variant.id)
            self.counts["variants_created"] += len(new_product.variants)
        self.counts["products_created"] += len(created)

    async def _update_products(self, products: Sequence[FileProduct], known: dict[str, ExistingProduct]) -> None:
        await self._lock_changed_products(products, known)
        stale = [known[product.ref].product_id for product in products if product.hash != known[product.ref].hash]
        rows = {row["id"]: row for row in await queries.find_products(self._tx, stale)}
        for product in products:
            match = known[product.ref]
            if match.product_id in rows:
                await self._update_product(product, rows[match.product_id])
            else:
                self.counts["products_unchanged"] += 1
            await self._update_variants(product, match)

    async def _lock_changed_products(self, products: Sequence[FileProduct], known: dict[str, ExistingProduct]) -> None:
        """Lock all products that may be changed, in the order of their ids, as every transaction does."""
        changed_ids = []
        for product in products:
            match = known[product.ref]
            imported = {(row["key"], row["hash"]) for row in match.variants}
            is_variant_changed = any((variant.key, variant.hash) not in imported for variant in product.variants)
            if product.hash != match.hash or is_variant_changed:
                changed_ids.append(match.product_id)
        if changed_ids:
            await lock_products(self._tx, changed_ids)

    async def _update_product(self, product: FileProduct, row: Row) -> None:
        change = ProductChange(**product.fields)
        if changes(row, change):
            try:
                await self._run_in_savepoint(lambda tx: catalog_products.update_product(tx, row["id"], change))
            except ApiError as problem:
                self._add_problems([product.line], find_column("product", problem.field), problem)
                return
            self.counts["products_changed"] += 1
        else:
            self.counts["products_unchanged"] += 1
        self._products.append((product.ref, row["id"], product.hash))

    async def _update_variants(self, product: FileProduct, match: ExistingProduct) -> None:
        rows, duplicates = match_variants(product.variants, match.variants)
        for variant, line in duplicates:
            self._add_problems(variant.lines, "variant_ref", f"this is the variant of line {line} under another name")
        duplicate_lines = {variant.line for variant, _ in duplicates}
        for variant in product.variants:
            if variant.line in duplicate_lines:
                continue
            row = rows.get(variant.key)
            try:
                id = await self._apply_variant(match.product_id, variant, row)
            except ApiError as problem:
                self._add_problems(variant.lines, find_column("variant", problem.field), problem)
                continue
            if row is not None:
                self._existing_variant_ids.add(id)
            if row is None or row["hash"] != variant.hash or row["key"] != variant.key:
                self._variants.append((id, match.product_id, variant.key, variant.hash))
            self._stocked_variants.append((variant, id))

    async def _apply_variant(self, product_id: str, variant: FileVariant, row: Row | None) -> str:
        """Create or change a variant as the file says, and return its id. Raises ApiError if that is refused."""
        if row is None:
            body = build_new_variant(variant, is_default=variant.fields.get("is_default", False))
            created = await self._run_in_savepoint(lambda tx: catalog_variants.create_variant(tx, product_id, body))
            self.counts["variants_created"] += 1
            return created.id
        change = VariantChange(**variant.fields)
        if row["hash"] == variant.hash or not changes(row, change):
            self.counts["variants_unchanged"] += 1
            return row["id"]
        if is_simple_update(row, change):
            self._simple_updates[row["id"]] = (product_id, change)
        else:
            await self._run_in_savepoint(lambda tx: catalog_variants.update_variant(tx, product_id, row["id"], change))
        self.counts["variants_changed"] += 1
        return row["id"]

    async def _apply_simple_updates(self) -> None:
        """Write the changes that cannot be refused, in one statement."""
        if self._simple_updates and not await update_variants(self._tx, self._simple_updates):
            # Another transaction changed one of them since it was read; the batch is tried again.
            raise asyncpg.SerializationError("a variant of the batch was changed meanwhile")

    async def _add_initial_stock(self) -> None:
        found = await queries.find_levels(self._tx, self._existing_variant_ids)
        levels = {(row["variant_id"], row["warehouse_id"]): row for row in found}
        entries: list[tuple[int, InitialStock]] = []
        for variant, id in self._stocked_variants:
            for stock in variant.initial_stock:
                warehouse_id = await self._resolve_warehouse(stock.line, stock.warehouse)
                level = levels.get((id, warehouse_id or ""))
                if warehouse_id and level is None:
                    entries.append((stock.line, InitialStock(id, warehouse_id, stock.quantity)))
                elif level is not None:
                    self._compare_level(stock.line, stock.quantity, level)
        errors = await initial_stock.add_initial_stock(self._tx, [entry for _, entry in entries], self._new_variant_ids)
        for index, problem in errors.items():
            self._add_problems([entries[index][0]], "quantity", problem)
        self.counts["levels_opened"] += len(entries) - len(errors)

    def _compare_level(self, line: int, quantity: int, level: Row) -> None:
        """Count an existing level as unchanged, or report that its quantity differs: an import only opens levels."""
        if quantity in (0, level["initial_quantity"], level["quantity"]):
            self.counts["levels_unchanged"] += 1
            return
        initial = level["initial_quantity"]
        current = f"{level['quantity']} now" if initial is None else f"{initial} to begin with"
        reason = (
            f"this variant is in this warehouse already, {current}; an adjustment can change that, an import cannot"
        )
        self._add_problems([line], "quantity", reason)

    async def _resolve_warehouse(self, line: int, name: str) -> str | None:
        """The warehouse's id. A missing warehouse is created for the first row that needs it."""
        found = self._resolver.find_id(name) or self.created_warehouses.get(name) or self._found_warehouses.get(name)
        if found is not None:
            return found
        for row in await queries.list_warehouses(self._tx):
            # Another client created it since the file was read.
            if row["name"] == name and not row["archived"]:
                return self._found_warehouses.setdefault(name, row["id"])
        try:
            created = await self._run_in_savepoint(lambda tx: warehouses.create_warehouse(tx, NewWarehouse(name=name)))
        except ApiError as problem:
            self._add_problems([line], "warehouse", problem)
            return None
        self.created_warehouses[name] = created.id
        return created.id

    async def _run_in_savepoint(self, work: Callable[[Tx], Awaitable[Result]]) -> Result:
        """Run work that may be refused. A refusal leaves neither rows nor events."""
        tx = Tx(self._connection, self._actor)
        async with self._connection.transaction():
            result = await work(tx)
        self.transactions.append(tx)
        return result

    def _add_problems(self, lines: Iterable[int], column: str | None, reason: object) -> None:
        self.problems += [RowProblem(line, str(reason), column) for line in lines]


async def find_existing_products(
    read: Read, products: Sequence[FileProduct]
) -> tuple[dict[str, ExistingProduct], list[tuple[FileProduct, str]]]:
    """The existing products by the file's reference, and the products that have another reference, with that one.

    A product is found by the reference of an earlier import, else by its own id.
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
    """The rows of existing variants by the file's keys, and the variants whose row an earlier line has already."""
    # A name identifies a variant only if it has no sku.
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


async def create_products(tx: Tx, file_products: Sequence[FileProduct]) -> list[Product]:
    """Create products, each with its variants in the file's order.

    `product.created` shows all variants of a product; each one after the first has its own `variant.created`.
    """
    created = [_build_product(tx.account_id, product) for product in file_products]
    await insert_products(tx, created)
    tx.add_to_sharded_counter("product", "active", len(created))
    tx.add_to_sharded_counter("variant", "active", sum(len(product.variants) for product in created))
    _emit_products_created(tx, created)
    return created


def build_new_variant(variant: FileVariant, *, is_default: bool) -> NewVariant:
    """A new variant with the fields of the file."""
    return NewVariant(**{"name": DEFAULT_NAME, **variant.fields, "is_default": is_default})


def _find_match(key: str, rows_by: Mapping[str, Mapping[str, Row]]) -> Row | None:
    if key in rows_by["key"]:
        return rows_by["key"][key]
    kind, _, name = key.partition(":")
    return rows_by["id" if ref_from_key(key) else kind].get(name)


def _index_unique(rows: Collection[Row], name: str) -> dict[str, Row]:
    """Rows by a column, without values that several rows share."""
    counts = Counter(row[name] for row in rows)
    return {row[name]: row for row in rows if row[name] is not None and counts[row[name]] == 1}


def _build_product(account_id: str, product: FileProduct) -> Product:
    # If the file marks none as the default, the first is.
    default = next((one for one in product.variants if one.fields.get("is_default")), product.variants[0])
    variants = [build_new_variant(one, is_default=one is default) for one in product.variants]
    return products.build_product(account_id, NewProduct(**product.fields), variants)


def _emit_products_created(tx: Tx, created: Sequence[Product]) -> None:
    for product in created:
        tx.emit("product.created", product.id, product, productId=product.id)
        tx.audit("product.created", "Product", product.id, after=product)
        for variant in product.variants[1:]:
            _emit_variant_created(tx, variant)


def _emit_variant_created(tx: Tx, variant: Variant) -> None:
    tx.emit("variant.created", variant.id, variant, variantId=variant.id)
    tx.audit("variant.created", "ProductVariant", variant.id, after=variant)
