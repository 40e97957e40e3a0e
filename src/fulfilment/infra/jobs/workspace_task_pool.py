"""Work under way for workspaces, bounded in all and for each: one whose courier hangs fills its own share alone."""

import asyncio
from collections import Counter
from collections.abc import Coroutine, Sequence
from typing import Any

import structlog

from fulfilment.infra.jobs.task_supervisor import WakeEvent
from fulfilment.infra.limits import fair_semaphore

_log = structlog.get_logger(__name__)


class WorkspaceTaskPool:
    """The share of one process: `at_once` pieces of work, `of_workspace` of them for any one workspace."""

    def __init__(self, size: int, max_per_workspace: int) -> None:
        self._size = size
        self._max_per_workspace = max_per_workspace
        self._running: Counter[str] = Counter()
        self._tasks: set[asyncio.Task] = set()
        self.wake_event = WakeEvent()

    @property
    def free_capacity(self) -> int:
        """How much more may be begun in all."""
        return self._size - len(self._tasks)

    @property
    def saturated(self) -> list[str]:
        """The workspaces for which no more may be begun."""
        return [account_id for account_id, number in self._running.items() if number >= self._max_per_workspace]

    def capacity_for(self, workspaces: Sequence[str]) -> list[int]:
        """How much may be begun for each of these, at most `free` of them and none of them full."""
        alike = max(1, self.free_capacity // max(1, len(workspaces)))
        return [min(self._max_per_workspace - self._running[account_id], alike) for account_id in workspaces]

    def spawn(self, account_id: str, work: Coroutine[Any, Any, None]) -> None:
        """Do it beside the rest, on behalf of the workspace."""
        self._running[account_id] += 1
        self._tasks.add(asyncio.create_task(self._run(account_id, work)))

    async def _run(self, account_id: str, work: Coroutine[Any, Any, None]) -> None:
        fair_semaphore.current.set(account_id)
        try:
            await work
        except Exception:
            _log.exception("workspace_task_failed", account_id=account_id)
        finally:
            self._tasks.discard(asyncio.current_task())
            self._running[account_id] -= 1
            self._running += Counter()  # Forgets those that have nothing under way.
            self.wake_event.set()

    async def wait(self, seconds: float) -> None:
        """Until a piece of work has ended or somebody rings the `alarm`, `seconds` at most."""
        await self.wake_event.wait(seconds)

    async def join(self) -> None:
        """Until all that is under way has ended."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def stop(self) -> None:
        """Until what is under way has ended by itself; whoever is cancelled meanwhile has it cancelled."""
        try:
            await self.join()
        except asyncio.CancelledError:
            for task in self._tasks:
                task.cancel()
            await self.join()
            raise
