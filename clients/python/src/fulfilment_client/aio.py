"""The asynchronous client."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Mapping
from functools import partial
from typing import Any

import httpx

from . import errors
from .answer import Answer, Data, answer_of
from .base import Client, unlisted
from .clock import Clock
from .downloads import AsyncDownload
from .exchange import AskToken, Broken, Call, Reply, Send, Step, Wait, exchange
from .limits import MOST_BYTES, broken
from .operation import Operation
from .paging import AsyncPager, AsyncReportPager
from .preparing import prepared
from .resources.aio import AsyncResources
from .settings import Settings


class AsyncCaller:
    """Carries out the steps of calls over httpx, in one event loop."""

    def __init__(self, settings: Settings, clock: Clock, http: httpx.AsyncClient) -> None:
        self._settings = settings
        self._clock = clock
        self._http = http

    async def reply(self, call: Call) -> Reply:
        """The successful reply to a call. Raises a FulfilmentError."""
        steps = exchange(call, self._settings, self._clock)
        try:
            step = next(steps)
            while True:
                step = steps.send(await self._done(step))
        except StopIteration as finished:
            return finished.value

    async def _done(self, step: Step) -> str | Reply | Broken | None:
        if isinstance(step, Send):
            return await self._sent(step)
        if isinstance(step, Wait):
            await asyncio.sleep(step.seconds)
            return None
        assert isinstance(step, AskToken)
        token = step.source()
        return await token if inspect.isawaitable(token) else token

    async def _sent(self, step: Send) -> Reply | Broken:
        try:
            left = max(step.deadline - time.monotonic(), 0.0)
            return await asyncio.wait_for(self._replied(step), left)
        except asyncio.TimeoutError:
            return broken(httpx.ReadTimeout("the time of the call was over"))
        except httpx.RequestError as problem:
            return broken(problem)

    async def _replied(self, step: Send) -> Reply:
        response = await self._http.send(step.request, stream=True, auth=None, follow_redirects=False)
        if step.is_streamed and response.is_success:
            return Reply(response.status_code, response.headers, b"", response)
        try:
            return Reply(response.status_code, response.headers, await _read(response))
        finally:
            await response.aclose()

    async def answer(self, operation: Operation, **given: Any) -> Answer:
        call = prepared(operation, **given)
        reply = await self.reply(call)
        return answer_of(operation, reply.status, reply.headers, reply.content, reply.read, call.idempotency_key)

    async def plain(self, operation: Operation, **given: Any) -> Data:
        """The result of the operation, without the member that wraps it."""
        data = (await self.answer(operation, **given)).data
        return data[operation.unwraps] if operation.unwraps else data

    def page(self, operation: Operation, **given: Any) -> AsyncPager[Any]:
        return AsyncPager(operation, partial(self._fetch, operation, given))

    def report(self, operation: Operation, **given: Any) -> AsyncReportPager[Any, Any]:
        return AsyncReportPager(operation, partial(self._fetch, operation, given))

    async def _fetch(self, operation: Operation, given: dict[str, Any], cursor: str | None) -> Answer:
        if cursor is not None:
            given = {**given, "query": {**given.get("query", {}), "cursor": cursor}}
        return await self.answer(operation, **given)

    def download(self, operation: Operation, **given: Any) -> AsyncDownload:
        call = prepared(operation, is_streamed=True, **given)
        return AsyncDownload(partial(self._opened, call), call.idempotency_key)

    async def _opened(self, call: Call) -> httpx.Response:
        stream = (await self.reply(call)).stream
        assert stream is not None
        return stream


async def _read(response: httpx.Response) -> bytes:
    """The whole body, where it is no larger than any answer of the service."""
    pieces: list[bytes] = []
    size = 0
    async for piece in response.aiter_bytes():
        size += len(piece)
        if size > MOST_BYTES:
            raise errors.UnexpectedAnswer(f"the answer is over {MOST_BYTES} bytes", status=response.status_code)
        pieces.append(piece)
    return b"".join(pieces)


class AsyncFulfilment(Client[httpx.AsyncClient], AsyncResources):
    """The asynchronous client, for one event loop of asyncio.

    async with AsyncFulfilment("https://api.example.com", key_id="svc_key_…", secret="svcsk_…") as client:
        product = await client.products.create(name="Kaos", sku="K-1")
    """

    def _begin(self, settings: Settings, clock: Clock, http: httpx.AsyncClient, *, owns: bool) -> None:
        super()._begin(settings, clock, http, owns=owns)
        self._caller = AsyncCaller(settings, clock, http)

    def _new_http(self) -> httpx.AsyncClient:
        return httpx.AsyncClient()

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Answer:
        """An operation that this client does not know by name; `path` begins with `/api/v1/`."""
        operation, given = unlisted(method, path, query, body, idempotency_key, timeout)
        return await self._caller.answer(operation, **given)

    async def close(self) -> None:
        """Close the connections, unless the caller made them."""
        if self._owns_http:
            await self._http.aclose()

    async def __aenter__(self) -> AsyncFulfilment:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
