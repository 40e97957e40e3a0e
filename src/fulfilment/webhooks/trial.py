"""Trying an endpoint out: an event of its own, through the queue, the log and the signature that every event takes."""

from fulfilment import ids
from fulfilment.db.tx import Tx
from fulfilment.events.event import Event
from fulfilment.http.errors import NotFound
from fulfilment.webhooks import delivery_log, log_queries, queries
from fulfilment.webhooks.delivery_log import EndpointDisabled
from fulfilment.webhooks.events import TRIAL
from fulfilment.webhooks.records import WebhookDelivery


async def send(tx: Tx, endpoint_id: str) -> WebhookDelivery:
    """Queue an event for this endpoint alone, whatever it is subscribed to. Raises NotFound and EndpointDisabled.

    It is not emitted, since what is in the outbox goes to every endpoint that asked for it.
    """
    endpoint = await queries.lock_endpoint(tx, endpoint_id)
    if endpoint is None:
        raise NotFound
    if not endpoint.active:
        raise EndpointDisabled
    event = Event.about(TRIAL, endpoint_id, endpoint, endpointId=endpoint_id)
    delivery_id = ids.opaque()
    await log_queries.queue_trial(tx, delivery_id, event)
    return await delivery_log.find(tx, delivery_id)
