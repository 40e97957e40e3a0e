"""What goes over the wire about stock (specification, Stock level, Stock movement, Stock reservation)."""

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
    """The warehouse of a level, as far as a list needs it."""

    id: str
    """The id of the warehouse (`wh_…`)."""
    name: str
    """What people call the warehouse."""
    is_default: bool
    """Whether shipments take stock from this warehouse first."""


class StockLevel(ApiModel):
    """On-hand stock of one variant in one warehouse; reservations are not taken off."""

    variant_id: str
    """The variant that is counted (`var_…`)."""
    warehouse_id: str
    """The warehouse that it lies in (`wh_…`)."""
    quantity: int
    """Pieces on the shelf, reserved ones included; never below 0. Always the sum of the level's movements."""
    updated_at: Timestamp
    """When its last movement was; in a list `at` a moment, its last one until then."""


class PlacedStockLevel(StockLevel):
    """A stock level with its warehouse."""

    warehouse: WarehouseSummary
    """The warehouse in short, as it is now."""


class StockLevelDetails(ApiModel):
    """What people call the goods of a level, and how much of it is free. All is as it is now."""

    product_id: str | None
    """The variant's product (`prod_…`); null, as the other four, where the catalog does not know the variant."""
    product_name: str | None
    """What people call the product."""
    variant_name: str | None
    """What tells the variant from its siblings; the one that a product begins with is `Default`."""
    sku: str | None
    """The merchant's own number of the variant, or else of its product; null where neither has one."""
    archived: bool | None
    """Whether the variant or its product is out of use."""
    low_stock_threshold: int | None
    """The pieces below which the level is low; null where none are said."""
    reserved: int
    """Pieces that are set aside for checkouts, and not taken yet."""
    available: int
    """Pieces that are on the shelf and not reserved; never below 0."""


class ListedStockLevel(PlacedStockLevel):
    """A stock level with its warehouse, and its details where they are asked for."""

    details: StockLevelDetails | UnsetType = UNSET
    """With `include=details`: what people call it, and how much is free."""


class StockMovement(ApiModel):
    """One line of a level's ledger."""

    id: str
    """The movement's id (`mv_…`)."""
    variant_id: str
    """The variant that moved (`var_…`)."""
    warehouse_id: str
    """The warehouse whose level changed (`wh_…`)."""
    delta: int
    """Pieces that came (above 0) or went (below 0); never 0."""
    reason: Reason
    """Why: `manual_adjust` a correction, `initial_stock` the first count, `transfer_in` and `transfer_out` the two ends
    of a transfer (`transfer_out` also what a shipment takes), `damaged`, `returned_to_supplier`, `refund_restock` what
    came back from a shipment, `import` from a file.
    """
    note: str | None
    """What was said of it; `Shipment` and its id for what a shipment took or gave back. Null where nothing was said."""
    created_by: str | None
    """Who moved it: the person's id for a session, the workspace's
    id for an API key, null for what the service did by itself.
    """
    shipment_id: str | None
    """The shipment that took it or gave it back (`ship_…`), else null."""
    quantity_after: int
    """The level's quantity after this movement."""
    number: int
    """Counts the movements of one level from 1, so that they can be put in order."""
    created_at: Timestamp
    """When it moved. Movements are never changed or deleted."""


class StockReservation(ApiModel):
    """Stock that is set aside for a checkout, or that a shipment took."""

    id: str
    """The reservation's id (`rsv_…`)."""
    variant_id: str
    """The variant that is set aside (`var_…`)."""
    warehouse_id: str
    """The warehouse that it is set aside in (`wh_…`)."""
    quantity: int
    """Pieces that are set aside, or that were."""
    shipment_id: str | None
    """The shipment that took them (`ship_…`); null while none has."""
    checkout_session_id: str | None
    """The checkout that they are for, by the caller's own id; null for a shipment without one."""
    expires_at: Timestamp
    """When it ends by itself, unless it is consumed or released before: mostly 60 minutes after it began."""
    consumed_at: Timestamp | None
    """When a shipment took them; null while none has. It stays when the shipment gives them back."""
    released_at: Timestamp | None
    """When they were let go: the checkout ended, or the shipment gave them back. Null until then."""
    created_at: Timestamp
    """When they were set aside or taken."""


class StockAdjustment(CommandModel):
    """A signed change of one level. Ids of any shape are taken; an unknown variant makes its own level."""

    variant_id: Annotated[str, Meta(pattern="^var_", max_length=255)]
    """The variant to move; an unknown one begins a level of its own with its first positive `delta`."""
    warehouse_id: Code
    """The warehouse to move it in, archived or not; an unknown one is 404 `NOT_FOUND`."""
    delta: Signed
    """Pieces that come (above 0) or go (below 0); 0 is refused, and
    so is what would take the level below 0 (500 `NEGATIVE_STOCK`).
    """
    reason: Reason
    """Why it moves; it is recorded and changes nothing else. See the movement for what each value means."""
    note: Note | None = None
    """Anything to remember with the movement."""


class StockAdjustmentReply(ApiModel):
    """What an adjustment came to."""

    stock: StockLevel
    """The level after the movement."""
    movement: StockMovement
    """The line that was written to the level's ledger."""


class StockLevels(ApiModel):
    """A page of stock levels."""

    stock: list[ListedStockLevel]
    """Newest-updated first; with `at`, those that were opened last come first; with `q` or `productId` by variant."""


class StockMovements(ApiModel):
    """A page of the ledger."""

    movements: list[StockMovement]
    """The lines of every ledger together, newest first."""


class StockReservations(ApiModel):
    """A page of reservations."""

    reservations: list[StockReservation]
    """Newest first, those that have ended included."""


class LevelQuery(PageQuery):
    """`at` shows the levels as of a moment, out of the ledger."""

    variant_id: Short | None = None
    """Only the levels of this variant; an unknown one gives an empty list."""
    warehouse_id: Short | None = field(default=None, name="warehouseId")
    """Only the levels in this warehouse; an unknown one gives an empty list."""
    low: Literal["true", "false"] = "false"
    """`true` lists only levels that are below their variant's `lowStockThreshold`."""
    at: Moment | None = None
    """Shows the levels as they were at this moment, itself included; a timestamp with an offset. Left out: now."""
    q: Short | None = None
    """Only the levels of the first 50 products that these words find, as `GET /variants` does, in the order of the
    variants' ids; where it is the whole sku of variants, only theirs. It goes with neither `at`, a single variant nor
    `productId`.
    """
    product_id: Short | None = field(default=None, name="productId")
    """Only the levels of this product's variants, in the order of their ids; an unknown one gives an empty
    list. It goes with neither `at` nor a single variant.
    """
    include: Literal["details"] | None = None
    """`details` adds to each level what people call it, and how much of it is reserved and free now."""


class MovementQuery(PageQuery):
    """`from` and `to` bound `createdAt`, both inclusive."""

    variant_id: Short | None = None
    """Only the movements of this variant; an unknown one gives an empty list."""
    warehouse_id: Short | None = field(default=None, name="warehouseId")
    """Only the movements in this warehouse; an unknown one gives an empty list."""
    reason: Reason | None = None
    """Only the movements for this reason."""
    from_: Moment | None = field(default=None, name="from")
    """Only movements from this moment on, itself included; a timestamp with an offset."""
    to: Moment | None = None
    """Only movements until this moment, itself included; a timestamp with an offset."""


class ReservationQuery(PageQuery, rename="camel"):
    """Which reservations to list."""

    state: Literal["active", "consumed", "released", "expired"] | None = None
    """`active` still holds stock, `consumed` was taken by a shipment,
    `released` was let go, `expired` ended by its time. Left out: all.
    """
    variant_id: Short | None = None
    """Only the reservations of this variant."""
    checkout_session_id: Short | None = None
    """Only the reservations of this checkout, by your own id."""


class StockTransfer(CommandModel):
    """Stock of one variant from one warehouse to another."""

    variant_id: Code
    """The variant to move; one that is unknown is 404 `NOT_FOUND`."""
    from_warehouse_id: Code
    """Where it is taken from."""
    to_warehouse_id: Code
    """Where it goes; not the same warehouse."""
    quantity: Positive
    """Pieces to move, of those that are not reserved there; too few are 409 `STOCK_INSUFFICIENT`."""
    note: Note | None = None
    """Anything to remember with both movements."""


class StockTransferReply(ApiModel):
    """Both ends of a transfer, as each adjustment is answered."""

    out: StockAdjustmentReply = field(name="from")
    """The level that was taken from, and its `transfer_out` movement."""
    into: StockAdjustmentReply = field(name="to")
    """The level that was added to, and its `transfer_in` movement."""


class BulkStockAdjustment(CommandModel):
    """`adjustments` as POST /stock/adjust takes them; `atomic` does all of them or nothing."""

    adjustments: Annotated[list[Raw], row_schema("StockAdjustment", most=1_000)]
    """1 to 1,000 adjustments; those of one level happen in the order given."""
    atomic: bool | None = False
    """True does all of them or nothing: one refused row refuses the request. False does each by itself."""


class StockDifference(ApiModel):
    """A level whose quantity is not the sum of its movements."""

    variant_id: str
    """The variant of the level (`var_…`)."""
    warehouse_id: str
    """The warehouse of the level (`wh_…`)."""
    quantity: int
    """What the level says is on hand, in pieces."""
    sum_of_movements: int
    """What its movements come to, in pieces."""


class StockReconciliation(ApiModel):
    """What a check of the ledger found."""

    levels: list[StockDifference]
    """The levels that disagree with their movements; empty while all is well."""


# How many a person chooses among, and how many a page shows that has their ids.
MAX_FOUND = 20
MAX_IDS = 100
# How many skus are asked for at once, as many as a form of a parcel has lines, and how much is shown of each.
MAX_SKUS = 20
MAX_PER_SKU = 20


class VariantSearchResult(ApiModel):
    """A variant with what a person needs to choose it: its names, its weight, its price and how much is free."""

    id: str
    """The variant's id (`var_…`)."""
    product_id: str
    """The product that it belongs to (`prod_…`)."""
    product_name: str
    """What people call the product."""
    name: str
    """What tells the variant from its siblings; the one that a product begins with is `Default`."""
    sku: str | None
    """The merchant's own number of the variant, or else of its product; null where neither has one."""
    type: ProductType
    """What a sale of it leads to: `physical` a shipment, `digital` a delivery to download, `license` a license key."""
    price_cents: int | None
    """The selling price of one piece in minor units; null where it is not said."""
    weight: int | None
    """Grams of one piece, the variant's own or else the product's; null where neither is known."""
    length: int | None
    """Length of one piece in centimetres, as the product says it; null where it is not known."""
    width: int | None
    """Width of one piece in centimetres, as the product says it; null where it is not known."""
    height: int | None
    """Height of one piece in centimetres, as the product says it; null where it is not known."""
    is_default: bool
    """Whether it is meant where only the product is named."""
    archived: bool
    """Whether the variant or its product is out of use. Only variants that were asked for by their ids may be."""
    on_hand: int | None
    """Pieces on the shelves of all warehouses that are in use; null where no stock of it was ever counted."""
    available: int | None
    """Those of them that are not reserved: what new shipments can take, each from one warehouse; null as `onHand`."""


class VariantSearchResults(ApiModel):
    """Variants to choose from."""

    variants: list[VariantSearchResult]
    """With `q` at most 20: the variant whose sku it is first, then the products in the order of the words found, of
    each the default first; with `ids` in their order, without those that are not there; with `sku` in the order of the
    skus, of each at most 20, of the newest product first. None where none of the three is given.
    """


class VariantSearchQuery(Query):
    """One of `q`, `ids` and `sku`; without any nothing is looked for."""

    q: Short | None = None
    """Words, of which each must begin a word of the product's name, of its `sku` or of a variant's, in either case; or
    a whole sku, which then finds nothing else.
    """
    ids: Annotated[str, Meta(max_length=6_000, pattern="^[A-Za-z0-9_,]*$")] | None = None
    """1 to 100 ids of variants, with commas between."""
    sku: Annotated[list[Code], Meta(min_length=1, max_length=MAX_SKUS)] | None = None
    """A whole sku, to the letter; repeated, up to 20 of them. What is in use and has one of them, or else its product
    has it, is found, in the 20 newest products.
    """
    type: ProductType | None = None
    """Only variants of products of this type; it goes with `q` and `sku`."""
