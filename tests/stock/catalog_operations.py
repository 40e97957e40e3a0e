"""Operations of random histories on products, variants, warehouses and addresses."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import strategies as st

from fulfilment.addresses import service
from fulfilment.addresses.schemas import AddressChange, NewAddress
from fulfilment.catalog import products, variants
from fulfilment.catalog.schemas import NewVariant, ProductChange, VariantChange
from fulfilment.infra.database.transaction import Tx
from fulfilment.stock import warehouses
from fulfilment.stock.warehouse_schemas import NewWarehouse, WarehouseChange
from tests.stock.model import Address, ExpectedError, StockModel, Variant, Warehouse
from tests.stock.operations import CUSTOMERS, Names, Operation, at


class AddVariant(Operation):
    sku: str | None
    is_default: bool
    threshold: int | None

    async def run(self, tx: Tx, names: Names) -> str:
        body = NewVariant(name="Large", sku=self.sku, is_default=self.is_default, low_stock_threshold=self.threshold)
        return (await variants.create_variant(tx, names.product, body)).id

    def predict(self, model: StockModel, names: Names, actual: Any) -> Any:
        model.require_free(self.sku)
        if not isinstance(actual, str):
            return "an id"
        model.variants[actual] = Variant(False, sku=self.sku, threshold=self.threshold)
        if self.is_default:
            model.promote(actual)
        # Also where every other variant is archived.
        if not any(variant.is_default for variant in model.variants.values()):
            model.promote(actual)
        model.emit("variant.created", actual)
        model.audit("variant.created", actual)
        return actual


class ChangeVariant(Operation):
    variant: int
    change: dict[str, Any]

    async def run(self, tx: Tx, names: Names) -> None:
        body = msgspec.convert(self.change, VariantChange)
        await variants.update_variant(tx, names.product, at(names.variants, self.variant), body)

    def predict(self, model: StockModel, names: Names, actual: Any) -> None:
        id = at(names.variants, self.variant)
        variant = model.variants[id]
        before = msgspec.structs.astuple(variant)
        archived = self.change.get("archived", variant.archived)
        wants_default = self.change.get("isDefault", variant.is_default)
        if (wants_default and archived) or (variant.is_default and not wants_default):
            raise ExpectedError("VALIDATION")
        model.require_free(self.change.get("sku"), id)
        if wants_default:
            model.promote(id)
        variant.archived = archived
        variant.sku = self.change.get("sku", variant.sku)
        variant.threshold = self.change.get("lowStockThreshold", variant.threshold)
        if msgspec.structs.astuple(variant) != before:
            model.ensure_default()
            model.audit("variant.updated", id)


class ArchiveVariant(Operation):
    variant: int

    async def run(self, tx: Tx, names: Names) -> None:
        await variants.archive_variant(tx, names.product, at(names.variants, self.variant))

    def predict(self, model: StockModel, names: Names, actual: Any) -> None:
        id = at(names.variants, self.variant)
        if not model.variants[id].archived:
            model.variants[id].archived, model.variants[id].is_default = True, False
            model.ensure_default()
            model.emit("variant.archived", id)
            model.audit("variant.archived", id)


class ChangeProduct(Operation):
    change: dict[str, Any]

    async def run(self, tx: Tx, names: Names) -> None:
        await products.update_product(tx, names.product, msgspec.convert(self.change, ProductChange))

    def predict(self, model: StockModel, names: Names, actual: Any) -> None:
        before = model.name, model.archived
        model.name = self.change.get("name", model.name)
        model.archived = self.change.get("archived", model.archived)
        if (model.name, model.archived) != before:
            model.emit("product.updated", names.product)
            model.audit("product.updated", names.product)


class ArchiveProduct(Operation):
    async def run(self, tx: Tx, names: Names) -> None:
        await products.archive_product(tx, names.product)

    def predict(self, model: StockModel, names: Names, actual: Any) -> None:
        if not model.archived:
            model.archived = True
            model.emit("product.archived", names.product)
            model.audit("product.archived", names.product)


class CreateWarehouse(Operation):
    is_default: bool

    async def run(self, tx: Tx, names: Names) -> str:
        return (await warehouses.create_warehouse(tx, NewWarehouse(name="Main", is_default=self.is_default))).id

    def predict(self, model: StockModel, names: Names, actual: Any) -> str:
        model.warehouses[actual] = Warehouse(self.is_default or not model.warehouses)
        model.emit("warehouse.created", actual)
        return actual


class ChangeWarehouse(Operation):
    warehouse: int
    change: dict[str, Any]

    async def run(self, tx: Tx, names: Names) -> None:
        body = msgspec.convert(self.change, WarehouseChange)
        await warehouses.update_warehouse(tx, at(names.warehouses, self.warehouse), body)

    def predict(self, model: StockModel, names: Names, actual: Any) -> None:
        warehouse = model.warehouses[at(names.warehouses, self.warehouse)]
        warehouse.is_default = self.change.get("isDefault", warehouse.is_default)
        warehouse.archived = self.change.get("archived", warehouse.archived)


class ArchiveWarehouse(Operation):
    warehouse: int

    async def run(self, tx: Tx, names: Names) -> None:
        await warehouses.archive_warehouse(tx, at(names.warehouses, self.warehouse))

    def predict(self, model: StockModel, names: Names, actual: Any) -> None:
        model.warehouses[at(names.warehouses, self.warehouse)].archived = True


class AddAddress(Operation):
    customer: str
    is_default: bool

    async def run(self, tx: Tx, names: Names) -> str:
        body = NewAddress(
            customer_id=self.customer,
            label="Home",
            contact_name="Siti",
            contact_phone="0811",
            address="Jl. Braga 55",
            is_default=self.is_default,
        )
        return (await service.create_address(tx, body)).id

    def predict(self, model: StockModel, names: Names, actual: Any) -> str:
        model.addresses[actual] = Address(self.customer, False)
        if self.is_default:
            model.make_default(actual)
        return actual


class ChangeAddress(Operation):
    address: int
    change: dict[str, Any]

    def is_possible(self, names: Names) -> bool:
        return bool(names.addresses)

    async def run(self, tx: Tx, names: Names) -> None:
        await service.update_address(tx, at(names.addresses, self.address), msgspec.convert(self.change, AddressChange))

    def predict(self, model: StockModel, names: Names, actual: Any) -> None:
        id = at(names.addresses, self.address)
        if id not in model.addresses:
            raise ExpectedError("NOT_FOUND")
        address = model.addresses[id]
        address.label = self.change.get("label", address.label)
        address.is_default = self.change.get("isDefault", address.is_default)
        if address.is_default:
            model.make_default(id)


class RemoveAddress(Operation):
    address: int

    def is_possible(self, names: Names) -> bool:
        return bool(names.addresses)

    async def run(self, tx: Tx, names: Names) -> None:
        await service.delete_address(tx, at(names.addresses, self.address))

    def predict(self, model: StockModel, names: Names, actual: Any) -> None:
        if model.addresses.pop(at(names.addresses, self.address), None) is None:
            raise ExpectedError("NOT_FOUND")


_numbers = st.integers(0, 5)
_skus = st.sampled_from(["S", "L"])
_thresholds = st.none() | st.integers(0, 15)


def _changes(**fields: st.SearchStrategy) -> st.SearchStrategy:
    return st.fixed_dictionaries({}, optional=fields)


CATALOG_OPERATIONS = st.one_of(
    st.builds(AddVariant, st.none() | _skus, st.booleans(), _thresholds),
    st.builds(
        ChangeVariant,
        _numbers,
        _changes(isDefault=st.booleans(), archived=st.just(False), sku=_skus, lowStockThreshold=_thresholds),
    ),
    st.builds(ArchiveVariant, _numbers),
    st.builds(ChangeProduct, _changes(name=st.sampled_from(["Coffee", "Tea"]), archived=st.just(False))),
    st.builds(ArchiveProduct),
    st.builds(CreateWarehouse, st.booleans()),
    st.builds(ChangeWarehouse, _numbers, _changes(isDefault=st.booleans(), archived=st.just(False))),
    st.builds(ArchiveWarehouse, _numbers),
    st.builds(AddAddress, st.sampled_from(CUSTOMERS), st.booleans()),
    st.builds(ChangeAddress, _numbers, _changes(label=st.sampled_from(["Home", "Work"]), isDefault=st.booleans())),
    st.builds(RemoveAddress, _numbers),
)
