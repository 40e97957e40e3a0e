"""Request and response records of batches (docs/batches.md)."""

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
    """A request model with the fields of another record except some; the descriptions are that record's."""
    remaining = [field for field in structs.fields(record) if field.name not in without]
    fields = [
        (field.name, field.type, msgspec.field(default=field.default, name=field.encode_name)) for field in remaining
    ]
    namespace = {"words_of": record, "__doc__": doc}
    made = msgspec.defstruct(name, fields, bases=(CommandModel,), namespace=namespace, module=__name__, kw_only=True)
    return cast("type[CommandModel]", made)


if TYPE_CHECKING:
    # Type checkers see these declarations in place of the models made below.

    class ShipmentFilter(ShipmentFilters, CommandModel): ...

    class _LabelFlags(CommandModel):
        size: LabelSize | None = None
        layout: LabelLayout | None = None

else:
    # Every filter of the list is a filter of a batch.
    ShipmentFilter = _model_without(
        ShipmentQuery,
        "ShipmentFilter",
        "Filters of shipments, as in GET /shipping/shipments; a shipment must match all of them.",
        ("limit", "cursor"),
    )
    _LabelFlags = _model_without(
        LabelRequest, "LabelFlags", "How labels are printed.", ("shipment_ids", "mark_printed")
    )


class BatchPrinting(_LabelFlags):
    """Print options of the batch's document; the flags are those of a single label."""

    words_of = LabelRequest

    documents: Annotated[list[PrintedDocument], Meta(min_length=1, max_length=1)] | None = msgspec.field(
        default_factory=lambda: ["labels"]
    )
    """The documents printed for each shipment: `labels`."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.documents is None:
            self.documents = ["labels"]


class NewBatch(CommandModel):
    """An action on many shipments, given as a list or as a filter."""

    kind: BatchKind
    """The action on each shipment: `book` its courier, `cancel` it, or check that it can be printed (`print`)."""
    shipment_ids: Annotated[list[Code], Meta(min_length=1, max_length=MAX_ROWS)] | None = None
    """The shipments (`ship_…`), 1 to 500, in the order of processing and printing. Give either these or `filter`. An
    unknown one is 404 `NOT_FOUND`.
    """
    filter: ShipmentFilter | None = None
    """The filters of the shipment list, in place of `shipmentIds`. The oldest 500 matches are taken; `{}` matches all
    shipments.
    """
    reason: Note | None = None
    """The reason of the cancellation, for the merchant's records and the courier; only for `cancel`. Left out or blank:
    `Merchant cancelled`.
    """
    printing: BatchPrinting | None = None
    """Print options of the batch's document; left out: labels of 100 by 150 millimetres, as for a single label."""


class BatchCounts(ApiModel):
    """The number of a batch's shipments in each state; the sum is `total`."""

    waiting: int
    """Shipments not begun yet."""
    running: int
    """Shipments begun: the courier is being asked, or the outcome is not known yet."""
    done: int
    """Shipments completed without an error."""
    failed: int
    """Shipments refused by the courier or by the service. The row says why, and a retry is possible."""
    skipped: int
    """Shipments that needed nothing, for example since they were booked already. The row says why."""
    stopped: int
    """Shipments left untouched, since the batch was stopped before their turn."""


class Batch(ApiModel):
    """An action that the worker performs on many shipments, four at a time."""

    id: str
    """The batch's id (`batch_…`)."""
    account_id: str
    kind: BatchKind
    """The action on each shipment."""
    status: BatchStatus
    """`running` until every shipment has an outcome, then `finished`. A retry of the failed shipments sets it to
    `running` again.
    """
    total: int
    """The number of shipments, 1 to 500."""
    counts: BatchCounts
    """The number of shipments in each state."""
    charged: int
    """The shipping credit charged by its bookings so far, in minor units."""
    refunded: int
    """The shipping credit refunded by its cancellations so far, in minor units."""
    truncated: bool
    """True where the filter matched more than 500 shipments, so that the batch has 500 of them. These are the oldest;
    with `q`, `queue` or `printed`, they are the first of the list.
    """
    filter: dict[str, Any] | None
    """The filter that selected the shipments; null where they were listed."""
    reason: str | None
    """The reason of the cancellation; null in a batch of another kind."""
    printing: dict[str, Any] | None
    """Print options as they were given; null where none were given."""
    created_by: str | None
    """The creator of the batch: the identity provider's id of a user, or the workspace's id for an API key."""
    created_at: Timestamp
    """When the batch was created."""
    stopped_at: Timestamp | None
    """When the batch was stopped; null where it was not."""
    finished_at: Timestamp | None
    """When the last shipment had its outcome; null before that."""


class BatchReply(ApiModel):
    """One batch."""

    batch: Batch
    """The batch as it is now."""


class BatchList(ApiModel):
    """A page of batches."""

    batches: list[Batch]
    """The batches of the page, newest first."""


class BatchRowError(ApiModel):
    """The reason why a shipment failed or was skipped."""

    code: str
    """The error code that the request for this shipment alone would have had (docs/errors.md)."""
    message: str
    """The reason in words. A courier's own words are introduced as the courier's."""


class BatchRow(ApiModel):
    """One shipment of a batch, and its outcome."""

    position: int
    """The position in the batch, from 0."""
    shipment_id: str
    """The shipment (`ship_…`)."""
    external_ref: str | None
    """The merchant's order number of the shipment; null without one."""
    recipient: str | None
    """The recipient's name."""
    status: RowStatus
    """`waiting` until its turn; `running` while the courier is asked, or while the outcome is not known yet. A shipment
    of unknown outcome is not booked twice. Then `done`, `failed`, `skipped` where it needed nothing, or `stopped`
    before its turn.
    """
    attempt: int
    """The number of the attempt, from 1; each retry adds 1."""
    charged: int | None
    """The shipping credit charged by its booking, in minor units. Null before it is booked, in a batch of another kind,
    and where the batch ended before this was recorded.
    """
    refunded: int | None
    """The shipping credit refunded by its cancellation, in minor units; null in the same cases."""
    error: BatchRowError | None
    """The reason why the shipment failed, was skipped, or has no known outcome yet; null where there is no problem."""
    http_status: int | None
    """The HTTP status that the request for this shipment alone would have had; null before there is an outcome."""
    finished_at: Timestamp | None
    """When the shipment had its outcome; null before that."""


class BatchRows(ApiModel):
    """A page of a batch's shipments."""

    rows: list[BatchRow]
    """The shipments in the batch's order."""


class BatchListQuery(PageQuery):
    """Page of the list of batches."""


class BatchRowQuery(PageQuery):
    """Page and filter of a batch's rows."""

    status: RowStatus | None = None
    """Only shipments in this state."""


class BatchDocumentQuery(Struct, kw_only=True):
    """Part of a batch's document."""

    part: Annotated[int, Meta(ge=1, le=MAX_ROWS // PART_SHIPMENTS)] = 1
    """The part, from 1. Each part has 100 shipments, so there are at most 5."""


class BatchExcluded(ApiModel):
    """A shipment that would be skipped."""

    id: str
    """The shipment (`ship_…`)."""
    external_ref: str | None
    """The merchant's order number of the shipment; null without one."""


class BatchExclusion(ApiModel):
    """Shipments that would be skipped for one reason."""

    code: str
    """The error code of the reason."""
    message: str
    """The reason in words."""
    count: int
    """The number of shipments excluded for this reason."""
    shipments: list[BatchExcluded]
    """The excluded shipments, in the batch's order."""


class BatchPreview(ApiModel):
    """The effect that a batch would have; nothing was changed."""

    kind: BatchKind
    """The action on each shipment."""
    total: int
    """The number of shipments that the batch would have."""
    shipment_ids: list[str]
    """The shipments that the batch would have, in its order. A batch of these `shipmentIds` does what the preview says.
    A batch of the filter has the shipments that match it at that time.
    """
    qualifying: int
    """The number of shipments that the action would apply to."""
    excluded: list[BatchExclusion]
    """The reasons why the others would be skipped, the most frequent first."""
    truncated: bool
    """True where the filter matches more than 500 shipments, so that the batch would have 500 of them."""
    credit_needed: int
    """The shipping credit needed to book the qualifying shipments, in minor units. Each counts with the larger of its
    price and a fresh quote. With `unquoted` above 0 it is a minimum. It is 0 for the other kinds, and where the
    workspace has an aggregator key of its own.
    """
    unquoted: int
    """The number of qualifying shipments without a quote, which count with the price of their draft. At most 40
    distinct parcels are quoted, within 10 seconds.
    """
    quoted_at: Timestamp | None
    """When the oldest of the quotes was requested; null where there is none."""
    credit_available: int | None
    """The shipping credit available, without holds, in minor units; null for a user who may not see it."""
