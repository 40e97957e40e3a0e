"""Access log and metrics of requests: one log line and one observation per request, after its answer is sent."""

import time
from typing import Any

import structlog

from fulfilment.infra.api.request import Request
from fulfilment.infra.api.responses import CLIENT_CLOSED, Next, Response
from fulfilment.infra.auth import request_signing
from fulfilment.infra.observability import logs
from fulfilment.infra.observability.metrics import catalogue, meters

log = structlog.get_logger("fulfilment.infra.api")


async def access_log(request: Request, call_next: Next) -> Response:
    """Pipeline step: count the request while it lasts, and log it at its end. Probes are counted, not logged."""
    started = time.perf_counter()
    context, meter = request.context, meters.current
    route = context.matched
    structlog.contextvars.bind_contextvars(request_id=request.id)
    template = catalogue.UNMATCHED if route is None else route.path
    answer: Response = CLIENT_CLOSED
    if meter is not None:
        meter.start_request(template)
    try:
        answer = await call_next(request)
    finally:
        if meter is not None:
            seconds = time.perf_counter() - started
            meter.finish_request(template, request.method, answer.status, seconds, context.error_code)
    if logs.fast_request_log.is_enabled and not (route is not None and route.is_probe):
        logs.fast_request_log.write(log, "request", request.id, _fields(request, answer.status, started))
    return answer


def _fields(request: Request, status: int, started: float) -> dict[str, Any]:
    """The fields of the log line. The key id of a request without a principal is unproven."""
    context = request.context
    fields: dict[str, Any] = {
        "method": request.method,
        "route": context.matched.path if context.matched else None,
        "status": status,
        "ms": round((time.perf_counter() - started) * 1_000, 1),
    }
    principal = context.principal
    further = {
        "client": request.client_ip,
        "key_id": request_signing.claimed_key_id(request) if principal is None else principal.key_id,
        "workspace": principal and principal.account_id,
        "partner": principal and principal.acting_partner,
        "code": context.error_code,
        "trace_id": context.trace_id,
        "span_id": context.span and context.span.span_hex,
    }
    return fields | {name: value for name, value in further.items() if value is not None}
