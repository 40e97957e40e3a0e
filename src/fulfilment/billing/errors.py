"""API errors of billing (specification, Errors)."""

from fulfilment.infra.api.errors import ApiError


class PlanNotConfigured(ApiError):
    """The operator has configured no provider, or no price of the plan in the currency."""

    status, code, message = (
        503,
        "PLAN_NOT_CONFIGURED",
        "This plan cannot be bought here: no price is configured for it.",
    )


class CancelFailed(ApiError):
    """The provider did not cancel, or the outcome is unknown. A refusal, and so no alarm."""

    status, code, message = 500, "CANCEL_FAILED", "The payment provider did not cancel the subscription."
