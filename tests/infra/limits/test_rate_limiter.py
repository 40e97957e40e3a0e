"""The rate limiter: how fast an allowance is used, how fast it comes back, and how little is stored."""

import pytest

from fulfilment.infra.limits.rate_limiter import RateLimitDecision, RateLimited, RateLimiter


class Clock:
    """A clock that only a test moves."""

    def __init__(self) -> None:
        self.now = 17.0

    def __call__(self) -> float:
        return self.now

    def pass_seconds(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def meter(clock: Clock) -> RateLimiter:
    return RateLimiter(max_subjects=100, now=clock)


def granted(meter: RateLimiter, subject: str, per_minute: int, tries: int) -> int:
    """How many of so many tries at one moment are let through."""
    return sum(not meter.try_acquire(subject, per_minute).wait_seconds for _ in range(tries))


@pytest.mark.parametrize("per_minute", [1, 7, 60, 600, 5_000, 1_000_003])
def test_a_whole_minutes_allowance_may_be_used_at_once(clock: Clock, per_minute: int) -> None:
    meter = RateLimiter(now=clock)
    tries = min(per_minute, 6_000)
    assert granted(meter, "who", per_minute, tries + 3) == min(per_minute, tries + 3)


@pytest.mark.parametrize("per_minute", [1, 7, 60, 600])
def test_the_allowance_is_whole_again_a_minute_after_its_first_request(
    meter: RateLimiter, clock: Clock, per_minute: int
) -> None:
    granted(meter, "who", per_minute, 1)
    clock.pass_seconds(59.0)
    assert granted(meter, "who", per_minute, per_minute) == per_minute - 1
    clock.pass_seconds(1.0)
    assert granted(meter, "who", per_minute, per_minute + 3) == per_minute


def test_a_quiet_minute_makes_it_whole_and_no_more(meter: RateLimiter, clock: Clock) -> None:
    granted(meter, "who", 60, 60)
    clock.pass_seconds(3_600)
    assert granted(meter, "who", 60, 100) == 60


def test_asking_while_there_is_nothing_does_not_prolong_the_wait(meter: RateLimiter, clock: Clock) -> None:
    granted(meter, "who", 60, 60)
    clock.pass_seconds(59.0)
    assert granted(meter, "who", 60, 1_000) == 0
    clock.pass_seconds(1.0)
    assert granted(meter, "who", 60, 10) == 10


def test_one_subject_takes_nothing_from_another(meter: RateLimiter) -> None:
    assert granted(meter, "one", 60, 100) == 60
    assert granted(meter, "other", 60, 100) == 60


def test_the_answer_says_what_is_left_and_when_it_is_whole(meter: RateLimiter, clock: Clock) -> None:
    assert meter.try_acquire("who", 60) == RateLimitDecision(60, remaining=59, reset_seconds=60.0)
    assert meter.try_acquire("who", 60) == RateLimitDecision(60, remaining=58, reset_seconds=60.0)
    clock.pass_seconds(1.5)
    assert meter.try_acquire("who", 60) == RateLimitDecision(60, remaining=57, reset_seconds=58.5)


def test_a_refusal_says_how_long_to_wait_in_whole_seconds(meter: RateLimiter, clock: Clock) -> None:
    granted(meter, "who", 30, 30)
    clock.pass_seconds(0.5)
    with pytest.raises(RateLimited) as refused:
        meter.try_acquire("who", 30).raise_if_exceeded()
    assert refused.value.headers == {
        "RateLimit-Limit": "30",
        "RateLimit-Remaining": "0",
        "RateLimit-Reset": "60",
        "Retry-After": "60",
    }


def test_who_waits_as_long_as_told_gets_through(meter: RateLimiter, clock: Clock) -> None:
    granted(meter, "who", 7, 7)
    clock.pass_seconds(meter.try_acquire("who", 7).wait_seconds)
    assert granted(meter, "who", 7, 9) == 7


def test_a_limit_of_zero_refuses_nothing_and_remembers_the_subject(meter: RateLimiter) -> None:
    assert granted(meter, "who", 0, 1_000) == 1_000
    assert "who" in meter


def test_what_is_given_back_can_be_taken_again(meter: RateLimiter) -> None:
    granted(meter, "who", 5, 5)
    meter.refund("who", 5)
    assert granted(meter, "who", 5, 3) == 1


def test_giving_back_what_was_never_taken_does_nothing(meter: RateLimiter) -> None:
    meter.refund("who", 5)
    meter.refund("who", 0)
    assert granted(meter, "who", 5, 10) == 5


def test_a_smaller_allowance_holds_at_once_and_a_debt_of_the_larger_lasts_a_minute(
    meter: RateLimiter, clock: Clock
) -> None:
    granted(meter, "who", 600, 600)
    assert granted(meter, "who", 6, 1) == 0
    clock.pass_seconds(60)
    assert granted(meter, "who", 6, 10) == 6


def test_a_hundred_thousand_subjects_are_not_remembered(clock: Clock) -> None:
    meter = RateLimiter(max_subjects=1_000, now=clock)
    for number in range(100_000):
        meter.try_acquire(number, 60)
    assert len(meter) == 1_000


def test_the_least_recently_seen_is_forgotten_first(clock: Clock) -> None:
    meter = RateLimiter(max_subjects=3, now=clock)
    for who in ("first", "second", "third", "first", "fourth"):
        meter.try_acquire(who, 60)
    assert [who in meter for who in ("first", "second", "third", "fourth")] == [True, False, True, True]
