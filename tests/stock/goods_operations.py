"""What random histories do with products, variants, warehouses and addresses."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import strategies as st

from fulfilment.addresses import book
from fulfilment.addresses.records import AddressChange, NewAddress
from fulfilment.catalog import products, variants
from fulfilment.catalog.records import NewVariant, ProductChange, VariantChange
from fulfilment.db.tx import Tx
from fulfilment.stock import warehouses
from fulfilment.stock.records import NewWarehouse, WarehouseChange
from tests.stock.model import Address, Model, Refusal, Variant, Warehouse
from tests.stock.operations import CUSTOMERS, Names, Operation, at


class AddVariant(Operation):
    sku: str | None
    is_default: bool
    threshold: int | None

    async def do(self, tx: Tx, names: Names) -> str:
        given = NewVariant(name="Large", sku=self.sku, is_default=self.is_default, low_stock_threshold=self.threshold)
        return (await variants.add(tx, names.product, given)).id

    def foresee(self, model: Model, names: Names, seen: Any) -> Any:
        model.require_free(self.sku)
        if not isinstance(seen, str):
            return "an id"
        model.variants[seen] = Variant(False, sku=self.sku, threshold=self.threshold)
        if self.is_default:
            model.promote(seen)
        # Also where every other variant is archived.
        if not any(variant.is_default for variant in model.variants.values()):
            model.promote(seen)
        model.tell("variant.created", seen)
        model.audit("variant.created", seen)
        return seen


class ChangeVariant(Operation):
    variant: int
    change: dict[str, Any]

    async def do(self, tx: Tx, names: Names) -> None:
        given = msgspec.convert(self.change, VariantChange)
        await variants.change(tx, names.product, at(names.variants, self.variant), given)

    def foresee(self, model: Model, names: Names, seen: Any) -> None:
        id = at(names.variants, self.variant)
        variant = model.variants[id]
        before = msgspec.structs.astuple(variant)
        archived = self.change.get("archived", variant.archived)
        wants_default = self.change.get("isDefault", variant.is_default)
        if (wants_default and archived) or (variant.is_default and not wants_default):
            raise Refusal("VALIDATION")
        model.require_free(self.change.get("sku"), id)
        if wants_default:
            model.promote(id)
        variant.archived = archived
        variant.sku = self.change.get("sku", variant.sku)
        variant.threshold = self.change.get("lowStockThreshold", variant.threshold)
        if msgspec.structs.astuple(variant) != before:
            model.keep_a_default()
            model.audit("variant.updated", id)


class ArchiveVariant(Operation):
    variant: int

    async def do(self, tx: Tx, names: Names) -> None:
        await variants.archive(tx, names.product, at(names.variants, self.variant))

    def foresee(self, model: Model, names: Names, seen: Any) -> None:
        id = at(names.variants, self.variant)
        if not model.variants[id].archived:
            model.variants[id].archived, model.variants[id].is_default = True, False
            model.keep_a_default()
            model.tell("variant.archived", id)
            model.audit("variant.archived", id)


class ChangeProduct(Operation):
    change: dict[str, Any]

    async def do(self, tx: Tx, names: Names) -> None:
        await products.change(tx, names.product, msgspec.convert(self.change, ProductChange))

    def foresee(self, model: Model, names: Names, seen: Any) -> None:
        before = model.name, model.archived
        model.name = self.change.get("name", model.name)
        model.archived = self.change.get("archived", model.archived)
        if (model.name, model.archived) != before:
            model.tell("product.updated", names.product)
            model.audit("product.updated", names.product)


class ArchiveProduct(Operation):
    async def do(self, tx: Tx, names: Names) -> None:
        await products.archive(tx, names.product)

    def foresee(self, model: Model, names: Names, seen: Any) -> None:
        if not model.archived:
            model.archived = True
            model.tell("product.archived", names.product)
            model.audit("product.archived", names.product)


class OpenWarehouse(Operation):
    is_default: bool

    async def do(self, tx: Tx, names: Names) -> str:
        return (await warehouses.open_warehouse(tx, NewWarehouse(name="Main", is_default=self.is_default))).id

    def foresee(self, model: Model, names: Names, seen: Any) -> str:
        model.warehouses[seen] = Warehouse(self.is_default or not model.warehouses)
        model.tell("warehouse.created", seen)
        return seen


class ChangeWarehouse(Operation):
    warehouse: int
    change: dict[str, Any]

    async def do(self, tx: Tx, names: Names) -> None:
        given = msgspec.convert(self.change, WarehouseChange)
        await warehouses.change(tx, at(names.warehouses, self.warehouse), given)

    def foresee(self, model: Model, names: Names, seen: Any) -> None:
        warehouse = model.warehouses[at(names.warehouses, self.warehouse)]
        warehouse.is_default = self.change.get("isDefault", warehouse.is_default)
        warehouse.archived = self.change.get("archived", warehouse.archived)


class ArchiveWarehouse(Operation):
    warehouse: int

    async def do(self, tx: Tx, names: Names) -> None:
        await warehouses.archive(tx, at(names.warehouses, self.warehouse))

    def foresee(self, model: Model, names: Names, seen: Any) -> None:
        model.warehouses[at(names.warehouses, self.warehouse)].archived = True


class AddAddress(Operation):
    customer: str
    is_default: bool

    async def do(self, tx: Tx, names: Names) -> str:
        given = NewAddress(
            customer_id=self.customer,
            label="Home",
            contact_name="Siti",
            contact_phone="0811",
            address="Jl. Braga 55",
            is_default=self.is_default,
        )
        return (await book.add(tx, given)).id

    def foresee(self, model: Model, names: Names, seen: Any) -> str:
        model.addresses[seen] = Address(self.customer, False)
        if self.is_default:
            model.make_default(seen)
        return seen


class ChangeAddress(Operation):
    address: int
    change: dict[str, Any]

    def is_possible(self, names: Names) -> bool:
        return bool(names.addresses)

    async def do(self, tx: Tx, names: Names) -> None:
        await book.change(tx, at(names.addresses, self.address), msgspec.convert(self.change, AddressChange))

    def foresee(self, model: Model, names: Names, seen: Any) -> None:
        id = at(names.addresses, self.address)
        if id not in model.addresses:
            raise Refusal("NOT_FOUND")
        address = model.addresses[id]
        address.label = self.change.get("label", address.label)
        address.is_default = self.change.get("isDefault", address.is_default)
        if address.is_default:
            model.make_default(id)


class RemoveAddress(Operation):
    address: int

    def is_possible(self, names: Names) -> bool:
        return bool(names.addresses)

    async def do(self, tx: Tx, names: Names) -> None:
        await book.remove(tx, at(names.addresses, self.address))

    def foresee(self, model: Model, names: Names, seen: Any) -> None:
        if model.addresses.pop(at(names.addresses, self.address), None) is None:
            raise Refusal("NOT_FOUND")


_numbers = st.integers(0, 5)
_skus = st.sampled_from(["S", "L"])
_thresholds = st.none() | st.integers(0, 15)


def _changes(**fields: st.SearchStrategy) -> st.SearchStrategy:
    return st.fixed_dictionaries({}, optional=fields)


GOODS = st.one_of(
    st.builds(AddVariant, st.none() | _skus, st.booleans(), _thresholds),
    st.builds(
        ChangeVariant,
        _numbers,
        _changes(isDefault=st.booleans(), archived=st.just(False), sku=_skus, lowStockThreshold=_thresholds),
    ),
    st.builds(ArchiveVariant, _numbers),
    st.builds(ChangeProduct, _changes(name=st.sampled_from(["Coffee", "Tea"]), archived=st.just(False))),
    st.builds(ArchiveProduct),
    st.builds(OpenWarehouse, st.booleans()),
    st.builds(ChangeWarehouse, _numbers, _changes(isDefault=st.booleans(), archived=st.just(False))),
    st.builds(ArchiveWarehouse, _numbers),
    st.builds(AddAddress, st.sampled_from(CUSTOMERS), st.booleans()),
    st.builds(ChangeAddress, _numbers, _changes(label=st.sampled_from(["Home", "Work"]), isDefault=st.booleans())),
    st.builds(RemoveAddress, _numbers),
)
