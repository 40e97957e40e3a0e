"""Who is not who they say, where no key or session of theirs is looked up: at the sign-in and its back channel."""

from fulfilment.infra.api.request import Request
from fulfilment.infra.auth.client_address import network_of
from fulfilment.infra.auth.failed_auth_stats import FailedAuthStats
from fulfilment.infra.limits.request_limits import RequestRateLimits


class FailedAuthLimiter:
    """What becomes of them in one process."""

    def __init__(self, stats: FailedAuthStats, limits: RequestRateLimits) -> None:
        self._stats = stats
        self._limits = limits

    async def record(self, code: str, request: Request) -> None:
        """Count it for the operator, and against the client's address. Raises RateLimited beyond its allowance."""
        self._stats.count(code, network_of(request.client_ip), "")
        await self._limits.count_failed_auth(request)
