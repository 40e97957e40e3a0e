"""Every refusal of the contract, copied by hand from the specification and the decisions."""

# Specification, Errors.
SPECIFIED = {
    (400, "VALIDATION"),
    (400, "VALIDATION_ERROR"),
    (400, "NOT_CONFIGURED"),
    (401, "REVOKED_KEY"),
    (403, "NO_ACCOUNT"),
    (403, "FORBIDDEN_ONBEHALF"),
    (403, "EXPIRED"),
    (404, "NOT_FOUND"),
    (404, "INVALID_KEY"),
    (409, "ALREADY_REVOKED"),
    (409, "INVALID_STATE"),
    (409, "NOT_READY"),
    (409, "MAX_ACTIVATIONS"),
    (409, "DOWNLOAD_LIMIT"),
    (409, "ALREADY_QUEUED"),
    (409, "ENDPOINT_DISABLED"),
    (410, "EXPIRED"),
    (500, "NEGATIVE_STOCK"),
    (500, "CHECKOUT_FAILED"),
    (500, "CANCEL_FAILED"),
    (503, "PLAN_NOT_CONFIGURED"),
}

DECIDED = {
    # Section 1.
    (409, "KEY_TAKEN"),
    # Section 2.
    (404, "NOT_FOUND"),
    (405, "METHOD_NOT_ALLOWED"),
    (413, "PAYLOAD_TOO_LARGE"),
    (415, "UNSUPPORTED_MEDIA_TYPE"),
    (500, "INTERNAL"),
    (409, "STOCK_INSUFFICIENT"),
    (409, "LICENSE_REVOKED"),
    (502, "INTEGRATION_ERROR"),
    (504, "INTEGRATION_ERROR"),
    (402, "INSUFFICIENT_SHIPPING_CREDIT"),
    (409, "ALREADY_CONFIRMED"),
    (403, "PLAN_LIMIT"),
    (429, "RATE_LIMITED"),
    (503, "SERVICE_UNAVAILABLE"),
    # Section 3.
    (401, "AUTH_REQUIRED"),
    (401, "INVALID_TIMESTAMP"),
    (401, "CLOCK_SKEW"),
    (401, "INVALID_KEY"),
    (401, "BAD_SIGNATURE"),
    (401, "INVALID_TOKEN"),
    # The second signing scheme, which no decision of the contract names yet (docs/decisions/0031-signing.md).
    (401, "NONCE_REUSED"),
    # Section 4.
    (422, "IDEMPOTENCY_KEY_REUSED"),
    (400, "IDEMPOTENCY_KEY_REQUIRED"),
    (409, "IDEMPOTENCY_IN_PROGRESS"),
    # Sections 5 to 7.
    (409, "SKU_TAKEN"),
    (409, "PRICE_CHANGED"),
    (403, "FORBIDDEN"),
    (409, "DUPLICATE"),
    (403, "LICENSE_SUSPENDED"),
    # Issue 12: keys that end or work from some networks only, and suspended workspaces.
    (401, "EXPIRED_KEY"),
    (403, "FORBIDDEN_NETWORK"),
    (403, "WORKSPACE_SUSPENDED"),
    # Section 10.
    (409, "CROSS_PARTNER"),
    # Issue 17: the unfinished batches of a workspace are bounded (docs/decisions/0005-tenant-queue.md).
    (409, "TOO_MANY_BATCHES"),
}

ALLOWED = SPECIFIED | DECIDED

# 500s that are refusals of the contract and raise no alarm.
REFUSED_WITH_500 = {"NEGATIVE_STOCK", "CHECKOUT_FAILED", "CANCEL_FAILED"}
