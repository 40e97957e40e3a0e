"""License keys: generating and normalising them, and the rate limits of the public routes that take one.

Decisions, sections 1 and 10. Three limits hold per client address (per /64 of IPv6): one for all requests, one for each
key, and a small one for unknown keys. The third stops a client that guesses keys. Its neighbours behind the same router
can still use the keys that the address used before.
"""

import re
import secrets
from collections.abc import Awaitable, Callable
from typing import TypeVar

from fulfilment.infra.api.request import Request
from fulfilment.infra.auth.client_address import address_bucket
from fulfilment.infra.auth.public_access import Public
from fulfilment.infra.limits.rate_limiter import RateLimitDecision, RateLimiter
from fulfilment.infra.models import is_storable
from fulfilment.settings import Settings

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
GROUPS = 5
GROUP_LENGTH = 5

# Stands for every key that no row can hold, so that looking for one takes as long as for any other.
_NO_KEY = ""

_GENERATED = re.compile("-".join([f"[{ALPHABET}]{{{GROUP_LENGTH}}}"] * GROUPS), re.ASCII | re.IGNORECASE)


# One letter for each byte that there may be, and every letter for as many bytes: 256 is a multiple of 32.
_LETTERS = bytes(ord(ALPHABET[byte % len(ALPHABET)]) for byte in range(256))


def generate() -> str:
    """Five groups of five Crockford base32 characters: 125 random bits."""
    letters = secrets.token_bytes(GROUPS * GROUP_LENGTH).translate(_LETTERS).decode("ascii")
    return "-".join(letters[start : start + GROUP_LENGTH] for start in range(0, len(letters), GROUP_LENGTH))


def normalize_key(key: str) -> str:
    """What a key is looked up by: one of the form of a generated key in upper case, any other as it is.

    No two licenses share it, so that nobody's own key is found in place of a generated one in another case.
    """
    return key.upper() if _GENERATED.fullmatch(key) else key


def lookup_forms(key: str) -> tuple[str, str]:
    """Where to look for a key of whatever characters: as what it is found, and how it must read if it is an own one."""
    return (normalize_key(key), key) if is_storable(key) else (_NO_KEY, _NO_KEY)


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
        normalized, _ = lookup_forms(key)
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
