"""API models of stock (specification, Stock level, Stock movement, Stock reservation)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Raw, UnsetType, field

from fulfilment.catalog.schemas import ProductType
from fulfilment.infra.models import (
    ApiModel,
    Code,
    CommandModel,
    Moment,
    Note,
    PageQuery,
    Positive,
    Query,
    Short,
    Signed,
    Timestamp,
    row_schema,
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


class WarehouseSummary(ApiModel):
    """The warehouse of a level, in short."""

    id: str
    """The id of the warehouse (`wh_…`)."""
    name: str
    """The warehouse's name."""
    is_default: bool
    """True if shipments take stock from this warehouse first."""


class StockLevel(ApiModel):
    """On-hand stock of one variant in one warehouse; reservations are not subtracted."""

    variant_id: str
    """The variant that is counted (`var_…`)."""
    warehouse_id: str
    """The warehouse of the level (`wh_…`)."""
    quantity: int
    """Pieces on hand, reserved ones included; never below 0. Always the sum of the level's movements."""
    updated_at: Timestamp
    """The time of its last movement; in a list with `at`, of the last one until then."""


class PlacedStockLevel(StockLevel):
    """A stock level with its warehouse."""

    warehouse: WarehouseSummary
    """The warehouse in short, as it is now."""


class StockLevelDetails(ApiModel):
    """The names of a level's variant, and its reserved and available quantities. All values are the present ones."""

    product_id: str | None
    """The variant's product (`prod_…`); null, like the next four fields, if the catalog does not have the variant."""
    product_name: str | None
    """The product's name."""
    variant_name: str | None
    """The name that tells the variant from its siblings. A product's first variant is `Default`."""
    sku: str | None
    """The merchant's own number of the variant, else of its product; null where neither has one."""
    archived: bool | None
    """True if the variant or its product is out of use."""
    low_stock_threshold: int | None
    """The level is low below this many pieces; null where there is no threshold."""
    reserved: int
    """Pieces that are reserved for checkouts, and not taken yet."""
    available: int
    """Pieces that are on hand and not reserved; never below 0."""


class ListedStockLevel(PlacedStockLevel):
    """A stock level with its warehouse, and its details on request."""

    details: StockLevelDetails | UnsetType = UNSET
    """With `include=details`: the names of the variant, and the reserved and available quantities."""


class StockMovement(ApiModel):
    """An entry of a level's ledger."""

    id: str
    """The movement's id (`mv_…`)."""
    variant_id: str
    """The variant that moved (`var_…`)."""
    warehouse_id: str
    """The warehouse whose level changed (`wh_…`)."""
    delta: int
    """Pieces that were added (above 0) or removed (below 0); never 0."""
    reason: Reason
    """The reason of the movement. `manual_adjust`: a correction. `initial_stock`: the first count. `transfer_in` and
    `transfer_out`: the two movements of a transfer; a shipment is `transfer_out` too. `damaged`.
    `returned_to_supplier`. `refund_restock`: returned from a shipment. `import`: from a file.
    """
    note: str | None
    """The note of the request, or `Shipment` and its id for stock of a shipment. Null where there is none."""
    created_by: str | None
    """The actor: the user's id for a session, the workspace's id for an API key, null for the service itself."""
    shipment_id: str | None
    """The shipment that took or returned the pieces (`ship_…`), else null."""
    quantity_after: int
    """The level's quantity after this movement."""
    number: int
    """The number of the movement within its level, from 1 on, which gives their order."""
    created_at: Timestamp
    """When the movement was made. Movements are never changed or deleted."""


class StockReservation(ApiModel):
    """Stock that is reserved for a checkout, or that a shipment took."""

    id: str
    """The reservation's id (`rsv_…`)."""
    variant_id: str
    """The reserved variant (`var_…`)."""
    warehouse_id: str
    """The warehouse of the reserved stock (`wh_…`)."""
    quantity: int
    """The number of reserved pieces, also after the reservation has ended."""
    shipment_id: str | None
    """The shipment that took the pieces (`ship_…`); null while none has."""
    checkout_session_id: str | None
    """Your own id of the checkout; null for a shipment without one."""
    expires_at: Timestamp
    """When it expires, unless it is consumed or released before: mostly 60 minutes after it was made."""
    consumed_at: Timestamp | None
    """When a shipment took the pieces; null while none has. It stays when the shipment returns them."""
    released_at: Timestamp | None
    """When the pieces were released: the checkout ended, or the shipment returned them. Null until then."""
    created_at: Timestamp
    """When the pieces were reserved or taken."""


class StockAdjustment(CommandModel):
    """A signed change of one level. Ids may have any form; an unknown variant gets its own level."""

    variant_id: Annotated[str, Meta(pattern="^var_", max_length=255)]
    """The variant to change; an unknown variant gets its own level with its first positive `delta`."""
    warehouse_id: Code
    """The warehouse of the level, archived or not; an unknown warehouse is 404 `NOT_FOUND`."""
    delta: Signed
    """Pieces to add (above 0) or remove (below 0). 0 is refused; a level below 0 is 500 `NEGATIVE_STOCK`."""
    reason: Reason
    """The reason; it is recorded and has no other effect. The stock movement describes each value."""
    note: Note | None = None
    """A note for the movement."""


class StockAdjustmentReply(ApiModel):
    """The result of an adjustment."""

    stock: StockLevel
    """The level after the movement."""
    movement: StockMovement
    """The new entry in the level's ledger."""


class StockLevels(ApiModel):
    """A page of stock levels."""

    stock: list[ListedStockLevel]
    """The levels, newest-updated first; with `at`, last created first; with `q` or `productId`, by variant."""


class StockMovements(ApiModel):
    """A page of the ledger."""

    movements: list[StockMovement]
    """The entries of all ledgers together, newest first."""


class StockReservations(ApiModel):
    """A page of reservations."""

    reservations: list[StockReservation]
    """The reservations, newest first, ended ones included."""


class LevelQuery(PageQuery):
    """Filter of the list of stock levels; `at` shows the levels at a time, from the ledger."""

    variant_id: Short | None = None
    """Only the levels of this variant; an unknown variant gives an empty list."""
    warehouse_id: Short | None = field(default=None, name="warehouseId")
    """Only the levels in this warehouse; an unknown warehouse gives an empty list."""
    low: Literal["true", "false"] = "false"
    """`true` lists only levels that are below their variant's `lowStockThreshold`."""
    at: Moment | None = None
    """The levels as they were at this time, inclusive; a timestamp with an offset. The default is now."""
    q: Short | None = None
    """Only the levels of the first 50 products that these words find, as in `GET /variants`, in the order of the
    variants' ids. If the text is the whole sku of variants, only their levels are listed. It cannot be combined with
    `at`, a single variant or `productId`.
    """
    product_id: Short | None = field(default=None, name="productId")
    """Only the levels of this product's variants, in the order of their ids; an unknown product gives an empty list. It
    cannot be combined with `at` or a single variant.
    """
    include: Literal["details"] | None = None
    """`details` adds to each level the names of its variant, and its present reserved and available quantities."""


class MovementQuery(PageQuery):
    """Filter of the list of stock movements; `from` and `to` bound `createdAt`, both inclusive."""

    variant_id: Short | None = None
    """Only the movements of this variant; an unknown variant gives an empty list."""
    warehouse_id: Short | None = field(default=None, name="warehouseId")
    """Only the movements in this warehouse; an unknown warehouse gives an empty list."""
    reason: Reason | None = None
    """Only the movements with this reason."""
    from_: Moment | None = field(default=None, name="from")
    """Only movements since this time, inclusive; a timestamp with an offset."""
    to: Moment | None = None
    """Only movements until this time, inclusive; a timestamp with an offset."""


class ReservationQuery(PageQuery, rename="camel"):
    """Filter of the list of reservations."""

    state: Literal["active", "consumed", "released", "expired"] | None = None
    """`active` still holds stock, `consumed` was taken by a shipment, `released` was released, `expired` ended by time.
    The default is all states.
    """
    variant_id: Short | None = None
    """Only the reservations of this variant."""
    checkout_session_id: Short | None = None
    """Only the reservations of this checkout, by your own id."""


class StockTransfer(CommandModel):
    """A transfer of a variant's stock from one warehouse to another."""

    variant_id: Code
    """The variant to move; an unknown variant is 404 `NOT_FOUND`."""
    from_warehouse_id: Code
    """The source warehouse."""
    to_warehouse_id: Code
    """The target warehouse, which must be another one."""
    quantity: Positive
    """Pieces to move. If fewer are available, without reserved ones, the answer is 409 `STOCK_INSUFFICIENT`."""
    note: Note | None = None
    """A note for both movements."""


class StockTransferReply(ApiModel):
    """The results of both movements of a transfer."""

    out: StockAdjustmentReply = field(name="from")
    """The source level, and its `transfer_out` movement."""
    into: StockAdjustmentReply = field(name="to")
    """The target level, and its `transfer_in` movement."""


class BulkStockAdjustment(CommandModel):
    """Adjustments to make in one request, each as POST /stock/adjust accepts it."""

    adjustments: Annotated[list[Raw], row_schema("StockAdjustment", most=1_000)]
    """1 to 1,000 adjustments; those of one level are made in the given order."""
    atomic: bool | None = False
    """True makes all or none: one refused row refuses the request. False makes each by itself."""


class StockDifference(ApiModel):
    """A level whose quantity is not the sum of its movements."""

    variant_id: str
    """The variant of the level (`var_…`)."""
    warehouse_id: str
    """The warehouse of the level (`wh_…`)."""
    quantity: int
    """The level's quantity on hand, in pieces."""
    sum_of_movements: int
    """The sum of its movements, in pieces."""


class StockReconciliation(ApiModel):
    """The result of a check of the ledger."""

    levels: list[StockDifference]
    """The levels that differ from the sum of their movements; empty if the ledger is consistent."""


# The most results of a search by words, and by ids.
MAX_FOUND = 20
MAX_IDS = 100
# The most skus of a request, as many as the form of a parcel has lines, and the most results for each.
MAX_SKUS = 20
MAX_PER_SKU = 20


class VariantSearchResult(ApiModel):
    """A variant with its names, its weight, its price and its available stock, for a choice among variants."""

    id: str
    """The variant's id (`var_…`)."""
    product_id: str
    """The product that it belongs to (`prod_…`)."""
    product_name: str
    """The product's name."""
    name: str
    """The name that tells the variant from its siblings. A product's first variant is `Default`."""
    sku: str | None
    """The merchant's own number of the variant, else of its product; null where neither has one."""
    type: ProductType
    """The kind of fulfilment of a sale: `physical` a shipment, `digital` a delivery to download, `license` a license
    key.
    """
    price_cents: int | None
    """The selling price of one piece in minor units; null where it is not given."""
    weight: int | None
    """The weight of one piece in grams, the variant's own, else the product's; null where neither is known."""
    length: int | None
    """Length of one piece in centimetres, from the product; null where it is not known."""
    width: int | None
    """Width of one piece in centimetres, from the product; null where it is not known."""
    height: int | None
    """Height of one piece in centimetres, from the product; null where it is not known."""
    is_default: bool
    """True for the variant that is used where a request names only the product."""
    archived: bool
    """True if the variant or its product is out of use, which is possible only with `ids`."""
    on_hand: int | None
    """Pieces on hand in all active warehouses; null if no stock of it was ever counted."""
    available: int | None
    """Pieces on hand that are not reserved. A new shipment can take them from one warehouse. Null if `onHand` is null.
    """


class VariantSearchResults(ApiModel):
    """The variants that a search finds."""

    variants: list[VariantSearchResult]
    """The variants; empty without `q`, `ids` and `sku`. With `q` at most 20: a variant with that sku first, then
    products in the order of the matching words, the default variant first. With `ids` in their order, without unknown
    ones. With `sku` in the order of the skus, at most 20 for each, the newest product first.
    """


class VariantSearchQuery(Query):
    """Search of variants by one of `q`, `ids` and `sku`; without any the result is empty."""

    q: Short | None = None
    """Words to search for. Each must be the beginning of a word in the product's name, in its `sku` or in a variant's;
    upper and lower case are equal. A whole sku finds nothing else.
    """
    ids: Annotated[str, Meta(max_length=6_000, pattern="^[A-Za-z0-9_,]*$")] | None = None
    """1 to 100 ids of variants, separated by commas."""
    sku: Annotated[list[Code], Meta(min_length=1, max_length=MAX_SKUS)] | None = None
    """An exact, whole sku; it may be repeated, up to 20 times. It finds active variants with the sku, or without one of
    their own if their product has it, in the 20 newest products.
    """
    type: ProductType | None = None
    """Only variants of products of this type, with `q` or `sku`."""
