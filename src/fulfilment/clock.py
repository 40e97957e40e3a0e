"""The time, in the one form that goes over the wire: UTC, milliseconds, `Z` (decisions, section 2)."""

from datetime import UTC, datetime

# Where the list of the newest begins that is ordered by time.
END_OF_TIME = datetime.max.replace(tzinfo=UTC)
# What an expiry may be. The very first and last moments of the calendar stand for infinity in the database driver.
EARLIEST_EXPIRY = datetime(1970, 1, 1, tzinfo=UTC)
LATEST_EXPIRY = END_OF_TIME.replace(microsecond=999_000)


def now() -> datetime:
    """The present moment in UTC, cut to the millisecond so that what is stored is what was shown."""
    return cut(datetime.now(UTC))


def cut(moment: datetime) -> datetime:
    """The moment to the millisecond that the wire shows of it."""
    return moment.replace(microsecond=moment.microsecond // 1_000 * 1_000)


def wire_now() -> str:
    """The present moment as it goes over the wire."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


def wire(moment: datetime) -> str:
    """`2026-05-12T08:00:00.000Z`."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"
