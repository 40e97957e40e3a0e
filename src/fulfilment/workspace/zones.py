"""The zones that there are, by their IANA names."""

from functools import cache, lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from fulfilment.workspace.records import DEFAULT_ZONE


@cache
def names() -> frozenset[str]:
    """Every name, read once a process. Those of single machines and of leap seconds are left out."""
    return frozenset(name for name in available_timezones() if not name.startswith(("posix/", "right/", "localtime")))


@lru_cache
def find(name: str) -> ZoneInfo:
    """The zone, or the usual one where this machine's list of zones is older than the one that the name comes from."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo(DEFAULT_ZONE)
