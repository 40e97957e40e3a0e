"""The official library, put together for us.

This is the only module that imports it, and nothing imports this one before the first call: it takes a process 15 MB
and a tenth of a second, which one that sells nothing does not have to pay (docs/decisions/0072).
"""

from collections.abc import Awaitable, Callable, Mapping

import stripe

from fulfilment.payments.stripe.wire import Wire

STRIPE_URL = stripe.DEFAULT_API_BASE
# Otherwise it writes a number of its own into the home folder, and sends that and the times of its calls along.
stripe.enable_telemetry = False

Call = Callable[["stripe.V1Services"], Awaitable["stripe.StripeObject"]]
_OBJECTS = ("checkout.session", "customer", "subscription", "invoice", "payment_intent", "charge", "dispute", "list")


class _Carrier(stripe.HTTPClient):
    """What the library sends its requests through. It is not asked to repeat any."""

    name = "aiohttp"

    def __init__(self, wire: Wire) -> None:
        super().__init__()
        self._wire = wire

    async def request_async(
        self, method: str, url: str, headers: Mapping[str, str], post_data: str | None = None
    ) -> tuple[bytes, int, Mapping[str, str]]:
        return await self._wire.ask(method.upper(), url, headers, post_data), 200, {}


class Library:
    """The services of one account."""

    def __init__(self, url: str, key: str, wire: Wire) -> None:
        client = stripe.StripeClient(
            key, http_client=_Carrier(wire), base_addresses={"api": url.rstrip("/")}, max_network_retries=0
        )
        self._v1 = client.v1
        # Its parts are loaded when they are first used; now is better than in the middle of a loop.
        _ = client.v1.checkout.sessions, client.v1.customers, client.v1.subscriptions
        _ = client.v1.invoices, client.v1.payment_intents, client.v1.disputes
        for name in _OBJECTS:
            client.deserialize({"object": name}, api_mode="V1")

    async def ask(self, call: Call) -> str:
        """The body of the answer, which is a JSON object. Raises PaymentsError, and TimeoutError."""
        found = await call(self._v1)
        return found.last_response.body
