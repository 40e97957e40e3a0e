"""Trying an endpoint out: an event of its own, through the queue, the log and the signature that every event takes."""

from fulfilment.infra import ids
from fulfilment.infra.api.errors import NotFound
from fulfilment.infra.database.event import Event
from fulfilment.infra.database.transaction import Tx
from fulfilment.webhooks import delivery_log, log_queries, queries
from fulfilment.webhooks.delivery_log import EndpointDisabled
from fulfilment.webhooks.events import TEST_EVENT
from fulfilment.webhooks.schemas import WebhookDelivery


async def send_test_event(tx: Tx, endpoint_id: str) -> WebhookDelivery:
    """Queue an event for this endpoint alone, whatever it is subscribed to. Raises NotFound and EndpointDisabled.

    It is not emitted, since what is in the outbox goes to every endpoint that asked for it.
    """
    endpoint = await queries.lock_endpoint(tx, endpoint_id)
    if endpoint is None:
        raise NotFound
    if not endpoint.active:
        raise EndpointDisabled
    event = Event.about(TEST_EVENT, endpoint_id, endpoint, endpointId=endpoint_id)
    delivery_id = ids.cuid()
    await log_queries.queue_test_event(tx, delivery_id, event)
    return await delivery_log.get_delivery(tx, delivery_id)
