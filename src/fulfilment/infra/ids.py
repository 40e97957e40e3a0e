"""Identifiers: a prefix with a monotonic ULID, or an opaque cuid2 (specification, Conventions)."""

import os
import string
import threading
from datetime import UTC, datetime
from functools import lru_cache

from fulfilment.infra import clock

_RANDOM_BITS = 80
_RANDOM_BYTES = _RANDOM_BITS // 8
# A ULID has 26 characters of five bits each, encoded two at a time. The first pair is at most `7Z`.
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_PAIRS = [first + second for first in _ALPHABET for second in _ALPHABET]
_SHIFTS = range(120, -1, -10)
_TIME_LENGTH, _RANDOM_LENGTH = 10, 16
_CHARACTERS = string.digits + string.ascii_lowercase
# A cuid2 is a letter and 23 characters, drawn two at a time for speed.
_OPAQUE_BEGINNINGS = [letter + other for letter in string.ascii_lowercase for other in _CHARACTERS]
_OPAQUE_PAIRS = [one + other for one in _CHARACTERS for other in _CHARACTERS]
_PAIRS_DRAWN = 11
# More bits than 26 * 36^23 needs, so that every cuid2 is practically equally likely.
_OPAQUE_BYTES = 20


class _Rising:
    """Generator of monotonic ULIDs as numbers. A library's generator is slower, and every request needs ids."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last = 0
        self._steps_back = clock.steps_back()

    def next(self) -> int:
        """The next ULID. The first of a millisecond is random, and the following ones count up from it.

        ULIDs keep rising when the machine's clock steps back. After a correction by the database's clock they restart,
        since all later ULIDs would otherwise be dated in the future.
        """
        milliseconds, steps_back = clock.milliseconds(), clock.steps_back()
        with self._lock:
            if steps_back != self._steps_back:
                self._last, self._steps_back = 0, steps_back
            if milliseconds <= self._last >> _RANDOM_BITS:
                self._last += 1
            else:
                self._last = milliseconds << _RANDOM_BITS | int.from_bytes(os.urandom(_RANDOM_BYTES))
            return self._last


_ulids = _Rising()


def _forget_inherited_state() -> None:
    """Reset the generator in a forked child, which would otherwise repeat the identifiers of its siblings."""
    global _ulids
    _ulids = _Rising()


os.register_at_fork(after_in_child=_forget_inherited_state)


def new(prefix: str) -> str:
    """`prefix_` with a ULID of 26 characters that sorts after all earlier ones of this process."""
    return f"{prefix}_{_text(_ulids.next())}"


def _text(number: int) -> str:
    return "".join([_PAIRS[number >> shift & 0x3FF] for shift in _SHIFTS])


def upper_bound(prefix: str) -> str:
    """A text that sorts after every identifier of the prefix, in any collation of the database."""
    return f"{prefix}_zzz"


def lower_bound(prefix: str, moment: datetime) -> str:
    """A text that sorts before all identifiers made at or after that moment, and after all earlier ones."""
    milliseconds = max(int(moment.timestamp() * 1_000), 0)
    return f"{prefix}_{_text(milliseconds << _RANDOM_BITS)}"


def moment_of(id: str) -> datetime:
    """The millisecond in which `new` made an identifier.

    Rows that are listed in the order of their identifiers take their timestamps from them, so that both orders agree
    even with concurrent requests.
    """
    return _moment(id[-_TIME_LENGTH - _RANDOM_LENGTH : -_RANDOM_LENGTH])


@lru_cache(maxsize=16)
def _moment(time: str) -> datetime:
    """Cached, since identifiers that are made together have the same time."""
    milliseconds = 0
    for character in time:
        milliseconds = milliseconds << 5 | _ALPHABET.index(character)
    return datetime.fromtimestamp(milliseconds // 1_000, UTC).replace(microsecond=milliseconds % 1_000 * 1_000)


def cuid() -> str:
    """A cuid2, for API keys, audit entries, webhook endpoints and webhook deliveries.

    Its characters are drawn directly from the system's randomness instead of hashing it, which looks the same.
    """
    drawn = int.from_bytes(os.urandom(_OPAQUE_BYTES))
    drawn, first = divmod(drawn, len(_OPAQUE_BEGINNINGS))
    text = _OPAQUE_BEGINNINGS[first]
    for _ in range(_PAIRS_DRAWN):
        drawn, pair = divmod(drawn, len(_OPAQUE_PAIRS))
        text += _OPAQUE_PAIRS[pair]
    return text
