"""Identifiers: a prefix and a ULID that rises within a process, or an opaque cuid2 (specification, Conventions)."""

import os
import string
import threading
from datetime import UTC, datetime
from functools import lru_cache

from fulfilment.infra import clock

_RANDOM_BITS = 80
_RANDOM_BYTES = _RANDOM_BITS // 8
# Two characters at a time: 26 of five bits each, of which the first two hold three and are never beyond `7Z`.
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_PAIRS = [first + second for first in _ALPHABET for second in _ALPHABET]
_SHIFTS = range(120, -1, -10)
_TIME_LENGTH, _RANDOM_LENGTH = 10, 16
_CHARACTERS = string.digits + string.ascii_lowercase
# A cuid2 is a letter and 23 characters; two at a time are drawn twice as fast.
_OPAQUE_BEGINNINGS = [letter + other for letter in string.ascii_lowercase for other in _CHARACTERS]
_OPAQUE_PAIRS = [one + other for one in _CHARACTERS for other in _CHARACTERS]
_PAIRS_DRAWN = 11
# More than 26 * 36^23 needs, so that every cuid2 is as likely as any other.
_OPAQUE_BYTES = 20


class _Rising:
    """ULIDs as numbers, each above the last. A library's generator takes four times as long, in every request."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last = 0
        self._steps_back = clock.steps_back()

    def next(self) -> int:
        """Of one millisecond the first is random, the others follow it. The clock may step back; these do not.

        Where the database shows that the clock was ahead, they begin again: else all that comes would be dated ahead.
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
    """A forked child that went on counting from its parent's last ULID would repeat its siblings' identifiers."""
    global _ulids
    _ulids = _Rising()


os.register_at_fork(after_in_child=_forget_inherited_state)


def new(prefix: str) -> str:
    """`prefix_` and 26 characters that sort after every earlier one of this process."""
    return f"{prefix}_{_text(_ulids.next())}"


def _text(number: int) -> str:
    return "".join([_PAIRS[number >> shift & 0x3FF] for shift in _SHIFTS])


def upper_bound(prefix: str) -> str:
    """What sorts after every identifier of the prefix, in whatever order the database sorts texts."""
    return f"{prefix}_zzz"


def lower_bound(prefix: str, moment: datetime) -> str:
    """What sorts before every identifier made at that moment or later, and after all earlier ones."""
    milliseconds = max(int(moment.timestamp() * 1_000), 0)
    return f"{prefix}_{_text(milliseconds << _RANDOM_BITS)}"


def moment_of(id: str) -> datetime:
    """The millisecond that an identifier of `new` was made in.

    What is listed in the order of its identifiers is dated by them, so that its times are in that order too, whoever
    makes others at the same time.
    """
    return _moment(id[-_TIME_LENGTH - _RANDOM_LENGTH : -_RANDOM_LENGTH])


@lru_cache(maxsize=16)
def _moment(time: str) -> datetime:
    """What is made together has the same time in its identifiers."""
    milliseconds = 0
    for character in time:
        milliseconds = milliseconds << 5 | _ALPHABET.index(character)
    return datetime.fromtimestamp(milliseconds // 1_000, UTC).replace(microsecond=milliseconds % 1_000 * 1_000)


def cuid() -> str:
    """A cuid2, for API keys, audit entries, webhook endpoints and webhook deliveries.

    Its characters are drawn from the system's randomness, not hashed out of it; readers see no difference.
    """
    drawn = int.from_bytes(os.urandom(_OPAQUE_BYTES))
    drawn, first = divmod(drawn, len(_OPAQUE_BEGINNINGS))
    text = _OPAQUE_BEGINNINGS[first]
    for _ in range(_PAIRS_DRAWN):
        drawn, pair = divmod(drawn, len(_OPAQUE_PAIRS))
        text += _OPAQUE_PAIRS[pair]
    return text
