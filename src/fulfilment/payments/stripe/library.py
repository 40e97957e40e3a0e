"""The official library, put together for us: it writes the requests, and we read the answers.

Only this module imports the library, and it is loaded at the first call: it costs a process 6 MB and a sixth of a
second. A service without payments does not pay that. The library would build a tree of objects of each answer, which
holds the event loop for a millisecond per invoice. So it is given an empty answer, and the real one goes by it
(docs/decisions/0011-payments.md).
"""

from collections.abc import Awaitable, Callable, Mapping
from contextvars import ContextVar

import stripe

from fulfilment.payments.stripe.transport import StripeTransport

# Otherwise it writes a number of its own into the home folder, and sends that and the times of its calls along.
stripe.enable_telemetry = False

Call = Callable[["stripe.V1Services"], Awaitable["stripe.StripeObject"]]
# Where the answer to the request that is under way is put.
_answers: ContextVar[list[bytes]] = ContextVar("answers")


class _HttpClient(stripe.HTTPClient):
    """What the library sends its requests through. It is not asked to repeat any."""

    name = "aiohttp"

    def __init__(self, transport: StripeTransport) -> None:
        super().__init__()
        self._transport = transport

    async def request_async(
        self, method: str, url: str, headers: Mapping[str, str], post_data: str | None = None
    ) -> tuple[bytes, int, Mapping[str, str]]:
        _answers.get().append(await self._transport.send(method.upper(), url, headers, post_data))
        return b"{}", 200, {}


class StripeLibrary:
    """The services of one account."""

    def __init__(self, url: str, key: str, transport: StripeTransport) -> None:
        client = stripe.StripeClient(
            key, http_client=_HttpClient(transport), base_addresses={"api": url.rstrip("/")}, max_network_retries=0
        )
        self._v1 = client.v1
        # Its parts are loaded when they are first used; now is better than in the middle of a loop.
        _ = client.v1.checkout.sessions, client.v1.customers, client.v1.subscriptions
        _ = client.v1.invoices, client.v1.payment_intents, client.v1.disputes

    async def send(self, call: Call) -> bytes:
        """The body of a successful answer. Raises PaymentsError, and TimeoutError."""
        bodies: list[bytes] = []
        token = _answers.set(bodies)
        try:
            await call(self._v1)
        finally:
            _answers.reset(token)
        return bodies[-1]
