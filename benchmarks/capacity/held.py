"""Resources that processes hold: memory, and connections to the database."""

from collections import defaultdict

import msgspec
import psutil
import psycopg

_BYTES_PER_MB = 1_048_576
_OURS = "SELECT pid, application_name FROM pg_stat_activity WHERE application_name LIKE 'fulfilment %'"
_LINE = "{:<44}{:>7}{:>9}{:>9}{:>9}"


class Held(msgspec.Struct, frozen=True):
    """Processes of one kind: how many, and in MB what they share and have, what is their own, and the most of one."""

    kind: str
    count: int
    proportional: float
    own: float
    most: float


def held(roots: dict[str, int], postmaster: int, database_url: str) -> list[Held]:
    """Memory of the trees of processes by the name of their root, and of PostgreSQL's backends."""
    kinds: dict[str, list[int]] = defaultdict(list)
    for name, root in roots.items():
        for process in _family(root):
            kinds[_kind(name, root, process)].append(process.pid)
    with psycopg.connect(database_url) as db:
        backends = dict(db.execute(_OURS).fetchall())
    for process in _family(postmaster):
        name = backends.get(process.pid)
        kinds[f"PostgreSQL, backend of {_who(name)}" if name else "PostgreSQL, everything else"].append(process.pid)
    return [_sum(kind, pids) for kind, pids in kinds.items()]


def lines(found: list[Held]) -> list[str]:
    """The table of it: PSS and own of one process on the average, and the PSS of the largest."""
    head = _LINE.format("megabytes of each", "how many", "PSS", "own", "largest")
    rows = [
        _LINE.format(
            one.kind,
            one.count,
            *(f"{mb:.1f}" for mb in (one.proportional / one.count, one.own / one.count)),
            f"{one.most:.1f}",
        )
        for one in found
    ]
    return [head, *rows]


def _kind(name: str, root: int, process: psutil.Process) -> str:
    if "fulfilment.cli.pdf_worker" in process.cmdline():
        return "drawing process"
    return f"{name}, {'parent' if name == 'API' and process.pid == root else 'process'}"


def _who(application: str) -> str:
    """The application name of a session, without the release."""
    return application.removeprefix("fulfilment ").rpartition(" ")[0]


def _sum(kind: str, pids: list[int]) -> Held:
    memory = [psutil.Process(pid).memory_full_info() for pid in pids if psutil.pid_exists(pid)]
    shares = [one.pss / _BYTES_PER_MB for one in memory]
    return Held(
        kind, len(memory), sum(shares), sum(one.uss for one in memory) / _BYTES_PER_MB, max(shares, default=0.0)
    )


def _family(root: int) -> list[psutil.Process]:
    process = psutil.Process(root)
    return [process, *process.children(recursive=True)]
