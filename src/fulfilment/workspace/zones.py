"""The zones that there are, by their IANA names."""

from functools import cache
from zoneinfo import available_timezones


@cache
def names() -> frozenset[str]:
    """Every name, read once a process. Those of single machines and of leap seconds are left out."""
    return frozenset(name for name in available_timezones() if not name.startswith(("posix/", "right/", "localtime")))
