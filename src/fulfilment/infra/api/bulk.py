"""Bulk routes: one outcome a row, as if each row had been a request of its own (decisions, section 2)."""

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
    """What became of row `index`: the HTTP status it would have had, and its `data` or its `error`."""

    index: int
    """Which row it is, counted from 0."""
    status: int
    """The HTTP status that the row would have had as a request of
    its own; 424 where another row of an atomic request was refused.
    """
    data: Any = None
    """What the row alone would have been answered as `data`; absent where it was refused."""
    error: Any = None
    """Why the row was refused, with `code`, `message` and, where
    one input is at fault, `field`; absent where it was done.
    """


class BulkResult(ApiModel):
    """One outcome a row."""

    outcomes: list[BulkItemResult]
    """One for each row that was sent, in the order of the rows."""


class AtomicBulkFailed(ApiError):
    """An atomic bulk request of which a row was refused: nothing was done. Carries every row's outcome."""

    def __init__(self, rows: str, outcomes: Sequence[BulkItemResult], first: ApiError, index: int) -> None:
        super().__init__(f"Row {index}: {first}", field=f"{rows}.{index}" + (f".{first.field}" if first.field else ""))
        self.status, self.code = first.status, first.code
        self.details = {"outcomes": outcomes}


async def parse_rows(
    rows: Sequence[msgspec.Raw], decoder: msgspec.json.Decoder
) -> tuple[dict[int, Any], dict[int, ApiError]]:
    """The rows that can be read, and the refusals of those that cannot, by index. Gives way between rows."""
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
    """Every row's outcome, in the order of the rows."""
    found = [BulkItemResult(index=index, status=status, data=data) for index, (status, data) in succeeded.items()]
    found += [
        BulkItemResult(index=index, status=problem.status, error=error_body(problem))
        for index, problem in errors.items()
    ]
    return sorted(found, key=lambda outcome: outcome.index)


def require_all(rows: str, succeeded: dict[int, tuple[int, Any]], errors: dict[int, ApiError]) -> None:
    """Undo everything where one row was refused. Raises Refused."""
    if not errors:
        return
    error = {"code": "NOT_APPLIED", "message": "Another row was refused, so nothing was done."}
    undone = [BulkItemResult(index=index, status=NOT_APPLIED, error=error) for index in succeeded]
    every = sorted([*results({}, errors), *undone], key=lambda outcome: outcome.index)
    first = min(errors)
    raise AtomicBulkFailed(rows, every, errors[first], first)
