"""Stripe's library with our transport: it builds the requests, and our mapping reads the responses.

Only the first call imports this module, since the library takes a process 6 MB and a sixth of a second. The library
would build a tree of objects of a response, a millisecond for each invoice, and block the event loop. So it gets an
empty response, and the body goes past it (docs/decisions/0011-payments.md).
"""

from collections.abc import Awaitable, Callable, Mapping
from contextvars import ContextVar

import stripe

from fulfilment.payments.stripe.transport import StripeTransport

Call = Callable[["stripe.V1Services"], Awaitable["stripe.StripeObject"]]
# The response bodies of the current call.
_answers: ContextVar[list[bytes]] = ContextVar("answers")

# Telemetry would store an id in the home folder, and send it with the durations of calls.
stripe.enable_telemetry = False


class StripeLibrary:
    """Stripe's library for one account."""

    def __init__(self, url: str, key: str, transport: StripeTransport) -> None:
        client = stripe.StripeClient(
            key, http_client=_HttpClient(transport), base_addresses={"api": url.rstrip("/")}, max_network_retries=0
        )
        self._v1 = client.v1
        # The library imports its services at first use. This imports them now, in the thread that loads the library.
        _ = client.v1.checkout.sessions, client.v1.customers, client.v1.subscriptions
        _ = client.v1.invoices, client.v1.payment_intents, client.v1.disputes

    async def send(self, call: Call) -> bytes:
        """The body of a successful response. Raises PaymentsError, and TimeoutError."""
        bodies: list[bytes] = []
        token = _answers.set(bodies)
        try:
            await call(self._v1)
        finally:
            _answers.reset(token)
        return bodies[-1]


class _HttpClient(stripe.HTTPClient):
    """HTTP client of Stripe's library, without retries."""

    name = "aiohttp"

    def __init__(self, transport: StripeTransport) -> None:
        super().__init__()
        self._transport = transport

    async def request_async(
        self, method: str, url: str, headers: Mapping[str, str], post_data: str | None = None
    ) -> tuple[bytes, int, Mapping[str, str]]:
        _answers.get().append(await self._transport.send(method.upper(), url, headers, post_data))
        return b"{}", 200, {}
