"""How much memory each process took at the most, and how much of it is its own."""

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path

import asyncpg
import msgspec

_BACKENDS = "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'fulfilment %'"


class Memory(msgspec.Struct, frozen=True):
    """Of one process, in megabytes: the most that was resident, and its proportional share of what is now."""

    peak: float
    share: float


def table(api: int, postmaster: int, database_url: str) -> list[str]:
    """A line for each process of the API, and lines for PostgreSQL's."""
    backends = asyncio.run(_backends(database_url))
    own = [_of(process) for process in backends]
    rest = [_of(process) for process in [postmaster, *children(postmaster)] if process not in backends]
    lines = [_line("API, parent", [_of(api)])]
    lines += [_line(f"API, {_called(child)}", [_of(child)]) for child in children(api)]
    lines.append(_line(f"PostgreSQL, {len(own)} backends of the API", own))
    return [*lines, _line(f"PostgreSQL, its other {len(rest)} processes", rest)]


def children(process: int) -> list[int]:
    """The processes that a process has begun, and that run."""
    try:
        return [int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        return []


def _line(what: str, found: Sequence[Memory]) -> str:
    peak, share = max((one.peak for one in found), default=0.0), sum(one.share for one in found)
    largest = f", the largest of them {max(one.share for one in found):.1f}" if len(found) > 1 else ""
    return f"{what}: at most {peak:.0f} MB resident, PSS {share:.1f} MB{largest}"


def _called(process: int) -> str:
    """What a process of Python's is, by its command line: those of a pool are all called alike."""
    words = Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
    said = next((word for word in words if b"import main" in word or b"spawn_main" in word), b"")
    if b"resource_tracker" in said:
        return "tracker of resources"
    return "forkserver" if b"forkserver" in said else "worker"


def _of(process: int) -> Memory:
    return Memory(_megabytes(process, "status", "VmHWM"), _megabytes(process, "smaps_rollup", "Pss"))


def _megabytes(process: int, file: str, name: str) -> float:
    try:
        found = re.search(rf"^{name}:\s+(\d+) kB", Path(f"/proc/{process}/{file}").read_text(), re.MULTILINE)
    except OSError:
        # It has ended meanwhile, or is somebody else's.
        return 0.0
    return int(found[1]) / 1_024 if found else 0.0


async def _backends(database_url: str) -> set[int]:
    db = await asyncpg.connect(database_url)
    try:
        return {row["pid"] for row in await db.fetch(_BACKENDS)}
    finally:
        await db.close()
