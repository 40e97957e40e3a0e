"""The API and the worker, with ways to make their loops stand still and to look at their tasks.

`python -m tests.system.cli.lab api` and `... worker` run them as the commands do.
"""

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import fulfilment
from fulfilment import app, settings, worker
from fulfilment.cli import api
from fulfilment.cli import worker as worker_command
from fulfilment.infra.api.routing import Routes
from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.database.pool import Database
from fulfilment.infra.jobs.cleanup_jobs import CleanupJob
from fulfilment.infra.models import ApiModel
from fulfilment.infra.observability import logs

# The worker falls into a loop when this file comes to be in its data folder.
TRAP = "trap"
TASKS = "tasks"

_PRODUCT = Path(fulfilment.__file__).parent

route = Routes("Lab")


class Seen(ApiModel):
    """A process and the tasks that it has now, each with what it runs."""

    pid: int
    tasks: list[str]


def compute_for_ever() -> int:
    """One call in C, which nothing interrupts and which lets no other thread of the interpreter run."""
    return sum(range(10**15))


def wait_for_ever() -> None:
    """A deadlock, which costs no time of the processor."""
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()


@route.get("/lab")
async def see(public: Public) -> Seen:
    """The process that answers."""
    return Seen(os.getpid(), _tasks())


@route.get("/lab/compute")
async def compute(public: Public) -> Seen:
    compute_for_ever()
    return Seen(os.getpid(), [])


@route.get("/lab/wait")
async def wait(public: Public) -> Seen:
    wait_for_ever()
    return Seen(os.getpid(), [])


def create() -> Callable:
    """The application of the service with these routes among its own."""
    app.DOMAINS = (*app.DOMAINS, SimpleNamespace(route=route))
    return app.create()


def _tasks() -> list[str]:
    """The tasks that run code of ours, not those of the server and of libraries."""
    return [
        f"{task.get_name()}: {task.get_coro().__qualname__}"
        for task in asyncio.all_tasks()
        if Path(task.get_coro().cr_code.co_filename).is_relative_to(_PRODUCT)
    ]


async def _fall_into_trap(_db: Database) -> None:
    folder = settings.current().data_path
    (folder / f"{TASKS}.new").write_text("\n".join(_tasks()))
    (folder / f"{TASKS}.new").rename(folder / TASKS)
    trap = folder / TRAP
    if trap.exists():
        trap.unlink()
        compute_for_ever()


def run(what: str) -> None:
    given = settings.current()
    logs.configure(given, what)
    if what == "api":
        api.serve(given, "tests.system.cli.lab:create")
    else:
        worker.CLEANUP_JOBS = (*worker.CLEANUP_JOBS, CleanupJob("lab", 0.05, _fall_into_trap))
        worker_command.run_loops(given)


if __name__ == "__main__":
    run(sys.argv[1])
