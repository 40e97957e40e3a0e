"""Probe listener of a worker: a small HTTP server in the worker's event loop.

A response shows that the event loop runs. The number of connections is small, and each serves one request within a few
seconds.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus

import h11

from fulfilment.infra import ids
from fulfilment.infra.api.envelope import JSON_TYPE, encode, encode_error
from fulfilment.infra.api.errors import ApiError, MethodNotAllowed, NotFound, Validation
from fulfilment.infra.observability.probes.readiness import Readiness, failing
from fulfilment.infra.observability.probes.routes import Liveness, NotReady, Ready, ready
from fulfilment.settings import Settings

MAX_CONNECTIONS = 32
REQUEST_TIMEOUT_SECONDS = 5.0
_READ_BYTES = 4_096


@asynccontextmanager
async def serve(settings: Settings, readiness: Readiness) -> AsyncIterator[None]:
    """Serve /livez and /readyz during the context, if the settings name a port. Raises OSError for a port in use."""
    try:
        if not settings.probe_port:
            yield
            return
        host, port = settings.probe_address
        async with await asyncio.start_server(_ProbeServer(readiness).handle, host, port, limit=_READ_BYTES):
            yield
    finally:
        await readiness.close()


class _ProbeServer:
    def __init__(self, readiness: Readiness) -> None:
        self._readiness = readiness
        # The oldest connection first.
        self._open: dict[asyncio.Task[None], None] = {}

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one request. With too many connections, the oldest is closed."""
        if len(self._open) >= MAX_CONNECTIONS:
            oldest = next(iter(self._open))
            del self._open[oldest]
            oldest.cancel()
        task = asyncio.current_task()
        assert task is not None
        self._open[task] = None
        try:
            async with asyncio.timeout(REQUEST_TIMEOUT_SECONDS):
                await self._exchange(reader, writer)
        except (OSError, TimeoutError, h11.RemoteProtocolError):
            # The client disconnected, sent nothing, or sent no HTTP request.
            pass
        finally:
            self._open.pop(task, None)
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = h11.Connection(h11.SERVER)
        asked: object = None
        try:
            while (asked := line.next_event()) is h11.NEED_DATA:
                line.receive_data(await reader.read(_READ_BYTES))
        except h11.RemoteProtocolError:
            # Two Host headers, no Host header under HTTP/1.1, or no HTTP at all: the client gets an error response.
            status, body = _refused(Validation("This is no HTTP request that can be read."), ids.new("req"))
        else:
            if not isinstance(asked, h11.Request):
                return
            status, body = await self._answer_to(asked)
        is_bare = isinstance(asked, h11.Request) and asked.method == b"HEAD"
        headers = [
            ("Content-Type", JSON_TYPE),
            ("Cache-Control", "no-store"),
            ("Content-Length", str(len(body))),
            ("Connection", "close"),
        ]
        response = h11.Response(status_code=status, reason=HTTPStatus(status).phrase, headers=headers)
        said = [response, h11.Data(data=b"" if is_bare else body), h11.EndOfMessage()]
        writer.write(b"".join(line.send(each) or b"" for each in said))
        await writer.drain()

    async def _answer_to(self, asked: h11.Request) -> tuple[int, bytes]:
        request_id = ids.new("req")
        try:
            return HTTPStatus.OK, encode(await self._found(asked), request_id)
        except ApiError as error:
            return _refused(error, request_id)

    async def _found(self, asked: h11.Request) -> Liveness | Ready:
        path = asked.target.partition(b"?")[0]
        if path not in (b"/livez", b"/readyz"):
            raise NotFound("No such route.")
        if asked.method not in (b"GET", b"HEAD"):
            raise MethodNotAllowed(headers={"Allow": "GET, HEAD"})
        if path == b"/livez":
            return Liveness(status="live")
        checks = await self._readiness.check()
        if failing(checks):
            raise NotReady(checks)
        return ready(checks)


def _refused(error: ApiError, request_id: str) -> tuple[int, bytes]:
    return error.status, encode_error(error, request_id)
