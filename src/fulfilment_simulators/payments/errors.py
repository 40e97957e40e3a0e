"""Error responses of Stripe's API: `{"error": {"type", "code", "message", "param"}}`."""

from typing import Any

import msgspec
from aiohttp import web

INVALID_REQUEST = "invalid_request_error"
IDEMPOTENCY = "idempotency_error"
API = "api_error"


class StripeApiError(Exception):
    """An API error. With `is_cached`, a repeat with the same idempotency key gets it again, as with Stripe."""

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        param: str | None = None,
        status: int = 400,
        type: str = INVALID_REQUEST,
        is_remembered: bool = True,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.param = param
        self.status = status
        self.type = type
        self.is_cached = is_remembered

    @property
    def body(self) -> dict[str, Any]:
        error_fields = {"type": self.type, "message": self.message, "code": self.code, "param": self.param}
        return {"error": {name: value for name, value in error_fields.items() if value is not None}}


class MissingObject(StripeApiError):
    """The object does not exist."""

    def __init__(self, kind: str, id: str, param: str = "id") -> None:
        super().__init__(f"No such {kind}: '{id[:100]}'", code="resource_missing", param=param, status=404)


def invalid_request(message: str, param: str | None = None, code: str | None = None) -> StripeApiError:
    """An error for an invalid parameter, raised before any change."""
    return StripeApiError(message, code=code, param=param, is_remembered=False)


def json_response(body: object, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    return web.Response(body=msgspec.json.encode(body), status=status, content_type="application/json", headers=headers)


def error_response(problem: StripeApiError) -> web.Response:
    return json_response(problem.body, problem.status)
