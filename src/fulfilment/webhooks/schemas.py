"""Request and response records of webhooks (specification, Webhook endpoint and Webhook delivery)."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from fulfilment.infra.models import ApiModel, CommandModel, Moment, PageQuery, Query, RequestModel, Short, Timestamp
from fulfilment.infra.openapi.event_schemas import EventType
from fulfilment.webhooks.http.destination import MAX_URL_LENGTH
from fulfilment.webhooks.subscription import MAX_PATTERN_LENGTH, MAX_PATTERNS

MAX_OVERLAP_SECONDS = 7 * 24 * 3_600
MAX_DESCRIPTION_LENGTH = 500

Window = Literal["24h", "7d", "30d"]
Status = Literal["pending", "sent", "failed"]
Url = Annotated[str, Meta(min_length=1, max_length=MAX_URL_LENGTH)]
Pattern = Annotated[str, Meta(max_length=MAX_PATTERN_LENGTH)]
Patterns = Annotated[list[Pattern], Meta(min_length=1, max_length=MAX_PATTERNS)]
Description = Annotated[str, Meta(max_length=MAX_DESCRIPTION_LENGTH)]


class WebhookEndpoint(ApiModel):
    """A webhook endpoint: a URL to which events are posted. Its signing secret is shown once, at registration."""

    id: str
    """The endpoint's id; opaque."""
    account_id: str
    url: str
    """The URL to which events are posted."""
    events: list[str]
    """The subscription: `*` for everything, exact types, and prefixes of types that end with `*`."""
    description: str
    """A note of your own; empty where there is none."""
    active: bool
    """True if it gets events; false while it is paused or disabled."""
    consecutive_failures: int
    """The number of failed attempts in a row since the last 2xx, over all deliveries."""
    failing_since: Timestamp | None
    """When the first of these attempts failed; null while there is none."""
    disabled_at: Timestamp | None
    """When the service disabled it: after 20 failed attempts in a row over at least 24 hours, or since its partner
    ended. Null unless it is disabled now.
    """
    disabled_reason: str | None
    """The reason why the service disabled it, in words; null unless it is disabled now."""
    secret_preview: str
    """`whsec_`, an ellipsis, and the last 4 characters of the signing secret, to recognise it."""
    partner: str | None
    """The name of the partner that registered the endpoint, chose its URL or rotated its secret on behalf of the
    merchant. When the partner ends, the endpoint is disabled, and stays disabled until its secret is rotated. Null
    where there is none.
    """
    created_at: Timestamp
    updated_at: Timestamp


class NewWebhookEndpoint(CommandModel):
    """A webhook endpoint to register."""

    url: Url
    """The URL to which events are posted: `https://`, a host that is not local, and public addresses only. In
    development `http://` and private addresses are accepted too.
    """
    events: Patterns | None = None
    """The subscription: `*` for everything, exact types that exist, or prefixes of types that end with `*`. Everything
    unless given.
    """
    description: Description | None = None
    """A note of your own."""


class WebhookEndpointChange(RequestModel):
    """A change of a webhook endpoint; a field that is left out stays as it is."""

    url: Url | UnsetType = UNSET
    """The new URL, under the same rules as at registration."""
    events: Patterns | UnsetType = UNSET
    """The new subscription, in place of the old one."""
    description: Description | UnsetType | None = UNSET
    """A note of your own; null clears it."""
    active: bool | UnsetType = UNSET
    """False pauses it, and queued deliveries fail. True resumes an inactive endpoint, with no failures counted; an
    active one stays as it is. Where its partner has ended, that is 409 `INVALID_STATE` until its secret is rotated.
    """


class CreatedWebhookEndpointReply(ApiModel):
    """A new endpoint with its secret."""

    endpoint: WebhookEndpoint
    """The endpoint that was registered."""
    secret: str
    """The secret that signs deliveries (`whsec_…`). It is in this answer only, and cannot be fetched again."""


class WebhookSecretRotation(CommandModel):
    """Options of a secret rotation: the overlap with the old secret."""

    overlap_seconds: Annotated[int, Meta(ge=0, le=MAX_OVERLAP_SECONDS)] | None = None
    """The number of seconds for which the old secret also signs; 86400, which is 24 hours, unless given. With 0 it
    stops signing at once.
    """


class RotatedWebhookSecretReply(ApiModel):
    """An endpoint with its new secret."""

    endpoint: WebhookEndpoint
    """The endpoint, with the preview of its new secret."""
    secret: str
    """The secret that signs deliveries from now on (`whsec_…`). It is in this answer only."""
    previous_secret_until: Timestamp | None
    """When the old secret stops signing; null where it already has."""


class WebhookRecoveryPeriod(CommandModel):
    """A period of events to deliver again, by their `occurredAt`."""

    since: Moment
    """The inclusive start of the period: a timestamp with its offset. It must lie within the retention period of the
    delivery log, which is 30 days unless the operator has set another.
    """
    until: Moment | None = None
    """The exclusive end of the period: a timestamp with its offset. Without it, now."""


class WebhookRecovery(ApiModel):
    """A recovery: an endpoint gets the events of a period that it failed to accept or missed."""

    id: str
    """The recovery's id; opaque."""
    endpoint_id: str
    """The endpoint that gets the events."""
    since: Timestamp
    """The inclusive start of the period."""
    until: Timestamp
    """The exclusive end of the period; where none was given, the start of the recovery. The recovery then also covers
    events that a clock ahead dates up to a minute later.
    """
    status: Literal["running", "done", "stopped"]
    """`running`: workers go through the period; `done`: the whole period is covered; `stopped`: the endpoint was
    paused, disabled or deleted meanwhile.
    """
    queued: int
    """The number of deliveries queued so far."""
    created_at: Timestamp
    """When the recovery was requested."""
    finished_at: Timestamp | None
    """When it was done or stopped; null while it runs."""


class WebhookRecoveryReply(ApiModel):
    """A recovery and its progress."""

    recovery: WebhookRecovery
    """The recovery as it is now."""


class WebhookStatsQuery(Query):
    """Window of the statistics."""

    window: Window = "24h"
    """The last 24 hours, 7 days or 30 days. A window begins with a full hour."""


class WebhookStats(ApiModel):
    """Statistics of an endpoint's attempts in a window of time."""

    window: Window
    """The window that was requested."""
    since: Timestamp
    """The start of the window, at a full hour."""
    attempts: int
    """The number of attempts."""
    succeeded: int
    """The number of attempts that were answered with 2xx in time."""
    failed: int
    """The number of attempts that failed, for whatever reason."""
    given_up: int
    """The number of failed attempts that were the last of their delivery."""
    success_rate: float | None
    """The share of attempts that succeeded, 0 to 1; null where there was no attempt."""
    duration_p50_ms: int | None
    """The median duration of the attempts in milliseconds; an estimate, null where there was no attempt."""
    duration_p95_ms: int | None
    """The duration that 95 % of the attempts did not exceed, in milliseconds; an estimate, null where there was no
    attempt.
    """
    last_success_at: Timestamp | None
    """When the last successful attempt was made; null where none in the window succeeded."""
    last_failure_at: Timestamp | None
    """When the last failed attempt was made; null where none in the window failed."""
    pending: int
    """The number of deliveries that now wait for an attempt; counted up to 10,000."""
    pending_is_more: bool
    """True if more than 10,000 deliveries wait for an attempt."""


class WebhookStatsReply(ApiModel):
    """Statistics of one endpoint."""

    stats: WebhookStats
    """The statistics of the endpoint's attempts."""


class WebhookEndpointReply(ApiModel):
    """One endpoint."""

    endpoint: WebhookEndpoint
    """The endpoint as it is now."""


class WebhookEndpoints(ApiModel):
    """A list of the workspace's endpoints."""

    endpoints: list[WebhookEndpoint]
    """The endpoints, newest first, active or not."""


class DeletedWebhookEndpointReply(ApiModel):
    """Confirmation that an endpoint was deleted."""

    deleted: bool = True
    """Always true: the endpoint and its delivery log are deleted."""


class WebhookAttempt(ApiModel):
    """One attempt to deliver an event."""

    attempt_number: int
    """The number of the attempt within the delivery, from 1; retries by hand count too."""
    status: Literal["succeeded", "failed"]
    """`succeeded`: a 2xx came in time; `failed`: anything else."""
    response_code: int | None
    """The HTTP status of the answer; null where none came."""
    duration_ms: int
    """The duration of the attempt in milliseconds."""
    error: str | None
    """The error, such as `HTTP 503` or `timed out after 10000ms`; null where it succeeded."""
    next_retry_at: Timestamp | None
    """When the next attempt was due; null where this one succeeded, and where it was the last."""
    attempted_at: Timestamp
    """When the attempt began."""


class WebhookDelivery(ApiModel):
    """A row of the delivery log: one event to one endpoint."""

    id: str
    """The delivery's id, also in a header of each attempt; opaque."""
    account_id: str
    endpoint_id: str
    """The endpoint that receives the event."""
    event_id: str
    """The event that is delivered (`evt_…`)."""
    type: str
    """The full type of the event."""
    payload: dict[str, Any]
    """The body of every attempt: the envelope of the event."""
    status: Status
    """`pending`: an attempt is due; `sent`: a 2xx came; `failed`: no attempt follows unless a retry is requested."""
    attempts: int
    """The number of attempts: at most 6 automatic ones, and more by retries."""
    last_attempt_at: Timestamp | None
    """When the last attempt began; null before the first one."""
    next_retry_at: Timestamp | None
    """When the next attempt is due; null before the first one, and once it is `sent` or `failed`."""
    response_code: int | None
    """The HTTP status of the answer to the last attempt; null where no answer came, and before the first attempt."""
    response_body: str | None
    """The beginning of the answer to the last attempt, as text of at most 2 KiB. Empty where no answer came; null
    before the first attempt.
    """
    last_error: str | None
    """The error of the last attempt, such as `HTTP 503`, or the reason why none follows, such as `endpoint is
    disabled`. Null where there is no failure, or the last attempt succeeded.
    """
    duration_ms: int | None
    """The duration of the last attempt in milliseconds; null before the first one."""
    delivered_at: Timestamp | None
    """When a 2xx last came; null where none ever did."""
    created_at: Timestamp
    """When the delivery was queued."""
    updated_at: Timestamp
    delivery_attempts: list[WebhookAttempt]
    """Every attempt, oldest first."""


class WebhookDeliveryReply(ApiModel):
    """One row of the delivery log."""

    event: WebhookDelivery
    """The row as it is now."""


class WebhookDeliveries(ApiModel):
    """A page of the delivery log."""

    events: list[WebhookDelivery]
    """The rows of the page, newest first."""
    next_cursor: str | None
    """The same as `meta.cursor`: the cursor of the next page, null on the last one."""


class WebhookEventTypes(ApiModel):
    """The event types that an endpoint can subscribe to."""

    event_types: list[EventType]
    """Every event type, in alphabetical order."""


class WebhookLogQuery(PageQuery):
    """Filters of the delivery log; a row must match all of them exactly."""

    type: Short | None = None
    """Only deliveries of events of this full type."""
    status: Status | None = None
    """Only deliveries that have this status now."""
    endpointId: Short | None = None
    """Only deliveries to this endpoint; an unknown one gives an empty list."""
