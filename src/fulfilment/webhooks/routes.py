"""The HTTP edge of webhooks (specification, Webhooks (management))."""

from fulfilment.db.tx import Read, Tx
from fulfilment.events.schemas import EventTypes
from fulfilment.fields import PageQuery
from fulfilment.http import paging
from fulfilment.http.cost import EXPORT
from fulfilment.http.envelope import Reply
from fulfilment.http.route import Routes
from fulfilment.http.saga import Saga
from fulfilment.settings import Settings
from fulfilment.webhooks import delivery_log, endpoints, event_types, queries, redelivery, rotation, stats, trial
from fulfilment.webhooks.outbound import own_services
from fulfilment.webhooks.records import (
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
    "Endpoints that events are delivered to, what is delivered, and the log of every delivery.",
    {
        "endpoints/{id}": "The endpoint's id, as POST /webhooks/endpoints answers it and GET on the same path "
        "lists it.",
        "recoveries/{id}": "The recovery's id, as POST /webhooks/endpoints/{id}/recover answers it.",
        "events/{id}": "The id of a row of the delivery log, as GET /webhooks/events lists it and each delivery "
        "carries it in the header that ends in `Delivery-Id`.",
    },
    scope="admin",
)

LIST = paging.Limits(default=None, most=200)


@route.get("/webhooks/endpoints", client="webhook_endpoints.list", page=LIST)
async def list_webhook_endpoints(read: Read, query: PageQuery) -> WebhookEndpoints:
    """List webhook endpoints, newest first."""
    page = paging.read(query, LIST, parts=2)
    return paging.listed("endpoints", await queries.list_endpoints(read, page), page, "created_at", "id")


@route.post("/webhooks/endpoints", client="webhook_endpoints.create", status=201)
async def create_webhook_endpoint(
    saga: Saga, endpoint: NewWebhookEndpoint, settings: Settings
) -> CreatedWebhookEndpointReply:
    """Register a webhook endpoint; its signing secret is shown in this answer only."""
    return await endpoints.register(saga, endpoint, own_services.policy(settings))


@route.get("/webhooks/endpoints/{id}", client="webhook_endpoints.get")
async def get_webhook_endpoint(read: Read, id: str) -> WebhookEndpointReply:
    """Retrieve a webhook endpoint; of its secret the end alone is shown."""
    return WebhookEndpointReply(endpoint=await endpoints.find(read, id))


@route.patch("/webhooks/endpoints/{id}", client="webhook_endpoints.update")
async def update_webhook_endpoint(
    saga: Saga, id: str, change: WebhookEndpointChange, settings: Settings
) -> WebhookEndpointReply:
    """Change a webhook endpoint, pause it, or have it active again; its secret stays."""
    return await endpoints.change(saga, id, change, own_services.policy(settings))


@route.delete("/webhooks/endpoints/{id}", client="webhook_endpoints.delete")
async def delete_webhook_endpoint(tx: Tx, id: str) -> DeletedWebhookEndpointReply:
    """Delete a webhook endpoint with its delivery log; deliveries stop at once."""
    await endpoints.remove(tx, id)
    return DeletedWebhookEndpointReply()


@route.post("/webhooks/endpoints/{id}/rotate-secret", client="webhook_endpoints.rotate_secret")
async def rotate_webhook_endpoint_secret(
    tx: Tx, id: str, wanted: WebhookSecretRotation | None
) -> RotatedWebhookSecretReply:
    """Give a webhook endpoint a new signing secret, shown in this answer only; for a time the old one signs too."""
    return await rotation.rotate(tx, id, wanted or WebhookSecretRotation())


@route.post("/webhooks/endpoints/{id}/test", client="webhook_endpoints.test", status=202)
async def test_webhook_endpoint(tx: Tx, id: str) -> WebhookDeliveryReply:
    """Queue an event for this webhook endpoint alone, to try it out, whatever it is subscribed to."""
    return WebhookDeliveryReply(event=await trial.send(tx, id))


@route.get("/webhooks/event-types", client="webhook_endpoints.list_event_types", page=LIST)
async def list_webhook_event_types(read: Read, query: PageQuery, types: EventTypes) -> WebhookEventTypes:
    """List every type of event, in alphabetical order, each with the JSON Schema of what is delivered."""
    return event_types.list_page(types, paging.read(query, LIST))


@route.post("/webhooks/endpoints/{id}/recover", client="webhook_endpoints.recover", status=202, cost=EXPORT)
async def recover_webhook_endpoint(
    tx: Tx, id: str, period: WebhookRecoveryPeriod, settings: Settings
) -> WebhookRecoveryReply:
    """Deliver again what this webhook endpoint failed to take, or missed, in a period."""
    return WebhookRecoveryReply(recovery=await redelivery.begin(tx, id, period, settings))


@route.get("/webhooks/recoveries/{id}", client="webhook_recoveries.get")
async def get_webhook_recovery(read: Read, id: str) -> WebhookRecoveryReply:
    """Retrieve a recovery, to see how far it is."""
    return WebhookRecoveryReply(recovery=await redelivery.find(read, id))


@route.get("/webhooks/endpoints/{id}/stats", client="webhook_endpoints.get_stats")
async def get_webhook_endpoint_stats(read: Read, id: str, query: WebhookStatsQuery) -> WebhookStatsReply:
    """Tell how a webhook endpoint fares: attempts, successes, durations and what is pending."""
    return WebhookStatsReply(stats=await stats.tell(read, id, query.window))


@route.get("/webhooks/events", client="webhook_deliveries.list", page=delivery_log.LIST)
async def list_webhook_deliveries(read: Read, query: WebhookLogQuery) -> WebhookDeliveries:
    """List the delivery log, newest first, with every attempt."""
    return await delivery_log.list_page(read, query)


@route.get("/webhooks/events/{id}", client="webhook_deliveries.get")
async def get_webhook_delivery(read: Read, id: str) -> WebhookDeliveryReply:
    """Retrieve one row of the delivery log."""
    return WebhookDeliveryReply(event=await delivery_log.find(read, id))


@route.post("/webhooks/events/{id}/retry", client="webhook_deliveries.retry", status=202)
async def retry_webhook_delivery(tx: Tx, id: str) -> WebhookDeliveryReply:
    """Queue one more attempt of a delivery that was sent or has failed."""
    return Reply(WebhookDeliveryReply(event=await delivery_log.retry(tx, id)))
