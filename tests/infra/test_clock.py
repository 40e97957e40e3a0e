"""The clock of a process follows the database's without its noise, and reports the node's own deviation."""

import time
from datetime import UTC, datetime, timedelta

import pytest

from fulfilment.infra import clock, ids


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a process that has not seen a database yet."""
    monkeypatch.setattr(clock, "_service", clock._Service())


def measure(seconds: float, round_trip: float = 0.002) -> None:
    """The database's clock is so far ahead of the node's."""
    now = time.monotonic()
    clock.measure(datetime.now(UTC) + timedelta(seconds=seconds), now - round_trip / 2, now + round_trip / 2)


def apart() -> float:
    return clock.epoch() - time.time()


@pytest.mark.parametrize("seconds", [-86_400, -400, 0.2, 400])
def test_it_follows_the_database_and_identifiers_with_it(seconds: float) -> None:
    measure(seconds)
    assert abs(apart() - seconds) < 0.1
    assert abs(ids.moment_of(ids.new("evt")) - clock.now()) < timedelta(seconds=0.1)
    assert abs(clock.ahead_seconds() + seconds) < 0.1
    assert clock.is_skewed() == (abs(seconds) > clock.MAX_SKEW_SECONDS)


def test_what_the_round_trip_explains_is_not_followed() -> None:
    measure(0.04)
    assert abs(apart()) < 0.03
    measure(0.9, round_trip=2.0)
    assert abs(apart()) < 0.03


def test_a_step_of_the_nodes_clock_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    measure(0)
    before, right = clock.now(), time.time
    monkeypatch.setattr(time, "time", lambda: right() + 3_600)
    assert clock.now() - before < timedelta(minutes=1)


def test_identifiers_made_ahead_do_not_drag_later_ones_along(monkeypatch: pytest.MonkeyPatch) -> None:
    right = time.time_ns
    with monkeypatch.context() as ahead:
        ahead.setattr(time, "time_ns", lambda: right() + 86_400 * 10**9)
        ids.new("req")
    measure(-1)
    assert abs(ids.moment_of(ids.new("evt")) - clock.now()) < timedelta(seconds=0.5)
