"""The HTTP under the library: one session, bounds on time and size, and what is certain when a call fails."""

from collections.abc import Mapping
from urllib.parse import urlsplit

import aiohttp
import structlog

from fulfilment import outside
from fulfilment.payments.port import Outage, Unclear
from fulfilment.payments.stripe import refusals
from fulfilment.traces import recording

log = structlog.get_logger(__name__)
# A page of a hundred invoices with all their lines is below a megabyte.
ANSWER_LIMIT_BYTES = 2 * 1024 * 1024
CONNECT_TIMEOUT_SECONDS = 5.0
_CHUNK_BYTES = 64 * 1024
# What a path says of the kind of a call; the rest of it are ids.
_PATH_WORDS = frozenset(
    {
        *("v1", "checkout", "sessions", "customers", "subscriptions", "invoices", "payment_intents", "disputes"),
        *("expire", "cancel", "search", "charges", "refunds"),
    }
)
# The library would also tell what machine and what tools it runs with.
_SENT_HEADERS = ("Authorization", "Content-Type", "Idempotency-Key", "Stripe-Version", "User-Agent")


class Wire:
    """Each request has a connection of its own, so that its answer is its own, and an idle process holds none."""

    def __init__(self, key: str, timeout_seconds: float) -> None:
        self._key = key
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(force_close=True),
            # Half of the time at most: a connect that hangs is then told from a request that was sent. The adapter
            # bounds the whole.
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=min(CONNECT_TIMEOUT_SECONDS, timeout_seconds / 2)),
            trust_env=False,
            # What is packed could be a thousand times as large as what was read.
            auto_decompress=False,
            cookie_jar=aiohttp.DummyCookieJar(),
        )

    async def close(self) -> None:
        await self._session.close()

    async def ask(self, method: str, url: str, headers: Mapping[str, str], form: str | None) -> bytes:
        """The body of a success, whatever it is. Raises PaymentsError for anything else, and TimeoutError."""
        with outside.waiting(), recording.call("payments", method, urlsplit(url).path, _PATH_WORDS):
            return await self._ask(method, url, headers, form)

    async def _ask(self, method: str, url: str, headers: Mapping[str, str], form: str | None) -> bytes:
        sent = {name: headers[name] for name in _SENT_HEADERS if name in headers}
        try:
            async with self._session.request(
                method,
                url,
                data=None if form is None else form.encode(),
                headers=sent | {"Accept": "application/json", "Accept-Encoding": "identity"},
                allow_redirects=False,
            ) as response:
                recording.note_status(response.status)
                status, body = response.status, await _read(response)
        except aiohttp.ConnectionTimeoutError:
            raise Outage("The payment provider does not pick up.", timed_out=True) from None
        except (aiohttp.ClientConnectorError, aiohttp.InvalidURL):
            raise Outage("The payment provider cannot be reached.") from None
        except aiohttp.ClientError:
            raise Unclear("The connection to the payment provider was lost.") from None
        if body is not None and 200 <= status < 300:
            return body
        problem = refusals.error_of(status, body, self._key)
        if isinstance(problem, Outage):
            # What the key lacks is the operator's to know, and nobody else's.
            log.warning("payments_not_let_in", status=status, said=refusals.words_in(body, status, self._key))
        raise problem


async def _read(response: aiohttp.ClientResponse) -> bytes | None:
    """The whole body, or None as soon as it is larger than an answer may be."""
    body = bytearray()
    async for chunk in response.content.iter_chunked(_CHUNK_BYTES):
        body += chunk
        if len(body) > ANSWER_LIMIT_BYTES:
            response.close()
            return None
    return bytes(body)
