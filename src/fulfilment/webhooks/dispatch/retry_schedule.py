"""When a failed delivery is tried again (specification, Retry and failure rules)."""

from functools import cache

import msgspec

from fulfilment import settings


class RetrySchedule(msgspec.Struct, frozen=True):
    """The waits between attempts: after the first failure `delays_seconds[0]`, and so on."""

    delays_seconds: tuple[float, ...]

    @property
    def max_attempts(self) -> int:
        return len(self.delays_seconds) + 1

    def delay_after(self, attempt_number: int) -> float | None:
        """Seconds from the failure of this attempt (the first is 1) to the next; None when there is no next.

        An attempt beyond the last, which only a retry by hand makes, has no next either.
        """
        if attempt_number < 1:
            raise ValueError("attempts are counted from 1")
        if attempt_number > len(self.delays_seconds):
            return None
        return self.delays_seconds[attempt_number - 1]


def build_schedule(configured: settings.Settings) -> RetrySchedule:
    """The schedule that the settings ask for."""
    return RetrySchedule(tuple(configured.webhook_retry_delays_seconds))


@cache
def current() -> RetrySchedule:
    """The schedule of this process."""
    return build_schedule(settings.current())


def delay_after(attempt_number: int) -> float | None:
    """`RetrySchedule.delay_after` under this process's schedule."""
    return current().delay_after(attempt_number)
