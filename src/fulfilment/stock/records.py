"""What goes over the wire about stock (specification, Stock level, Stock movement, Stock reservation)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Raw, UnsetType, field

from fulfilment.fields import (
    Act,
    Body,
    Code,
    Latitude,
    Locality,
    Longitude,
    Moment,
    Name120,
    Note,
    PageQuery,
    Positive,
    Postal,
    Short,
    Signed,
    Street,
    Timestamp,
    Wire,
    rows_of,
)

Reason = Literal[
    "manual_adjust",
    "initial_stock",
    "transfer_in",
    "transfer_out",
    "damaged",
    "returned_to_supplier",
    "refund_restock",
    "import",
]


class Warehouse(Wire):
    id: str
    account_id: str
    name: str
    address: str | None
    city: str | None
    postal: str | None
    lat: float | None
    lng: float | None
    phone: str | None
    is_default: bool
    archived: bool
    created_at: Timestamp
    updated_at: Timestamp


class NewWarehouse(Act):
    name: Name120
    address: Street | None = None
    city: Locality | None = None
    postal: Postal | None = None
    lat: Latitude | None = None
    lng: Longitude | None = None
    phone: Short | None = None
    is_default: bool | None = False


class WarehouseChange(Body):
    """What is left out stays as it is; null clears; `archived` false un-archives."""

    name: Name120 | UnsetType = UNSET
    address: Street | UnsetType | None = UNSET
    city: Locality | UnsetType | None = UNSET
    postal: Postal | UnsetType | None = UNSET
    lat: Latitude | UnsetType | None = UNSET
    lng: Longitude | UnsetType | None = UNSET
    phone: Short | UnsetType | None = UNSET
    is_default: bool | UnsetType = UNSET
    archived: bool | UnsetType = UNSET


class WarehouseSummary(Wire):
    id: str
    name: str
    is_default: bool


class StockLevel(Wire):
    """On-hand stock of one variant in one warehouse; reservations are not taken off."""

    variant_id: str
    warehouse_id: str
    quantity: int
    updated_at: Timestamp


class ListedStockLevel(StockLevel):
    warehouse: WarehouseSummary


class StockMovement(Wire):
    """One line of a level's ledger."""

    id: str
    variant_id: str
    warehouse_id: str
    delta: int
    reason: Reason
    note: str | None
    created_by: str | None
    shipment_id: str | None
    quantity_after: int
    number: int
    created_at: Timestamp


class StockReservation(Wire):
    id: str
    variant_id: str
    warehouse_id: str
    quantity: int
    shipment_id: str | None
    checkout_session_id: str | None
    expires_at: Timestamp
    consumed_at: Timestamp | None
    released_at: Timestamp | None
    created_at: Timestamp


class StockAdjustment(Act):
    """A signed change of one level. Ids of any shape are taken; an unknown variant makes its own level."""

    variant_id: Annotated[str, Meta(pattern="^var_", max_length=255)]
    warehouse_id: Code
    delta: Signed
    reason: Reason
    note: Note | None = None


class StockAdjustmentReply(Wire):
    stock: StockLevel
    movement: StockMovement


class WarehouseReply(Wire):
    warehouse: Warehouse


class Warehouses(Wire):
    warehouses: list[Warehouse]


class StockLevels(Wire):
    stock: list[ListedStockLevel]


class StockMovements(Wire):
    movements: list[StockMovement]


class StockReservations(Wire):
    reservations: list[StockReservation]


class LevelQuery(PageQuery):
    """`at` shows the levels as of a moment, out of the ledger."""

    variant_id: Short | None = None
    warehouse_id: Short | None = field(default=None, name="warehouseId")
    low: Literal["true", "false"] = "false"
    at: Moment | None = None


class MovementQuery(PageQuery):
    """`from` and `to` bound `createdAt`, both inclusive."""

    variant_id: Short | None = None
    warehouse_id: Short | None = field(default=None, name="warehouseId")
    reason: Reason | None = None
    from_: Moment | None = field(default=None, name="from")
    to: Moment | None = None


class ReservationQuery(PageQuery, rename="camel"):
    state: Literal["active", "consumed", "released", "expired"] | None = None
    variant_id: Short | None = None
    checkout_session_id: Short | None = None


class StockTransfer(Act):
    """Stock of one variant from one warehouse to another."""

    variant_id: Code
    from_warehouse_id: Code
    to_warehouse_id: Code
    quantity: Positive
    note: Note | None = None


class StockTransferReply(Wire):
    """Both ends of a transfer, as each adjustment is answered."""

    out: StockAdjustmentReply = field(name="from")
    into: StockAdjustmentReply = field(name="to")


class BulkStockAdjustment(Act):
    """`adjustments` as POST /stock/adjust takes them; `atomic` does all of them or nothing."""

    adjustments: Annotated[list[Raw], rows_of("StockAdjustment", most=1_000)]
    atomic: bool | None = False


class StockDifference(Wire):
    """A level whose quantity is not the sum of its movements."""

    variant_id: str
    warehouse_id: str
    quantity: int
    sum_of_movements: int


class StockReconciliation(Wire):
    levels: list[StockDifference]
