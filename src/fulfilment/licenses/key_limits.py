"""How often the public license routes may be asked, so that nobody finds keys by guessing (decisions, section 10).

Three allowances, each per client address (of IPv6, per /64): one for everything, one for each single key, and a small
one for keys that the address had not asked about before and that turn out to be nobody's. A key's allowance is counted
per address, so that whoever hammers a key that they know locks out nobody but themselves. An address that has guessed
too often is still answered for the keys it asked about before: its neighbours behind the same router keep working.
"""

from fulfilment.http.client_address import line_of
from fulfilment.http.rate_limit import Allowance, Meter
from fulfilment.http.request import Request
from fulfilment.settings import Settings


class KeyLimits:
    """What one process has counted."""

    def __init__(self, settings: Settings):
        self._per_address = settings.license_requests_per_minute
        self._per_key = settings.license_key_requests_per_minute
        self._unknown = settings.license_unknown_keys_per_minute
        self._addresses = Meter()
        self._keys = Meter()
        self._guesses = Meter()

    def admit(self, request: Request, key: str) -> bool:
        """Let a request about a key through, before it is looked up, or raise RateLimited.

        True says that it counts as a guess until `forgive` takes that back: a guess has to be paid for before it is
        answered, else a thousand at once would pass. The same key again is no further guess.
        """
        line = line_of(request.client_ip)
        _grant(request, self._addresses.take(line, self._per_address))
        # A hash instead of the key: keys may be long, and whoever makes them up cannot foresee which two share one.
        pair = hash((line, key))
        is_guess = pair not in self._keys
        if is_guess:
            _grant(request, self._guesses.take(line, self._unknown))
        _grant(request, self._keys.take(pair, self._per_key))
        return is_guess

    def forgive(self, request: Request) -> None:
        """The guess was a key that exists: it costs nothing."""
        self._guesses.give_back(line_of(request.client_ip), self._unknown)


def _grant(request: Request, allowance: Allowance | None) -> None:
    """The answer tells of whichever allowance has the least left."""
    if allowance is None:
        return
    allowance.require()
    told = request.answer_headers.get("RateLimit-Remaining")
    if told is None or allowance.remaining < int(told):
        request.answer_headers.update(allowance.headers)
