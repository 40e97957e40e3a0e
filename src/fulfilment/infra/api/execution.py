"""Running handlers, each by its kind: with a `Read`, in a command, as an external operation, or without a workspace."""

from collections.abc import Awaitable
from typing import Any

from fulfilment.infra.api.envelope import Document, Stream
from fulfilment.infra.api.errors import ApiError, ServiceUnavailable
from fulfilment.infra.api.request import Request
from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.database import outbox
from fulfilment.infra.database.transaction import Read, Tx
from fulfilment.infra.limits import external_wait
from fulfilment.infra.operations import idempotency
from fulfilment.infra.operations.command import Command, EncodedResponse, Job, Work, encode_response, replay
from fulfilment.infra.operations.external_operation import ExternalOperation


async def run_handler(request: Request) -> EncodedResponse | Document:
    """The answer of the handler of an API route. Raises ApiError for refusals."""
    context = request.context
    route = context.route
    if route.kind is Public:
        data = await _run_public(request)
    elif route.method == "GET":
        data = await route.handler(Read(context.services.executor, context.caller), **context.arguments)
        if isinstance(data, Stream):
            await data.start()
    elif route.kind is ExternalOperation:
        data = await _run_operation(request)
    else:
        data = await _run_command(request)
    is_final = isinstance(data, (EncodedResponse, Document))
    return data if is_final else encode_response(data, route.status, request.id)[0]


async def _run_public(request: Request) -> object:
    context, services = request.context, request.context.services
    public = Public(
        services.db,
        services.notifier,
        services.executor,
        request,
        services.commands.run,
        services.batched_queries,
        context.route.status,
        context.route.path,
    )
    return await context.route.handler(public, **context.arguments)


async def _run_command(request: Request) -> EncodedResponse:
    context = request.context
    route, arguments = context.route, context.arguments

    def work(tx: Tx) -> Awaitable[Any]:
        return route.handler(tx, **arguments)

    batch_key = None if route.batch_key is None else route.batch_key(arguments)
    command = Command(request, context.caller, context.key, route.status, work, route.path)
    return await context.services.commands.run(command, None, batch_key=batch_key)


async def _run_operation(request: Request) -> object:
    context, services = request.context, request.context.services
    operation = _start_operation(request)
    try:
        return await _run_to_end(operation, request)
    except (ApiError, outbox.IdempotencyConflict) as problem:
        # A twin may have finished since we looked, and what it did may be why we were refused; or another process took
        # us for dead and carried it to its end in our name.
        record, key = await services.authenticator.load_idempotency_record(context.caller, request), context.key
        ours = None
        if record is not None and key is not None and record.request_hash == key.request_hash:
            ours = record
        if ours is not None and ours.status is not None:
            return replay(ours, key, context.caller.account_id)
        # What a twin has begun, but not settled, may be why we were refused too.
        has_twin = (
            ours is not None
            and not operation.has_claimed_key
            and await ours.is_in_progress(Read(services.executor, context.caller))
        )
        if has_twin or isinstance(problem, outbox.IdempotencyConflict):
            raise idempotency.InProgress from None
        raise


def _start_operation(request: Request) -> ExternalOperation:
    context, services = request.context, request.context.services
    route, principal = context.route, context.caller

    def run_command(work: Work, batch_key: tuple | None) -> Awaitable[EncodedResponse]:
        command = Command(request, principal, context.key, route.status, work, route.path)
        return services.commands.run(command, None, batch_key=batch_key)

    async def run_batched(name: str, batch_key: tuple, job: Job) -> tuple[Any, bool]:
        # It waits for others' commits, as it waits for the courier.
        with external_wait.slot_released():
            return await services.commands.run_batched(
                principal.account_id, f"{route.path} {name}", batch_key, request.slot, job
            )

    return ExternalOperation(
        services.db, services.notifier, principal, context.key, request.id, route.status, run_command, run_batched
    )


async def _run_to_end(operation: ExternalOperation, request: Request) -> object:
    try:
        return await request.context.route.handler(operation, **request.context.arguments)
    except BaseException as problem:
        # A refusal has settled what was claimed.
        if not isinstance(problem, ApiError) or isinstance(problem, ServiceUnavailable):
            operation.release_claims()
        raise
