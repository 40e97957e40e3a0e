"""Error encoding: the pipeline step that turns errors and faults into answers, as JSON or as pages of the console."""

import logging

import structlog

from fulfilment.infra.api.body_reader import DRAIN_SECONDS, GATED_DRAIN_SECONDS, ClientDisconnected
from fulfilment.infra.api.envelope import encode_error
from fulfilment.infra.api.errors import ApiError, Internal, ServiceUnavailable
from fulfilment.infra.api.request import Request
from fulfilment.infra.api.responses import CLIENT_CLOSED, Next, Response
from fulfilment.infra.auth import request_signing
from fulfilment.infra.database.errors import SessionRefused
from fulfilment.infra.database.pool import SERIALIZATION_CONFLICTS, UNAVAILABLE, PoolFull
from fulfilment.infra.encryption.keyring import DecryptionFailed
from fulfilment.infra.operations.command import EncodedResponse

# Errors below this path are answered as HTML pages of the console.
PAGES = b"/console"

log = structlog.get_logger("fulfilment.infra.api")


async def encode_errors(request: Request, call_next: Next) -> Response:
    """Pipeline step: turn every error and fault into an answer, and drain the rest of the request's body."""
    try:
        return await call_next(request)
    except ClientDisconnected:
        return CLIENT_CLOSED
    except ApiError as error:
        answer = await encode_refusal(error, request)
    except Exception as problem:
        answer = await encode_refusal(_refusal_of_fault(problem, request), request)
    has_gate = request.context.matched is not None and request.context.matched.pre_check is not None
    if request.incoming is not None:
        await request.incoming.drain(GATED_DRAIN_SECONDS if has_gate else DRAIN_SECONDS)
    return answer


def _refusal_of_fault(problem: Exception, request: Request) -> ApiError:
    path = None if request.context.matched is None else request.context.matched.path
    if isinstance(problem, (PoolFull, *SERIALIZATION_CONFLICTS)):
        log.warning("database_busy", error=type(problem).__name__)
        return ServiceUnavailable()
    if isinstance(problem, UNAVAILABLE):
        return _refusal_of_outage(problem)
    if isinstance(problem, DecryptionFailed):
        # A key may be new: other nodes may have it already, and this node after its next start.
        log.error("secret_not_decrypted", error=str(problem), path=path)
        return ServiceUnavailable()
    log.exception("fault", method=request.method, path=path)
    return Internal()


def _refusal_of_outage(problem: BaseException) -> ApiError:
    # asyncpg raises ValueError for an argument that it cannot encode: a fault of the service, no outage.
    is_fault = isinstance(problem, ValueError)
    log.log(
        logging.ERROR if is_fault else logging.WARNING,
        "fault" if is_fault else "database_unavailable",
        error=type(problem).__name__,
        reason=str(problem) if isinstance(problem, SessionRefused) else None,
        exc_info=is_fault,
    )
    return Internal() if is_fault else ServiceUnavailable()


async def encode_refusal(error: ApiError, request: Request) -> Response:
    """The answer to a request that failed with the error."""
    context = request.context
    code = error.code
    if code == "VALIDATION" and context.matched is not None:
        code = context.matched.validation_code
    context.error_code = code
    if context.services.error_pages is not None and request.raw_path.startswith(PAGES):
        try:
            return await render_error(error, request, code)
        except ServiceUnavailable as busy:
            # The process is too busy to render a page, so the answer is JSON.
            error, code = busy, busy.code
    headers = error.headers
    if error.status == 401:
        headers = headers | {"WWW-Authenticate": request_signing.challenges()}
    return EncodedResponse(error.status, encode_error(error, request.id, code), headers)


async def render_error(error: ApiError, request: Request, code: str) -> Response:
    """The console's page for an error, rendered within an admission slot. Raises ServiceUnavailable.

    A page that repeats a whole form takes as long to render as a screen, and its client need not be signed in.
    """
    error_pages, admission = request.context.services.error_pages, request.context.services.loop_admission
    assert error_pages is not None
    work_kind = ("refusal", request.method, code, len(request.body).bit_length() // 2)
    slot = await admission.acquire(request.current_tenant, work_kind)

    async def render() -> Response:
        return error_pages.render(error, request, code)

    try:
        return await slot.measure(render())
    finally:
        admission.release(slot)
