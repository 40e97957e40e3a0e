"""One attempt with the protection on: only 127.0.0.1 is allowed, and http to it."""

from ipaddress import ip_network

from fulfilment.infra import branding
from fulfilment.webhooks.http.attempt import AttemptOutcome, WebhookSender
from fulfilment.webhooks.http.destination import DestinationPolicy
from tests.webhooks.receivers import Receiver, receiving, response

PROTECTED = DestinationPolicy(allows_http=True, allowed_networks=(ip_network("127.0.0.1/32"),))
SECRETS = ["whsec_new", "whsec_old"]
BODY = b'{"id":"evt_1","data":{"name":"Caf\xc3\xa9"}}'
SHORT_SECONDS = 0.3
OK = response("200 OK", b"thanks")


def sender(timeout_seconds: float = 5.0, policy: DestinationPolicy = PROTECTED, **options) -> WebhookSender:
    return WebhookSender(policy, timeout_seconds=timeout_seconds, brand=branding.build("svc"), **options)


async def send(using: WebhookSender, url: str, body: bytes = BODY, number: int = 1) -> AttemptOutcome:
    return await using.send(
        url=url,
        secrets=SECRETS,
        event_id="evt_1",
        event_type="svc.product.created.v1",
        delivery_id="dlv_1",
        attempt_number=number,
        body=body,
    )


async def send_once(script, body: bytes = BODY, **options) -> tuple[AttemptOutcome, Receiver]:
    async with receiving(script) as receiver, sender(**options) as using:
        return await send(using, receiver.url, body), receiver
