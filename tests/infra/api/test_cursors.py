"""Cursors are decoded by the types of a list's sort key: each part is of its type, or the cursor is refused."""

from datetime import UTC, datetime, timedelta, timezone
from itertools import product

import pytest

from fulfilment.infra.api import pagination
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.models import MAX_INTEGER, PageQuery
from tests.harness.paging import GUESSED_CURSORS, ODD_CURSORS

LIMITS = pagination.PageLimits(default=10, max_limit=10)
TYPES = (str, int, bool, datetime)
NOW = datetime(2026, 11, 26, 12, 0, 0, 123456, tzinfo=UTC)


def opened(cursor: str, *parts: pagination.Part) -> tuple | None:
    return pagination.parse_page(PageQuery(cursor=cursor), LIMITS, parts=parts).after


@pytest.mark.parametrize(
    ("parts", "position"),
    [
        ((str,), ("prod_1",)),
        ((int,), (MAX_INTEGER,)),
        ((bool, datetime, str), (False, NOW, "wh_1")),
        ((bool, datetime, str), (True, NOW, "")),
        ((datetime, str, str), (NOW, "var_1", "wh_1")),
    ],
)
def test_a_cursor_leads_back_to_the_position_that_it_was_made_of(
    parts: tuple[pagination.Part, ...], position: tuple
) -> None:
    assert opened(pagination.cursor_after(*position), *parts) == position


def test_a_moment_may_have_any_offset() -> None:
    there = NOW.astimezone(timezone(timedelta(hours=7)))
    assert opened(pagination.cursor_after(there), datetime) == (NOW,)


@pytest.mark.parametrize("parts", [parts for count in (1, 2, 3) for parts in product(TYPES, repeat=count)])
def test_an_odd_cursor_is_refused_or_of_the_types_of_the_list(parts: tuple[pagination.Part, ...]) -> None:
    for cursor in (*GUESSED_CURSORS, *ODD_CURSORS):
        try:
            position = opened(cursor, *parts)
        except Validation as error:
            assert error.field == "cursor"
            continue
        assert tuple(map(type, position)) == parts
        for part in position:
            assert not isinstance(part, int) or part <= MAX_INTEGER
            assert not isinstance(part, datetime) or part.tzinfo is UTC
            assert not isinstance(part, str) or "\0" not in part


@pytest.mark.parametrize(
    ("part", "text"),
    [(bool, ""), (bool, "True"), (datetime, ""), (datetime, "2026-01-01"), (int, ""), (int, str(MAX_INTEGER + 1))],
)
def test_a_part_that_is_no_value_of_its_type_is_refused(part: pagination.Part, text: str) -> None:
    with pytest.raises(Validation):
        opened(pagination.cursor_after(text), part)
