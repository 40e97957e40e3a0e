"""What goes over the wire about stock (specification, Stock level, Stock movement, Stock reservation)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Raw, UnsetType, field

from fulfilment.fields import (
    Body,
    Code,
    Latitude,
    Longitude,
    Moment,
    Name120,
    PageQuery,
    Positive,
    Signed,
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


class NewWarehouse(Body):
    name: Name120
    address: str | None = None
    city: str | None = None
    postal: str | None = None
    lat: Latitude | None = None
    lng: Longitude | None = None
    phone: str | None = None
    is_default: bool = False


class WarehouseChange(Body):
    """What is left out stays as it is; null clears; `archived` false un-archives."""

    name: Name120 | UnsetType = UNSET
    address: str | UnsetType | None = UNSET
    city: str | UnsetType | None = UNSET
    postal: str | UnsetType | None = UNSET
    lat: Latitude | UnsetType | None = UNSET
    lng: Longitude | UnsetType | None = UNSET
    phone: str | UnsetType | None = UNSET
    is_default: bool | UnsetType = UNSET
    archived: Literal[False] | UnsetType = UNSET


class Archived(Wire):
    archived: bool


class WarehouseSummary(Wire):
    id: str
    name: str
    is_default: bool


class Level(Wire):
    """On-hand stock of one variant in one warehouse; reservations are not taken off."""

    variant_id: str
    warehouse_id: str
    quantity: int
    updated_at: Timestamp


class ListedLevel(Level):
    warehouse: WarehouseSummary


class Movement(Wire):
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


class Reservation(Wire):
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


class Adjustment(Body):
    """A signed change of one level. Ids of any shape are taken; an unknown variant makes its own level."""

    variant_id: Annotated[str, Meta(pattern="^var_", max_length=200)]
    warehouse_id: Code
    delta: Signed
    reason: Reason
    note: str | None = None


class Adjusted(Wire):
    stock: Level
    movement: Movement


class WarehouseReply(Wire):
    warehouse: Warehouse


class Warehouses(Wire):
    warehouses: list[Warehouse]


class Levels(Wire):
    stock: list[ListedLevel]


class Movements(Wire):
    movements: list[Movement]


class Reservations(Wire):
    reservations: list[Reservation]


class LevelQuery(PageQuery):
    """`at` shows the levels as of a moment, out of the ledger."""

    variant_id: str | None = None
    warehouse_id: str | None = None
    low: Literal["true", "false"] = "false"
    at: Moment | None = None


class MovementQuery(PageQuery):
    """`from` and `to` bound `createdAt`, both inclusive."""

    variant_id: str | None = None
    warehouse_id: str | None = None
    reason: Reason | None = None
    from_: Moment | None = field(default=None, name="from")
    to: Moment | None = None


class ReservationQuery(PageQuery):
    state: Literal["active", "consumed", "released", "expired"] | None = None
    variant_id: str | None = None
    checkout_session_id: str | None = None


class Transfer(Body):
    """Stock of one variant from one warehouse to another."""

    variant_id: Code
    from_warehouse_id: Code
    to_warehouse_id: Code
    quantity: Positive
    note: str | None = None


class Transferred(Wire):
    """Both ends of a transfer, as each adjustment is answered."""

    out: Adjusted = field(name="from")
    into: Adjusted = field(name="to")


class BulkAdjustment(Body):
    """`adjustments` as POST /stock/adjust takes them; `atomic` does all of them or nothing."""

    adjustments: Annotated[list[Raw], rows_of("Adjustment", most=1_000)]
    atomic: bool = False


class Difference(Wire):
    """A level whose quantity is not the sum of its movements."""

    variant_id: str
    warehouse_id: str
    quantity: int
    sum_of_movements: int


class Reconciliation(Wire):
    levels: list[Difference]
