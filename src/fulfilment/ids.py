"""Identifiers: a prefix and a ULID that rises within a process, or an opaque cuid2 (specification, Conventions)."""

import os
import time
from datetime import UTC, datetime

from cuid2 import Cuid
from ulid import ULID, ULIDGenerator

_last_millisecond = 0


def _rising_milliseconds() -> int:
    """The clock may step back; an identifier may not."""
    global _last_millisecond
    _last_millisecond = max(_last_millisecond, time.time_ns() // 1_000_000)
    return _last_millisecond


_ulids = ULIDGenerator(clock=_rising_milliseconds)
_cuids = Cuid()


def _forget_inherited_state() -> None:
    """A forked child that went on counting from its parent's last ULID would repeat its siblings' identifiers."""
    global _ulids, _cuids
    _ulids = ULIDGenerator(clock=_rising_milliseconds)
    _cuids = Cuid()


os.register_at_fork(after_in_child=_forget_inherited_state)


def new(prefix: str) -> str:
    """`prefix_` and 26 characters that sort after every earlier one of this process."""
    return f"{prefix}_{_ulids.generate()}"


def beyond(prefix: str) -> str:
    """What sorts after every identifier of the prefix, in whatever order the database sorts texts."""
    return f"{prefix}_zzz"


def first_of(prefix: str, moment: datetime) -> str:
    """What sorts before every identifier made at that moment or later, and after all earlier ones."""
    milliseconds = max(int(moment.timestamp() * 1_000), 0)
    return f"{prefix}_{ULID.from_bytes(milliseconds.to_bytes(6) + bytes(10))}"


def moment_of(id: str) -> datetime:
    """The millisecond that an identifier of `new` was made in.

    What is listed in the order of its identifiers is dated by them, so that its times are in that order too, whoever
    makes others at the same time.
    """
    milliseconds = ULID.from_str(id.rpartition("_")[2]).milliseconds
    return datetime.fromtimestamp(milliseconds // 1_000, UTC).replace(microsecond=milliseconds % 1_000 * 1_000)


def opaque() -> str:
    """A cuid2, for API keys, audit entries, webhook endpoints and webhook deliveries."""
    return _cuids.generate()
