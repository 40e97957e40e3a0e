"""A PDF worker process: reads jobs one after another and writes the documents, until its input ends.

The records of a job and its outcome, and their encoding, stand here too.
"""

import gc
import importlib
import os
import resource
import struct
import sys
import traceback
from enum import IntEnum
from typing import BinaryIO

import msgspec

from fulfilment.infra import process

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


_MEGABYTE = 1024 * 1024
_STANDARD_ERROR = 2


def run(most_megabytes: int) -> None:
    """Draw what standard input asks for, within so much memory."""
    source, sink = _take_over()
    process.stay_in_background()
    most_bytes = most_megabytes * _MEGABYTE
    resource.setrlimit(resource.RLIMIT_DATA, (most_bytes, most_bytes))
    # What a document leaves behind is collected after it was handed over, not while somebody waits for it.
    gc.disable()
    while asked := _read(source):
        outcome, content = _render(*asked)
        sink.write(RESPONSE_HEAD.pack(outcome, len(content)))
        sink.write(content)
        sink.flush()
        gc.collect()
        # What is alive now was loaded for good or kept for later documents, and is freed where that ends without being
        # looked for: looked through each time, it would hold up the next document for as long as much is kept.
        gc.freeze()


def _take_over() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output for ourselves; what a library prints goes to standard error."""
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(_STANDARD_ERROR, sys.stdout.fileno())
    return sys.stdin.buffer, sink


def _read(source: BinaryIO) -> tuple[str, bytes] | None:
    """The name of the function and the order; None at the end of the input."""
    head = source.read(REQUEST_HEAD.size)
    if len(head) < REQUEST_HEAD.size:
        return None
    name_length, order_length = REQUEST_HEAD.unpack(head)
    name, payload = source.read(name_length), source.read(order_length)
    return (name.decode(), payload) if len(payload) == order_length else None


def _render(function: str, payload: bytes) -> tuple[RenderOutcome, bytes]:
    module, _, name = function.partition(":")
    try:
        return RenderOutcome.RENDERED, getattr(importlib.import_module(module), name)(payload)
    except MemoryError:
        return RenderOutcome.OUT_OF_MEMORY, b""
    except Exception:
        return RenderOutcome.FAILED, traceback.format_exc().encode()
