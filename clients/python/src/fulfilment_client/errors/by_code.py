"""A class for every code of a refusal. Generated: `make clients`."""

from __future__ import annotations

from . import families


class AlreadyConfirmed(families.ConflictError):
    """`ALREADY_CONFIRMED` (409)."""


class AlreadyQueued(families.ConflictError):
    """`ALREADY_QUEUED` (409)."""


class AlreadyRevoked(families.ConflictError):
    """`ALREADY_REVOKED` (409)."""


class AuthRequired(families.AuthenticationError):
    """`AUTH_REQUIRED` (401)."""


class BadSignature(families.AuthenticationError):
    """`BAD_SIGNATURE` (401)."""


class CancelFailed(families.ServerError):
    """`CANCEL_FAILED` (500)."""


class CheckoutFailed(families.ServerError):
    """`CHECKOUT_FAILED` (500)."""


class ClockSkew(families.AuthenticationError):
    """`CLOCK_SKEW` (401)."""


class CrossPartner(families.ConflictError):
    """`CROSS_PARTNER` (409)."""


class DownloadLimit(families.ConflictError):
    """`DOWNLOAD_LIMIT` (409)."""


class Duplicate(families.ConflictError):
    """`DUPLICATE` (409)."""


class EndpointDisabled(families.ConflictError):
    """`ENDPOINT_DISABLED` (409)."""


class Expired(families.ApiError):
    """`EXPIRED`, under whichever status."""


class Expired403(Expired, families.PermissionDeniedError):
    """`EXPIRED` (403)."""


class Expired410(Expired, families.GoneError):
    """`EXPIRED` (410)."""


class ExpiredKey(families.AuthenticationError):
    """`EXPIRED_KEY` (401)."""


class Forbidden(families.PermissionDeniedError):
    """`FORBIDDEN` (403)."""


class ForbiddenNetwork(families.PermissionDeniedError):
    """`FORBIDDEN_NETWORK` (403)."""


class ForbiddenOnbehalf(families.PermissionDeniedError):
    """`FORBIDDEN_ONBEHALF` (403)."""


class IdempotencyInProgress(families.ConflictError):
    """`IDEMPOTENCY_IN_PROGRESS` (409)."""


class IdempotencyKeyRequired(families.BadRequestError):
    """`IDEMPOTENCY_KEY_REQUIRED` (400)."""


class IdempotencyKeyReused(families.UnprocessableError):
    """`IDEMPOTENCY_KEY_REUSED` (422)."""


class InsufficientShippingCredit(families.PaymentRequiredError):
    """`INSUFFICIENT_SHIPPING_CREDIT` (402)."""


class IntegrationError(families.ApiError):
    """`INTEGRATION_ERROR`, under whichever status."""


class IntegrationError502(IntegrationError, families.BadGatewayError):
    """`INTEGRATION_ERROR` (502)."""


class IntegrationError504(IntegrationError, families.GatewayTimeoutError):
    """`INTEGRATION_ERROR` (504)."""


class Internal(families.ServerError):
    """`INTERNAL` (500)."""


class InvalidKey(families.ApiError):
    """`INVALID_KEY`, under whichever status."""


class InvalidKey401(InvalidKey, families.AuthenticationError):
    """`INVALID_KEY` (401)."""


class InvalidKey404(InvalidKey, families.NotFoundError):
    """`INVALID_KEY` (404)."""


class InvalidState(families.ConflictError):
    """`INVALID_STATE` (409)."""


class InvalidTimestamp(families.AuthenticationError):
    """`INVALID_TIMESTAMP` (401)."""


class InvalidToken(families.AuthenticationError):
    """`INVALID_TOKEN` (401)."""


class KeyTaken(families.ConflictError):
    """`KEY_TAKEN` (409)."""


class LicenseRevoked(families.ConflictError):
    """`LICENSE_REVOKED` (409)."""


class LicenseSuspended(families.PermissionDeniedError):
    """`LICENSE_SUSPENDED` (403)."""


class MaxActivations(families.ConflictError):
    """`MAX_ACTIVATIONS` (409)."""


class NegativeStock(families.ServerError):
    """`NEGATIVE_STOCK` (500)."""


class NonceReused(families.AuthenticationError):
    """`NONCE_REUSED` (401)."""


class NotConfigured(families.BadRequestError):
    """`NOT_CONFIGURED` (400)."""


class NotFound(families.NotFoundError):
    """`NOT_FOUND` (404)."""


class NotReady(families.ConflictError):
    """`NOT_READY` (409)."""


class NoAccount(families.PermissionDeniedError):
    """`NO_ACCOUNT` (403)."""


class PayloadTooLarge(families.PayloadTooLargeError):
    """`PAYLOAD_TOO_LARGE` (413)."""


class PlanLimit(families.PermissionDeniedError):
    """`PLAN_LIMIT` (403)."""


class PlanNotConfigured(families.UnavailableError):
    """`PLAN_NOT_CONFIGURED` (503)."""


class PriceChanged(families.ConflictError):
    """`PRICE_CHANGED` (409)."""


class RateLimited(families.RateLimitError):
    """`RATE_LIMITED` (429)."""


class RevokedKey(families.AuthenticationError):
    """`REVOKED_KEY` (401)."""


class ServiceUnavailable(families.UnavailableError):
    """`SERVICE_UNAVAILABLE` (503)."""


class SkuTaken(families.ConflictError):
    """`SKU_TAKEN` (409)."""


class StockInsufficient(families.ConflictError):
    """`STOCK_INSUFFICIENT` (409)."""


class TooManyBatches(families.ConflictError):
    """`TOO_MANY_BATCHES` (409)."""


class UnsupportedMediaType(families.UnsupportedMediaTypeError):
    """`UNSUPPORTED_MEDIA_TYPE` (415)."""


class Validation(families.BadRequestError):
    """`VALIDATION` (400)."""


class ValidationError(Validation):
    """`VALIDATION_ERROR` (400)."""


class WorkspaceSuspended(families.PermissionDeniedError):
    """`WORKSPACE_SUSPENDED` (403)."""


BY_CODE: dict[tuple[int, str], type[families.ApiError]] = {
    (409, "ALREADY_CONFIRMED"): AlreadyConfirmed,
    (409, "ALREADY_QUEUED"): AlreadyQueued,
    (409, "ALREADY_REVOKED"): AlreadyRevoked,
    (401, "AUTH_REQUIRED"): AuthRequired,
    (401, "BAD_SIGNATURE"): BadSignature,
    (500, "CANCEL_FAILED"): CancelFailed,
    (500, "CHECKOUT_FAILED"): CheckoutFailed,
    (401, "CLOCK_SKEW"): ClockSkew,
    (409, "CROSS_PARTNER"): CrossPartner,
    (409, "DOWNLOAD_LIMIT"): DownloadLimit,
    (409, "DUPLICATE"): Duplicate,
    (409, "ENDPOINT_DISABLED"): EndpointDisabled,
    (403, "EXPIRED"): Expired403,
    (410, "EXPIRED"): Expired410,
    (401, "EXPIRED_KEY"): ExpiredKey,
    (403, "FORBIDDEN"): Forbidden,
    (403, "FORBIDDEN_NETWORK"): ForbiddenNetwork,
    (403, "FORBIDDEN_ONBEHALF"): ForbiddenOnbehalf,
    (409, "IDEMPOTENCY_IN_PROGRESS"): IdempotencyInProgress,
    (400, "IDEMPOTENCY_KEY_REQUIRED"): IdempotencyKeyRequired,
    (422, "IDEMPOTENCY_KEY_REUSED"): IdempotencyKeyReused,
    (402, "INSUFFICIENT_SHIPPING_CREDIT"): InsufficientShippingCredit,
    (502, "INTEGRATION_ERROR"): IntegrationError502,
    (504, "INTEGRATION_ERROR"): IntegrationError504,
    (500, "INTERNAL"): Internal,
    (401, "INVALID_KEY"): InvalidKey401,
    (404, "INVALID_KEY"): InvalidKey404,
    (409, "INVALID_STATE"): InvalidState,
    (401, "INVALID_TIMESTAMP"): InvalidTimestamp,
    (401, "INVALID_TOKEN"): InvalidToken,
    (409, "KEY_TAKEN"): KeyTaken,
    (409, "LICENSE_REVOKED"): LicenseRevoked,
    (403, "LICENSE_SUSPENDED"): LicenseSuspended,
    (409, "MAX_ACTIVATIONS"): MaxActivations,
    (500, "NEGATIVE_STOCK"): NegativeStock,
    (401, "NONCE_REUSED"): NonceReused,
    (400, "NOT_CONFIGURED"): NotConfigured,
    (404, "NOT_FOUND"): NotFound,
    (409, "NOT_READY"): NotReady,
    (403, "NO_ACCOUNT"): NoAccount,
    (413, "PAYLOAD_TOO_LARGE"): PayloadTooLarge,
    (403, "PLAN_LIMIT"): PlanLimit,
    (503, "PLAN_NOT_CONFIGURED"): PlanNotConfigured,
    (409, "PRICE_CHANGED"): PriceChanged,
    (429, "RATE_LIMITED"): RateLimited,
    (401, "REVOKED_KEY"): RevokedKey,
    (503, "SERVICE_UNAVAILABLE"): ServiceUnavailable,
    (409, "SKU_TAKEN"): SkuTaken,
    (409, "STOCK_INSUFFICIENT"): StockInsufficient,
    (409, "TOO_MANY_BATCHES"): TooManyBatches,
    (415, "UNSUPPORTED_MEDIA_TYPE"): UnsupportedMediaType,
    (400, "VALIDATION"): Validation,
    (400, "VALIDATION_ERROR"): ValidationError,
    (403, "WORKSPACE_SUSPENDED"): WorkspaceSuspended,
}

__all__ = [  # noqa: RUF022
    "AlreadyConfirmed",
    "AlreadyQueued",
    "AlreadyRevoked",
    "AuthRequired",
    "BadSignature",
    "CancelFailed",
    "CheckoutFailed",
    "ClockSkew",
    "CrossPartner",
    "DownloadLimit",
    "Duplicate",
    "EndpointDisabled",
    "Expired",
    "Expired403",
    "Expired410",
    "ExpiredKey",
    "Forbidden",
    "ForbiddenNetwork",
    "ForbiddenOnbehalf",
    "IdempotencyInProgress",
    "IdempotencyKeyRequired",
    "IdempotencyKeyReused",
    "InsufficientShippingCredit",
    "IntegrationError",
    "IntegrationError502",
    "IntegrationError504",
    "Internal",
    "InvalidKey",
    "InvalidKey401",
    "InvalidKey404",
    "InvalidState",
    "InvalidTimestamp",
    "InvalidToken",
    "KeyTaken",
    "LicenseRevoked",
    "LicenseSuspended",
    "MaxActivations",
    "NegativeStock",
    "NonceReused",
    "NotConfigured",
    "NotFound",
    "NotReady",
    "NoAccount",
    "PayloadTooLarge",
    "PlanLimit",
    "PlanNotConfigured",
    "PriceChanged",
    "RateLimited",
    "RevokedKey",
    "ServiceUnavailable",
    "SkuTaken",
    "StockInsufficient",
    "TooManyBatches",
    "UnsupportedMediaType",
    "Validation",
    "ValidationError",
    "WorkspaceSuspended",
]
