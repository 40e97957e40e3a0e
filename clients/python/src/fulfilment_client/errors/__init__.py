"""Errors: `FulfilmentError`, a family for each status, and a class for each code.

`except errors.StockInsufficient` catches one code, `except errors.ConflictError` every 409, `except errors.ApiError`
whatever the service refused, and `except errors.FulfilmentError` a broken connection as well.
"""

from . import by_code
from .by_code import *  # noqa: F403
from .families import (
    ApiError,
    AuthenticationError,
    BadGatewayError,
    BadRequestError,
    ConflictError,
    ConnectionFailed,
    FailedDependencyError,
    FulfilmentError,
    GatewayTimeoutError,
    GoneError,
    MethodNotAllowedError,
    NotFoundError,
    PayloadTooLargeError,
    PaymentRequiredError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    TimedOut,
    UnavailableError,
    UnexpectedAnswer,
    UnprocessableError,
    UnsupportedMediaTypeError,
)

__all__ = [
    "ApiError",
    "AuthenticationError",
    "BadGatewayError",
    "BadRequestError",
    "ConflictError",
    "ConnectionFailed",
    "FailedDependencyError",
    "FulfilmentError",
    "GatewayTimeoutError",
    "GoneError",
    "MethodNotAllowedError",
    "NotFoundError",
    "PayloadTooLargeError",
    "PaymentRequiredError",
    "PermissionDeniedError",
    "RateLimitError",
    "ServerError",
    "TimedOut",
    "UnavailableError",
    "UnexpectedAnswer",
    "UnprocessableError",
    "UnsupportedMediaTypeError",
]
# Without it a type checker takes the classes of the codes for names that the package keeps to itself.
__all__ += by_code.__all__
