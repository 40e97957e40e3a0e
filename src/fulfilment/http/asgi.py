"""Where requests come in: the ASGI application, and what each outcome is answered with."""

import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any

import structlog

from fulfilment import logs, party
from fulfilment.db.pool import COLLISIONS, UNAVAILABLE, PoolFull
from fulfilment.http import sending, signing
from fulfilment.http.envelope import Document, encode_error
from fulfilment.http.errors import (
    ApiError,
    Internal,
    MethodNotAllowed,
    NotFound,
    ServiceUnavailable,
    Validation,
)
from fulfilment.http.incoming import CallerGone, Incoming, LargeBodies, Receive
from fulfilment.http.mutation import Answered
from fulfilment.http.paths import Paths
from fulfilment.http.request import Request
from fulfilment.http.route import Route
from fulfilment.http.sending import Send
from fulfilment.http.server import Server
from fulfilment.metrics import catalogue, meters
from fulfilment.secrets import CannotUnseal
from fulfilment.traces import incoming as incoming_traces
from fulfilment.traces import recording

log = structlog.get_logger("fulfilment.http")

Scope = Mapping[str, Any]
Methods = Mapping[str, Route]
Hook = Callable[[], Awaitable[None]]

# Below here refusals are pages for people, of the console.
PAGES = b"/console"

# The client will never read it; for the log alone, under the number that proxies use.
_GONE = Answered(499, b"")


class Application:
    """The ASGI application. Each path has its methods; nothing but these is known of it."""

    def __init__(
        self, server: Server, routes: Sequence[Route], on_startup: Sequence[Hook] = (), on_shutdown: Sequence[Hook] = ()
    ):
        self._server = server
        self._paths = _table(routes)
        self._on_startup = on_startup
        self._on_shutdown = on_shutdown
        self._large_bodies = LargeBodies()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._respond(scope, receive, send)
        elif scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            await send({"type": "websocket.close", "code": 1000})

    async def _live(self, receive: Receive, send: Send) -> None:
        """Begin and end with the process."""
        while True:
            message = await receive()
            hooks = self._on_startup if message["type"] == "lifespan.startup" else self._on_shutdown
            for hook in hooks:
                await hook()
            await send({"type": message["type"] + ".complete"})
            if hooks is self._on_shutdown:
                return

    async def _respond(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = time.perf_counter()
        request = self._request(scope, receive)
        structlog.contextvars.bind_contextvars(request_id=request.id)
        party.current.set(request.sender)
        if recording.process.is_on:
            self._begin_trace(request, scope)
        methods, values = self._paths.find(scope["raw_path"].decode("latin-1")) or ({}, {})
        # Whoever asks for the head of something is answered as if they asked for it, without the body.
        route = methods.get(request.method) or (methods.get("GET") if request.method == "HEAD" else None)
        answer, meter = _GONE, meters.current
        if meter is not None:
            meter.begin_request(template := catalogue.UNMATCHED if route is None else route.path)
        try:
            answer = await self._answered(route, methods, values, request)
            await sending.send(answer, request, send, partial(self._server.piece_of, route))
        finally:
            request.incoming.close()
            if request.span is not None:
                _end_trace(request, route, answer.status)
            if meter is not None:
                meter.end_request(
                    template, request.method, answer.status, time.perf_counter() - started, request.refused_as
                )
        if logs.frequent.is_told and not (route is not None and route.is_probe):
            logs.frequent.tell(log, "request", request.id, _told(request, route, answer.status, started))

    def _begin_trace(self, request: Request, scope: Scope) -> None:
        """Record what is done for the request, if it is sampled; most are not, and have named no trace either."""
        has_parent = "traceparent" in request.headers
        if not has_parent and not recording.is_sampled():
            return
        peer = scope.get("client")
        is_trusted = has_parent and peer is not None and self._server.proxies.trusts(peer[0])
        request.span, request.trace_id = incoming_traces.begin(request.headers, is_trusted=is_trusted)
        if request.span is not None:
            recording.current.set(request.span)
        elif request.trace_id is not None:
            structlog.contextvars.bind_contextvars(trace_id=request.trace_id)

    async def _answered(
        self, route: Route | None, methods: Methods, values: dict[str, str], request: Request
    ) -> Answered | Document:
        """The answer, whatever happens: every refusal and fault is one."""
        try:
            request.require_short_head()
            if route is None:
                raise _nowhere(methods)
            _require_one_length(request)
            return await self._server.answer(route, request, values)
        except ApiError as refusal:
            self._server.refused.note(refusal, request)
            answer = await self._refused(refusal, request, route)
        except CallerGone:
            return _GONE
        except (PoolFull, *COLLISIONS) as problem:
            log.warning("database_busy", error=type(problem).__name__)
            answer = await self._refused(ServiceUnavailable(), request, route)
        except UNAVAILABLE as problem:
            answer = await self._refused(_away(problem), request, route)
        except CannotUnseal as problem:
            # Another node may have the key already, and this one after its next start.
            log.error("secret_sealed", error=str(problem), path=route.path if route else None)
            answer = await self._refused(ServiceUnavailable(), request, route)
        except Exception:
            log.exception("fault", method=request.method, path=route.path if route else None)
            answer = await self._refused(Internal(), request, route)
        await request.incoming.drain()
        return answer

    async def _refused(self, refusal: ApiError, request: Request, route: Route | None) -> Answered | Document:
        code = refusal.code
        if code == "VALIDATION" and route is not None:
            code = route.validation_code
        request.refused_as = code
        if self._server.faces is not None and request.raw_path.startswith(PAGES):
            try:
                return await self._server.show(refusal, request, code, self._server.faces)
            except ServiceUnavailable as busy:
                # There is no time to draw anything.
                refusal, code = busy, busy.code
        headers = refusal.headers
        if refusal.status == 401:
            headers = headers | {"WWW-Authenticate": signing.challenges()}
        return Answered(refusal.status, encode_error(refusal, request.id, code), headers)

    def _request(self, scope: Scope, receive: Receive) -> Request:
        headers: dict[str, list[bytes]] = {}
        for raw, value in scope["headers"]:
            name = raw.decode("latin-1").lower()
            if name in headers:
                headers[name].append(value)
            else:
                headers[name] = [value]
        peer = scope.get("client")
        client_ip = self._server.proxies.client_of(peer[0] if peer else None, headers.get("x-forwarded-for", ()))
        request = Request(scope["method"], scope["raw_path"], scope["query_string"], headers, b"", client_ip)
        declared = _declared(scope, headers)
        request.incoming = Incoming(receive, declared, request.sender, self._large_bodies, peer)
        return request


def build(
    server: Server, routes: Sequence[Route], on_startup: Sequence[Hook] = (), on_shutdown: Sequence[Hook] = ()
) -> Application:
    """The ASGI application that serves the routes. The hooks are run when the process begins and ends to serve."""
    return Application(server, routes, on_startup, on_shutdown)


def _table(routes: Sequence[Route]) -> Paths[dict[str, Route]]:
    by_path: dict[str, dict[str, Route]] = {}
    for route in routes:
        methods = by_path.setdefault(route.path, {})
        assert route.method not in methods, f"two routes are {route.method} {route.path}"
        methods[route.method] = route
    paths: Paths[dict[str, Route]] = Paths()
    for path, methods in by_path.items():
        paths.add(path, methods)
    return paths


def _nowhere(methods: Methods) -> ApiError:
    if not methods:
        return NotFound("No such route.")
    shown = {*methods, "HEAD"} if "GET" in methods else set(methods)
    return MethodNotAllowed(headers={"Allow": ", ".join(sorted(shown))})


def _declared(scope: Scope, headers: Mapping[str, list[bytes]]) -> int | None:
    """How large the body is said to be; None where it is not said. HTTP/1 announces a body, or there is none."""
    if "transfer-encoding" in headers:
        return None
    length = headers.get("content-length", [b""])[0]
    if length.isdigit():
        return int(length)
    return 0 if scope["http_version"].startswith("1") else None


def _require_one_length(request: Request) -> None:
    """Two ways to tell where a body ends are how one request is smuggled within another (decisions, section 11)."""
    headers = request.headers
    if "transfer-encoding" in headers and "content-length" in headers:
        raise Validation("A request has Content-Length or Transfer-Encoding, never both.")


def _away(problem: BaseException) -> ApiError:
    # asyncpg raises a ValueError for an argument that it cannot send: our fault, and no outage.
    is_fault = isinstance(problem, ValueError)
    log.log(
        logging.ERROR if is_fault else logging.WARNING,
        "fault" if is_fault else "database_unavailable",
        error=type(problem).__name__,
        exc_info=is_fault,
    )
    return Internal() if is_fault else ServiceUnavailable()


def _end_trace(request: Request, route: Route | None, status: int) -> None:
    account_id = None if request.caller is None else request.caller.account_id
    path = None if route is None else route.path
    incoming_traces.end(request.span, request.method, path, status, request.id, account_id, request.refused_as)


def _told(request: Request, route: Route | None, status: int, started: float) -> dict[str, Any]:
    """What was asked, and whose request it was, as far as that is known; what it was refused as.

    A key id may be a mere claim.
    """
    told: dict[str, Any] = {
        "method": request.method,
        "route": route.path if route else None,
        "status": status,
        "ms": round((time.perf_counter() - started) * 1_000, 1),
    }
    if request.client_ip is not None:
        told["client"] = request.client_ip
    caller = request.caller
    key_id = request.claimed_key_id if caller is None else caller.key_id
    if key_id is not None:
        told["key_id"] = key_id
    if caller is not None:
        told["workspace"] = caller.account_id
        if caller.partner_behind is not None:
            told["partner"] = caller.partner_behind
    if request.refused_as is not None:
        told["code"] = request.refused_as
    if request.trace_id is not None:
        told["trace_id"] = request.trace_id
        if request.span is not None:
            told["span_id"] = request.span.span_id.hex()
    return told
