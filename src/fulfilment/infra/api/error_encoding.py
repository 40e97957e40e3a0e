"""The one place where refusals and faults become answers: in the envelope, or as pages of the console."""

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

# Below here refusals are pages for people, of the console.
PAGES = b"/console"

log = structlog.get_logger("fulfilment.infra.api")


async def encode_errors(request: Request, call_next: Next) -> Response:
    """Answer whatever happens: every refusal and fault becomes an answer, with the rest of the body drained."""
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
        # Another node may have the key already, and this one after its next start.
        log.error("secret_not_decrypted", error=str(problem), path=path)
        return ServiceUnavailable()
    log.exception("fault", method=request.method, path=path)
    return Internal()


def _refusal_of_outage(problem: BaseException) -> ApiError:
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


async def encode_refusal(error: ApiError, request: Request) -> Response:
    """The answer of one refusal."""
    context = request.context
    code = error.code
    if code == "VALIDATION" and context.matched is not None:
        code = context.matched.validation_code
    context.error_code = code
    if context.services.error_pages is not None and request.raw_path.startswith(PAGES):
        try:
            return await render_error(error, request, code)
        except ServiceUnavailable as busy:
            # There is no time to draw anything.
            error, code = busy, busy.code
    headers = error.headers
    if error.status == 401:
        headers = headers | {"WWW-Authenticate": request_signing.challenges()}
    return EncodedResponse(error.status, encode_error(error, request.id, code), headers)


async def render_error(error: ApiError, request: Request, code: str) -> Response:
    """The page of a refusal, drawn when it is its party's turn at the event loop. Raises ServiceUnavailable.

    A form that comes back whole takes as long to draw as a screen, and its sender need not be known.
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
