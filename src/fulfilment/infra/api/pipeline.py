"""Request pipeline (middleware): all steps from route matching to the handler, in order.

A step takes the request and the rest of the pipeline. It writes its results to the request's context (request.py) or
raises an ApiError, which `encode_errors` turns into an answer. The handler runs in the task of its request.

The route is matched first, since the log, the metrics, the trace and the errors name it. The idempotency key is checked
before the body is decoded. A repeated request therefore gets the stored answer, even if a newer release would decode
its body differently.
"""

from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from functools import partial
from typing import Any

import structlog

from fulfilment.infra.api import cors, decoding, responses
from fulfilment.infra.api.access_log import access_log
from fulfilment.infra.api.envelope import Document, Stream
from fulfilment.infra.api.error_encoding import encode_errors
from fulfilment.infra.api.errors import ApiError, Forbidden, MethodNotAllowed, NotFound
from fulfilment.infra.api.internal_client import ConsolePage
from fulfilment.infra.api.request import Request
from fulfilment.infra.api.responses import Next, Response
from fulfilment.infra.api.routing import Route
from fulfilment.infra.auth import partner_policy, roles
from fulfilment.infra.auth.authenticator import is_login_redirect
from fulfilment.infra.auth.principal import Principal, WorkspaceSuspended
from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.limits import fair_semaphore, loop_admission
from fulfilment.infra.observability.tracing import incoming as incoming_traces
from fulfilment.infra.observability.tracing import recording
from fulfilment.infra.operations import idempotency
from fulfilment.infra.operations.command import Command, EncodedResponse, encode_response, replay
from fulfilment.infra.operations.external_operation import ExternalOperation

Step = Callable[[Request, Next], Coroutine[Any, Any, Response]]


async def match_route(request: Request, call_next: Next) -> Response:
    """Find the routes of the path, and the route of the method. `require_route` refuses a request without one."""
    context = request.context
    found = context.services.paths.find(request.raw_path.decode("latin-1"))
    if found is not None:
        methods, context.path_values = found
        context.methods = methods
        # HEAD is answered like GET, without the body.
        context.matched = methods.get(request.method) or (methods.get("GET") if request.method == "HEAD" else None)
        cors.open_answer(request, methods)
    return await call_next(request)


async def tracing(request: Request, call_next: Next) -> Response:
    """Record a trace of the request if it is sampled. Most requests are not sampled, and send no `traceparent`."""
    context = request.context
    has_parent = "traceparent" in request.headers
    if not recording.state.is_on or not (has_parent or recording.is_sampled()):
        return await call_next(request)
    is_trusted = has_parent and request.peer is not None and context.services.proxies.trusts(request.peer[0])
    span, context.trace_id = incoming_traces.start(request.headers, is_trusted=is_trusted)
    if span is None:
        if context.trace_id is not None:
            structlog.contextvars.bind_contextvars(trace_id=context.trace_id)
        return await call_next(request)
    context.span = span
    recording.current.set(span)
    status = responses.CLIENT_CLOSED.status
    try:
        answer = await call_next(request)
        status = answer.status
        return answer
    finally:
        account_id = None if context.principal is None else context.principal.account_id
        path = None if context.matched is None else context.matched.path
        incoming_traces.finish(span, request.method, path, status, request.id, account_id, context.error_code)


async def limit_head(request: Request, call_next: Next) -> Response:
    """Refuse a head that is too long, or has an ambiguous Host, before any other header is parsed."""
    request.require_short_head()
    request.require_one_host()
    return await call_next(request)


async def require_route(request: Request, call_next: Next) -> Response:
    """Refuse an unknown path or method, and an ambiguous length. Answer CORS preflights."""
    methods = request.context.methods
    if request.context.matched is None:
        if (preflight := cors.preflight(request, methods)) is not None:
            return preflight
        if not methods:
            raise NotFound("No such route.")
        shown = {*methods, "HEAD"} if "GET" in methods else set(methods)
        raise MethodNotAllowed(headers={"Allow": ", ".join(sorted(shown))})
    request.require_one_length()
    return await call_next(request)


async def pre_check(request: Request, call_next: Next) -> Response:
    """Run the admission check of a public route, before its body is read."""
    gate = request.context.route.pre_check
    if gate is not None:
        request.context.services.resources[gate].admit(request)
    return await call_next(request)


async def authenticate(request: Request, call_next: Next) -> Response:
    """Read the body and authenticate the caller. A failed credential counts against the client's address."""
    context = request.context
    if context.route.is_public:
        return await _prove_by_handler(request, call_next)
    is_page = context.route.kind is ConsolePage
    try:
        principal = await (_authenticate_session(request) if is_page else _authenticate_credential(request))
    except ApiError as error:
        if error.status in (401, 403) and not (is_page and is_login_redirect(error, request)):
            await context.services.rate_limits.count_failed_auth(request)
        raise
    context.principal = principal
    fair_semaphore.current_tenant.set(principal.account_id)
    return await call_next(request)


async def _prove_by_handler(request: Request, call_next: Next) -> Response:
    """Read the body of a public route. Its handler verifies the credential, and failures count as elsewhere."""
    route, services = request.context.route, request.context.services
    if route.is_probe:
        return await call_next(request)
    try:
        if route.verifier is not None:
            await services.resources[route.verifier].expect(request)
        await request.receive_body(route.max_body_bytes)
        return await call_next(request)
    except ApiError as error:
        if route.verifier is not None and error.status == 401:
            await services.rate_limits.count_failed_auth(request)
        raise


async def _authenticate_credential(request: Request) -> Principal:
    context = request.context
    authenticator = context.services.authenticator
    claim = authenticator.parse_credential(request)
    if request.has_large_body:
        # The caller of a large body must be known before the body is read.
        await authenticator.precheck(claim)
    await request.receive_body(context.route.max_body_bytes)
    principal, context.record = await authenticator.authenticate(claim, request)
    return principal


async def _authenticate_session(request: Request) -> Principal:
    context = request.context
    workspace = context.path_values.get("workspace")
    workspace = None if workspace is None else decoding.path_value(workspace)
    context.session, principal = await context.services.console_authenticator.authenticate(request, workspace)
    return principal


async def limit_rate(request: Request, call_next: Next) -> Response:
    """Charge the request to the caller's rate limit. `charge_cost` adds costs that depend on the body's content."""
    if request.principal is not None:
        await request.context.services.rate_limits.check(request.principal, request)
    return await call_next(request)


async def admit(request: Request, call_next: Next) -> Response:
    """Wait for admission to the event loop, fair between workspaces, and measure the time spent on the loop."""
    context = request.context
    route, admission = context.route, context.services.loop_admission
    if route.is_probe:
        # A probe never waits: it reports that the event loop runs.
        return await call_next(request)
    # The time of a request depends on its size, too.
    work_kind = (route.method, route.path, len(request.body).bit_length() // 2)
    slot = await admission.acquire(request.current_tenant, work_kind, request.cancel_on_disconnect)
    context.slot = slot
    loop_admission.current.set(slot.released_while_waiting)
    try:
        work = slot.measure(call_next(request))
        answer = await (request.cancel_on_disconnect(work) if route.cancel_on_disconnect else work)
        slot.add_response_cost(len(answer.content if isinstance(answer, Document) else answer.body))
        return answer
    finally:
        admission.release(slot)


async def authorize(request: Request, call_next: Next) -> Response:
    """Refuse a request that the caller's partner, scopes or roles do not allow."""
    route, principal = request.context.route, request.principal
    if principal is not None:
        if route.kind is not ConsolePage:
            partner_policy.require_may_use(principal, route.method, route.path)
            is_enforced = request.context.services.settings.scopes_enforced
            if is_enforced and route.scope not in principal.scopes and principal.key_id:
                raise Forbidden(f"This needs a key with the scope '{route.scope}'.")
        _require_right(route, principal)
    return await call_next(request)


def _require_right(route: Route, principal: Principal) -> None:
    """Refuse a person without a role that has the route's right (decisions, section 14). Raises Forbidden."""
    if principal.roles is not None and not roles.may(principal.roles, route.right or ""):
        wanted = " or ".join(f"'{role}'" for role in roles.holders(route.right or ""))
        raise Forbidden(f"This needs the role {wanted}.")


async def check_idempotency(request: Request, call_next: Next) -> Response:
    """Replay the stored answer of the idempotency key. Refuse an invalid key, and a key of another request."""
    context = request.context
    route, principal, record = context.route, request.principal, context.record
    if principal is None or route.kind is ConsolePage or route.method == "GET":
        return await call_next(request)
    # A suspended workspace may still replay a stored answer, because a replay changes nothing.
    if principal.is_suspended and (record is None or record.status is None):
        raise WorkspaceSuspended
    request.require_sound_idempotency_key()
    if route.is_idempotency_required and request.usable_idempotency_key is None:
        raise idempotency.KeyRequired
    # A stored answer may hold the secret of an API key with weaker restrictions than the caller's key.
    restrictions = principal.key_restrictions if route.scope == "admin" else ""
    key = context.key = idempotency.key_of(request, principal.idempotency_namespace, restrictions)
    if record is not None:
        if record.status is not None or key is None or record.request_hash != key.request_hash:
            return replay(record, key, principal.account_id)
        read = Read(context.services.executor, principal)
        if route.kind is ExternalOperation and await record.is_in_progress(read):
            raise idempotency.InProgress
    return await call_next(request)


async def decode(request: Request, call_next: Next) -> Response:
    """Decode the path, the query and the body into the arguments of the handler."""
    request.context.arguments = await decoding.read_arguments(request)
    return await call_next(request)


async def charge_cost(request: Request, call_next: Next) -> Response:
    """Charge the cost that depends on the decoded body, before the handler runs."""
    context, route = request.context, request.context.route
    if request.principal is not None and route.kind is not ConsolePage:
        body = context.arguments.get(route.body_name or "")
        await context.services.rate_limits.charge_cost(request.principal, request, route.cost, body)
    return await call_next(request)


async def execute(request: Request, _call_next: Next) -> Response:
    """Run the handler, in the task of the request."""
    context, services = request.context, request.context.services
    route, arguments = context.route, context.arguments
    if route.kind is ConsolePage:
        data = await route.handler(ConsolePage(request, call_operation), **arguments)
    elif route.kind is Public:
        data = await route.handler(_public(request), **arguments)
    elif route.method == "GET":
        data = await route.handler(Read(services.executor, context.caller), **arguments)
        if isinstance(data, Stream):
            await data.start()
    else:
        work = partial(_call_handler, route, arguments)
        batch_key = route.batch_key and route.batch_key({**arguments, "principal": context.caller})
        command = Command(request, context.caller, context.key, route.status, work, route.path, batch_key)
        run = services.commands.run_operation if route.kind is ExternalOperation else services.commands.run
        return await run(command)
    is_final = isinstance(data, (EncodedResponse, Document))
    return data if is_final else encode_response(data, route.status, request.id)[0]


def _call_handler(route: Route, arguments: Mapping[str, Any], tx: Tx | ExternalOperation) -> Awaitable[Any]:
    return route.handler(tx, **arguments)


def _public(request: Request) -> Public:
    services, route = request.context.services, request.context.route
    return Public(
        services.db,
        services.notifier,
        services.executor,
        services.batched_queries,
        request,
        services.commands.run,
        route.status,
        route.path,
        route.batch_key and route.batch_key(request.context.arguments),
    )


async def call_operation(request: Request) -> Response:
    """Run an internal call of a screen. It skips admission, because the screen's own request has been admitted."""
    context = request.context
    context.record = await context.services.authenticator.load_idempotency_record(context.caller, request)
    return await _run_operation(request)


PIPELINE: tuple[Step, ...] = (
    match_route,
    access_log,
    tracing,
    responses.send_response,
    encode_errors,
    limit_head,
    require_route,
    pre_check,
    authenticate,
    limit_rate,
    admit,
    authorize,
    check_idempotency,
    decode,
    charge_cost,
    execute,
)


def compose(steps: Sequence[Step]) -> Next:
    """The steps as one function; each step receives the rest as `call_next`."""
    if not steps:
        return _end
    step, rest = steps[0], compose(steps[1:])

    def call(request: Request) -> Coroutine[Any, Any, Response]:
        return step(request, rest)

    return call


async def _end(request: Request) -> Response:
    raise AssertionError("the last step answers")


run_pipeline = compose(PIPELINE)
_run_operation = compose(PIPELINE[PIPELINE.index(authorize) :])
