"""What goes over the wire about webhooks (specification, Webhook endpoint and Webhook delivery)."""

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
    """Where events are posted to; the secret that signs them is shown once, at registration."""

    id: str
    """Identifies the endpoint; opaque."""
    account_id: str
    url: str
    """Where events are posted to."""
    events: list[str]
    """What it is subscribed to: `*` for everything, exact types, and beginnings of types with `*` at the end."""
    description: str
    """A note of your own; empty where there is none."""
    active: bool
    """Whether it gets events; false while it is paused, or switched off for failing."""
    consecutive_failures: int
    """How many attempts have failed in a row since the last 2xx, of whatever deliveries."""
    failing_since: Timestamp | None
    """When the first of these attempts failed; null while all is well."""
    disabled_at: Timestamp | None
    """When the service switched it off: after 20 failed attempts in a row, over at least 24 hours, or since its partner
    ended. Null unless it is switched off now.
    """
    disabled_reason: str | None
    """Why the service switched it off, in words; null unless it is switched off now."""
    secret_preview: str
    """`whsec_`, an ellipsis, and the last 4 characters of the signing secret, to tell it by."""
    partner: str | None
    """The partner, by its name, that registered the endpoint, chose its URL or rotated its secret on behalf of the
    merchant. When the partner ends, the endpoint is switched off, and stays off until its secret is rotated. Null where
    there is none.
    """
    created_at: Timestamp
    updated_at: Timestamp


class NewWebhookEndpoint(CommandModel):
    """An endpoint to register."""

    url: Url
    """Where to post events: `https://`, a host that is not local, and public addresses only. In development `http://`
    and private addresses are taken too.
    """
    events: Patterns | None = None
    """What to subscribe to: `*` for everything, exact types that exist, or beginnings of types with `*` at the end.
    Everything unless given.
    """
    description: Description | None = None
    """A note of your own."""


class WebhookEndpointChange(RequestModel):
    """What is to change of an endpoint; what is left out stays as it is."""

    url: Url | UnsetType = UNSET
    """Where to post events from now on; held to the same rules as at registration."""
    events: Patterns | UnsetType = UNSET
    """What to subscribe to from now on, in place of all that was."""
    description: Description | UnsetType | None = UNSET
    """A note of your own; null clears it."""
    active: bool | UnsetType = UNSET
    """False pauses it, and what is queued fails. True has one that is off begin anew, with no failures counted; one
    that is active stays as it is. Where its partner has ended, that is 409 `INVALID_STATE` until its secret is rotated.
    """


class CreatedWebhookEndpointReply(ApiModel):
    """A new endpoint with its secret."""

    endpoint: WebhookEndpoint
    """The endpoint that was registered."""
    secret: str
    """What deliveries are signed with (`whsec_…`). It is in this answer only, and cannot be fetched again."""


class WebhookSecretRotation(CommandModel):
    """For how long an old secret stays beside the new one."""

    overlap_seconds: Annotated[int, Meta(ge=0, le=MAX_OVERLAP_SECONDS)] | None = None
    """For how many seconds the old secret signs beside the new one; 86400, which is 24 hours, unless given. With 0 it
    is gone at once.
    """


class RotatedWebhookSecretReply(ApiModel):
    """An endpoint with its new secret."""

    endpoint: WebhookEndpoint
    """The endpoint, with the preview of its new secret."""
    secret: str
    """What deliveries are signed with from now on (`whsec_…`). It is in this answer only."""
    previous_secret_until: Timestamp | None
    """Until when the old secret signs as well; null where it signs nothing any more."""


class WebhookRecoveryPeriod(CommandModel):
    """A period of events to deliver again, by their `occurredAt`."""

    since: Moment
    """Where the period begins, that moment included: a timestamp with its offset, no longer ago than the delivery log
    is kept, which is 30 days unless the operator says otherwise.
    """
    until: Moment | None = None
    """Where the period ends, that moment not included: a timestamp with its offset. Without it, now."""


class WebhookRecovery(ApiModel):
    """An endpoint being sent what it failed to take, or missed, in a period."""

    id: str
    """Identifies the recovery; opaque."""
    endpoint_id: str
    """The endpoint that is sent it."""
    since: Timestamp
    """Where the period begins, that moment included."""
    until: Timestamp
    """Where the period ends, that moment not included. Where none was asked for, it is when the recovery began, and
    events that a clock ahead dates up to a minute later belong to it too.
    """
    status: Literal["running", "done", "stopped"]
    """`running`: workers go through the period; `done`: all of it was gone through; `stopped`: the endpoint was paused,
    switched off or deleted meanwhile.
    """
    queued: int
    """How many deliveries it has queued so far."""
    created_at: Timestamp
    """When it was asked for."""
    finished_at: Timestamp | None
    """When it was done, or stopped; null while it runs."""


class WebhookRecoveryReply(ApiModel):
    """A recovery, and how far it is."""

    recovery: WebhookRecovery
    """The recovery as it is now."""


class WebhookStatsQuery(Query):
    """How far to look back."""

    window: Window = "24h"
    """The last 24 hours, 7 days or 30 days. A window begins with a full hour."""


class WebhookStats(ApiModel):
    """What came of an endpoint's attempts in a window of time."""

    window: Window
    """The window that was asked for."""
    since: Timestamp
    """When the window begins: at a full hour."""
    attempts: int
    """How many attempts were made."""
    succeeded: int
    """How many attempts were answered 2xx in time."""
    failed: int
    """How many attempts failed, for whatever reason."""
    given_up: int
    """How many of the failed attempts were the last of their delivery."""
    success_rate: float | None
    """The share of the attempts that succeeded, 0 to 1; null where there was none."""
    duration_p50_ms: int | None
    """What half of the attempts took at most, in milliseconds; an estimate, null where there was none."""
    duration_p95_ms: int | None
    """What 95 % of the attempts took at most, in milliseconds; an estimate, null where there was none."""
    last_success_at: Timestamp | None
    """When the last attempt succeeded; null where none in the window did."""
    last_failure_at: Timestamp | None
    """When the last attempt failed; null where none in the window did."""
    pending: int
    """How many deliveries wait for an attempt now; counted up to 10,000."""
    pending_is_more: bool
    """Whether more than 10,000 deliveries wait for an attempt."""


class WebhookStatsReply(ApiModel):
    """How an endpoint fares."""

    stats: WebhookStats
    """What came of the endpoint's attempts."""


class WebhookEndpointReply(ApiModel):
    """One endpoint."""

    endpoint: WebhookEndpoint
    """The endpoint as it is now."""


class WebhookEndpoints(ApiModel):
    """A list of the workspace's endpoints."""

    endpoints: list[WebhookEndpoint]
    """The endpoints, newest first, active or not."""


class DeletedWebhookEndpointReply(ApiModel):
    """What a deleted endpoint is answered with."""

    deleted: bool = True
    """Always true: it is gone, and its delivery log with it."""


class WebhookAttempt(ApiModel):
    """One attempt to deliver an event."""

    attempt_number: int
    """Which attempt of the delivery it was, from 1; retries by hand count on."""
    status: Literal["succeeded", "failed"]
    """`succeeded`: a 2xx came in time; `failed`: anything else."""
    response_code: int | None
    """The HTTP status of the answer; null where none came."""
    duration_ms: int
    """How long the attempt took, in milliseconds."""
    error: str | None
    """Why it failed, such as `HTTP 503` or `timed out after 10000ms`; null where it succeeded."""
    next_retry_at: Timestamp | None
    """When the attempt after it was due; null where it succeeded, and where it was the last."""
    attempted_at: Timestamp
    """When the attempt began."""


class WebhookDelivery(ApiModel):
    """A row of the delivery log: one event to one endpoint."""

    id: str
    """Identifies the delivery, as a header of each attempt does; opaque."""
    account_id: str
    endpoint_id: str
    """The endpoint that the event goes to."""
    event_id: str
    """The event that is delivered (`evt_…`)."""
    type: str
    """The full type of the event."""
    payload: dict[str, Any]
    """The body that is posted, the same at every attempt: the envelope of the event."""
    status: Status
    """`pending`: an attempt is to come; `sent`: a 2xx came; `failed`: it is not tried again unless somebody asks for
    it.
    """
    attempts: int
    """How many attempts were made: 6 at most by themselves, more by retries."""
    last_attempt_at: Timestamp | None
    """When the last attempt began; null before the first one."""
    next_retry_at: Timestamp | None
    """When the next attempt is due; null before the first one, and once it is `sent` or `failed`."""
    response_code: int | None
    """The HTTP status that the last attempt was answered with; null where no answer came, and before the first
    attempt.
    """
    response_body: str | None
    """The beginning of what the last attempt was answered with, 2 KiB at most, as text; empty where no answer came,
    null before the first attempt.
    """
    last_error: str | None
    """Why the last attempt failed, such as `HTTP 503`, or why there is none any more, such as `endpoint is disabled`;
    null where nothing failed, or the last attempt succeeded.
    """
    duration_ms: int | None
    """How long the last attempt took, in milliseconds; null before the first one."""
    delivered_at: Timestamp | None
    """When it was last answered 2xx; null where it never was."""
    created_at: Timestamp
    """When it was put into the queue."""
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
    """The same as `meta.cursor`: leads to the next page, null on the last one."""


class WebhookEventTypes(ApiModel):
    """What there is to subscribe to."""

    event_types: list[EventType]
    """Every type of event, in alphabetical order."""


class WebhookLogQuery(PageQuery):
    """Filters are exact and narrow each other."""

    type: Short | None = None
    """Only deliveries of events of this full type."""
    status: Status | None = None
    """Only deliveries that have this status now."""
    endpointId: Short | None = None
    """Only deliveries to this endpoint; an unknown one gives an empty list."""
