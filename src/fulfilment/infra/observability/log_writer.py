"""Logging through a bounded queue: a listener thread writes the lines, so no request waits for the reader of the log.

A line beyond MAX_QUEUED_LINES is dropped. A line of its own says how many were, as soon as lines are taken again.
"""

import contextlib
import logging
import os
import queue
import time
from logging.handlers import QueueHandler, QueueListener
from multiprocessing import util
from typing import TextIO

MAX_QUEUED_LINES = 10_000
FLUSH_SECONDS = 1.0

_POLL_SECONDS = 0.002
_DROPPED = "log_lines_dropped"


class LogQueueHandler(QueueHandler):
    """A handler whose `emit` never waits for the stream. Lines reach it in their order, or not at all."""

    def __init__(self, stream: TextIO) -> None:
        self._max_lines = MAX_QUEUED_LINES
        super().__init__(queue.Queue(self._max_lines))
        self._stream = stream
        self._listener: QueueListener | None = None
        self._process_id = 0
        # Guarded by the handler's lock; the listener's thread alone counts what it has taken.
        self._queued = 0
        self._taken = 0
        self._dropped = 0
        # `logging` flushes when the interpreter ends, but not where a process of multiprocessing does.
        util.Finalize(None, self.flush, exitpriority=0)

    def write(self, line: str) -> None:
        """Queue a formatted line, in its order among the others."""
        assert self.lock is not None
        with self.lock:
            self.enqueue(logging.makeLogRecord({"msg": line}))

    def enqueue(self, record: logging.LogRecord) -> None:
        """Queue a formatted record, or drop it where the queue is full. The caller holds the handler's lock."""
        if self._process_id != os.getpid():
            self._start()
        try:
            self.queue.put_nowait(record)
            self._queued += 1
        except queue.Full:
            self._dropped += 1

    def _start(self) -> None:
        """Start the listener. A forked process has neither its parent's thread nor what the parent had queued."""
        self._process_id = os.getpid()
        self.queue = queue.Queue(self._max_lines)
        self._queued = self._taken = 0
        self._listener = _Listener(self)
        self._listener.start()

    def take(self, record: logging.LogRecord) -> None:
        """Write one queued line, then the number of those dropped, if any. Runs in the listener's thread."""
        try:
            _write_to_file(self._stream, record.getMessage())
            self._report_dropped()
        except (OSError, ValueError):
            # The stream is closed, or its reader has gone.
            assert self.lock is not None
            with self.lock:
                self._dropped += 1
        finally:
            self._taken += 1

    def _report_dropped(self) -> None:
        count = self._dropped
        if not count:
            return
        report = logging.LogRecord(__name__, logging.WARNING, "", 0, _DROPPED, None, None)
        report.count = count
        _write_to_file(self._stream, self.format(report))
        assert self.lock is not None
        with self.lock:
            self._dropped -= count

    def flush(self) -> None:
        """Wait until the queued lines are written, FLUSH_SECONDS at most."""
        deadline = time.monotonic() + FLUSH_SECONDS
        while self._process_id == os.getpid() and self._taken < self._queued and time.monotonic() < deadline:
            time.sleep(_POLL_SECONDS)

    def close(self) -> None:
        """Let the listener end after the last queued line. A blocked stream is waited for by its thread alone."""
        if self._listener is not None and self._process_id == os.getpid():
            # A full queue has no room for the mark; the thread ends with the process then.
            with contextlib.suppress(queue.Full):
                self._listener.enqueue_sentinel()
        super().close()


class _Listener(QueueListener):
    """The thread that takes the lines of one handler."""

    def __init__(self, handler: LogQueueHandler) -> None:
        super().__init__(handler.queue)
        self._handler = handler

    def handle(self, record: logging.LogRecord) -> None:
        self._handler.take(record)


def _write_to_file(stream: TextIO, line: str) -> None:
    """Write a line to the file itself.

    A thread that waits in the stream's own buffer holds its lock, and the end of the process waits for that lock.
    """
    try:
        file = stream.fileno()
    except OSError:
        # A stream without a file takes the text itself.
        stream.write(line + "\n")
        stream.flush()
        return
    left = memoryview(f"{line}\n".encode(stream.encoding or "utf-8", "backslashreplace"))
    while left:
        left = left[os.write(file, left) :]
