"""The zones that there are, by their IANA names."""

from functools import cache, lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from fulfilment.infra.database.transaction import Read
from fulfilment.workspaces import queries
from fulfilment.workspaces.schemas import DEFAULT_ZONE


@cache
def list_names() -> frozenset[str]:
    """Every name, read once a process. Those of single machines and of leap seconds are left out."""
    return frozenset(name for name in available_timezones() if not name.startswith(("posix/", "right/", "localtime")))


async def get_name(read: Read) -> str:
    """The name of the workspace's zone."""
    row = await queries.find(read)
    return DEFAULT_ZONE if row is None else row["time_zone"] or DEFAULT_ZONE


@lru_cache
def load_zone(name: str) -> ZoneInfo:
    """The zone, or the usual one where this machine's list of zones is older than the one that the name comes from."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo(DEFAULT_ZONE)
