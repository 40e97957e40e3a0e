"""How many requests whoever may make: workspaces by their plan, people, and addresses that fail to say who they are.

API requests count against the plan of the workspace that they work in, by key or by token; the console's pages count
against an allowance of the person (decisions, sections 10, 14 and 15). What fails its credential counts against the
client's address, and beyond its allowance is answered 429 in place of 401: what is signed right is never refused, or
kept waiting, for its neighbours.
"""

import asyncio
from collections.abc import Mapping

import msgspec

from fulfilment.infra.api.request import Request
from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.database.pool import Database
from fulfilment.infra.limits.rate_limiter import SharedRateLimiter
from fulfilment.settings import Settings

BYTES_PER_UNIT = 16_384


class RequestCost(msgspec.Struct, frozen=True):
    """`minimum` at least, and one per `items_per_unit` entries of the body's list `per_item_field`, rounded up."""

    minimum: int = 1
    per_item_field: str = ""
    items_per_unit: int = 1

    def for_body(self, body: object) -> int:
        """What a request with this body costs."""
        if not self.per_item_field:
            return self.minimum
        return max(self.minimum, -(-len(getattr(body, self.per_item_field)) // self.items_per_unit))

    def __str__(self) -> str:
        if not self.per_item_field:
            return str(self.minimum)
        first, *rest = self.per_item_field.split("_")
        shown = first + "".join(word.capitalize() for word in rest)
        return f"1 for every {self.items_per_unit} `{shown}`"


ONE = RequestCost()
# It calls the courier aggregator each time, for all couriers.
QUOTE = RequestCost(5)
# It calls the payment provider, some several times, which all workspaces share.
PAYMENTS = RequestCost(5)
# It reads, or sets going, what is as large as the workspace.
EXPORT = RequestCost(10)


def per_items(per_item_field: str, items_per_unit: int) -> RequestCost:
    """One for every so many entries of a list in the body."""
    return RequestCost(1, per_item_field, items_per_unit)


def body_cost(body: bytes) -> int:
    """One for each BYTES_PER_UNIT of the body that has begun, and one for no body (decisions, section 15)."""
    return max(1, -(-len(body) // BYTES_PER_UNIT))


PERSON_REQUESTS_PER_MINUTE = 600
# Who floods is answered slowly, as long as that holds up no more than so many answers.
HOLD_SECONDS = 0.5
MAX_HELD = 256


class PlanRateLimits(msgspec.Struct, frozen=True):
    """Requests a minute by the name of a plan; -1 is any number."""

    requests_per_minute: Mapping[str | None, int]


class RequestRateLimits:
    """What one process has counted, and heard of from the others."""

    def __init__(
        self, db: Database, settings: Settings, plan_limits: PlanRateLimits, hold_seconds: float = HOLD_SECONDS
    ) -> None:
        self._per_plan = plan_limits.requests_per_minute
        self._callers = SharedRateLimiter(db)
        self._addresses = SharedRateLimiter(db, name="address_windows", reports_all=False)
        self._per_address = settings.failed_auth_requests_per_minute
        self._hold_seconds = hold_seconds
        self._held = 0

    def start(self) -> None:
        """Tell the other processes from now on."""
        self._callers.start()
        self._addresses.start()

    async def stop(self) -> None:
        """Tell them what is left."""
        await asyncio.gather(self._callers.stop(), self._addresses.stop())

    async def check(self, principal: Principal, request: Request) -> None:
        """Take what the request's body costs of the caller's allowance, one at least. Raises RateLimited.

        The answer tells what is left.
        """
        subject, limit = self._rate_limit_of(principal)
        if limit >= 0:
            allowance = await self._callers.acquire(subject, limit, body_cost(request.body))
            request.answer_headers.update(allowance.headers)
            allowance.raise_if_exceeded()

    async def charge_cost(self, principal: Principal, request: Request, cost: RequestCost, body: object) -> None:
        """Take what the request costs beyond that which `admit` took, or give that back and raise RateLimited."""
        if cost is ONE:
            return
        subject, limit = self._rate_limit_of(principal)
        taken = min(body_cost(request.body), limit)
        further = min(cost.for_body(body), limit) - taken
        if limit >= 0 and further > 0:
            allowance = await self._callers.acquire(subject, limit, further)
            if allowance.wait_seconds:
                self._callers.refund(subject, limit, taken)
            request.answer_headers.update(allowance.headers)
            allowance.raise_if_exceeded()

    async def count_failed_auth(self, request: Request) -> None:
        """Count a request whose credential failed. Beyond the address's allowance it is held a while, and refused.

        Raises RateLimited.
        """
        if self._per_address <= 0:
            return
        allowance = self._addresses.try_acquire(request.tenant_key, self._per_address)
        # What has a place that others wait for gives it back at once.
        if allowance.wait_seconds and self._held < MAX_HELD and not request.has_large_body:
            self._held += 1
            try:
                await asyncio.sleep(self._hold_seconds)
            finally:
                self._held -= 1
        allowance.raise_if_exceeded()

    def _rate_limit_of(self, principal: Principal) -> tuple[str, int]:
        """The subject that the caller is counted by, and its requests a minute; -1 is any number."""
        if principal.is_in_console:
            return f"person {principal.person}", PERSON_REQUESTS_PER_MINUTE
        return principal.account_id, self._per_plan[principal.plan]
