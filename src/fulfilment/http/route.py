"""Routes: how a domain's handlers meet HTTP. The only file that knows the web framework.

A handler says by its first parameter what it is: `Read` (queries), `Tx` (a mutation, committed for it), `Saga` (short
transactions around a call out) or `Public` (no credential). Its other parameters are path parameters (`str`), `query`
(a record of query parameters), one record for the body, and resources of the process, found by their type.
"""

import asyncio
import inspect
import logging
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, get_type_hints
from urllib.parse import unquote_to_bytes

import msgspec
import structlog
from litestar import Litestar
from litestar.exceptions import HTTPException
from litestar.handlers import asgi
from litestar.types import Receive, Scope, Send

from fulfilment.db import outbox
from fulfilment.db.bell import Bell
from fulfilment.db.pool import COLLISIONS, UNAVAILABLE, Database, PoolFull
from fulfilment.db.tx import Read, Tx
from fulfilment.fields import Body
from fulfilment.http import body as bodies
from fulfilment.http import idempotency
from fulfilment.http.caller import Caller, Callers
from fulfilment.http.envelope import JSON_TYPE, Document, encode_error
from fulfilment.http.errors import (
    ApiError,
    Forbidden,
    Internal,
    MethodNotAllowed,
    NotFound,
    PayloadTooLarge,
    ServiceUnavailable,
    UnsupportedMediaType,
    Validation,
)
from fulfilment.http.mutation import Answered, Mutation, Mutations, Work, finished, replay
from fulfilment.http.public import PooledExecutor, Public
from fulfilment.http.request import MAX_BODY_BYTES, Request
from fulfilment.http.saga import Saga
from fulfilment.settings import Settings

log = structlog.get_logger("fulfilment.http")

PREFIX = "/api/v1"
_BODY_TIMEOUT_SECONDS = 30
_DRAIN_TIMEOUT_SECONDS = 2
_MAX_DRAINED_BYTES = 8 * MAX_BODY_BYTES

Handler = Callable[..., Awaitable[Any]]


class Route(msgspec.Struct):
    """One route of the API: what is documented, and how it is run.

    `repeat_status` is for the documentation: what is answered where the resource exists already.
    """

    method: str
    path: str
    handler: Handler
    kind: type
    status: int
    repeat_status: int | None
    body: type | None
    body_name: str | None
    body_optional: bool
    query: type | None
    path_names: tuple[str, ...]
    resources: dict[str, type]
    returns: Any
    needs_key: bool
    scope: str
    validation_code: str
    convoy: Callable[[Any], tuple] | None
    tag: str
    media_type: str
    decoder: Any = None

    @property
    def summary(self) -> str:
        return (inspect.getdoc(self.handler) or self.handler.__name__).split("\n")[0]

    @property
    def is_public(self) -> bool:
        return self.kind is Public


class Routes:
    """A domain's routes, gathered by decorators: `@route.post("/stock/adjust")`."""

    def __init__(self, tag: str, scope: str | None = None, prefix: str = PREFIX):
        self.tag = tag
        self.prefix = prefix
        self._scope = scope
        self.all: list[Route] = []

    def get(self, path: str, **options: Any) -> Callable[[Handler], Handler]:
        return self._add("GET", path, **options)

    def post(self, path: str, **options: Any) -> Callable[[Handler], Handler]:
        return self._add("POST", path, **options)

    def patch(self, path: str, **options: Any) -> Callable[[Handler], Handler]:
        return self._add("PATCH", path, **options)

    def put(self, path: str, **options: Any) -> Callable[[Handler], Handler]:
        return self._add("PUT", path, **options)

    def delete(self, path: str, **options: Any) -> Callable[[Handler], Handler]:
        return self._add("DELETE", path, **options)

    def _add(
        self,
        method: str,
        path: str,
        *,
        status: int = 200,
        repeat_status: int | None = None,
        needs_key: bool = False,
        validation_code: str = "VALIDATION",
        convoy: Callable[[Any], tuple] | None = None,
        media_type: str = JSON_TYPE,
    ) -> Callable[[Handler], Handler]:
        def register(handler: Handler) -> Handler:
            parts = _Parts.of(handler, path)
            self.all.append(
                Route(
                    method=method,
                    path=self.prefix + path,
                    handler=handler,
                    status=status,
                    repeat_status=repeat_status,
                    needs_key=needs_key,
                    validation_code=validation_code,
                    convoy=convoy,
                    scope=self._scope or ("read" if method == "GET" else "write"),
                    tag=self.tag,
                    media_type=media_type,
                    decoder=msgspec.json.Decoder(parts.body) if parts.body else None,
                    **msgspec.structs.asdict(parts),
                )
            )
            return handler

        return register


class _Parts(msgspec.Struct):
    """What a handler's signature says about its route."""

    kind: type
    body: type | None
    body_name: str | None
    body_optional: bool
    query: type | None
    path_names: tuple[str, ...]
    resources: dict[str, type]
    returns: Any

    @classmethod
    def of(cls, handler: Handler, path: str) -> "_Parts":
        hints = get_type_hints(handler)
        returns = hints.pop("return", None)
        names = list(inspect.signature(handler).parameters)
        parts = cls(hints[names[0]], None, None, False, None, (), {}, returns)
        for name in names[1:]:
            hint = hints[name]
            inner = _inner_record(hint)
            if "{" + name + "}" in path:
                parts.path_names += (name,)
            elif name == "query":
                parts.query = hint
            elif inner is not None:
                parts.body, parts.body_name, parts.body_optional = inner, name, inner is not hint
            else:
                parts.resources[name] = hint
        return parts


def _inner_record(hint: Any) -> type | None:
    """The record type in `Record` or `Record | None`."""
    candidates = [part for part in getattr(hint, "__args__", (hint,)) if part is not type(None)]
    is_record = len(candidates) == 1 and inspect.isclass(candidates[0]) and issubclass(candidates[0], Body)
    return candidates[0] if is_record else None


class Server:
    """Runs routes: credential, body, handler, answer. Every outcome is an answer in the envelope."""

    def __init__(self, settings: Settings, db: Database, resources: Mapping[type, Any]):
        self.db = db
        self.settings = settings
        self.bell = Bell(db)
        self.callers = Callers(db, settings)
        self._mutations = Mutations(db, self.callers, self.bell)
        self._executor = PooledExecutor(db)
        self._resources = {Settings: settings, Database: db, **resources}

    async def answer(self, route: Route, request: Request, path_values: dict[str, Any]) -> Answered | Document:
        """The answer to one request. Raises ApiError for refusals."""
        if route.is_public:
            return await self._answer_public(route, request, path_values)
        caller, memory = await self.callers.identify(request)
        if self.settings.scopes_enforced and route.scope not in caller.scopes and caller.key_id:
            raise Forbidden(f"This needs a key with the scope '{route.scope}'.")
        if route.method == "GET":
            arguments = self._arguments(route, request, path_values)
            data = await route.handler(Read(self._executor, caller), **arguments)
            return data if isinstance(data, Document) else finished(data, route.status, request.id)[0]
        request.require_sound_idempotency_key()
        if route.needs_key and request.usable_idempotency_key is None:
            raise idempotency.KeyRequired
        key = idempotency.of(request, caller.memory_partner)
        if memory is not None and (memory.status is not None or memory.request_hash != key.request_hash):
            return replay(memory, key, caller.account_id)
        arguments = self._arguments(route, request, path_values)
        if route.kind is Saga:
            if memory is not None and memory.is_under_way:
                raise idempotency.InProgress
            return await self._run_saga(route, request, caller, key, arguments)
        return await self._run_mutation(route, request, caller, key, arguments)

    async def _answer_public(
        self, route: Route, request: Request, path_values: dict[str, Any]
    ) -> Answered | Document:
        public = Public(self.db, self.bell, self._executor, request)
        data = await route.handler(public, **self._arguments(route, request, path_values))
        is_final = isinstance(data, (Answered, Document))
        return data if is_final else finished(data, route.status, request.id)[0]

    async def _run_mutation(
        self, route: Route, request: Request, caller: Caller, key: Any, arguments: dict[str, Any]
    ) -> Answered:
        def work(tx: Tx) -> Awaitable[Any]:
            return route.handler(tx, **arguments)

        order = None
        if route.convoy is not None:
            order = (caller.account_id, *route.convoy(arguments[route.body_name]))
        mutation = Mutation(request, caller, key, route.status, work)
        return await self._mutations.run(mutation, None, order=order)

    async def _run_saga(
        self, route: Route, request: Request, caller: Caller, key: Any, arguments: dict[str, Any]
    ) -> Answered:
        def run_plainly(work: Work) -> Awaitable[Answered]:
            return self._mutations.run(Mutation(request, caller, key, route.status, work), None)

        saga = Saga(self.db, self.bell, caller, key, request.id, route.status, run_plainly)
        try:
            # A client that hangs up must not leave the operation half done.
            answered = await asyncio.shield(asyncio.ensure_future(route.handler(saga, **arguments)))
        except (ApiError, outbox.KeyTaken) as problem:
            # A twin may have finished since we looked, and what it did may be why we were refused; or somebody took
            # us for dead and carried it to its end in our name.
            memory = await self.callers.recall(caller, request)
            if memory is None or memory.status is None or memory.request_hash != key.request_hash:
                raise idempotency.InProgress if isinstance(problem, outbox.KeyTaken) else problem from None
            return replay(memory, key, caller.account_id)
        return answered if isinstance(answered, Answered) else finished(answered, route.status, request.id)[0]

    def _arguments(self, route: Route, request: Request, path_values: dict[str, Any]) -> dict[str, Any]:
        arguments: dict[str, Any] = {name: _path_value(path_values[name]) for name in route.path_names}
        if route.query is not None:
            arguments["query"] = bodies.convert(request.query_values(), route.query)
        if route.body_name is not None:
            arguments[route.body_name] = self._body(route, request)
        for name, kind in route.resources.items():
            arguments[name] = self._resources[kind]
        return arguments

    def _body(self, route: Route, request: Request) -> Any:
        if not request.body:
            if route.body_optional:
                return None
            raise Validation("This route needs a JSON body.")
        media_type = (request.header("content-type") or JSON_TYPE).split(";")[0].strip().lower()
        if media_type != JSON_TYPE:
            raise UnsupportedMediaType
        return bodies.decode(request.body, route.decoder)

    async def respond(self, routes: Mapping[str, Route], scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one ASGI request on a path whose methods are `routes`."""
        started = time.perf_counter()
        request = _request(scope)
        route = routes.get(request.method)
        structlog.contextvars.bind_contextvars(request_id=request.id)
        try:
            if _may_have_body(request, scope):
                request.body = await _read_body(request, receive)
            if route is None:
                raise MethodNotAllowed(headers={"Allow": ", ".join(sorted(routes))})
            answer = await self.answer(route, request, scope["path_params"])
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
        except _Gone:
            return
        except Exception:
            log.exception("fault", method=request.method, path=route.path if route else None)
            answer = _refused(Internal(), request, route)
        await _send(answer, request, send)
        log.info(
            "request",
            method=request.method,
            route=route.path if route else None,
            status=answer.status if isinstance(answer, Answered) else 200,
            ms=round((time.perf_counter() - started) * 1_000, 1),
        )


class _Gone(Exception):
    """The client went away before its request was complete."""


def _request(scope: Scope) -> Request:
    headers: dict[str, list[bytes]] = {}
    for name, value in scope["headers"]:
        headers.setdefault(name.decode("latin-1").lower(), []).append(value)
    client = scope.get("client")
    return Request(
        scope["method"], scope["raw_path"], scope["query_string"], headers, b"", client[0] if client else None
    )


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
                    raise _Gone
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


def _path_value(raw: str) -> str:
    """A path parameter, decoded. Bytes that no id can hold name nothing."""
    try:
        value = unquote_to_bytes(raw).decode("utf-8")
    except UnicodeDecodeError:
        raise NotFound from None
    if "\0" in value:
        raise NotFound
    return value


async def _send(answer: Answered | Document, request: Request, send: Send) -> None:
    if isinstance(answer, Document):
        status, content, media_type = 200, answer.content, answer.media_type
    else:
        status, content, media_type = answer.status, answer.body, JSON_TYPE
    headers = [
        (b"content-type", media_type.encode()),
        (b"content-length", b"%d" % len(content)),
        (b"x-request-id", request.id.encode()),
        *((name.lower().encode(), value.encode()) for name, value in answer.headers.items()),
    ]
    if isinstance(answer, Document) and answer.filename:
        headers.append((b"content-disposition", f'inline; filename="{answer.filename}"'.encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
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
        await server.respond(methods, scope, receive, send)

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
    return Response(
        answered.body, status_code=answered.status, media_type=JSON_TYPE, headers={"x-request-id": seen.id}
    )
