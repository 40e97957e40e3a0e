"""A small proxy before the nodes: it shares requests out in turn, repeats nothing, and spares a node that leaves."""

import asyncio
import itertools
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp
import msgspec
from aiohttp import web

LOOK_SECONDS = 0.1
EMPTY_WITHIN_SECONDS = 30.0
_HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "content-length", "host"}


class Backend(msgspec.Struct, eq=False):
    """A node: whether it is sent requests, and how many it has. `is_asked` says that it tells that itself (/readyz)."""

    url: str
    is_in: bool = False
    is_asked: bool = False
    under_way: int = 0


class Proxy:
    """Runs on a loop of its own. `failures` are the requests that got no answer from their node."""

    def __init__(self) -> None:
        self.port = 0
        self.failures: list[str] = []
        self._backends: list[Backend] = []
        self._turns = itertools.count()
        self._ready = threading.Event()
        self._stopping: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def add(self, url: str, *, is_asked: bool) -> Backend:
        """Send requests to a node from now on."""
        backend = Backend(url, True, is_asked)
        self._backends.append(backend)
        return backend

    def take_out(self, backend: Backend) -> None:
        """Send it nothing any more, and wait until it has answered everything."""
        backend.is_in = backend.is_asked = False
        deadline = time.monotonic() + EMPTY_WITHIN_SECONDS
        while backend.under_way:
            assert time.monotonic() < deadline, "a node does not come to its end"
            time.sleep(0.01)

    def forget(self, backend: Backend) -> None:
        """The node is gone."""
        self._backends.remove(backend)

    def run(self) -> None:
        asyncio.run(self._serve())

    def stop(self) -> None:
        assert self._loop and self._stopping
        self._loop.call_soon_threadsafe(self._stopping.set)

    def await_ready(self) -> None:
        assert self._ready.wait(30), "the proxy does not start"

    async def _serve(self) -> None:
        self._loop, self._stopping = asyncio.get_running_loop(), asyncio.Event()
        application = web.Application(client_max_size=2**24)
        application.router.add_route("*", "/{path:.*}", self._forward)
        runner = web.AppRunner(application, access_log=None)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        self.port = runner.addresses[0][1]
        connector = aiohttp.TCPConnector(limit=0, force_close=True)
        timeout = aiohttp.ClientTimeout(total=60)
        async with aiohttp.ClientSession(connector=connector, timeout=timeout, auto_decompress=False) as self._session:
            looking = asyncio.create_task(self._look())
            self._ready.set()
            await self._stopping.wait()
            looking.cancel()
        await runner.cleanup()

    async def _look(self) -> None:
        """Ask the nodes that say so whether they are ready."""
        while True:
            for backend in [each for each in self._backends if each.is_asked]:
                try:
                    async with self._session.get(backend.url + "/readyz") as answer:
                        is_ready = answer.status == 200
                except aiohttp.ClientError:
                    is_ready = False
                backend.is_in = is_ready and backend.is_asked
            await asyncio.sleep(LOOK_SECONDS)

    async def _forward(self, request: web.Request) -> web.Response:
        body = await request.read()
        ready = [backend for backend in self._backends if backend.is_in]
        if not ready:
            self.failures.append("no node is ready")
            return web.Response(status=502)
        backend = ready[next(self._turns) % len(ready)]
        backend.under_way += 1
        headers = [(name, value) for name, value in request.headers.items() if name.lower() not in _HOP_BY_HOP]
        try:
            async with self._session.request(
                request.method, backend.url + request.raw_path, headers=headers, data=body, allow_redirects=False
            ) as answer:
                kept = [(name, value) for name, value in answer.headers.items() if name.lower() not in _HOP_BY_HOP]
                reply = web.Response(status=answer.status, body=await answer.read())
                for name, value in kept:
                    reply.headers[name] = value
                return reply
        except (aiohttp.ClientError, TimeoutError) as problem:
            self.failures.append(f"{request.method} {request.path}: {problem!r}")
            return web.Response(status=502)
        finally:
            backend.under_way -= 1


@contextmanager
def proxying() -> Iterator[Proxy]:
    """The proxy while the context lasts."""
    proxy = Proxy()
    thread = threading.Thread(target=proxy.run, daemon=True)
    thread.start()
    proxy.await_ready()
    try:
        yield proxy
    finally:
        proxy.stop()
        thread.join(30)
