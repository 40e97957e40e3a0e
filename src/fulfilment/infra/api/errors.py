"""API errors: exceptions with an HTTP status and a code (specification, Errors).

A domain declares its errors as subclasses of ApiError, next to the code that raises them. This module has the errors
that several domains share.
"""

REGISTRY: list[type["ApiError"]] = []


class ApiError(Exception):
    """Base of all API errors, with HTTP status and machine-readable code.

    `field` is the dotted path of the input at fault. `details` join the error in the envelope.
    """

    status = 400
    code = "VALIDATION"
    message = "The request cannot be processed."

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        REGISTRY.append(cls)

    def __init__(
        self, message: str | None = None, *, field: str | None = None, headers: dict[str, str] | None = None
    ) -> None:
        super().__init__(message or self.message)
        self.field = field
        self.details: dict[str, object] = {}
        self.headers = headers or {}


class Validation(ApiError):
    """Something in the request is missing, malformed or out of bounds."""


class NotFound(ApiError):
    """The id does not exist or belongs to another workspace; the answer does not tell which."""

    status, code, message = 404, "NOT_FOUND", "No such resource."


class MethodNotAllowed(ApiError):
    status, code, message = 405, "METHOD_NOT_ALLOWED", "This route does not take that method."


class PayloadTooLarge(ApiError):
    status, code, message = 413, "PAYLOAD_TOO_LARGE", "The body may be at most 1 MiB."

    def __init__(self, most_bytes: int = 1_048_576) -> None:
        super().__init__(f"The body may be at most {most_bytes // 1_024} KiB." if most_bytes < 1_048_576 else None)


class UnsupportedMediaType(ApiError):
    status, code = 415, "UNSUPPORTED_MEDIA_TYPE"
    message = "The body must be JSON with Content-Type: application/json."


class NoAccount(ApiError):
    status, code = 403, "NO_ACCOUNT"
    message = "The credential names no workspace."


class Forbidden(ApiError):
    status, code, message = 403, "FORBIDDEN", "The credential may not do this."


class NotConfigured(ApiError):
    """A setting is missing that the operator or the merchant must make first."""

    status, code, message = 400, "NOT_CONFIGURED", "This has not been configured yet."


class IntegrationError(ApiError):
    """The courier aggregator, or another upstream service, failed or refused the call."""

    status, code, message = 502, "INTEGRATION_ERROR", "The courier aggregator could not be reached."


class IntegrationTimeout(IntegrationError):
    """The upstream service did not answer in time."""

    status, code, message = 504, "INTEGRATION_ERROR", "The courier aggregator did not answer in time."


class ServiceUnavailable(ApiError):
    """The database is unreachable, or all connections are in use."""

    status, code, message = 503, "SERVICE_UNAVAILABLE", "The service is busy or restarting; try again."

    def __init__(self, retry_after_seconds: int = 1) -> None:
        super().__init__(headers={"Retry-After": str(retry_after_seconds)})


class Internal(ApiError):
    """A fault of the service; the log has it under the request id."""

    status, code, message = 500, "INTERNAL", "Something went wrong; the request id identifies it."
