"""Where requests come in: the ASGI application, and what each outcome is answered with."""

import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any

import structlog

from fulfilment.infra.api import cors, responses
from fulfilment.infra.api.body_reader import (
    DRAIN_SECONDS,
    GATED_DRAIN_SECONDS,
    BodyReader,
    ClientDisconnected,
    LargeBodyLimit,
    Receive,
)
from fulfilment.infra.api.envelope import Document, encode_error
from fulfilment.infra.api.errors import ApiError, Internal, MethodNotAllowed, NotFound, ServiceUnavailable, Validation
from fulfilment.infra.api.path_table import Paths
from fulfilment.infra.api.pipeline import Dispatcher
from fulfilment.infra.api.request import Request
from fulfilment.infra.api.responses import Send
from fulfilment.infra.api.routing import Route
from fulfilment.infra.auth import request_signing
from fulfilment.infra.database.errors import SessionRefused
from fulfilment.infra.database.pool import SERIALIZATION_CONFLICTS, UNAVAILABLE, PoolFull
from fulfilment.infra.encryption.keyring import DecryptionFailed
from fulfilment.infra.limits import tenant
from fulfilment.infra.observability import logs
from fulfilment.infra.observability.metrics import catalogue, meters
from fulfilment.infra.observability.tracing import incoming as incoming_traces
from fulfilment.infra.observability.tracing import recording
from fulfilment.infra.observability.tracing.recording import Span
from fulfilment.infra.operations.command import EncodedResponse

log = structlog.get_logger("fulfilment.infra.api")

Scope = Mapping[str, Any]
Methods = Mapping[str, Route]
Hook = Callable[[], Awaitable[None]]

# Below here refusals are pages for people, of the console.
PAGES = b"/console"

# The client will never read it; for the log alone, under the number that proxies use.
_CLIENT_CLOSED = EncodedResponse(499, b"")


class Application:
    """The ASGI application. Each path has its methods; nothing but these is known of it."""

    def __init__(
        self,
        server: Dispatcher,
        routes: Sequence[Route],
        on_startup: Sequence[Hook] = (),
        on_shutdown: Sequence[Hook] = (),
    ) -> None:
        self._server = server
        self._paths = _table(routes)
        self._on_startup = on_startup
        self._on_shutdown = on_shutdown
        self._large_bodies = LargeBodyLimit()

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
        tenant.current.set(request.tenant_key)
        if recording.state.is_on:
            self._begin_trace(request, scope)
        methods, values = self._paths.find(scope["raw_path"].decode("latin-1")) or ({}, {})
        # Whoever asks for the head of something is answered as if they asked for it, without the body.
        route = methods.get(request.method) or (methods.get("GET") if request.method == "HEAD" else None)
        cors.open_answer(request, methods)
        template = catalogue.UNMATCHED if route is None else route.path
        answer, meter = _CLIENT_CLOSED, meters.current
        if meter is not None:
            meter.start_request(template)
        try:
            answer = await self._answered(route, methods, values, request)
            await responses.send(answer, request, send, partial(self._server.next_chunk, route))
        finally:
            if request.incoming is not None:
                request.incoming.close()
            if request.span is not None:
                _end_trace(request.span, request, route, answer.status)
            if meter is not None:
                meter.finish_request(
                    template, request.method, answer.status, time.perf_counter() - started, request.error_code
                )
        if logs.fast_request_log.is_enabled and not (route is not None and route.is_probe):
            logs.fast_request_log.write(
                log, "request", request.id, _request_fields(request, route, answer.status, started)
            )

    def _begin_trace(self, request: Request, scope: Scope) -> None:
        """Record what is done for the request, if it is sampled; most are not, and have named no trace either."""
        has_parent = "traceparent" in request.headers
        if not has_parent and not recording.is_sampled():
            return
        peer = scope.get("client")
        is_trusted = has_parent and peer is not None and self._server.proxies.trusts(peer[0])
        request.span, request.trace_id = incoming_traces.start(request.headers, is_trusted=is_trusted)
        if request.span is not None:
            recording.current.set(request.span)
        elif request.trace_id is not None:
            structlog.contextvars.bind_contextvars(trace_id=request.trace_id)

    async def _answered(
        self, route: Route | None, methods: Methods, values: dict[str, str], request: Request
    ) -> EncodedResponse | Document:
        """The answer, whatever happens: every refusal and fault is one."""
        try:
            request.require_short_head()
            request.require_one_host()
            if route is None:
                if (preflight := cors.preflight(request, methods)) is not None:
                    return preflight
                raise _nowhere(methods)
            _require_one_length(request)
            return await self._server.handle(route, request, values)
        except ApiError as error:
            answer = await self._refused(error, request, route)
        except ClientDisconnected:
            return _CLIENT_CLOSED
        except (PoolFull, *SERIALIZATION_CONFLICTS) as problem:
            log.warning("database_busy", error=type(problem).__name__)
            answer = await self._refused(ServiceUnavailable(), request, route)
        except UNAVAILABLE as problem:
            answer = await self._refused(_is_unavailable(problem), request, route)
        except DecryptionFailed as problem:
            # Another node may have the key already, and this one after its next start.
            log.error("secret_not_decrypted", error=str(problem), path=route.path if route else None)
            answer = await self._refused(ServiceUnavailable(), request, route)
        except Exception:
            log.exception("fault", method=request.method, path=route.path if route else None)
            answer = await self._refused(Internal(), request, route)
        has_gate = route is not None and route.pre_check is not None
        if request.incoming is not None:
            await request.incoming.drain(GATED_DRAIN_SECONDS if has_gate else DRAIN_SECONDS)
        return answer

    async def _refused(self, error: ApiError, request: Request, route: Route | None) -> EncodedResponse | Document:
        code = error.code
        if code == "VALIDATION" and route is not None:
            code = route.validation_code
        request.error_code = code
        if self._server.error_pages is not None and request.raw_path.startswith(PAGES):
            try:
                return await self._server.render_error(error, request, code, self._server.error_pages)
            except ServiceUnavailable as busy:
                # There is no time to draw anything.
                error, code = busy, busy.code
        headers = error.headers
        if error.status == 401:
            headers = headers | {"WWW-Authenticate": request_signing.challenges()}
        return EncodedResponse(error.status, encode_error(error, request.id, code), headers)

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
        request.http_version = scope["http_version"]
        declared = _declared(scope, headers)
        request.incoming = BodyReader(receive, declared, request.tenant_key, self._large_bodies, peer)
        return request


def build(
    server: Dispatcher, routes: Sequence[Route], on_startup: Sequence[Hook] = (), on_shutdown: Sequence[Hook] = ()
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
    """Two ways to tell where a body ends are how one request is smuggled within another (decisions, section 11).

    Granian removes Content-Length beside Transfer-Encoding, reads the chunks alone, and ends the connection after its
    answer (RFC 9112, section 6.3). So nothing can be smuggled. A server that hands both headers on is refused here.
    """
    headers = request.headers
    if "transfer-encoding" in headers and "content-length" in headers:
        raise Validation("A request has Content-Length or Transfer-Encoding, never both.")


def _is_unavailable(problem: BaseException) -> ApiError:
    # asyncpg raises a ValueError for an argument that it cannot send: our fault, and no outage.
    is_fault = isinstance(problem, ValueError)
    log.log(
        logging.ERROR if is_fault else logging.WARNING,
        "fault" if is_fault else "database_unavailable",
        error=type(problem).__name__,
        reason=str(problem) if isinstance(problem, SessionRefused) else None,
        exc_info=is_fault,
    )
    return Internal() if is_fault else ServiceUnavailable()


def _end_trace(span: Span, request: Request, route: Route | None, status: int) -> None:
    account_id = None if request.principal is None else request.principal.account_id
    path = None if route is None else route.path
    incoming_traces.finish(span, request.method, path, status, request.id, account_id, request.error_code)


def _request_fields(request: Request, route: Route | None, status: int, started: float) -> dict[str, Any]:
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
    principal = request.principal
    key_id = request.claimed_key_id if principal is None else principal.key_id
    if key_id is not None:
        told["key_id"] = key_id
    if principal is not None:
        told["workspace"] = principal.account_id
        if principal.acting_partner is not None:
            told["partner"] = principal.acting_partner
    if request.error_code is not None:
        told["code"] = request.error_code
    if request.trace_id is not None:
        told["trace_id"] = request.trace_id
        if request.span is not None:
            told["span_id"] = request.span.span_hex
    return told
