"""Every route answers every kind of caller as the table has it, and the table has every route."""

import re

import pytest

from fulfilment.app import all_routes
from tests.access.callers import MAKERS, Ask
from tests.access.table import AWAITED, BODIES, COLUMNS, OF_ACCESS, THROUGH, Row, expected, rows
from tests.harness.service import Answer

ROWS = [pytest.param(row, id=f"{row.method} {row.path}") for row in rows()]
# It comes through everywhere: what it is answered is what the route itself has to say.
EVERYWHERE = "platform key"


def test_the_table_has_every_route_once_and_no_other() -> None:
    told = [(row.method, row.path) for row in rows()]
    assert len(told) == len(set(told))
    assert set(told) == {(route.method, route.path) for route in all_routes()}


def test_every_caller_of_the_table_is_made_or_awaited() -> None:
    assert set(COLUMNS) == set(MAKERS) | AWAITED
    assert set(MAKERS).isdisjoint(AWAITED)


@pytest.mark.parametrize("row", ROWS)
def test_everybody_is_answered_as_the_table_has_it(authenticator: dict[str, Ask], row: Row) -> None:
    # The id does not exist, and the body is empty where BODIES has none: such a request changes nothing.
    asked = (row.method, re.sub(r"\{\w+\}", "nothing", row.path), BODIES.get((row.method, row.path), b""))
    through = _seen(authenticator[EVERYWHERE](*asked))
    assert through[0] < 500 and (row.is_sealed or through[1] not in OF_ACCESS)
    answered = {name: _seen(ask(*asked)) for name, ask in authenticator.items()}
    wanted = {name: expected(row, name) for name in authenticator}
    assert answered == {name: through if outcome is THROUGH else outcome for name, outcome in wanted.items()}


def _seen(answer: Answer) -> tuple[int, str | None]:
    is_json = answer.headers.get("content-type", "").startswith("application/json")
    error = answer.json.get("error") if is_json else None
    # The identity provider is answered as its own specification has it.
    return answer.status, error["code"] if isinstance(error, dict) else error
