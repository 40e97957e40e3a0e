"""Routes of webhooks (specification, Webhooks (management))."""

from datetime import datetime

import msgspec

from fulfilment.infra.api import pagination
from fulfilment.infra.api.envelope import Reply
from fulfilment.infra.api.pagination import PageRequest
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.limits.request_limits import EXPORT
from fulfilment.infra.models import PageQuery
from fulfilment.infra.openapi.event_schemas import EventTypes
from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.infra.operations.external_operation import ExternalOperation
from fulfilment.quotas.limits import PlanLimitReached
from fulfilment.settings import Settings
from fulfilment.webhooks import delivery_log, endpoints, queries, replay, stats
from fulfilment.webhooks.http import destination
from fulfilment.webhooks.schemas import (
    CreatedWebhookEndpointReply,
    DeletedWebhookEndpointReply,
    NewWebhookEndpoint,
    RotatedWebhookSecretReply,
    WebhookDeliveries,
    WebhookDeliveryReply,
    WebhookEndpointChange,
    WebhookEndpointReply,
    WebhookEndpoints,
    WebhookEventTypes,
    WebhookLogQuery,
    WebhookRecoveryPeriod,
    WebhookRecoveryReply,
    WebhookSecretRotation,
    WebhookStatsQuery,
    WebhookStatsReply,
)

route = Routes(
    "Webhooks",
    "Endpoints that receive events, the event types, and the log of every delivery.",
    {
        "endpoints/{id}": "The endpoint's id, as POST /webhooks/endpoints answers it and GET on the same path "
        "lists it.",
        "recoveries/{id}": "The recovery's id, as POST /webhooks/endpoints/{id}/recover answers it.",
        "events/{id}": "The id of a row of the delivery log, as GET /webhooks/events lists it. Each delivery "
        "has it in the header that ends in `Delivery-Id`.",
    },
    scope="admin",
)

LIST = pagination.PageLimits(default=None, max_limit=200)


@route.get("/webhooks/endpoints", sdk_method="webhook_endpoints.list", page=LIST)
async def list_webhook_endpoints(read: Read, query: PageQuery) -> Reply[WebhookEndpoints]:
    """List webhook endpoints, newest first."""
    page = pagination.parse_page(query, LIST, parts=(datetime, str))
    return pagination.page_response("endpoints", await queries.list_endpoints(read, page), page, "created_at", "id")


@route.post("/webhooks/endpoints", sdk_method="webhook_endpoints.create", status=201, raises=(PlanLimitReached,))
async def create_webhook_endpoint(
    operation: ExternalOperation, endpoint: NewWebhookEndpoint, settings: Settings, types: EventTypes
) -> EncodedResponse[CreatedWebhookEndpointReply]:
    """Register a webhook endpoint; its signing secret is shown in this answer only."""
    return await endpoints.create_endpoint(operation, endpoint, destination.build_policy(settings), types.names)


@route.get("/webhooks/endpoints/{id}", sdk_method="webhook_endpoints.get")
async def get_webhook_endpoint(read: Read, id: str) -> WebhookEndpointReply:
    """Retrieve a webhook endpoint, with only the end of its secret."""
    return WebhookEndpointReply(endpoint=await endpoints.get_endpoint(read, id))


@route.patch(
    "/webhooks/endpoints/{id}", sdk_method="webhook_endpoints.update", raises=(endpoints.EndpointPartnerEnded,)
)
async def update_webhook_endpoint(
    operation: ExternalOperation, id: str, change: WebhookEndpointChange, settings: Settings, types: EventTypes
) -> EncodedResponse[WebhookEndpointReply]:
    """Change, pause or resume a webhook endpoint; its secret stays."""
    return await endpoints.update_endpoint(operation, id, change, destination.build_policy(settings), types.names)


@route.delete("/webhooks/endpoints/{id}", sdk_method="webhook_endpoints.delete")
async def delete_webhook_endpoint(tx: Tx, id: str) -> DeletedWebhookEndpointReply:
    """Delete a webhook endpoint with its delivery log; deliveries stop at once."""
    await endpoints.delete_endpoint(tx, id)
    return DeletedWebhookEndpointReply()


@route.post("/webhooks/endpoints/{id}/rotate-secret", sdk_method="webhook_endpoints.rotate_secret")
async def rotate_webhook_endpoint_secret(
    tx: Tx, id: str, body: WebhookSecretRotation | None
) -> Reply[RotatedWebhookSecretReply]:
    """Rotate the signing secret of a webhook endpoint; the new one is shown in this answer only.

    The old secret also signs for a time.
    """
    return await endpoints.rotate_secret(tx, id, body or WebhookSecretRotation())


@route.post(
    "/webhooks/endpoints/{id}/test",
    sdk_method="webhook_endpoints.test",
    status=202,
    raises=(delivery_log.EndpointDisabled,),
)
async def test_webhook_endpoint(tx: Tx, id: str) -> WebhookDeliveryReply:
    """Send a test event to this webhook endpoint alone, whatever it is subscribed to."""
    return WebhookDeliveryReply(event=await delivery_log.send_test_event(tx, id))


@route.get("/webhooks/event-types", sdk_method="webhook_endpoints.list_event_types", page=LIST)
async def list_webhook_event_types(read: Read, query: PageQuery, types: EventTypes) -> Reply[WebhookEventTypes]:
    """List every event type, in alphabetical order, each with the JSON Schema of its deliveries."""
    return list_event_types(types, pagination.parse_page(query, LIST))


@route.post(
    "/webhooks/endpoints/{id}/recover",
    sdk_method="webhook_endpoints.recover",
    status=202,
    cost=EXPORT,
    raises=(replay.AlreadyRecovering, delivery_log.EndpointDisabled),
)
async def recover_webhook_endpoint(
    tx: Tx, id: str, period: WebhookRecoveryPeriod, settings: Settings
) -> WebhookRecoveryReply:
    """Recover a webhook endpoint: deliver again the events of a period that it failed to accept or missed."""
    return WebhookRecoveryReply(recovery=await replay.start_replay(tx, id, period, settings))


@route.get("/webhooks/recoveries/{id}", sdk_method="webhook_recoveries.get")
async def get_webhook_recovery(read: Read, id: str) -> WebhookRecoveryReply:
    """Retrieve a recovery and its progress."""
    return WebhookRecoveryReply(recovery=await replay.get_replay(read, id))


@route.get("/webhooks/endpoints/{id}/stats", sdk_method="webhook_endpoints.get_stats")
async def get_webhook_endpoint_stats(read: Read, id: str, query: WebhookStatsQuery) -> WebhookStatsReply:
    """Show the statistics of a webhook endpoint: attempts, successes, durations and pending deliveries."""
    return WebhookStatsReply(stats=await stats.get_stats(read, id, query.window))


@route.get("/webhooks/events", sdk_method="webhook_deliveries.list", page=delivery_log.LIST)
async def list_webhook_deliveries(read: Read, query: WebhookLogQuery) -> Reply[WebhookDeliveries]:
    """List the delivery log, newest first, with every attempt."""
    return await delivery_log.list_deliveries(read, query)


@route.get("/webhooks/events/{id}", sdk_method="webhook_deliveries.get")
async def get_webhook_delivery(read: Read, id: str) -> WebhookDeliveryReply:
    """Retrieve one row of the delivery log."""
    return WebhookDeliveryReply(event=await delivery_log.get_delivery(read, id))


@route.post(
    "/webhooks/events/{id}/retry",
    sdk_method="webhook_deliveries.retry",
    status=202,
    raises=(delivery_log.AlreadyQueued, delivery_log.EndpointDisabled),
)
async def retry_webhook_delivery(tx: Tx, id: str) -> Reply[WebhookDeliveryReply]:
    """Queue one more attempt of a delivery that was sent or has failed."""
    return Reply(WebhookDeliveryReply(event=await delivery_log.retry_delivery(tx, id)))


def list_event_types(types: EventTypes, page: PageRequest) -> Reply:
    """A page of the event types, which are the same for every workspace."""
    (after,) = page.after or ("",)
    rows = [
        {"row": msgspec.json.encode(described).decode(), "position": described.type}
        for described in types.all
        if described.type > after
    ]
    return pagination.page_response("eventTypes", rows[: page.fetch_limit], page)
