"""Rate limit of label links, per client address (of IPv6, per /64).

A link needs no credential, and each request for it may draw a label.
"""

from fulfilment.infra.api.request import Request
from fulfilment.infra.auth.client_address import address_bucket
from fulfilment.infra.limits.rate_limiter import RateLimiter
from fulfilment.settings import Settings


class LinkLimits:
    """The allowances that one process counts."""

    def __init__(self, settings: Settings) -> None:
        self._per_address = settings.label_link_requests_per_minute
        self._addresses = RateLimiter()

    def admit(self, request: Request) -> None:
        """Take one of the address's allowance, before the link is looked at. Raises RateLimited."""
        if self._per_address > 0:
            allowance = self._addresses.try_acquire(address_bucket(request.client_ip), self._per_address)
            allowance.raise_if_exceeded()
            request.answer_headers.update(allowance.headers)
