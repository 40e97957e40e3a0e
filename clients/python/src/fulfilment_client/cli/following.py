"""Follower of the list of events: every committed event, once, through restarts of the service."""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..aio import AsyncFulfilment
    from ..paging import AsyncPage
    from ..types import Envelope

PAGE = 200
# An event stands in the list by the time when it happened. It is seen once its change has committed, which may be after
# a later one. Each glance looks back a little, and a whole look by longer than a change may take.
GLANCE_BACK = timedelta(seconds=5)
LOOK_BACK = timedelta(minutes=2)
LOOK_EVERY_SECONDS = 10.0
# So much of the requests that the workspace's plan has a minute is taken, and the rest left to others.
_SHARE = 0.25


class Follower:
    """Asks again and again. `since` has it begin in the past; else it begins with what is not there yet."""

    def __init__(self, client: AsyncFulfilment, since: datetime | None = None) -> None:
        self._client = client
        self._since = since
        self._seen: dict[str, datetime] = {}
        self._look_due = 0.0
        self.pause_seconds = 0.0

    async def begin(self) -> None:
        """Know what is there already. Raises FulfilmentError."""
        page = await self._client.events.list(limit=1)
        now = _time_of(page)
        # The service's clock says when an event happened, ours may be another.
        self._oldest = self._since or now - LOOK_BACK
        self._looked_from = self._glanced_from = self._oldest
        self.read_at = now
        if self._since is None:
            self._remember(await self._read(now - LOOK_BACK))

    async def next(self) -> list[Envelope]:
        """New events, oldest first. Raises FulfilmentError, after which nothing is lost."""
        begun = time.monotonic()
        is_look = begun >= self._look_due
        found = await self._read(self._looked_from if is_look else self._glanced_from)
        fresh = sorted((event for event in found if event["id"] not in self._seen), key=lambda event: event["id"])
        self._remember(fresh)
        self._glanced_from = max(self._oldest, self.read_at - GLANCE_BACK)
        if is_look:
            self._looked_from = max(self._oldest, self.read_at - LOOK_BACK)
            self._look_due = begun + LOOK_EVERY_SECONDS
            self._forget()
        return fresh

    async def _read(self, start: datetime) -> list[Envelope]:
        page = await self._client.events.list(limit=PAGE, from_=start)
        read_at = _time_of(page)
        found = [event async for event in page]
        # Only now, when every page was read, the next one may begin later.
        self.read_at = read_at
        allowance = page.answer.headers.get("ratelimit-limit", "")
        if allowance.isascii() and allowance.isdigit() and int(allowance) > 0:
            self.pause_seconds = 60 / (int(allowance) * _SHARE)
        return found

    def _remember(self, events: Iterable[Envelope]) -> None:
        self._seen.update((event["id"], moment_of(event["occurredAt"])) for event in events)

    def _forget(self) -> None:
        """An id that is too old to be listed again is forgotten."""
        margin = self._looked_from - timedelta(seconds=1)
        self._seen = {id: at for id, at in self._seen.items() if at >= margin}


def _time_of(page: AsyncPage[Any]) -> datetime:
    return moment_of(page.answer.meta["timestamp"])


def moment_of(text: str) -> datetime:
    """A time as the API writes it."""
    return datetime.fromisoformat(text.replace("Z", "+00:00"))
