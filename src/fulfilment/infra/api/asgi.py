"""The ASGI application: builds requests from ASGI scopes, and runs the hooks of the lifespan protocol."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from fulfilment.infra.api.body_reader import BodyReader, LargeBodyLimit, Receive
from fulfilment.infra.api.pipeline import run_pipeline
from fulfilment.infra.api.request import Request, RequestContext, Send
from fulfilment.infra.api.services import Services
from fulfilment.infra.auth.client_address import address_tenant
from fulfilment.infra.limits import fair_semaphore

Scope = Mapping[str, Any]
Hook = Callable[[], Awaitable[None]]


class Application:
    """The ASGI application. It runs the hooks when the process starts and stops serving."""

    def __init__(self, services: Services, on_startup: Sequence[Hook] = (), on_shutdown: Sequence[Hook] = ()) -> None:
        self._services = services
        self._on_startup = on_startup
        self._on_shutdown = on_shutdown
        self._large_bodies = LargeBodyLimit()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            request = self._build_request(scope, receive, send)
            fair_semaphore.current_tenant.set(request.tenant_key)
            await run_pipeline(request)
        elif scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            await send({"type": "websocket.close", "code": 1000})

    async def _live(self, receive: Receive, send: Send) -> None:
        """Lifespan protocol: run the hooks at startup and shutdown."""
        while True:
            message = await receive()
            hooks = self._on_startup if message["type"] == "lifespan.startup" else self._on_shutdown
            for hook in hooks:
                await hook()
            await send({"type": message["type"] + ".complete"})
            if hooks is self._on_shutdown:
                return

    def _build_request(self, scope: Scope, receive: Receive, send: Send) -> Request:
        headers: dict[str, list[bytes]] = {}
        for raw, value in scope["headers"]:
            name = raw.decode("latin-1").lower()
            if name in headers:
                headers[name].append(value)
            else:
                headers[name] = [value]
        peer = scope.get("client")
        proxies = self._services.proxies
        client_ip = proxies.client_of(peer[0] if peer else None, headers.get("x-forwarded-for", ()))
        declared = _declared_length(scope, headers)
        context = RequestContext()
        context.services = self._services
        return Request(
            scope["method"],
            scope["raw_path"],
            scope["query_string"],
            headers,
            b"",
            client_ip,
            incoming=BodyReader(receive, declared, address_tenant(client_ip), self._large_bodies),
            send=send,
            peer=peer,
            http_version=scope["http_version"],
            context=context,
        )


def _declared_length(scope: Scope, headers: Mapping[str, list[bytes]]) -> int | None:
    """The declared length of the body; None if it is unknown. HTTP/1 without a declared length has no body."""
    if "transfer-encoding" in headers:
        return None
    length = headers.get("content-length", [b""])[0]
    if length.isdigit():
        return int(length)
    return 0 if scope["http_version"].startswith("1") else None
