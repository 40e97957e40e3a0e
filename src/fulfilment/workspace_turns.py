"""Work under way for workspaces, bounded in all and for each: one whose courier hangs fills its own share alone."""

import asyncio
from collections import Counter
from collections.abc import Coroutine, Sequence
from typing import Any

import structlog

from fulfilment import party
from fulfilment.alarm import Alarm

_log = structlog.get_logger(__name__)


class Turns:
    """The share of one process: `at_once` pieces of work, `of_workspace` of them for any one workspace."""

    def __init__(self, at_once: int, of_workspace: int):
        self._at_once = at_once
        self._of_workspace = of_workspace
        self._under_way: Counter[str] = Counter()
        self._tasks: set[asyncio.Task] = set()
        self.alarm = Alarm()

    @property
    def free(self) -> int:
        """How much more may be begun in all."""
        return self._at_once - len(self._tasks)

    @property
    def full(self) -> list[str]:
        """The workspaces for which no more may be begun."""
        return [account_id for account_id, number in self._under_way.items() if number >= self._of_workspace]

    def rooms(self, workspaces: Sequence[str]) -> list[int]:
        """How much may be begun for each of these, at most `free` of them and none of them full."""
        alike = max(1, self.free // max(1, len(workspaces)))
        return [min(self._of_workspace - self._under_way[account_id], alike) for account_id in workspaces]

    def begin(self, account_id: str, work: Coroutine[Any, Any, None]) -> None:
        """Do it beside the rest, on behalf of the workspace."""
        self._under_way[account_id] += 1
        self._tasks.add(asyncio.create_task(self._carry_out(account_id, work)))

    async def _carry_out(self, account_id: str, work: Coroutine[Any, Any, None]) -> None:
        party.current.set(account_id)
        try:
            await work
        except Exception:
            _log.exception("turn_fault", account_id=account_id)
        finally:
            self._tasks.discard(asyncio.current_task())
            self._under_way[account_id] -= 1
            self._under_way += Counter()  # Forgets those that have nothing under way.
            self.alarm.ring()

    async def rest(self, seconds: float) -> None:
        """Until a piece of work has ended or somebody rings the `alarm`, `seconds` at most."""
        await self.alarm.wait(seconds)

    async def finish(self) -> None:
        """Until all that is under way has ended."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def end(self) -> None:
        """Until what is under way has ended by itself; whoever is cancelled meanwhile has it cancelled."""
        try:
            await self.finish()
        except asyncio.CancelledError:
            for task in self._tasks:
                task.cancel()
            await self.finish()
            raise
