"""What goes over the wire about batches (docs/batches.md)."""

from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import msgspec
from msgspec import Meta, Struct, structs

from fulfilment.infra.models import ApiModel, Code, CommandModel, Note, PageQuery, Timestamp
from fulfilment.shipments.listing.query_schemas import ShipmentFilters, ShipmentQuery
from fulfilment.shipments.shipping_documents.schemas import LabelLayout, LabelRequest, LabelSize

BatchKind = Literal["book", "print", "cancel"]
RowStatus = Literal["waiting", "running", "done", "failed", "skipped", "stopped"]
BatchStatus = Literal["running", "finished"]
PrintedDocument = Literal["labels"]

MAX_ROWS = 500
PART_SHIPMENTS = 100


def _model_without(record: type[Struct], name: str, doc: str, without: tuple[str, ...]) -> type[CommandModel]:
    """A record with the fields of another one but some, which mean the same here as there."""
    remaining = [field for field in structs.fields(record) if field.name not in without]
    fields = [
        (field.name, field.type, msgspec.field(default=field.default, name=field.encode_name)) for field in remaining
    ]
    namespace = {"words_of": record, "__doc__": doc}
    made = msgspec.defstruct(name, fields, bases=(CommandModel,), namespace=namespace, module=__name__, kw_only=True)
    return cast("type[CommandModel]", made)


if TYPE_CHECKING:
    # What is made below, as far as it is used by name.

    class ShipmentFilter(ShipmentFilters, CommandModel): ...

    class _LabelFlags(CommandModel):
        size: LabelSize | None = None
        layout: LabelLayout | None = None

else:
    # Whatever the list can be filtered by, a batch can be made of.
    ShipmentFilter = _model_without(
        ShipmentQuery,
        "ShipmentFilter",
        "Which shipments: the filters of GET /shipping/shipments, each of which narrows the others.",
        ("limit", "cursor"),
    )
    _LabelFlags = _model_without(
        LabelRequest, "LabelFlags", "How labels are printed.", ("shipment_ids", "mark_printed")
    )


class BatchPrinting(_LabelFlags):
    """How the batch's document is printed; the flags are those of a single label."""

    words_of = LabelRequest

    documents: Annotated[list[PrintedDocument], Meta(min_length=1, max_length=1)] | None = msgspec.field(
        default_factory=lambda: ["labels"]
    )
    """What is printed of each shipment: `labels`."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.documents is None:
            self.documents = ["labels"]


class NewBatch(CommandModel):
    """What is to be done with many shipments: a list of them, or a filter."""

    kind: BatchKind
    """What is done with each: `book` its courier, `cancel` it, or see that it can be printed (`print`)."""
    shipment_ids: Annotated[list[Code], Meta(min_length=1, max_length=MAX_ROWS)] | None = None
    """The shipments (`ship_…`), 1 to 500, in the order in which they are done and
    printed. Either these or `filter`; an unknown one is 404 `NOT_FOUND`.
    """
    filter: ShipmentFilter | None = None
    """In place of a list: the shipments that the list would show under these
    filters, the oldest first, 500 at most; `{}` means all of them.
    """
    reason: Note | None = None
    """Why they are cancelled, for the merchant's records and the courier; only
    for `cancel`. Left out or blank: `Merchant cancelled`.
    """
    printing: BatchPrinting | None = None
    """How the batch's document is printed; left out: labels of 100 by 150 millimetres, as a single label is."""


class BatchCounts(ApiModel):
    """How many of a batch's shipments have come how far; together they are `total`."""

    waiting: int
    """Those that are not begun yet."""
    running: int
    """Begun: the courier is being asked, or it is not known yet what became of it."""
    done: int
    """Those that are done."""
    failed: int
    """Refused, by the courier or by the service; the row says why, and they can be tried again."""
    skipped: int
    """Nothing was to be done, for example because the shipment was booked already; the row says why."""
    stopped: int
    """Left untouched, since the batch was stopped before their turn."""


class Batch(ApiModel):
    """Something that the worker does with many shipments, one after the other, four at a time."""

    id: str
    """The batch's id (`batch_…`)."""
    account_id: str
    kind: BatchKind
    """What is done with each shipment."""
    status: BatchStatus
    """`running` until every shipment has an outcome, then `finished`; trying the failed ones again has it run again."""
    total: int
    """How many shipments it has, 1 to 500."""
    counts: BatchCounts
    """How far they are."""
    charged: int
    """The shipping credit charged by its bookings so far, in minor units."""
    refunded: int
    """The shipping credit refunded by its cancellations so far, in minor units."""
    truncated: bool
    """Whether the filter had more than 500 shipments, of which 500 are in the batch: the oldest, or those that the list
    shows first where the filter has `q`, `queue` or `printed`.
    """
    filter: dict[str, Any] | None
    """The filter that it was made of; null where the shipments were listed."""
    reason: str | None
    """Why the shipments are cancelled; null in a batch of another kind."""
    printing: dict[str, Any] | None
    """How its document is printed, as it was given; null where nothing was said."""
    created_by: str | None
    """Who ordered it: the identity provider's id of a person, the workspace's id for an API key."""
    created_at: Timestamp
    """When it was ordered."""
    stopped_at: Timestamp | None
    """When somebody stopped it; null where nobody did."""
    finished_at: Timestamp | None
    """When the last shipment had its outcome; null until then."""


class BatchReply(ApiModel):
    """One batch."""

    batch: Batch
    """The batch as it is now."""


class BatchList(ApiModel):
    """A page of batches."""

    batches: list[Batch]
    """The batches of the page, newest first."""


class BatchRowError(ApiModel):
    """Why a shipment failed or was skipped."""

    code: str
    """The code that the request for this shipment alone would have been refused with (docs/errors.md)."""
    message: str
    """The reason in words; what the courier said is introduced as the courier's."""


class BatchRow(ApiModel):
    """What became of one shipment of a batch."""

    position: int
    """Its place in the batch, from 0."""
    shipment_id: str
    """The shipment (`ship_…`)."""
    external_ref: str | None
    """The order's number of the shipment; null without one."""
    recipient: str | None
    """The name of whom the shipment goes to."""
    status: RowStatus
    """`waiting` for its turn; `running`, also where the courier's answer was lost and it is not known yet what
    became of it (it is not booked twice); `done`; `failed`; `skipped`, since nothing was to be done; `stopped`
    before its turn.
    """
    attempt: int
    """1 at first; one more each time that the failed ones are tried again."""
    charged: int | None
    """The shipping credit charged by its booking, in minor units; null until it is booked, in a batch of another
    kind, and where the batch ended before this was noted.
    """
    refunded: int | None
    """The shipping credit refunded by its cancellation, in minor units; null in the same cases."""
    error: BatchRowError | None
    """Why it failed, was skipped, or is not known yet; null where nothing is wrong."""
    http_status: int | None
    """The status that the request for this shipment alone would have had; null until there is an outcome."""
    finished_at: Timestamp | None
    """When it had its outcome; null until then."""


class BatchRows(ApiModel):
    """A page of a batch's shipments."""

    rows: list[BatchRow]
    """In the batch's order."""


class BatchListQuery(PageQuery):
    """Which part of the list to show."""


class BatchRowQuery(PageQuery):
    """Which rows to show."""

    status: RowStatus | None = None
    """Only shipments that are this far."""


class BatchDocumentQuery(Struct, kw_only=True):
    """Which part of the document."""

    part: Annotated[int, Meta(ge=1, le=MAX_ROWS // PART_SHIPMENTS)] = 1
    """Each part has 100 shipments; 1 is the first, 5 the last that there can be."""


class BatchExcluded(ApiModel):
    """A shipment that would be skipped."""

    id: str
    """The shipment (`ship_…`)."""
    external_ref: str | None
    """The order's number of the shipment; null without one."""


class BatchExclusion(ApiModel):
    """Shipments that would be skipped for one reason."""

    code: str
    """The reason as a code."""
    message: str
    """The reason in words."""
    count: int
    """How many it keeps out."""
    shipments: list[BatchExcluded]
    """Which ones, in the batch's order."""


class BatchPreview(ApiModel):
    """What a batch would do; nothing was changed."""

    kind: BatchKind
    """What would be done with each shipment."""
    total: int
    """How many shipments the batch would have."""
    shipment_ids: list[str]
    """The shipments that the batch would have, in its order. A batch of these, by `shipmentIds`, does what was told
    here; one of the filter has what fits it by then.
    """
    qualifying: int
    """With how many of them something would be done."""
    excluded: list[BatchExclusion]
    """Why the others would be skipped, the most frequent reason first."""
    truncated: bool
    """Whether the filter has more than 500 shipments, of which 500 would be in the batch."""
    credit_needed: int
    """The shipping credit that booking the qualifying ones takes, in minor units: of each the larger of its price and a
    fresh quote. With `unquoted` above 0 it is the least. 0 with an aggregator key of the workspace's own, and for the
    other kinds.
    """
    unquoted: int
    """How many of the qualifying ones no courier has quoted, so that they count with the price of their draft: at most
    40 distinct parcels are quoted, within 10 seconds.
    """
    quoted_at: Timestamp | None
    """When the oldest of the quotes was asked for; null where there is none."""
    credit_available: int | None
    """The shipping credit that is there and not held, in minor units; null for a person who may not see it."""
