"""The service's clock: the database's time, kept between two looks by this machine's monotonic clock.

Nodes have clocks of their own, which may be wrong. All that a process dates, and every identifier that it makes, goes
by the database's clock from the first connection on, so that rows of several nodes stand in one order. The difference
is measured at each connection and with each heartbeat (infra/database/server_session.py, infra/database/heartbeat.py).
Without a database, as in a simulator, it is the machine's own clock.

On the wire a time has one form: UTC, milliseconds, `Z` (decisions, section 2).
"""

import time
from datetime import UTC, datetime

# Where the list of the newest begins that is ordered by time.
END_OF_TIME = datetime.max.replace(tzinfo=UTC)
# What an expiry may be. The very first and last moments of the calendar stand for infinity in the database driver.
EARLIEST_EXPIRY = datetime(1970, 1, 1, tzinfo=UTC)
LATEST_EXPIRY = END_OF_TIME.replace(microsecond=999_000)
# A smaller difference is not followed: the clock would step forth and back with the time that answers take.
TOLERANCE_SECONDS = 0.05
# A node whose own clock is further from the database's is not ready.
MAX_SKEW_SECONDS = 60.0


class _Service:
    """The clock of this process. `offset` is what the monotonic clock lacks to the epoch; None: never measured."""

    def __init__(self) -> None:
        self.offset: float | None = None
        self.steps_back = 0
        self.ahead = 0.0

    def epoch(self) -> float:
        return time.time() if self.offset is None else time.monotonic() + self.offset

    def measure(self, theirs: datetime, asked_at: float, answered_at: float) -> None:
        doubt = (answered_at - asked_at) / 2
        self.ahead = time.time() - time.monotonic() + answered_at - doubt - theirs.timestamp()
        offset = theirs.timestamp() - (asked_at + answered_at) / 2
        present = time.time() - time.monotonic() if self.offset is None else self.offset
        if abs(offset - present) <= doubt + TOLERANCE_SECONDS:
            offset = present
        elif offset < present:
            self.steps_back += 1
        self.offset = offset


_service = _Service()


def measure(theirs: datetime, asked_at: float, answered_at: float) -> None:
    """Follow the database's clock, which said `theirs` between two moments of `time.monotonic`."""
    _service.measure(theirs, asked_at, answered_at)


def steps_back() -> int:
    """Count of corrections: the clock was ahead of the database's and was set back."""
    return _service.steps_back


def ahead_seconds() -> float:
    """Seconds by which the node's own clock was ahead of the database's at the last measurement; negative: behind."""
    return _service.ahead


def is_skewed() -> bool:
    """True where the node's own clock is too far from the database's for the node to be ready."""
    return abs(_service.ahead) > MAX_SKEW_SECONDS


def epoch() -> float:
    """The present moment in seconds since 1970."""
    return _service.epoch()


def milliseconds() -> int:
    """The present moment in whole milliseconds since 1970."""
    return time.time_ns() // 1_000_000 if _service.offset is None else int(_service.epoch() * 1_000)


def now() -> datetime:
    """The present moment in UTC, cut to the millisecond so that what is stored is what was shown."""
    return truncate_ms(_present())


def truncate_ms(moment: datetime) -> datetime:
    """The moment to the millisecond that the wire shows of it."""
    return moment.replace(microsecond=moment.microsecond // 1_000 * 1_000)


def iso_now() -> str:
    """The present moment as it goes over the wire."""
    return _present().isoformat(timespec="milliseconds")[:-6] + "Z"


def to_iso(moment: datetime) -> str:
    """`2026-05-12T08:00:00.000Z`."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


def _present() -> datetime:
    return datetime.now(UTC) if _service.offset is None else datetime.fromtimestamp(_service.epoch(), UTC)
