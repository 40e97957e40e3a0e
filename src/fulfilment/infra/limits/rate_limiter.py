"""Rate limits: how often whoever may do what, counted in this process and in bounded memory (decisions, section 10).

Of each subject one number is kept, the moment at which its allowance will be whole again (the generic cell rate
algorithm). Nothing has to be reset or swept: who has been quiet for a minute is as good as forgotten, and so the least
recently seen can be, when there are too many to remember.
"""

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

import msgspec

from fulfilment.infra.api.errors import ApiError

WINDOW_SECONDS = 60
MAX_SUBJECTS = 32_768

# Times are whole nanoseconds, since sums of fractions would miss the last permission by a hair.
_SECOND = 1_000_000_000


class RateLimited(ApiError):
    """The allowance is used up. `Retry-After` says when it is worth trying again."""

    status, code, message = 429, "RATE_LIMITED", "Too many requests; slow down."


class RateLimitDecision(msgspec.Struct, frozen=True, gc=False):
    """What is left of an allowance; where it was used up, `wait_seconds` is how long until there is some again."""

    per_minute: int
    remaining: int
    reset_seconds: float
    wait_seconds: float = 0.0

    @property
    def headers(self) -> dict[str, str]:
        return {
            "RateLimit-Limit": str(self.per_minute),
            "RateLimit-Remaining": str(self.remaining),
            "RateLimit-Reset": str(math.ceil(self.reset_seconds)),
        }

    def raise_if_exceeded(self) -> None:
        """Raise RateLimited where it was used up."""
        if self.wait_seconds:
            raise RateLimited(headers={**self.headers, "Retry-After": str(math.ceil(self.wait_seconds))})


class GcraLimiter:
    """The allowances of many subjects. All of a minute's may be used at once; then they come back one by one."""

    def __init__(self, max_subjects: int = MAX_SUBJECTS, now: Callable[[], int] = time.monotonic_ns) -> None:
        self._max_subjects = max_subjects
        self._now = now
        self._tat: OrderedDict[Hashable, int] = OrderedDict()

    def __contains__(self, subject: Hashable) -> bool:
        return subject in self._tat

    def __len__(self) -> int:
        return len(self._tat)

    def acquire(self, subject: Hashable, per_minute: int) -> RateLimitDecision | None:
        """Take one of the subject's `per_minute` permissions; None where there is no limit (0 or less).

        What is refused takes nothing, so that who keeps asking is not kept waiting for it.
        """
        now = self._now()
        tat = max(self._tat.pop(subject, now), now)
        if per_minute <= 0:
            self._remember(subject, tat)
            return None
        interval = _interval(per_minute)
        window = interval * per_minute
        # What was used of a larger allowance, before it was cut, is nothing to wait for.
        tat = min(tat, now + window)
        room = now + window - tat
        if room < interval:
            self._remember(subject, tat)
            return RateLimitDecision(per_minute, 0, (tat - now) / _SECOND, (interval - room) / _SECOND)
        tat += interval
        self._remember(subject, tat)
        return RateLimitDecision(per_minute, (room - interval) // interval, (tat - now) / _SECOND)

    def refund(self, subject: Hashable, per_minute: int) -> None:
        """Undo one `take` that was granted."""
        if per_minute > 0 and subject in self._tat:
            self._tat[subject] -= _interval(per_minute)

    def _remember(self, subject: Hashable, tat: int) -> None:
        self._tat[subject] = tat
        if len(self._tat) > self._max_subjects:
            self._tat.popitem(last=False)


def _interval(per_minute: int) -> int:
    """How long one permission takes to come back."""
    return max(WINDOW_SECONDS * _SECOND // per_minute, 1)
