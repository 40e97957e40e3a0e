"""One batch of the file's products, within one transaction: created, changed, stocked and remembered."""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, TypeVar

import asyncpg

from fulfilment.catalog import products as catalog_products
from fulfilment.catalog import revision
from fulfilment.catalog import variants as catalog_variants
from fulfilment.catalog.records import ProductChange, VariantChange
from fulfilment.catalog_file import creation, matching, queries
from fulfilment.catalog_file.columns import column_of
from fulfilment.catalog_file.matching import Known
from fulfilment.catalog_file.places import Places
from fulfilment.catalog_file.problem import Problem
from fulfilment.catalog_file.spool import FileProduct, FileVariant
from fulfilment.db.tx import Actor, Tx
from fulfilment.fields import changes
from fulfilment.http.errors import ApiError
from fulfilment.stock import opening, warehouses
from fulfilment.stock.opening import Opening
from fulfilment.stock.records import NewWarehouse

Result = TypeVar("Result")


class Batch:
    """What a batch did: `members` are its transactions to settle, `done` counts, `problems` are its refusals."""

    def __init__(self, connection: asyncpg.Connection, actor: Actor, places: Places):
        self.members: list[Tx] = []
        self.problems: list[Problem] = []
        self.done: Counter[str] = Counter()
        self.created_places: dict[str, str] = {}
        self._connection = connection
        self._actor = actor
        self._places = places
        self._tx = Tx(connection, actor)
        self._products: list[tuple[str, str, bytes]] = []
        self._variants: list[tuple[str, str, str, bytes]] = []
        self._stocked: list[tuple[FileVariant, str]] = []
        self._are_there: set[str] = set()
        self._born: set[str] = set()
        self._revised: dict[str, tuple[str, VariantChange]] = {}
        self._found_places: dict[str, str] = {}

    async def carry_out(self, products: Sequence[FileProduct]) -> None:
        """Do all that can be done; what is refused becomes a problem, and nothing of it remains."""
        await queries.take_turn(self._tx)
        known, misnamed = await matching.find(self._tx, products)
        for product, name in misnamed:
            self._refuse(product.lines, "product_ref", f"this product is known as {name!r}")
        refused = {product.line for product, _ in misnamed}
        new = [product for product in products if product.ref not in known]
        there = [product for product in products if product.ref in known and product.line not in refused]
        await self._create(new)
        await self._change(there, known)
        await self._revise()
        await self._open_levels()
        await queries.remember_products(self._tx, self._products)
        await queries.remember_variants(self._tx, self._variants)
        # Last, so that what was done alone is told of first: a warehouse before what lies in it.
        self.members.append(self._tx)

    async def _create(self, products: Sequence[FileProduct]) -> None:
        created = await creation.create(self._tx, products)
        for product, made in zip(products, created, strict=True):
            self._products.append((product.ref, made.id, product.hash))
            for variant, shown in zip(product.variants, made.variants, strict=True):
                self._variants.append((shown.id, made.id, variant.key, variant.hash))
                self._stocked.append((variant, shown.id))
                self._born.add(shown.id)
            self.done["variants_created"] += len(made.variants)
        self.done["products_created"] += len(created)

    async def _change(self, products: Sequence[FileProduct], known: dict[str, Known]) -> None:
        await self._lock(products, known)
        stale = [known[product.ref].product_id for product in products if product.hash != known[product.ref].hash]
        rows = {row["id"]: row for row in await queries.find_products(self._tx, stale)}
        for product in products:
            found = known[product.ref]
            if found.product_id in rows:
                await self._change_product(product, rows[found.product_id])
            else:
                self.done["products_unchanged"] += 1
            await self._change_variants(product, found)

    async def _lock(self, products: Sequence[FileProduct], known: dict[str, Known]) -> None:
        """Lock all that may be changed, as whoever holds several products locks them."""
        concerned = []
        for product in products:
            found = known[product.ref]
            remembered = {(row["key"], row["hash"]) for row in found.variants}
            is_told_anew = any((variant.key, variant.hash) not in remembered for variant in product.variants)
            if product.hash != found.hash or is_told_anew:
                concerned.append(found.product_id)
        if concerned:
            await revision.lock_products(self._tx, concerned)

    async def _change_product(self, product: FileProduct, row: Any) -> None:
        change = ProductChange(**product.said)
        if changes(row, change):
            try:
                await self._alone(lambda tx: catalog_products.change(tx, row["id"], change))
            except ApiError as problem:
                self._refuse([product.line], column_of("product", problem.field), problem)
                return
            self.done["products_changed"] += 1
        else:
            self.done["products_unchanged"] += 1
        self._products.append((product.ref, row["id"], product.hash))

    async def _change_variants(self, product: FileProduct, found: Known) -> None:
        rows, twins = matching.match(product.variants, found.variants)
        for variant, line in twins:
            self._refuse(variant.lines, "variant_ref", f"this is the variant of line {line} under another name")
        left_out = {variant.line for variant, _ in twins}
        for variant in product.variants:
            if variant.line in left_out:
                continue
            row = rows.get(variant.key)
            try:
                id = await self._variant(found.product_id, variant, row)
            except ApiError as problem:
                self._refuse(variant.lines, column_of("variant", problem.field), problem)
                continue
            if row is not None:
                self._are_there.add(id)
            if row is None or row["hash"] != variant.hash or row["key"] != variant.key:
                self._variants.append((id, found.product_id, variant.key, variant.hash))
            self._stocked.append((variant, id))

    async def _variant(self, product_id: str, variant: FileVariant, row: Any) -> str:
        """The id of a variant that is now as the file says. Raises what its change is refused for."""
        if row is None:
            new = creation.new_variant(variant, is_default=variant.said.get("is_default", False))
            added = await self._alone(lambda tx: catalog_variants.add(tx, product_id, new))
            self.done["variants_created"] += 1
            return added.id
        change = VariantChange(**variant.said)
        if row["hash"] == variant.hash or not changes(row, change):
            self.done["variants_unchanged"] += 1
            return row["id"]
        if revision.is_plain(row, change):
            self._revised[row["id"]] = (product_id, change)
        else:
            await self._alone(lambda tx: catalog_variants.change(tx, product_id, row["id"], change))
        self.done["variants_changed"] += 1
        return row["id"]

    async def _revise(self) -> None:
        """What nothing can be refused for, all at once."""
        if self._revised and not await revision.revise(self._tx, self._revised):
            # Somebody changed one of them since we looked; the batch is tried again.
            raise asyncpg.SerializationError("a variant of the batch was changed meanwhile")

    async def _open_levels(self) -> None:
        there = await queries.find_levels(self._tx, self._are_there)
        levels = {(row["variant_id"], row["warehouse_id"]): row for row in there}
        wanted: list[tuple[int, Opening]] = []
        for variant, id in self._stocked:
            for told in variant.openings:
                place = await self._place(told.line, told.place)
                level = levels.get((id, place or ""))
                if place and level is None:
                    wanted.append((told.line, Opening(id, place, told.quantity)))
                elif level is not None:
                    self._compare(told.line, told.quantity, level)
        refused = await opening.open_levels(self._tx, [one for _, one in wanted], self._born)
        for index, problem in refused.items():
            self._refuse([wanted[index][0]], "quantity", problem)
        self.done["levels_opened"] += len(wanted) - len(refused)

    def _compare(self, line: int, quantity: int, level: Any) -> None:
        """A level is opened once; what has been moved since is not the file's to say."""
        if quantity in (0, level["opening"], level["quantity"]):
            self.done["levels_unchanged"] += 1
            return
        there = f"{level['quantity']} now" if level["opening"] is None else f"{level['opening']} to begin with"
        reason = f"this variant is in this warehouse already, {there}; an adjustment can change that, an import cannot"
        self._refuse([line], "quantity", reason)

    async def _place(self, line: int, place: str) -> str | None:
        """The warehouse's id; one that is not there yet is created with the first row that needs it."""
        found = self._places.id_of(place) or self.created_places.get(place) or self._found_places.get(place)
        if found is not None:
            return found
        for row in await queries.warehouses(self._tx):
            # Somebody else created it since the file was read.
            if row["name"] == place and not row["archived"]:
                return self._found_places.setdefault(place, row["id"])
        try:
            created = await self._alone(lambda tx: warehouses.open_warehouse(tx, NewWarehouse(name=place)))
        except ApiError as problem:
            self._refuse([line], "warehouse", problem)
            return None
        self.created_places[place] = created.id
        return created.id

    async def _alone(self, work: Callable[[Tx], Awaitable[Result]]) -> Result:
        """Do something that may be refused; then it leaves neither rows nor events behind."""
        tx = Tx(self._connection, self._actor)
        async with self._connection.transaction():
            result = await work(tx)
        self.members.append(tx)
        return result

    def _refuse(self, lines: Iterable[int], column: str | None, reason: object) -> None:
        self.problems += [Problem(line, str(reason), column) for line in lines]
