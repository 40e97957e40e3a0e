"""Allowances: how fast they go, how fast they come back, and how little they remember."""

import pytest

from fulfilment.infra.limits.rate_limiter import GcraLimiter, RateLimitDecision, RateLimited

SECOND = 1_000_000_000


class Clock:
    """A clock that only a test moves."""

    def __init__(self) -> None:
        self.now = 17 * SECOND

    def __call__(self) -> int:
        return self.now

    def pass_seconds(self, seconds: float) -> None:
        self.now += round(seconds * SECOND)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def meter(clock: Clock) -> GcraLimiter:
    return GcraLimiter(max_subjects=100, now=clock)


def granted(meter: GcraLimiter, subject: str, per_minute: int, tries: int) -> int:
    """How many of so many tries at one moment are let through."""
    return sum(not meter.acquire(subject, per_minute).wait_seconds for _ in range(tries))


@pytest.mark.parametrize("per_minute", [1, 7, 60, 600, 5_000, 1_000_003])
def test_a_whole_minutes_allowance_may_be_used_at_once(clock: Clock, per_minute: int) -> None:
    meter = GcraLimiter(now=clock)
    tries = min(per_minute, 6_000)
    assert granted(meter, "who", per_minute, tries + 3) == min(per_minute, tries + 3)


@pytest.mark.parametrize("per_minute", [1, 7, 60, 600])
def test_the_allowance_comes_back_one_by_one(meter: GcraLimiter, clock: Clock, per_minute: int) -> None:
    granted(meter, "who", per_minute, per_minute)
    clock.pass_seconds(60 / per_minute + 0.000001)
    assert granted(meter, "who", per_minute, 3) == 1


def test_a_quiet_minute_makes_it_whole_and_no_more(meter: GcraLimiter, clock: Clock) -> None:
    granted(meter, "who", 60, 60)
    clock.pass_seconds(3_600)
    assert granted(meter, "who", 60, 100) == 60


def test_asking_while_there_is_nothing_does_not_prolong_the_wait(meter: GcraLimiter, clock: Clock) -> None:
    granted(meter, "who", 60, 1_000)
    clock.pass_seconds(1)
    assert granted(meter, "who", 60, 10) == 1


def test_one_subject_takes_nothing_from_another(meter: GcraLimiter) -> None:
    assert granted(meter, "one", 60, 100) == 60
    assert granted(meter, "other", 60, 100) == 60


def test_the_answer_says_what_is_left_and_when_it_is_whole(meter: GcraLimiter, clock: Clock) -> None:
    assert meter.acquire("who", 60) == RateLimitDecision(60, remaining=59, reset_seconds=1.0)
    assert meter.acquire("who", 60) == RateLimitDecision(60, remaining=58, reset_seconds=2.0)
    clock.pass_seconds(1.5)
    assert meter.acquire("who", 60) == RateLimitDecision(60, remaining=58, reset_seconds=1.5)


def test_a_refusal_says_how_long_to_wait_in_whole_seconds(meter: GcraLimiter, clock: Clock) -> None:
    granted(meter, "who", 30, 30)
    clock.pass_seconds(0.5)
    with pytest.raises(RateLimited) as refused:
        meter.acquire("who", 30).raise_if_exceeded()
    assert refused.value.headers == {
        "RateLimit-Limit": "30",
        "RateLimit-Remaining": "0",
        "RateLimit-Reset": "60",
        "Retry-After": "2",
    }


def test_who_waits_as_long_as_told_gets_through(meter: GcraLimiter, clock: Clock) -> None:
    granted(meter, "who", 7, 7)
    clock.pass_seconds(meter.acquire("who", 7).wait_seconds + 0.000001)
    assert granted(meter, "who", 7, 1) == 1


@pytest.mark.parametrize("per_minute", [0, -1])
def test_without_a_limit_everything_passes_and_is_remembered(meter: GcraLimiter, per_minute: int) -> None:
    assert [meter.acquire("who", per_minute) for _ in range(1_000)] == [None] * 1_000
    assert "who" in meter


def test_what_is_given_back_can_be_taken_again(meter: GcraLimiter) -> None:
    granted(meter, "who", 5, 5)
    meter.refund("who", 5)
    assert granted(meter, "who", 5, 3) == 1


def test_giving_back_what_was_never_taken_does_nothing(meter: GcraLimiter) -> None:
    meter.refund("who", 5)
    meter.refund("who", 0)
    assert granted(meter, "who", 5, 10) == 5


def test_a_smaller_allowance_holds_at_once_and_a_debt_of_the_larger_lasts_a_minute(
    meter: GcraLimiter, clock: Clock
) -> None:
    granted(meter, "who", 600, 600)
    assert granted(meter, "who", 6, 1) == 0
    clock.pass_seconds(60)
    assert granted(meter, "who", 6, 10) == 6


def test_a_hundred_thousand_subjects_are_not_remembered(clock: Clock) -> None:
    meter = GcraLimiter(max_subjects=1_000, now=clock)
    for number in range(100_000):
        meter.acquire(number, 60)
    assert len(meter) == 1_000


def test_the_least_recently_seen_is_forgotten_first(clock: Clock) -> None:
    meter = GcraLimiter(max_subjects=3, now=clock)
    for who in ("first", "second", "third", "first", "fourth"):
        meter.acquire(who, 60)
    assert [who in meter for who in ("first", "second", "third", "fourth")] == [True, False, True, True]
