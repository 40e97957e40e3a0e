"""Exponential back-off: Python and PostgreSQL wait equally long."""

import psycopg
import pytest

from fulfilment.infra.database.statements import own_sql
from fulfilment.infra.jobs import backoff
from fulfilment.infra.jobs.backoff import Backoff, BackoffRegistry


@pytest.mark.parametrize("schedule", [Backoff(1, 300), Backoff(300, 86_400), Backoff(0.5, 8.0)])
def test_sql_waits_as_long_as_python(module_database_url: str, schedule: Backoff) -> None:
    query = own_sql(
        f"SELECT extract(epoch FROM {schedule.interval_sql('faults')})::float8 FROM generate_series(0, 40) faults"
    )
    with psycopg.connect(module_database_url) as connection:
        waits = [row[0] for row in connection.execute(query)]
    assert waits == [schedule.seconds(failures) for failures in range(41)]
    assert waits[0] == schedule.first_seconds and waits[-1] == schedule.max_seconds


def test_a_key_backs_off_until_it_succeeds() -> None:
    registry = BackoffRegistry(Backoff(100, 300))
    assert [registry.record_failure("a"), registry.record_failure("a"), registry.record_failure("b")] == [1, 2, 1]
    assert registry.blocked() == {"a", "b"} and registry.retryable() == []
    registry.record_success("a")
    assert not registry.has_failed("a") and registry.is_blocked("b")


def test_a_key_may_be_tried_again_after_its_wait() -> None:
    registry = BackoffRegistry(Backoff(0, 0))
    registry.record_failure("a")
    assert registry.retryable() == ["a"] and registry.blocked() == set() and registry.has_failed("a")


def test_the_keys_that_failed_last_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backoff, "MAX_KEYS", 2)
    registry = BackoffRegistry()
    for key in "abc":
        registry.record_failure(key)
    assert registry.keys() == ["b", "c"]
