"""HTTP transport of the adapter: one session, bounds on time and size, and the certainty left when a call fails."""

from collections.abc import Mapping
from typing import Any, Self

import aiohttp
import msgspec

from fulfilment.aggregators.port import AggregatorUnavailable, InvalidAggregatorKey, OutcomeUnknown
from fulfilment.infra import outbound
from fulfilment.infra.limits import fair_semaphore, loop_admission
from fulfilment.infra.limits.fair_semaphore import AcquireTimeout, FairSemaphore
from fulfilment.infra.observability.tracing import recording
from fulfilment.infra.outbound import HEAD_LIMITS, Connector

MAX_RESPONSE_BYTES = 2 * 1024 * 1024
CONNECT_TIMEOUT_SECONDS = 5.0
# Limit of one process, shared fairly by tenants: calls to a courier that hangs leave permits to other tenants.
MAX_CONCURRENT_CALLS = 128
_CHUNK_BYTES = 64 * 1024
# Path segments that a trace may name; the other segments are ids.
_PATH_WORDS = frozenset({"v1", "cancel", "couriers", "maps", "areas", "orders", "rates", "trackings"})


class AggregatorResponse(msgspec.Struct, frozen=True):
    """An HTTP answer; `body` is None where it was too large or no JSON object."""

    status: int
    body: Mapping[str, Any] | None

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300 and self.body is not None and self.body.get("success") is not False


class BiteshipTransport:
    """One HTTP session for every account. Each request opens a connection of its own and closes it.

    A reused connection may still hold a second answer to an earlier request. A refusal names no order, so it could be
    taken for the answer to the next one (docs/decisions/0004-external-operations.md).
    """

    def __init__(self, base_url: str, timeout_seconds: float) -> None:
        self.timeout_seconds = timeout_seconds
        # At most half of the time, so that a connect that hangs is distinct from a request that was sent.
        self._connect_seconds = min(CONNECT_TIMEOUT_SECONDS, timeout_seconds / 2)
        self._base_url = base_url.rstrip("/")
        self._semaphore = FairSemaphore(MAX_CONCURRENT_CALLS)
        self._session = aiohttp.ClientSession(
            connector=Connector(force_close=True, limit=0),
            timeout=aiohttp.ClientTimeout(total=timeout_seconds, sock_connect=self._connect_seconds),
            trust_env=False,
            cookie_jar=aiohttp.DummyCookieJar(),
            **HEAD_LIMITS,
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._session.close()

    async def send(
        self, method: str, path: str, key: str, *, params: Mapping[str, str] | None = None, body: object = None
    ) -> AggregatorResponse:
        """Send one request and return its answer, whatever its status.

        Raises AggregatorUnavailable where the request never left. Raises OutcomeUnknown or TimeoutError where it may
        have arrived.
        """
        if not key or not all("!" <= character <= "~" for character in key):
            raise InvalidAggregatorKey("The aggregator's key is empty or holds characters that cannot be sent.")
        if not outbound.is_on():
            raise AggregatorUnavailable(outbound.WORDS)
        tenant_key = fair_semaphore.current_tenant.get()
        with loop_admission.slot_released():
            try:
                await self._semaphore.acquire(tenant_key, self._connect_seconds)
            except AcquireTimeout:
                raise AggregatorUnavailable(
                    "Too many calls to the courier aggregator are under way.", timed_out=True
                ) from None
            try:
                with recording.client_span("courier", method, path, _PATH_WORDS):
                    return await self._send(method, path, key, params, body)
            finally:
                self._semaphore.release(tenant_key)

    async def _send(
        self, method: str, path: str, key: str, params: Mapping[str, str] | None, body: object
    ) -> AggregatorResponse:
        headers = {"authorization": key, "accept": "application/json", **recording.aggregator_headers()}
        if body is not None:
            headers["content-type"] = "application/json"
        try:
            async with self._session.request(
                method,
                self._base_url + path,
                params=params,
                data=None if body is None else msgspec.json.encode(body),
                headers=headers,
                allow_redirects=False,
            ) as response:
                recording.note_status(response.status)
                return AggregatorResponse(response.status, _decode_object(await _read(response)))
        except aiohttp.ConnectionTimeoutError:
            raise AggregatorUnavailable("The courier aggregator does not pick up.", timed_out=True) from None
        except (aiohttp.ClientConnectorError, aiohttp.InvalidURL):
            raise AggregatorUnavailable("The courier aggregator cannot be reached.") from None
        except aiohttp.ClientError:
            raise OutcomeUnknown("The connection to the courier aggregator was lost.") from None


async def _read(response: aiohttp.ClientResponse) -> bytes | None:
    """The whole body, or None as soon as it exceeds the size limit."""
    body = bytearray()
    async for chunk in response.content.iter_chunked(_CHUNK_BYTES):
        body += chunk
        if len(body) > MAX_RESPONSE_BYTES:
            response.close()
            return None
    return bytes(body)


def _decode_object(body: bytes | None) -> Mapping[str, Any] | None:
    if body is None:
        return None
    try:
        payload = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return payload if isinstance(payload, dict) else None
