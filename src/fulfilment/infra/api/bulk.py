"""Bulk routes: one outcome per row, as if each row had been a request of its own (decisions, section 2)."""

from collections.abc import Sequence
from typing import Any

import msgspec

from fulfilment.infra.api import body
from fulfilment.infra.api.envelope import error_body
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.limits.loop_admission import TimeSlice
from fulfilment.infra.models import ApiModel

NOT_APPLIED = 424


class BulkItemResult(ApiModel, omit_defaults=True):
    """Outcome of one row of a bulk request: the HTTP status of the row as its own request, with `data` or `error`."""

    index: int
    """Index of the row in the request, counted from 0."""
    status: int
    """HTTP status that the row would have had as a request of
    its own; 424 if another row of an atomic request was refused.
    """
    data: Any = None
    """The `data` that the row would have had as a request of its own; absent if it was refused."""
    error: Any = None
    """Reason why the row was refused, with `code`, `message` and, if
    one input is at fault, `field`; absent if the row was applied.
    """


class BulkResult(ApiModel):
    """Outcomes of a bulk request."""

    outcomes: list[BulkItemResult]
    """One outcome for each row of the request, in the order of the rows."""


class AtomicBulkFailed(ApiError):
    """A row of an atomic bulk request was refused, so nothing was done. Carries the outcomes of all rows."""

    def __init__(self, rows: str, outcomes: Sequence[BulkItemResult], first: ApiError, index: int) -> None:
        super().__init__(f"Row {index}: {first}", field=f"{rows}.{index}" + (f".{first.field}" if first.field else ""))
        self.status, self.code = first.status, first.code
        self.details = {"outcomes": outcomes}


async def parse_rows(
    rows: Sequence[msgspec.Raw], decoder: msgspec.json.Decoder
) -> tuple[dict[int, Any], dict[int, ApiError]]:
    """The decoded rows and the errors of the others, both by index. Yields to the event loop between rows."""
    time_slice = TimeSlice()
    good: dict[int, Any] = {}
    bad: dict[int, ApiError] = {}
    for index, row in enumerate(rows):
        await time_slice.yield_if_due()
        try:
            good[index] = body.decode(bytes(row), decoder)
        except ApiError as problem:
            bad[index] = problem
    return good, bad


def results(succeeded: dict[int, tuple[int, Any]], errors: dict[int, ApiError]) -> list[BulkItemResult]:
    """The outcomes of all rows, in the order of the rows."""
    found = [BulkItemResult(index=index, status=status, data=data) for index, (status, data) in succeeded.items()]
    found += [
        BulkItemResult(index=index, status=problem.status, error=error_body(problem))
        for index, problem in errors.items()
    ]
    return sorted(found, key=lambda outcome: outcome.index)


def require_all(rows: str, succeeded: dict[int, tuple[int, Any]], errors: dict[int, ApiError]) -> None:
    """Fail an atomic request if a row was refused. Raises AtomicBulkFailed, which rolls back all rows."""
    if not errors:
        return
    error = {"code": "NOT_APPLIED", "message": "Another row was refused, so nothing was done."}
    undone = [BulkItemResult(index=index, status=NOT_APPLIED, error=error) for index in succeeded]
    every = sorted([*results({}, errors), *undone], key=lambda outcome: outcome.index)
    first = min(errors)
    raise AtomicBulkFailed(rows, every, errors[first], first)
