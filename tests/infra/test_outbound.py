"""While `outbound` is off, no client of the service opens a connection."""

from collections.abc import Iterator

import aiohttp
import msgspec
import pytest

from fulfilment import settings
from fulfilment.aggregators.biteship.transport import BiteshipTransport as Courier
from fulfilment.aggregators.port import AggregatorUnavailable
from fulfilment.infra import outbound
from fulfilment.infra.outbound_http import Connector
from fulfilment.payments.port import ProviderUnavailable as PaymentsOutage
from fulfilment.payments.stripe.transport import StripeTransport as Payments
from tests.webhooks.inbox import Inbox, receiving
from tests.webhooks.sending import send, sender


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    """A receiver that must hear nothing; meanwhile outbound is off."""
    given = settings.load({})
    with receiving() as running:
        outbound.configure(msgspec.structs.replace(given, outbound="off"))
        yield running
        outbound.configure(given)
    assert running.received == []


async def test_a_client_that_forgot_to_ask_gets_no_connection(inbox: Inbox) -> None:
    async with aiohttp.ClientSession(connector=Connector()) as session:
        with pytest.raises(aiohttp.ClientOSError):
            await session.post(inbox.url())


async def test_a_webhook_is_not_sent(inbox: Inbox) -> None:
    async with sender() as using:
        outcome = await send(using, inbox.url())
    assert (outcome.ok, outcome.response_code) == (False, None)


async def test_a_courier_is_not_called_and_nothing_is_unclear(inbox: Inbox) -> None:
    async with Courier(inbox.url(""), 5.0) as wire:
        with pytest.raises(AggregatorUnavailable, match="FULFILMENT_OUTBOUND is off"):
            await wire.send("POST", "/v1/orders", "key", body={})


async def test_a_payment_provider_is_not_called_and_nothing_is_unclear(inbox: Inbox) -> None:
    wire = Payments("sk_test_1", 5.0)
    try:
        with pytest.raises(PaymentsOutage, match="FULFILMENT_OUTBOUND is off"):
            await wire.send("POST", inbox.url("/v1/checkout/sessions"), {}, "")
    finally:
        await wire.close()
