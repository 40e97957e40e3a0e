"""Opaque identifiers: their form, and that no two are the same (specification, Conventions)."""

import multiprocessing
import re
from datetime import UTC, datetime, timedelta

from fulfilment.infra import ids

MANY = 20_000


def test_an_opaque_id_has_the_form_of_a_cuid2() -> None:
    drawn = {ids.cuid() for _ in range(MANY)}
    assert len(drawn) == MANY
    assert all(re.fullmatch("[a-z][0-9a-z]{23}", id) for id in drawn)


def test_every_place_of_an_opaque_id_takes_every_character() -> None:
    drawn = [ids.cuid() for _ in range(MANY)]
    assert {len(set(place)) for place in zip(*(id[1:] for id in drawn), strict=True)} == {36}
    assert len({id[0] for id in drawn}) == 26


def _draw(count: int) -> list[str]:
    return [new for _ in range(count) for new in (ids.cuid(), ids.new("prod"))]


def test_forked_processes_draw_no_id_twice() -> None:
    _draw(1)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        drawn = [id for some in pool.map(_draw, [500] * 8) for id in some]
    assert len(set(drawn)) == len(drawn) == 8_000


def test_an_id_tells_the_millisecond_that_it_was_made_in() -> None:
    before = datetime.now(UTC) - timedelta(milliseconds=1)
    made = [ids.new("prod") for _ in range(1_000)]
    moments = [ids.moment_of(id) for id in made]
    assert moments == sorted(moments)
    assert before <= moments[0] and moments[-1] <= datetime.now(UTC)
    assert ids.moment_of("var_01ARZ3NDEKTSV4RRFFQ69G5FAV") == datetime(2016, 7, 30, 23, 54, 10, 259_000, UTC)
