"""Rate limits of requests: per workspace by its plan, per person in the console, per address for failed credentials.

API requests, by key or by token, count against the plan of the workspace that they work in. Pages of the console count
against a limit of the person (decisions, sections 10, 14 and 15). A request with a failed credential counts against the
client's address, and is answered 429 instead of 401 beyond its limit. A request with a valid credential is never
refused or delayed for others of the same address.
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
PERSON_REQUESTS_PER_MINUTE = 600
# The delay of a request with a failed credential beyond the limit of its address.
HOLD_SECONDS = 0.5
# The largest number of requests held at once; others are answered immediately.
MAX_HELD = 256


class RequestCost(msgspec.Struct, frozen=True):
    """Cost of a request: one per `items_per_unit` items of the body's list `per_item_field`, rounded up.

    The cost is at least `minimum`.
    """

    minimum: int = 1
    per_item_field: str = ""
    items_per_unit: int = 1

    def for_body(self, body: object) -> int:
        """The cost of a request with this body."""
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
# A quote calls the courier aggregator each time, for all couriers.
QUOTE = RequestCost(5)
# Payment routes call the payment provider, some several times, and all workspaces share it.
PAYMENTS = RequestCost(5)
# An export reads all data of a workspace, or begins a job of that size.
EXPORT = RequestCost(10)


def per_items(per_item_field: str, items_per_unit: int) -> RequestCost:
    """The cost of one per `items_per_unit` items of a list in the body."""
    return RequestCost(1, per_item_field, items_per_unit)


def body_cost(body: bytes) -> int:
    """The cost of one per BYTES_PER_UNIT of the body, rounded up, and at least one (decisions, section 15)."""
    return max(1, -(-len(body) // BYTES_PER_UNIT))


class PlanRateLimits(msgspec.Struct, frozen=True):
    """Requests per minute by the name of a plan; -1 is unlimited."""

    requests_per_minute: Mapping[str | None, int]


class RequestRateLimits:
    """Rate limiter of callers and addresses, shared by all processes through the database."""

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
        """Begin to report counts to the other processes."""
        self._callers.start()
        self._addresses.start()

    async def stop(self) -> None:
        """Report the remaining counts, and stop."""
        await asyncio.gather(self._callers.stop(), self._addresses.stop())

    async def check(self, principal: Principal, request: Request) -> None:
        """Charge the cost of the body, at least one, to the caller's rate limit. Raises RateLimited.

        The headers of the answer have the rest of the limit.
        """
        subject, limit = self._rate_limit_of(principal)
        if limit >= 0:
            allowance = await self._callers.acquire(subject, limit, body_cost(request.body))
            request.answer_headers.update(allowance.headers)
            allowance.raise_if_exceeded()

    async def charge_cost(self, principal: Principal, request: Request, cost: RequestCost, body: object) -> None:
        """Charge the cost beyond the amount that `check` has charged, or refund that amount and raise RateLimited."""
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
        """Count a request with a failed credential. Beyond the limit of the address, hold it for HOLD_SECONDS.

        Then raises RateLimited.
        """
        if self._per_address <= 0:
            return
        allowance = self._addresses.try_acquire(request.tenant_key, self._per_address)
        # A request with a large body is not held, because it has a permit that others wait for.
        if allowance.wait_seconds and self._held < MAX_HELD and not request.has_large_body:
            self._held += 1
            try:
                await asyncio.sleep(self._hold_seconds)
            finally:
                self._held -= 1
        allowance.raise_if_exceeded()

    def _rate_limit_of(self, principal: Principal) -> tuple[str, int]:
        """The subject that the caller counts against, and its requests per minute; -1 is unlimited."""
        if principal.is_in_console:
            return f"person {principal.person}", PERSON_REQUESTS_PER_MINUTE
        return principal.account_id, self._per_plan[principal.plan]
