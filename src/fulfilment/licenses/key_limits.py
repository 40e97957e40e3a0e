"""How often the public license routes may be asked, so that nobody finds keys by guessing (decisions, section 10).

Three allowances, each per client address (of IPv6, per /64): one for everything, one for each single key, and a small
one for keys that the address had not asked about before and that turn out to be nobody's. A key's allowance is counted
per address, so that whoever hammers a key that they know locks out nobody but themselves. An address that has guessed
too often is still answered for the keys it asked about before: its neighbours behind the same router keep working.
"""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from fulfilment.infra.api.request import Request
from fulfilment.infra.auth.client_address import address_bucket
from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.limits.rate_limiter import RateLimitDecision, RateLimiter
from fulfilment.licenses import key_format
from fulfilment.settings import Settings

Found = TypeVar("Found")


class LicenseKeyLimits:
    """What one process has counted."""

    def __init__(self, settings: Settings) -> None:
        self._per_address = settings.license_requests_per_minute
        self._per_key = settings.license_key_requests_per_minute
        self._unknown = settings.license_unknown_keys_per_minute
        self._addresses = RateLimiter()
        self._keys = RateLimiter()
        self._guesses = RateLimiter()

    def admit(self, request: Request) -> None:
        """Take one of the address's allowance, before anything of the request is read. Raises RateLimited."""
        _check_limit(self._addresses.try_acquire(address_bucket(request.client_ip), self._per_address), request)

    async def find_license(
        self, public: Public, key: str, find: Callable[[Public, str], Awaitable[Found | None]]
    ) -> Found | None:
        """What `find` finds of the license with this key. Raises RateLimited instead of looking."""
        normalized, _ = key_format.lookup_forms(key)
        is_guess = self._check_key(public.request, normalized)
        # Nobody guessed anything where the database was away.
        found: object = find
        try:
            found = await find(public, key)
            return found
        finally:
            if is_guess and found is not None:
                self._guesses.refund(address_bucket(public.request.client_ip), self._unknown)

    def _check_key(self, request: Request, key: str) -> bool:
        """Let a request ask for the key or raise RateLimited. Answers whether it counts as a guess.

        A guess is paid for before it is answered, else a thousand at once would pass. The same key again is no other
        guess, and the first one is given back where the key exists.
        """
        bucket = address_bucket(request.client_ip)
        # A hash instead of the key: keys may be long, and whoever makes them up cannot foresee which two share one.
        pair = hash((bucket, key))
        is_guess = pair not in self._keys
        if is_guess:
            _check_limit(self._guesses.try_acquire(bucket, self._unknown))
        _check_limit(self._keys.try_acquire(pair, self._per_key), request)
        return is_guess


def _check_limit(decision: RateLimitDecision, request: Request | None = None) -> None:
    """Raise RateLimited where it is used up. The request's answer tells of whichever allowance has the least left."""
    if not decision.per_minute:
        return
    decision.raise_if_exceeded()
    if request is None:
        return
    shown_remaining = request.answer_headers.get("RateLimit-Remaining")
    if shown_remaining is None or decision.remaining < int(shown_remaining):
        request.answer_headers.update(decision.headers)
