"""A drawing process: reads what to draw, one after another, and writes the documents, until its input ends."""

import gc
import importlib
import os
import resource
import sys
import traceback
from typing import BinaryIO

from fulfilment.infra.pdf.render_job import REQUEST_HEAD, RESPONSE_HEAD, RenderOutcome
from fulfilment.infra.process import cpu_priority

_MEGABYTE = 1024 * 1024
_STANDARD_ERROR = 2


def run(most_megabytes: int) -> None:
    """Draw what standard input asks for, within so much memory."""
    source, sink = _take_over()
    cpu_priority.stay_in_background()
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
