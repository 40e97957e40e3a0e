"""What goes over the wire about webhooks (specification, Webhook endpoint and Webhook delivery)."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from fulfilment.events.schemas import EventType
from fulfilment.fields import Act, Body, Moment, PageQuery, Query, Short, Timestamp, Wire
from fulfilment.webhooks.outbound.destination import URL_LENGTH_CHARACTERS
from fulfilment.webhooks.subscription import PATTERN_LENGTH_CHARACTERS, PATTERNS_LIMIT

OVERLAP_MOST_SECONDS = 7 * 24 * 3_600
DESCRIPTION_LENGTH_CHARACTERS = 500

Window = Literal["24h", "7d", "30d"]
Status = Literal["pending", "sent", "failed"]
Url = Annotated[str, Meta(min_length=1, max_length=URL_LENGTH_CHARACTERS)]
Pattern = Annotated[str, Meta(max_length=PATTERN_LENGTH_CHARACTERS)]
Patterns = Annotated[list[Pattern], Meta(min_length=1, max_length=PATTERNS_LIMIT)]
Description = Annotated[str, Meta(max_length=DESCRIPTION_LENGTH_CHARACTERS)]


class WebhookEndpoint(Wire):
    """An endpoint as the API shows it; its secret is shown once, at registration."""

    id: str
    account_id: str
    url: str
    events: list[str]
    description: str
    active: bool
    consecutive_failures: int
    failing_since: Timestamp | None
    disabled_at: Timestamp | None
    disabled_reason: str | None
    secret_preview: str
    created_at: Timestamp
    updated_at: Timestamp


class NewWebhookEndpoint(Act):
    url: Url
    events: Patterns | None = None
    description: Description | None = None


class WebhookEndpointChange(Body):
    """What is absent stays; a description of null is cleared."""

    url: Url | UnsetType = UNSET
    events: Patterns | UnsetType = UNSET
    description: Description | UnsetType | None = UNSET
    active: bool | UnsetType = UNSET


class CreatedWebhookEndpointReply(Wire):
    endpoint: WebhookEndpoint
    secret: str


class WebhookSecretRotation(Act):
    """For how long the old secret signs beside the new one; 24 hours unless said, 0 not at all."""

    overlap_seconds: Annotated[int, Meta(ge=0, le=OVERLAP_MOST_SECONDS)] | None = None


class RotatedWebhookSecretReply(Wire):
    """`previousSecretUntil` is null where the old secret signs nothing any more."""

    endpoint: WebhookEndpoint
    secret: str
    previous_secret_until: Timestamp | None


class WebhookRecoveryPeriod(Act):
    """Of the events' `occurredAt`: `since` in it and `until` not; until now unless said."""

    since: Moment
    until: Moment | None = None


class WebhookRecovery(Wire):
    """A recovery: `queued` deliveries so far. It is stopped where its endpoint is paused, switched off or deleted."""

    id: str
    endpoint_id: str
    since: Timestamp
    until: Timestamp
    status: Literal["running", "done", "stopped"]
    queued: int
    created_at: Timestamp
    finished_at: Timestamp | None


class WebhookRecoveryReply(Wire):
    recovery: WebhookRecovery


class WebhookStatsQuery(Query):
    window: Window = "24h"


class WebhookStats(Wire):
    """What came of an endpoint's attempts since then. `givenUp` are the deliveries whose last attempt failed.

    The percentiles are estimates. `pending` counts up to 10,000, and `pendingIsMore` says whether there are more.
    """

    window: Window
    since: Timestamp
    attempts: int
    succeeded: int
    failed: int
    given_up: int
    success_rate: float | None
    duration_p50_ms: int | None
    duration_p95_ms: int | None
    last_success_at: Timestamp | None
    last_failure_at: Timestamp | None
    pending: int
    pending_is_more: bool


class WebhookStatsReply(Wire):
    stats: WebhookStats


class WebhookEndpointReply(Wire):
    endpoint: WebhookEndpoint


class WebhookEndpoints(Wire):
    endpoints: list[WebhookEndpoint]


class DeletedWebhookEndpointReply(Wire):
    deleted: bool = True


class WebhookAttempt(Wire):
    """One attempt; `nextRetryAt` is null on success and when it was the last."""

    attempt_number: int
    status: Literal["succeeded", "failed"]
    response_code: int | None
    duration_ms: int
    error: str | None
    next_retry_at: Timestamp | None
    attempted_at: Timestamp


class WebhookDelivery(Wire):
    """A row of the delivery log: one event to one endpoint. `payload` is the envelope that is sent."""

    id: str
    account_id: str
    endpoint_id: str
    event_id: str
    type: str
    payload: dict[str, Any]
    status: Status
    attempts: int
    last_attempt_at: Timestamp | None
    next_retry_at: Timestamp | None
    response_code: int | None
    response_body: str | None
    last_error: str | None
    duration_ms: int | None
    delivered_at: Timestamp | None
    created_at: Timestamp
    updated_at: Timestamp
    delivery_attempts: list[WebhookAttempt]


class WebhookDeliveryReply(Wire):
    event: WebhookDelivery


class WebhookDeliveries(Wire):
    events: list[WebhookDelivery]
    next_cursor: str | None


class WebhookEventTypes(Wire):
    event_types: list[EventType]


class WebhookLogQuery(PageQuery):
    type: Short | None = None
    status: Status | None = None
    endpointId: Short | None = None
