"""The errors that are not of one code: broken connections, and a family for each status of a refusal."""

from __future__ import annotations

from typing import Any


class FulfilmentError(Exception):
    """Whatever this client raises of a call.

    `idempotency_key` is the key of the call. Where it is unclear if the change was made, the same call under the same
    key makes it at most once. None for a call that only reads.
    """

    def __init__(self, message: str, *, idempotency_key: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.idempotency_key = idempotency_key

    def __reduce__(self) -> tuple[Any, ...]:
        """How it is copied and pickled, as on its way out of another process: without what `__init__` asks for."""
        return _remade, (type(self), self.args), self.__dict__


def _remade(kind: type[FulfilmentError], args: tuple[object, ...]) -> FulfilmentError:
    return kind.__new__(kind, *args)


class ConnectionFailed(FulfilmentError):
    """No whole answer came back, however often it was tried. `__cause__` is the error of httpx."""


class TimedOut(ConnectionFailed):
    """The same, because a time-out passed."""


class UnexpectedAnswer(FulfilmentError):
    """The answer is not this service's: no envelope, or a redirect. `status` and the head of `body` say more."""

    def __init__(self, message: str, *, status: int, body: bytes = b"", idempotency_key: str | None = None) -> None:
        super().__init__(message, idempotency_key=idempotency_key)
        self.status = status
        self.body = body


class ApiError(FulfilmentError):
    """The service refused.

    `status` and `code` name the error (docs/errors.md), `field` the part of the request as a dotted path. `request_id`
    leads to it in the service's log. `retry_after` is in seconds, where the service named a time. `code` is empty where
    something before the service answered, such as a proxy.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str = "",
        field: str | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        super().__init__(message, idempotency_key=idempotency_key)
        self.status = status
        self.code = code
        self.field = field
        self.request_id = request_id
        self.retry_after = retry_after

    def __str__(self) -> str:
        where = f" ({self.field})" if self.field else ""
        said = f" [{self.request_id}]" if self.request_id else ""
        return f"{self.status} {self.code}{where}: {self.message}{said}"


class BadRequestError(ApiError):
    """400: the request is malformed, or something it needs is not configured."""


class AuthenticationError(ApiError):
    """401: the credential is missing or not valid."""


class PaymentRequiredError(ApiError):
    """402: there is not enough shipping credit."""


class PermissionDeniedError(ApiError):
    """403: the credential may not do this, or the plan does not include it."""


class NotFoundError(ApiError):
    """404: there is no such thing in the workspace."""


class MethodNotAllowedError(ApiError):
    """405: the route does not take this method."""


class ConflictError(ApiError):
    """409: the state of the thing does not allow this."""


class GoneError(ApiError):
    """410: this is over."""


class PayloadTooLargeError(ApiError):
    """413: the body is too large."""


class UnsupportedMediaTypeError(ApiError):
    """415: the body is not JSON."""


class UnprocessableError(ApiError):
    """422: the idempotency key was used for another request."""


class FailedDependencyError(ApiError):
    """424: what this depends on failed."""


class RateLimitError(ApiError):
    """429: too many requests; `retry_after` says when the next may come."""


class ServerError(ApiError):
    """500: a fault of the service, or a refusal that the contract numbers so."""


class BadGatewayError(ServerError):
    """502: an upstream failed or refused."""


class UnavailableError(ServerError):
    """503: busy, restarting, or not configured by the operator."""


class GatewayTimeoutError(ServerError):
    """504: an upstream did not answer in time, and it is unclear what it did."""


_FAMILIES: dict[int, type[ApiError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    402: PaymentRequiredError,
    403: PermissionDeniedError,
    404: NotFoundError,
    405: MethodNotAllowedError,
    409: ConflictError,
    410: GoneError,
    413: PayloadTooLargeError,
    415: UnsupportedMediaTypeError,
    422: UnprocessableError,
    424: FailedDependencyError,
    429: RateLimitError,
    502: BadGatewayError,
    503: UnavailableError,
    504: GatewayTimeoutError,
}


def family_of(status: int) -> type[ApiError]:
    """The class of a status; what is not known is told from a fault of the service by its hundreds."""
    return _FAMILIES.get(status, ServerError if status >= 500 else ApiError)
