"""The probes of a process that serves nothing else: a small listener in its own loop.

That it answers shows that the loop turns. It has a few connections at once, each for one question and a few seconds.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus

import h11

from fulfilment import ids
from fulfilment.http.envelope import JSON_TYPE, encode, encode_error
from fulfilment.http.errors import ApiError, MethodNotAllowed, NotFound
from fulfilment.probes.readiness import Readiness, failing
from fulfilment.probes.routes import Liveness, NotReady, Ready
from fulfilment.settings import Settings

CONNECTIONS = 32
QUESTION_SECONDS = 5.0
_READ_BYTES = 4_096


@asynccontextmanager
async def answering(settings: Settings, readiness: Readiness) -> AsyncIterator[None]:
    """Answer /livez and /readyz meanwhile, where the settings name a port. Raises OSError where it is taken."""
    try:
        if not settings.probe_port:
            yield
            return
        host, port = settings.probe_address
        async with await asyncio.start_server(_Probes(readiness).answer, host, port, limit=_READ_BYTES):
            yield
    finally:
        await readiness.close()


class _Probes:
    def __init__(self, readiness: Readiness):
        self._readiness = readiness
        # The longest open first.
        self._open: dict[asyncio.Task[None], None] = {}

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One question. Where there are too many, the longest open connection makes room for the next."""
        if len(self._open) >= CONNECTIONS:
            oldest = next(iter(self._open))
            del self._open[oldest]
            oldest.cancel()
        task = asyncio.current_task()
        self._open[task] = None
        try:
            async with asyncio.timeout(QUESTION_SECONDS):
                await self._exchange(reader, writer)
        except (OSError, TimeoutError, h11.RemoteProtocolError):
            # It hung up, said nothing, or something that is no request.
            pass
        finally:
            self._open.pop(task, None)
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = h11.Connection(h11.SERVER)
        while (asked := line.next_event()) is h11.NEED_DATA:
            line.receive_data(await reader.read(_READ_BYTES))
        if not isinstance(asked, h11.Request):
            return
        status, body = await self._answer_to(asked)
        headers = [
            ("Content-Type", JSON_TYPE),
            ("Cache-Control", "no-store"),
            ("Content-Length", str(len(body))),
            ("Connection", "close"),
        ]
        response = h11.Response(status_code=status, reason=HTTPStatus(status).phrase, headers=headers)
        said = [response, h11.Data(data=b"" if asked.method == b"HEAD" else body), h11.EndOfMessage()]
        writer.write(b"".join(line.send(each) or b"" for each in said))
        await writer.drain()

    async def _answer_to(self, asked: h11.Request) -> tuple[int, bytes]:
        request_id = ids.new("req")
        try:
            return HTTPStatus.OK, encode(await self._found(asked), request_id)
        except ApiError as refusal:
            return refusal.status, encode_error(refusal, request_id)

    async def _found(self, asked: h11.Request) -> Liveness | Ready:
        path = asked.target.partition(b"?")[0]
        if path not in (b"/livez", b"/readyz"):
            raise NotFound("No such route.")
        if asked.method not in (b"GET", b"HEAD"):
            raise MethodNotAllowed(headers={"Allow": "GET, HEAD"})
        if path == b"/livez":
            return Liveness(status="live")
        checks = await self._readiness.look()
        if failing(checks):
            raise NotReady(checks)
        return Ready(status="ready", checks=checks)
