"""The events of webhook endpoints: what their `data` is (specification, Outbound event types)."""

from fulfilment.webhooks.schemas import WebhookEndpoint

# Goes to the one endpoint that is tried out, whatever that is subscribed to.
TEST_EVENT = "webhook_endpoint.test"


class WebhookEndpointDisabled(WebhookEndpoint):
    """A webhook endpoint was switched off for failing; the workspace's other endpoints get the event."""

    endpoint_id: str
    """The endpoint's id once more; the same as `id`."""


class WebhookEndpointTest(WebhookEndpoint):
    """A webhook endpoint was tried out; it alone gets the event."""

    endpoint_id: str
    """The endpoint's id once more; the same as `id`."""


EVENTS = {
    "webhook_endpoint.disabled": WebhookEndpointDisabled,
    TEST_EVENT: WebhookEndpointTest,
}
