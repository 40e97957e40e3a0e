"""`fulfilment listen --forward` judges an answer as the service does: a 2xx is success, whatever follows its head."""

import pytest
from fulfilment_client.cli.forwarding import Forwarder, open_http

from tests.webhooks.http.test_answer_heads import ODD, odd
from tests.webhooks.receivers import answer_with, receiving

pytestmark = [pytest.mark.asyncio, pytest.mark.timeout(30)]

EVENT = {"id": "evt_1", "type": "svc.product.created.v1", "data": {}}
# Heads that httpx cannot parse at all.
UNREADABLE = {"two lengths", "a negative length", "a header without a colon", "a header name with a space"}


@pytest.mark.parametrize("case", [case for case in ODD if case not in UNREADABLE])
async def test_each_of_several_events_is_taken_whatever_follows_the_head_of_an_answer(case: str) -> None:
    status, answer = odd(case)
    async with receiving(answer_with(answer)) as receiver, open_http(5.0) as http:
        forwarder = Forwarder(
            http, receiver.url, signing_secrets=["whsec_a"], brand="svc", timeout_seconds=5.0, retries=0
        )
        outcomes = [await forwarder.forward(EVENT) for _ in range(3)]
    assert [(outcome.status, outcome.problem) for outcome in outcomes] == [(status, None)] * 3
    assert len(receiver.bodies) == 3


@pytest.mark.parametrize("target", ["/a%2Fb?c=%2f%zz", "/a/../b//c", "/hook?", "/a|b?c[]='d'", "/?sig=a=="])
async def test_an_address_is_posted_to_byte_for_byte(target: str) -> None:
    async with receiving(answer_with(odd("a length twice")[1])) as receiver, open_http(5.0) as http:
        url = receiver.url.removesuffix("/hook") + target
        forwarder = Forwarder(http, url, signing_secrets=["whsec_a"], brand="svc", timeout_seconds=5.0, retries=0)
        await forwarder.forward(EVENT)
    assert receiver.heads[0].split("\r\n")[0] == f"POST {target} HTTP/1.1"
