"""Where requests come in: the ASGI application. The only file that knows the web framework."""

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import structlog
from litestar import Litestar
from litestar.exceptions import HTTPException
from litestar.handlers import asgi
from litestar.types import Receive, Scope, Send

from fulfilment.db.pool import COLLISIONS, UNAVAILABLE, PoolFull
from fulfilment.http.client_address import TrustedProxies
from fulfilment.http.envelope import JSON_TYPE, Document, encode_error
from fulfilment.http.errors import (
    ApiError,
    Internal,
    MethodNotAllowed,
    NotFound,
    PayloadTooLarge,
    ServiceUnavailable,
    Validation,
)
from fulfilment.http.mutation import Answered
from fulfilment.http.request import MAX_BODY_BYTES, Request
from fulfilment.http.route import Route
from fulfilment.http.server import Server

log = structlog.get_logger("fulfilment.http")

_BODY_TIMEOUT_SECONDS = 30
_DRAIN_TIMEOUT_SECONDS = 2
_MAX_DRAINED_BYTES = 8 * MAX_BODY_BYTES
_NO_PROXIES = TrustedProxies(())


async def respond(server: Server, routes: Mapping[str, Route], scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one ASGI request on a path whose methods are `routes`."""
    started = time.perf_counter()
    request = _request(scope, server.proxies)
    route = routes.get(request.method)
    structlog.contextvars.bind_contextvars(request_id=request.id)
    try:
        if _may_have_body(request, scope):
            request.body = await _read_body(request, receive)
        if route is None:
            raise MethodNotAllowed(headers={"Allow": ", ".join(sorted(routes))})
        answer = await server.answer(route, request, scope["path_params"])
    except ApiError as refusal:
        answer = _refused(refusal, request, route)
    except (PoolFull, *COLLISIONS) as problem:
        log.warning("database_busy", error=type(problem).__name__)
        answer = _refused(ServiceUnavailable(), request, route)
    except UNAVAILABLE as problem:
        # asyncpg raises a ValueError for an argument that it cannot send: our fault, and no outage.
        is_fault = isinstance(problem, ValueError)
        log.log(
            logging.ERROR if is_fault else logging.WARNING,
            "fault" if is_fault else "database_unavailable",
            error=type(problem).__name__,
            exc_info=is_fault,
        )
        answer = _refused(Internal() if is_fault else ServiceUnavailable(), request, route)
    except Exception:
        log.exception("fault", method=request.method, path=route.path if route else None)
        answer = _refused(Internal(), request, route)
    await _send(answer, request, send)
    log.info(
        "request",
        method=request.method,
        route=route.path if route else None,
        status=answer.status,
        ms=round((time.perf_counter() - started) * 1_000, 1),
    )


def _request(scope: Scope, proxies: TrustedProxies = _NO_PROXIES) -> Request:
    headers: dict[str, list[bytes]] = {}
    for name, value in scope["headers"]:
        headers.setdefault(name.decode("latin-1").lower(), []).append(value)
    peer = scope.get("client")
    client_ip = proxies.client_of(peer[0] if peer else None, headers.get("x-forwarded-for", ()))
    return Request(scope["method"], scope["raw_path"], scope["query_string"], headers, b"", client_ip)


def _may_have_body(request: Request, scope: Scope) -> bool:
    """HTTP/1 announces a body; where there is none, waiting for it would only cost time."""
    headers = request.headers
    return "content-length" in headers or "transfer-encoding" in headers or not scope["http_version"].startswith("1")


async def _read_body(request: Request, receive: Receive) -> bytes:
    declared = request.headers.get("content-length", [b"0"])[0]
    if declared.isdigit() and int(declared) > MAX_BODY_BYTES:
        await _drain(receive, int(declared))
        raise PayloadTooLarge
    chunks: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(_BODY_TIMEOUT_SECONDS):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    # It hung up, or its chunks make no sense; only the latter reads the answer.
                    raise Validation("The body did not arrive whole.")
                chunk = message.get("body", b"")
                size += len(chunk)
                if size > MAX_BODY_BYTES:
                    await _drain(receive, size)
                    raise PayloadTooLarge
                chunks.append(chunk)
                if not message.get("more_body"):
                    return b"".join(chunks)
    except TimeoutError:
        raise Validation("The body did not arrive in time.") from None


async def _drain(receive: Receive, expected: int) -> None:
    """Throw away what is still on its way, within reason: a client cut off while it sends never reads our answer."""
    left = _MAX_DRAINED_BYTES
    if expected > left:
        return
    with suppress(TimeoutError):
        async with asyncio.timeout(_DRAIN_TIMEOUT_SECONDS):
            is_more = True
            while is_more and left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                is_more = message.get("more_body", False)


def _refused(refusal: ApiError, request: Request, route: Route | None) -> Answered:
    code = refusal.code
    if code == "VALIDATION" and route is not None:
        code = route.validation_code
    return Answered(refusal.status, encode_error(refusal, request.id, code), refusal.headers)


async def _send(answer: Answered | Document, request: Request, send: Send) -> None:
    if isinstance(answer, Document):
        content, media_type = answer.content, answer.media_type
    else:
        content, media_type = answer.body, JSON_TYPE
    headers = [
        (b"content-type", media_type.encode()),
        (b"content-length", b"%d" % len(content)),
        (b"x-request-id", request.id.encode()),
        *((name.lower().encode(), value.encode()) for name, value in (request.answer_headers | answer.headers).items()),
    ]
    if isinstance(answer, Document) and answer.filename:
        headers.append((b"content-disposition", f'inline; filename="{answer.filename}"'.encode()))
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": content})


def build(server: Server, routes: Sequence[Route], on_startup: Sequence = (), on_shutdown: Sequence = ()) -> Callable:
    """The ASGI application: one handler a path, routed on the raw path so that an escaped slash stays one."""
    by_path: dict[str, dict[str, Route]] = {}
    for route in routes:
        methods = by_path.setdefault(route.path, {})
        assert route.method not in methods, f"two routes are {route.method} {route.path}"
        methods[route.method] = route
    handlers = [_asgi_handler(server, path, methods) for path, methods in by_path.items()]

    async def not_found(scope: Scope, receive: Receive, send: Send) -> None:
        request = _request(scope)
        await _send(_refused(NotFound("No such route."), request, None), request, send)

    app = Litestar(
        handlers,
        on_startup=list(on_startup),
        on_shutdown=list(on_shutdown),
        openapi_config=None,
        logging_config=None,
        exception_handlers={HTTPException: _framework_refusal},
    )
    _find_path_parameters(app.asgi_router.root_route_map_node)

    async def entry(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope["path"] = scope["raw_path"].decode("latin-1")
            if not scope["path"].startswith("/"):
                return await not_found(scope, receive, send)
        elif scope["type"] == "websocket":
            return await send({"type": "websocket.close", "code": 1000})
        return await app(scope, receive, send)

    return entry


def _asgi_handler(server: Server, path: str, methods: dict[str, Route]) -> Any:
    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        await respond(server, methods, scope, receive, send)

    return asgi(path.replace("}", ":str}"), copy_scope=False)(handle)


def _find_path_parameters(node: Any) -> None:
    """Litestar keeps an ASGI handler's path parameters under "asgi", and looks for them under the request's method."""
    found = node.path_parameters.get("asgi", ())
    node.path_parameters = defaultdict(lambda: found)
    for child in node.children.values():
        _find_path_parameters(child)


def _framework_refusal(request: Any, problem: HTTPException) -> Any:
    """The framework only ever refuses what it cannot route."""
    from litestar import Response

    seen = _request(request.scope)
    answered = _refused(NotFound("No such route."), seen, None)
    return Response(answered.body, status_code=answered.status, media_type=JSON_TYPE, headers={"x-request-id": seen.id})
