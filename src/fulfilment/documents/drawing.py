"""What a drawing process is asked to do, and the bytes in which it is asked and answers."""

import struct
from enum import IntEnum

import msgspec

# The lengths of the function's name and of the order, which follow.
ASKED = struct.Struct(">HQ")
# How it went, and the length of what follows.
ANSWERED = struct.Struct(">BQ")


class Drawing(msgspec.Struct, frozen=True):
    """`by` names the function, as `module:function`, that makes the document's bytes out of the order's bytes."""

    by: str
    order: bytes

    def asked(self) -> bytes:
        """As it is written to a drawing process."""
        name = self.by.encode()
        return b"".join((ASKED.pack(len(name), len(self.order)), name, self.order))


class Outcome(IntEnum):
    """How it went: what follows is the document, or in words why there is none."""

    DRAWN = 0
    FAILED = 1
    EXHAUSTED = 2
