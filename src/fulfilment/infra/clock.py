"""Clock of the service: the database's time, extrapolated with this machine's monotonic clock.

The clocks of nodes may be wrong. From its first connection on, a process uses the database's clock for its timestamps
and identifiers, so that rows of several nodes have one order. The difference is measured at each connection and with
each heartbeat (infra/database/server_session.py, infra/database/heartbeat.py). A process without a database, such as a
simulator, uses the machine's own clock.

The API has one format of timestamps: UTC, milliseconds, `Z` (decisions, section 2).
"""

import time
from datetime import UTC, datetime

# Start position of a list in descending order of time.
END_OF_TIME = datetime.max.replace(tzinfo=UTC)
# Range of an expiry. The database driver uses the very first and last moments of the calendar for infinity.
EARLIEST_EXPIRY = datetime(1970, 1, 1, tzinfo=UTC)
LATEST_EXPIRY = END_OF_TIME.replace(microsecond=999_000)
# A smaller difference is ignored: the clock would jitter with the latency of the database.
TOLERANCE_SECONDS = 0.05
# A node whose own clock is further from the database's is not ready.
MAX_SKEW_SECONDS = 60.0


class _Service:
    """The clock of this process. `offset` converts the monotonic clock to Unix time; None before a measurement."""

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
    """Follow the database's clock, which was `theirs` between two moments of `time.monotonic`."""
    _service.measure(theirs, asked_at, answered_at)


def steps_back() -> int:
    """The number of times that this clock was ahead of the database's and was set back."""
    return _service.steps_back


def ahead_seconds() -> float:
    """Seconds by which the node's own clock was ahead of the database's at the last measurement; negative: behind."""
    return _service.ahead


def is_skewed() -> bool:
    """True where the node's own clock is too far from the database's for the node to be ready."""
    return abs(_service.ahead) > MAX_SKEW_SECONDS


def epoch() -> float:
    """The current Unix time in seconds."""
    return _service.epoch()


def milliseconds() -> int:
    """The current Unix time in whole milliseconds."""
    return time.time_ns() // 1_000_000 if _service.offset is None else int(_service.epoch() * 1_000)


def now() -> datetime:
    """The current time in UTC, truncated to milliseconds, so that stored and shown times are equal."""
    return truncate_ms(_present())


def truncate_ms(moment: datetime) -> datetime:
    """The moment truncated to milliseconds, the precision of the API."""
    return moment.replace(microsecond=moment.microsecond // 1_000 * 1_000)


def iso_now() -> str:
    """The current time in the format of the API."""
    return _present().isoformat(timespec="milliseconds")[:-6] + "Z"


def to_iso(moment: datetime) -> str:
    """The moment in the format of the API: `2026-05-12T08:00:00.000Z`."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


def _present() -> datetime:
    return datetime.now(UTC) if _service.offset is None else datetime.fromtimestamp(_service.epoch(), UTC)
