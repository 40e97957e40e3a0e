"""HTTP transport of Stripe's library: one session, bounds on time and size, and the error of a failed call."""

from collections.abc import Mapping
from urllib.parse import urlsplit

import aiohttp
import structlog

from fulfilment.infra import outbound
from fulfilment.infra.limits import loop_admission
from fulfilment.infra.observability.tracing import recording
from fulfilment.infra.outbound_http import HEAD_LIMITS, Connector
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


async def _read_body(response: aiohttp.ClientResponse) -> bytes | None:
    """The whole body, or None as soon as it exceeds RESPONSE_LIMIT_BYTES."""
    body = bytearray()
    async for chunk in response.content.iter_chunked(_CHUNK_BYTES):
        body += chunk
        if len(body) > RESPONSE_LIMIT_BYTES:
            response.close()
            return None
    return bytes(body)
