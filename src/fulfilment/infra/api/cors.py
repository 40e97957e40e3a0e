"""Cross-origin resource sharing (Fetch standard, CORS): only the public routes answer scripts of any origin.

These routes take no cookie and no credential. Their answer is the same for every origin, hence `*`.
"""

from collections.abc import Mapping

from fulfilment.infra.api.request import Request
from fulfilment.infra.api.routing import Route
from fulfilment.infra.operations.command import EncodedResponse

# A browser sends a preflight before a POST with JSON, and caches the answer for this long at most.
PREFLIGHT_SECONDS = 86_400
ALLOWED_HEADERS = ("Content-Type", "Idempotency-Key")
EXPOSED_HEADERS = (
    "X-Request-Id",
    "Idempotency-Replayed",
    "Retry-After",
    "RateLimit-Limit",
    "RateLimit-Remaining",
    "RateLimit-Reset",
)

_ASKED_METHOD = "access-control-request-method"
_EVERY_ORIGIN = {"Access-Control-Allow-Origin": "*"}
_READABLE = {**_EVERY_ORIGIN, "Access-Control-Expose-Headers": ", ".join(EXPOSED_HEADERS)}


def open_answer(request: Request, methods: Mapping[str, Route]) -> None:
    """Let scripts of every origin read the answer, success or error, if the path has a cross-origin route."""
    if _is_cross_origin(methods):
        request.answer_headers.update(_READABLE)


def preflight(request: Request, methods: Mapping[str, Route]) -> EncodedResponse | None:
    """The answer to a CORS preflight; None if the request is none or the path has no cross-origin route."""
    if request.method != "OPTIONS" or _ASKED_METHOD not in request.headers or not _is_cross_origin(methods):
        return None
    headers = {
        **_EVERY_ORIGIN,
        "Access-Control-Allow-Methods": ", ".join(sorted(methods)),
        "Access-Control-Allow-Headers": ", ".join(ALLOWED_HEADERS),
        "Access-Control-Max-Age": str(PREFLIGHT_SECONDS),
    }
    return EncodedResponse(204, b"", headers)


def _is_cross_origin(methods: Mapping[str, Route]) -> bool:
    return any(route.is_cross_origin for route in methods.values())
