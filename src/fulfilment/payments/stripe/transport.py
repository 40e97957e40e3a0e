"""HTTP transport of Stripe's library: one session, bounds on time and size, and the error of a failed call."""

from collections.abc import Awaitable, Callable, Mapping
from contextvars import ContextVar
from urllib.parse import urlsplit

import aiohttp
import stripe
import structlog

from fulfilment.infra import outbound
from fulfilment.infra.limits import loop_admission
from fulfilment.infra.observability.tracing import recording
from fulfilment.infra.outbound import HEAD_LIMITS, Connector
from fulfilment.payments.port import ProviderOutcomeUnknown, ProviderUnavailable
from fulfilment.payments.stripe import errors

log = structlog.get_logger(__name__)
# A page of a hundred invoices with all their lines is below a megabyte.
RESPONSE_LIMIT_BYTES = 2 * 1024 * 1024
CONNECT_TIMEOUT_SECONDS = 5.0
_CHUNK_BYTES = 64 * 1024
# The words of paths that may appear in traces; the other parts are ids.
_PATH_WORDS = frozenset(
    {
        *("v1", "checkout", "sessions", "customers", "subscriptions", "invoices", "payment_intents", "disputes"),
        *("expire", "cancel", "search", "charges", "refunds"),
    }
)
# Only these headers are forwarded: the library's others describe the machine and its tools.
_FORWARDED_HEADERS = ("Authorization", "Content-Type", "Idempotency-Key", "Stripe-Version", "User-Agent")

Call = Callable[["stripe.V1Services"], Awaitable["stripe.StripeObject"]]
# The response bodies of the current call.
_answers: ContextVar[list[bytes]] = ContextVar("answers")

# Telemetry would store an id in the home folder, and send it with the durations of calls.
stripe.enable_telemetry = False


class StripeTransport:
    """HTTP client with one connection per request, so that no response can belong to another request.

    An idle process holds no connection.
    """

    def __init__(self, key: str, timeout_seconds: float) -> None:
        self._key = key
        self._session = aiohttp.ClientSession(
            connector=Connector(force_close=True),
            # At most half of the time limit, so that a hanging connect is distinguished from a request that was sent.
            # The adapter bounds the total.
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=min(CONNECT_TIMEOUT_SECONDS, timeout_seconds / 2)),
            trust_env=False,
            # A compressed body could expand to a thousand times its size.
            auto_decompress=False,
            cookie_jar=aiohttp.DummyCookieJar(),
            **HEAD_LIMITS,
        )

    async def close(self) -> None:
        await self._session.close()

    async def send(self, method: str, url: str, headers: Mapping[str, str], form: str | None) -> bytes:
        """The body of a successful response. Raises PaymentsError for any other, and TimeoutError."""
        if not outbound.is_on():
            raise ProviderUnavailable(outbound.WORDS)
        with loop_admission.slot_released(), recording.client_span("payments", method, urlsplit(url).path, _PATH_WORDS):
            return await self._send(method, url, headers, form)

    async def _send(self, method: str, url: str, headers: Mapping[str, str], form: str | None) -> bytes:
        request_headers = {name: headers[name] for name in _FORWARDED_HEADERS if name in headers}
        try:
            async with self._session.request(
                method,
                url,
                data=None if form is None else form.encode(),
                headers=request_headers | {"Accept": "application/json", "Accept-Encoding": "identity"},
                allow_redirects=False,
            ) as response:
                recording.note_status(response.status)
                status, body = response.status, await _read_body(response)
        except aiohttp.ConnectionTimeoutError:
            raise ProviderUnavailable("The payment provider does not pick up.", timed_out=True) from None
        except (aiohttp.ClientConnectorError, aiohttp.InvalidURL):
            raise ProviderUnavailable("The payment provider cannot be reached.") from None
        except aiohttp.ClientError:
            raise ProviderOutcomeUnknown("The connection to the payment provider was lost.") from None
        if body is not None and 200 <= status < 300:
            return body
        problem = errors.parse_error(status, body, self._key)
        if isinstance(problem, ProviderUnavailable):
            # Details about the key are only for the operator's log.
            log.warning("payments_unavailable", status=status, said=errors.extract_message(body, status, self._key))
        raise problem


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


async def _read_body(response: aiohttp.ClientResponse) -> bytes | None:
    """The whole body, or None as soon as it exceeds RESPONSE_LIMIT_BYTES."""
    body = bytearray()
    async for chunk in response.content.iter_chunked(_CHUNK_BYTES):
        body += chunk
        if len(body) > RESPONSE_LIMIT_BYTES:
            response.close()
            return None
    return bytes(body)
