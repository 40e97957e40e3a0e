"""How a call to a courier aggregator fails, and what is certain then (decisions, sections 6 and 13)."""


class AggregatorError(Exception):
    """Something stopped a call to the aggregator. Its message may be shown: it never carries a credential."""

    def __init__(self, message: str, *, field: str | None = None, timed_out: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.field = field
        self.timed_out = timed_out


class CallerFault(AggregatorError):
    """The aggregator would not take what the caller sent; `field` names the part where it is known.

    Nothing was done. 400 VALIDATION.
    """


class NotFound(CallerFault):
    """The aggregator knows no such order, tracking id or waybill."""


class Refused(AggregatorError):
    """The courier or the aggregator declined (balance, partner). Nothing was done. 502 INTEGRATION_ERROR."""


class CannotCancel(Refused):
    """The order is too far along, or its courier will not have it cancelled. 409 INVALID_STATE."""


class Outage(AggregatorError):
    """The aggregator is away, makes no sense, or answers with what was not asked for. Nothing was done.

    502, or 504 where `timed_out`.
    """


class BadKey(Outage):
    """The aggregator does not accept the key."""


class Unclear(AggregatorError):
    """The request may have been carried out, but no answer of ours says so.

    A booking or a cancellation is settled by sending it again. 504 where `timed_out`, else 502.
    """
