"""One attempt with the protection on: only 127.0.0.1 is allowed, and http to it."""

from ipaddress import ip_network

from fulfilment import brand
from fulfilment.webhooks.outbound.attempt import Outcome, Sender
from fulfilment.webhooks.outbound.destination import Policy
from tests.webhooks.receivers import Receiver, receiving, response

PROTECTED = Policy(allows_http=True, exceptions=(ip_network("127.0.0.1/32"),))
SECRETS = ["whsec_new", "whsec_old"]
BODY = b'{"id":"evt_1","data":{"name":"Caf\xc3\xa9"}}'
SHORT_SECONDS = 0.3
OK = response("200 OK", b"thanks")


def sender(timeout_seconds: float = 5.0, policy: Policy = PROTECTED, **more) -> Sender:
    return Sender(policy, timeout_seconds=timeout_seconds, of=brand.of("svc"), **more)


async def send(using: Sender, url: str, body: bytes = BODY, number: int = 1) -> Outcome:
    return await using.send(
        url=url,
        secrets=SECRETS,
        event_id="evt_1",
        event_type="svc.product.created.v1",
        delivery_id="dlv_1",
        attempt_number=number,
        body=body,
    )


async def send_once(script, body: bytes = BODY, **more) -> tuple[Outcome, Receiver]:
    async with receiving(script) as receiver, sender(**more) as using:
        return await send(using, receiver.url, body), receiver
