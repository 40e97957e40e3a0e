"""How many requests whoever may make: workspaces by their plan, people, and addresses that fail to say who they are.

A key's requests count against the plan of the workspace that they work in, a person's against an allowance of their
own (decisions, sections 10 and 14). What fails its credential counts against the client's address, and beyond its
allowance is answered 429 in place of 401: what is signed right is never refused, or kept waiting, for its neighbours.
"""

import asyncio
from typing import Any

from fulfilment import plans
from fulfilment.db.pool import Database
from fulfilment.http.caller import Caller
from fulfilment.http.cost import ONE, Cost
from fulfilment.http.request import Request
from fulfilment.http.windows import Windows
from fulfilment.settings import Settings

PERSON_REQUESTS_PER_MINUTE = 600
# Who floods is answered slowly, as long as that holds up no more than so many answers.
HOLD_SECONDS = 0.5
MOST_HELD = 256


class RequestLimits:
    """What one process has counted, and heard of from the others."""

    def __init__(self, db: Database, settings: Settings, hold_seconds: float = HOLD_SECONDS):
        self._callers = Windows(db)
        self._addresses = Windows(db, name="address_windows", tells_all=False)
        self._per_address = settings.unsigned_requests_per_minute
        self._hold_seconds = hold_seconds
        self._held = 0

    def begin(self) -> None:
        """Tell the other processes from now on."""
        self._callers.begin()
        self._addresses.begin()

    async def end(self) -> None:
        """Tell them what is left."""
        await asyncio.gather(self._callers.end(), self._addresses.end())

    async def admit(self, caller: Caller, request: Request) -> None:
        """Take one of the caller's allowance. Raises RateLimited; the answer tells what is left."""
        subject, limit = _allowance_of(caller)
        if limit >= 0:
            allowance = await self._callers.take(subject, limit)
            request.answer_headers.update(allowance.headers)
            allowance.require()

    async def charge(self, caller: Caller, request: Request, cost: Cost, body: Any) -> None:
        """Take what the request costs beyond the one that `admit` took, or give that back and raise RateLimited."""
        if cost is ONE:
            return
        subject, limit = _allowance_of(caller)
        further = min(cost.of(body), limit) - 1
        if limit >= 0 and further > 0:
            allowance = await self._callers.take(subject, limit, further)
            if allowance.wait_seconds:
                self._callers.give_back(subject, limit)
            request.answer_headers.update(allowance.headers)
            allowance.require()

    async def note_stranger(self, request: Request) -> None:
        """Count a request whose credential failed. Beyond the address's allowance it is held a while, and refused.

        Raises RateLimited.
        """
        if self._per_address <= 0:
            return
        allowance = self._addresses.take_now(request.sender, self._per_address)
        # What has a place that others wait for gives it back at once.
        if allowance.wait_seconds and self._held < MOST_HELD and not request.has_large_body:
            self._held += 1
            try:
                await asyncio.sleep(self._hold_seconds)
            finally:
                self._held -= 1
        allowance.require()


def _allowance_of(caller: Caller) -> tuple[str, int]:
    """By what the caller is counted, and how many requests a minute that has; -1: any number."""
    if caller.person is not None:
        return f"person {caller.person}", PERSON_REQUESTS_PER_MINUTE
    return caller.account_id, plans.of(caller.plan).requests_per_minute
