"""What a failed call to the aggregator means to the one who asked (decisions, section 6)."""

from fulfilment.aggregators import port
from fulfilment.infra.api.errors import ApiError, IntegrationError, IntegrationTimeout, NotFound, Validation


def as_api_error(problem: port.AggregatorError) -> ApiError:
    """The refusal that a failed call stands for: 400, 404, 502, or 504 where the outcome is unclear."""
    if isinstance(problem, port.AggregatorNotFound):
        return NotFound(problem.message)
    if isinstance(problem, port.InvalidRequest):
        return Validation(problem.message, field=problem.field)
    if isinstance(problem, port.OutcomeUnknown) or problem.timed_out:
        return IntegrationTimeout(problem.message)
    return IntegrationError(problem.message)
