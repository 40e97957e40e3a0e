"""Webhook events about endpoints, with their `data` (specification, Outbound event types)."""

from fulfilment.webhooks.schemas import WebhookEndpoint

# Sent only to the tested endpoint, whatever it is subscribed to.
TEST_EVENT = "webhook_endpoint.test"


class WebhookEndpointDisabled(WebhookEndpoint):
    """The service disabled a webhook endpoint for its failures; the workspace's other endpoints get the event."""

    endpoint_id: str
    """The endpoint's id; the same as `id`."""


class WebhookEndpointTest(WebhookEndpoint):
    """A test of a webhook endpoint; only that endpoint gets the event."""

    endpoint_id: str
    """The endpoint's id; the same as `id`."""


EVENTS = {
    "webhook_endpoint.disabled": WebhookEndpointDisabled,
    TEST_EVENT: WebhookEndpointTest,
}
