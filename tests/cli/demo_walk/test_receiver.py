"""The demo's receiver accepts only signed requests, and notices missing events."""

import json
import time
from typing import Any

import aiohttp
import pytest

from fulfilment.cli.demo_walk.receiver import Receiver
from fulfilment.cli.demo_walk.walk import DemoFailed
from fulfilment.infra import branding
from fulfilment.webhooks.http import signature

SECRET = "whsec_of_this_test"
SVC = branding.build("svc")


def envelope(event_id: str = "evt_1", **data: Any) -> dict[str, Any]:
    return {"id": event_id, "type": "svc.product.created.v1", "data": data}


async def post(receiver: Receiver, event: dict[str, Any], *, secret: str = SECRET, **headers: str) -> int:
    """Deliver an event as the service does; the status of the receiver's answer."""
    body = json.dumps(event).encode()
    sent = {
        "Svc-Signature": signature.sign([secret], int(time.time()), body),
        "Svc-Event-Id": event["id"],
        "Svc-Event-Type": event["type"],
        **headers,
    }
    async with aiohttp.ClientSession() as session, session.post(receiver.url, data=body, headers=sent) as answer:
        return answer.status


async def test_a_signed_event_is_given_to_whoever_expects_its_fields() -> None:
    async with Receiver(SVC) as receiver:
        receiver.secret = SECRET
        assert await post(receiver, envelope("evt_1", productId="prod_1")) == 204
        assert await post(receiver, envelope("evt_2", productId="prod_2")) == 204
        data = await receiver.expect("product.created", productId="prod_2")
        assert data == {"productId": "prod_2"}
        assert receiver.verified == 2


async def test_an_event_that_is_delivered_twice_counts_once() -> None:
    async with Receiver(SVC) as receiver:
        receiver.secret = SECRET
        for _ in range(2):
            assert await post(receiver, envelope(productId="prod_1")) == 204
        await receiver.expect("product.created", productId="prod_1")
        assert receiver.verified == 1
        with pytest.raises(DemoFailed, match=r"svc\.product\.created\.v1 did not arrive"):
            await receiver.expect("product.created", within_seconds=0.05)


@pytest.mark.parametrize(
    "forgery",
    [{"secret": "whsec_of_another"}, {"Svc-Signature": ""}, {"Svc-Event-Id": "evt_2"}],
    ids=["another secret", "no signature", "another event's id"],
)
async def test_a_forged_event_fails_the_demo(forgery: dict[str, str]) -> None:
    async with Receiver(SVC) as receiver:
        receiver.secret = SECRET
        assert await post(receiver, envelope(productId="prod_1"), **forgery) == 400
        with pytest.raises(DemoFailed, match="does not verify"):
            await receiver.expect("product.created", productId="prod_1")
        assert receiver.verified == 0


async def test_before_the_secret_is_known_nothing_is_believed() -> None:
    async with Receiver(SVC) as receiver:
        assert await post(receiver, envelope(), secret="any") == 400
        assert receiver.verified == 0
