"""How much memory each process took at the most, and how much of it is its own."""

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path

import asyncpg
import msgspec

_BACKENDS = "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'fulfilment %'"
_ROW = "{:<46} {:>10} {:>10} {:>10} {:>12}"


class Memory(msgspec.Struct, frozen=True):
    """Memory of one process, in megabytes.

    `peak` is the most that was resident (VmHWM), which counts shared memory whole. `share` is its proportional share
    of what is resident now (PSS), and `own` what of that is no file's and not shared: its heap.
    """

    peak: float
    share: float
    own: float


def table(api: int, postmaster: int, database_url: str) -> list[str]:
    """A line for each process of the API, and for PostgreSQL's backends and others."""
    backends = asyncio.run(_backends(database_url))
    others = [process for process in _tree(postmaster) if process not in backends]
    lines = [_ROW.format("megabytes", "peak", "PSS", "own", "largest own")]
    lines += [_line(f"API, {'a child' if nth else 'parent'}", [process]) for nth, process in enumerate(_tree(api))]
    lines.append(_line(f"PostgreSQL, the API's {len(backends)} backends together", sorted(backends)))
    return [*lines, _line(f"PostgreSQL, its other {len(others)} processes together", others)]


def _line(what: str, processes: Sequence[int]) -> str:
    found = [_of(process) for process in processes]
    peak, largest = (max((getattr(one, name) for one in found), default=0.0) for name in ("peak", "own"))
    together = (sum(getattr(one, name) for one in found) for name in ("share", "own"))
    return _ROW.format(what, *(f"{size:.1f}" for size in (peak, *together, largest)))


def _tree(process: int) -> list[int]:
    """A process and all that it began, and that run."""
    try:
        begun = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return [process]
    return [process, *(one for child in begun for one in _tree(int(child)))]


def _of(process: int) -> Memory:
    return Memory(
        _megabytes(process, "status", "VmHWM"),
        _megabytes(process, "smaps_rollup", "Pss"),
        _megabytes(process, "smaps_rollup", "Pss_Anon"),
    )


def _megabytes(process: int, file: str, name: str) -> float:
    try:
        found = re.search(rf"^{name}:\s+(\d+) kB", Path(f"/proc/{process}/{file}").read_text(), re.MULTILINE)
    except OSError:
        # The process has ended meanwhile, or belongs to another user.
        return 0.0
    return int(found[1]) / 1_024 if found else 0.0


async def _backends(database_url: str) -> set[int]:
    db = await asyncpg.connect(database_url)
    try:
        return {row["pid"] for row in await db.fetch(_BACKENDS)}
    finally:
        await db.close()
