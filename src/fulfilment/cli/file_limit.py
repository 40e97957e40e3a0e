"""How many connections fit into the operating system's limit of open files, of which each connection is one."""

import resource

import structlog

# What a process needs beside its connections: the database, look-ups, calls to couriers, modules.
OTHER_FILES = 1_024

_log = structlog.get_logger(__name__)


def raise_file_limit(connections: int) -> int:
    """Raise the limit for `connections` connections in a process; how many fit, so that the database is never shut
    out."""
    limit = _raise_limit(connections + OTHER_FILES)
    # Where there is room for neither, they share it.
    fitting = min(connections, max(limit - OTHER_FILES, limit // 2))
    if fitting < connections:
        _log.warning("connections_lowered", wanted=connections, connections=fitting, open_files=limit)
    return fitting


def _raise_limit(needed: int) -> int:
    """The limit, as far above what many systems begin with (1,024) as is needed and allowed."""
    soft, hard = (needed if limit == resource.RLIM_INFINITY else limit for limit in _limits())
    if soft >= needed:
        return soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(needed, hard), _limits()[1]))
    except (ValueError, OSError):
        # A system may have a lower limit of its own, of which it tells only so.
        return soft
    return min(needed, hard)


def _limits() -> tuple[int, int]:
    return resource.getrlimit(resource.RLIMIT_NOFILE)
