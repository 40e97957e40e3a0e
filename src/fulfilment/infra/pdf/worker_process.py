"""PDF worker process: reads jobs from standard input and writes documents to standard output, until the input ends.

The first part is the protocol: the job, its outcome and their encoding.
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

# Lengths of the function's name and of the payload, which follow.
REQUEST_HEAD = struct.Struct(">HQ")
# The outcome, and the length of the content that follows.
RESPONSE_HEAD = struct.Struct(">BQ")

_MEGABYTE = 1024 * 1024
_STANDARD_ERROR = 2


class RenderJob(msgspec.Struct, frozen=True):
    """A job: `function` (`module:function`) renders the document's bytes from the payload's bytes.

    `seconds` is the expected time, so that short jobs need not wait for long ones.
    """

    function: str
    payload: bytes
    seconds: float = 0.0

    def encode(self) -> bytes:
        """The job as it is written to a worker process."""
        name = self.function.encode()
        return b"".join((REQUEST_HEAD.pack(len(name), len(self.payload)), name, self.payload))


class RenderOutcome(IntEnum):
    """The outcome of a job. The content is the document, or the traceback of a failure."""

    RENDERED = 0
    FAILED = 1
    OUT_OF_MEMORY = 2


def run(most_megabytes: int) -> None:
    """Serve jobs from standard input within a memory limit."""
    source, sink = _take_over()
    process.stay_in_background()
    most_bytes = most_megabytes * _MEGABYTE
    resource.setrlimit(resource.RLIMIT_DATA, (most_bytes, most_bytes))
    # Garbage is collected after a document was sent, not while a caller waits for it.
    gc.disable()
    while asked := _read(source):
        outcome, content = _render(*asked)
        sink.write(RESPONSE_HEAD.pack(outcome, len(content)))
        sink.write(content)
        sink.flush()
        gc.collect()
        # Live objects are modules and caches, which reference counting frees if needed. Collecting them again after
        # each document would delay the next.
        gc.freeze()


def _take_over() -> tuple[BinaryIO, BinaryIO]:
    """Take standard input and output for the protocol, and redirect prints of libraries to standard error."""
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(_STANDARD_ERROR, sys.stdout.fileno())
    return sys.stdin.buffer, sink


def _read(source: BinaryIO) -> tuple[str, bytes] | None:
    """The name of the function and the payload; None at the end of the input."""
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
