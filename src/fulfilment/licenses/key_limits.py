"""How often the public license routes may be asked, so that nobody finds keys by guessing (decisions, section 10).

Three allowances, each per client address (of IPv6, per /64): one for everything, one for each single key, and a small
one for keys that the address had not asked about before and that turn out to be nobody's. A key's allowance is counted
per address, so that whoever hammers a key that they know locks out nobody but themselves. An address that has guessed
too often is still answered for the keys it asked about before: its neighbours behind the same router keep working.
"""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from fulfilment.http.client_address import line_of
from fulfilment.http.public import Public
from fulfilment.http.rate_limit import Allowance, Meter
from fulfilment.http.request import Request
from fulfilment.licenses import key_format
from fulfilment.settings import Settings

Found = TypeVar("Found")


class KeyLimits:
    """What one process has counted."""

    def __init__(self, settings: Settings):
        self._per_address = settings.license_requests_per_minute
        self._per_key = settings.license_key_requests_per_minute
        self._unknown = settings.license_unknown_keys_per_minute
        self._addresses = Meter()
        self._keys = Meter()
        self._guesses = Meter()

    def admit(self, request: Request) -> None:
        """Take one of the address's allowance, before anything of the request is read. Raises RateLimited."""
        _grant(self._addresses.take(line_of(request.client_ip), self._per_address), request)

    async def look_up(
        self, public: Public, key: str, find: Callable[[Public, str], Awaitable[Found | None]]
    ) -> Found | None:
        """What `find` finds of the license with this key. Raises RateLimited instead of looking."""
        asked, _ = key_format.asked(key)
        is_guess = self._admit_key(public.request, asked)
        # Nobody guessed anything where the database was away.
        found: object = find
        try:
            found = await find(public, key)
            return found
        finally:
            if is_guess and found is not None:
                self._guesses.give_back(line_of(public.request.client_ip), self._unknown)

    def _admit_key(self, request: Request, key: str) -> bool:
        """Let a request ask for the key or raise RateLimited. Answers whether it counts as a guess.

        A guess is paid for before it is answered, else a thousand at once would pass. The same key again is no other
        guess, and the first one is given back where the key exists.
        """
        line = line_of(request.client_ip)
        # A hash instead of the key: keys may be long, and whoever makes them up cannot foresee which two share one.
        pair = hash((line, key))
        is_guess = pair not in self._keys
        if is_guess:
            _grant(self._guesses.take(line, self._unknown))
        _grant(self._keys.take(pair, self._per_key), request)
        return is_guess


def _grant(allowance: Allowance | None, request: Request | None = None) -> None:
    """Raise RateLimited where it is used up. The request's answer tells of whichever allowance has the least left."""
    if allowance is None:
        return
    allowance.require()
    if request is None:
        return
    told = request.answer_headers.get("RateLimit-Remaining")
    if told is None or allowance.remaining < int(told):
        request.answer_headers.update(allowance.headers)
