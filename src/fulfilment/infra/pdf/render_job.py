"""What a drawing process is asked to do, and the bytes in which it is asked and answers."""

import struct
from enum import IntEnum

import msgspec

# The lengths of the function's name and of the order, which follow.
REQUEST_HEAD = struct.Struct(">HQ")
# How it went, and the length of what follows.
RESPONSE_HEAD = struct.Struct(">BQ")


class RenderJob(msgspec.Struct, frozen=True):
    """`by` names the function, as `module:function`, that makes the document's bytes out of the order's bytes.

    `seconds` is how long that is expected to take, so that short orders need not wait for long ones.
    """

    function: str
    payload: bytes
    seconds: float = 0.0

    def encode(self) -> bytes:
        """As it is written to a drawing process."""
        name = self.function.encode()
        return b"".join((REQUEST_HEAD.pack(len(name), len(self.payload)), name, self.payload))


class RenderOutcome(IntEnum):
    """How it went: what follows is the document, or in words why there is none."""

    RENDERED = 0
    FAILED = 1
    OUT_OF_MEMORY = 2
