"""The synchronous client."""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

import httpx

from . import errors
from .answer import Answer, Data, answer_of
from .base import Client, unlisted
from .clock import Clock
from .downloads import Download
from .exchange import AskToken, Broken, Call, Reply, Send, Step, Wait, exchange
from .limits import MOST_BYTES, broken
from .operation import Operation
from .paging import Page, ReportPage
from .preparing import prepared
from .resources.sync import Resources
from .settings import Settings


class Caller:
    """Carries out the steps of calls over httpx. It may be used by several threads at once."""

    def __init__(self, settings: Settings, clock: Clock, http: httpx.Client) -> None:
        self._settings = settings
        self._clock = clock
        self._http = http

    def reply(self, call: Call) -> Reply:
        """The successful reply to a call. Raises a FulfilmentError."""
        steps = exchange(call, self._settings, self._clock)
        try:
            step = next(steps)
            while True:
                step = steps.send(self._done(step))
        except StopIteration as finished:
            return finished.value

    def _done(self, step: Step) -> str | Reply | Broken | None:
        if isinstance(step, Send):
            return self._sent(step)
        if isinstance(step, Wait):
            time.sleep(step.seconds)
            return None
        assert isinstance(step, AskToken)
        token = step.source()
        if not isinstance(token, str):
            raise TypeError("the token source of a synchronous client gives a string")
        return token

    def _sent(self, step: Send) -> Reply | Broken:
        try:
            response = self._http.send(step.request, stream=True, auth=None, follow_redirects=False)
            if step.is_streamed and response.is_success:
                return Reply(response.status_code, response.headers, b"", response)
            with _closed(response):
                return Reply(response.status_code, response.headers, _read(response, step.deadline))
        except httpx.RequestError as problem:
            return broken(problem)

    def answer(self, operation: Operation, **given: Any) -> Answer:
        call = prepared(operation, **given)
        reply = self.reply(call)
        return answer_of(operation, reply.status, reply.headers, reply.content, reply.read, call.idempotency_key)

    def plain(self, operation: Operation, **given: Any) -> Data:
        """The result of the operation, without the member that wraps it."""
        data = self.answer(operation, **given).data
        return data[operation.unwraps] if operation.unwraps else data

    def page(self, operation: Operation, **given: Any) -> Page[Any]:
        fetch = partial(self._fetch, operation, given)
        return Page(fetch(None), operation, fetch)

    def report(self, operation: Operation, **given: Any) -> ReportPage[Any, Any]:
        fetch = partial(self._fetch, operation, given)
        return ReportPage(fetch(None), operation, fetch)

    def _fetch(self, operation: Operation, given: dict[str, Any], cursor: str | None) -> Answer:
        if cursor is not None:
            given = {**given, "query": {**given.get("query", {}), "cursor": cursor}}
        return self.answer(operation, **given)

    def download(self, operation: Operation, **given: Any) -> Download:
        call = prepared(operation, is_streamed=True, **given)
        return Download(partial(self._opened, call), call.idempotency_key)

    def _opened(self, call: Call) -> httpx.Response:
        stream = self.reply(call).stream
        assert stream is not None
        return stream


@contextmanager
def _closed(response: httpx.Response) -> Generator[None]:
    try:
        yield
    finally:
        response.close()


def _read(response: httpx.Response, deadline: float) -> bytes:
    """The whole body, as long as there is time and it is no larger than any answer of the service."""
    pieces: list[bytes] = []
    size = 0
    for piece in response.iter_bytes():
        size += len(piece)
        if size > MOST_BYTES:
            raise errors.UnexpectedAnswer(f"the answer is over {MOST_BYTES} bytes", status=response.status_code)
        if time.monotonic() > deadline:
            raise httpx.ReadTimeout("the answer had not come whole when the time of the call was over")
        pieces.append(piece)
    return b"".join(pieces)


class Fulfilment(Client[httpx.Client], Resources):
    """The synchronous client, which several threads may use at once.

    with Fulfilment("https://api.example.com", key_id="svc_key_…", secret="svcsk_…") as client:
        product = client.products.create(name="Kaos", sku="K-1")
    """

    def _begin(self, settings: Settings, clock: Clock, http: httpx.Client, *, owns: bool) -> None:
        super()._begin(settings, clock, http, owns=owns)
        self._caller = Caller(settings, clock, http)

    def _new_http(self) -> httpx.Client:
        return httpx.Client()

    def request(
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
        return self._caller.answer(operation, **given)

    def close(self) -> None:
        """Close the connections, unless the caller made them."""
        if self._owns_http:
            self._http.close()

    def __enter__(self) -> Fulfilment:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
