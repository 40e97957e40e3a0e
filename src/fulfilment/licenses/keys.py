"""License keys: their generation and normalisation, and the rate limits of the public license routes.

Decisions, sections 1 and 10. Three limits hold per client address (per /64 of IPv6): one for all requests, one for each
key, and a small one for unknown keys. The third stops a client that guesses keys. Clients behind the same address can
still use the keys that the address used before.
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

# Placeholder for a key that no row can hold, so that its look-up takes as long as any other.
_NO_KEY = ""

_GENERATED = re.compile("-".join([f"[{ALPHABET}]{{{GROUP_LENGTH}}}"] * GROUPS), re.ASCII | re.IGNORECASE)

# A letter for each byte. All letters are equally likely: 256 is a multiple of 32.
_LETTERS = bytes(ord(ALPHABET[byte % len(ALPHABET)]) for byte in range(256))

Found = TypeVar("Found")


class LicenseKeyLimits:
    """Rate limits of the public license routes, counted per process."""

    def __init__(self, settings: Settings) -> None:
        self._per_address = settings.license_requests_per_minute
        self._per_key = settings.license_key_requests_per_minute
        self._unknown = settings.license_unknown_keys_per_minute
        self._addresses = RateLimiter()
        self._keys = RateLimiter()
        self._guesses = RateLimiter()

    def admit(self, request: Request) -> None:
        """Count the request against its address, before its body is read. Raises RateLimited."""
        _check_limit(self._addresses.try_acquire(address_bucket(request.client_ip), self._per_address), request)

    async def find_license(
        self, public: Public, key: str, find: Callable[[Public, str], Awaitable[Found | None]]
    ) -> Found | None:
        """The result of `find` for the license with this key. Raises RateLimited before any look-up."""
        normalized, _ = lookup_forms(key)
        is_guess = self._check_key(public.request, normalized)
        # Not None: an error of the database does not count as a guess.
        found: object = find
        try:
            found = await find(public, key)
            return found
        finally:
            if is_guess and found is not None:
                self._guesses.refund(address_bucket(public.request.client_ip), self._unknown)

    def _check_key(self, request: Request, key: str) -> bool:
        """Count a request for a key. True if it counts as a guess. Raises RateLimited.

        A guess counts before the look-up, so that concurrent guesses cannot pass the limit. The same key counts as a
        guess once; it is refunded if the key exists.
        """
        bucket = address_bucket(request.client_ip)
        # A hash instead of the key: keys may be long. Python seeds its hashes, so that clients cannot find collisions.
        pair = hash((bucket, key))
        is_guess = pair not in self._keys
        if is_guess:
            _check_limit(self._guesses.try_acquire(bucket, self._unknown))
        _check_limit(self._keys.try_acquire(pair, self._per_key), request)
        return is_guess


def generate() -> str:
    """A random key: five groups of five Crockford base32 characters, 125 bits."""
    letters = secrets.token_bytes(GROUPS * GROUP_LENGTH).translate(_LETTERS).decode("ascii")
    return "-".join(letters[start : start + GROUP_LENGTH] for start in range(0, len(letters), GROUP_LENGTH))


def normalize_key(key: str) -> str:
    """The form by which a key is looked up: upper case if it looks like a generated key, else the key as it is.

    It is unique among licenses, so that a custom key never hides a generated one in another case.
    """
    return key.upper() if _GENERATED.fullmatch(key) else key


def lookup_forms(key: str) -> tuple[str, str]:
    """Lookup forms of any text as a key: the normalised key, and the exact text that a custom key must equal."""
    return (normalize_key(key), key) if is_storable(key) else (_NO_KEY, _NO_KEY)


def _check_limit(decision: RateLimitDecision, request: Request | None = None) -> None:
    """Raise RateLimited if the limit is exceeded. The response's headers show the limit with the fewest remaining."""
    if not decision.per_minute:
        return
    decision.raise_if_exceeded()
    if request is None:
        return
    shown_remaining = request.answer_headers.get("RateLimit-Remaining")
    if shown_remaining is None or decision.remaining < int(shown_remaining):
        request.answer_headers.update(decision.headers)
