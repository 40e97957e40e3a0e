"""The events of webhook endpoints: what their `data` is (specification, Outbound event types)."""

from fulfilment.events.catalogue import TRIAL
from fulfilment.webhooks.records import WebhookEndpoint


class WebhookEndpointDisabled(WebhookEndpoint):
    """A webhook endpoint was switched off for failing; the workspace's other endpoints get the event."""

    endpoint_id: str


class WebhookEndpointTest(WebhookEndpoint):
    """A webhook endpoint was tried out; it alone gets the event."""

    endpoint_id: str


EVENTS = {
    "webhook_endpoint.disabled": WebhookEndpointDisabled,
    TRIAL: WebhookEndpointTest,
}
