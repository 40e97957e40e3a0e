"""The waits between attempts."""

import pytest

from fulfilment import settings
from fulfilment.webhooks.dispatch import delivery
from fulfilment.webhooks.dispatch.delivery import RetrySchedule


def test_the_default_is_the_schedule_of_the_specification():
    schedule = delivery.build_schedule(settings.load({}))
    waits = [schedule.delay_after(number) for number in range(1, 7)]
    minute, hour = 60, 3_600
    assert waits == [minute, 5 * minute, 25 * minute, 2 * hour, 12 * hour, None]
    assert schedule.max_attempts == 6


def test_an_attempt_beyond_the_last_gets_no_successor():
    assert RetrySchedule((1.0, 2.0)).delay_after(7) is None


def test_without_delays_there_is_one_attempt():
    schedule = RetrySchedule(())
    assert schedule.max_attempts == 1
    assert schedule.delay_after(1) is None


def test_the_settings_change_the_schedule():
    configured = settings.load({"FULFILMENT_WEBHOOK_RETRY_DELAYS_SECONDS": "0.5, 2"})
    assert delivery.build_schedule(configured) == RetrySchedule((0.5, 2.0))


@pytest.mark.parametrize("number", [0, -1])
def test_attempts_are_counted_from_one(number):
    with pytest.raises(ValueError, match="from 1"):
        RetrySchedule((1.0,)).delay_after(number)
