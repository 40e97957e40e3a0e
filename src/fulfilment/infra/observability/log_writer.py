"""Logging through a bounded queue: a listener thread writes the lines, so no request waits for the reader of the log.

Lines beyond MAX_QUEUED_LINES are dropped. A separate line reports their number as soon as the log is writable again.
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
    """A log handler whose `emit` never waits for the stream. Lines are written in order, or dropped."""

    def __init__(self, stream: TextIO) -> None:
        self._max_lines = MAX_QUEUED_LINES
        super().__init__(queue.Queue(self._max_lines))
        self._stream = stream
        self._listener: QueueListener | None = None
        self._process_id = 0
        # Guarded by the handler's lock, except `_taken`, which only the listener's thread changes.
        self._queued = 0
        self._taken = 0
        self._dropped = 0
        # `logging` flushes at the end of the interpreter, but not at the end of a multiprocessing process.
        util.Finalize(None, self.flush, exitpriority=0)

    def write(self, line: str) -> None:
        """Queue a formatted line, in order with all others."""
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
        """Start the listener. A forked process needs its own, without the lines that its parent had queued."""
        self._process_id = os.getpid()
        self.queue = queue.Queue(self._max_lines)
        self._queued = self._taken = 0
        self._listener = _Listener(self)
        self._listener.start()

    def take(self, record: logging.LogRecord) -> None:
        """Write one queued line, then the number of dropped lines, if any. Runs in the listener's thread."""
        try:
            _write_to_file(self._stream, record.getMessage())
            self._report_dropped()
        except (OSError, ValueError):
            # The stream is closed, or its reader has ended.
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
        """Wait until the queued lines are written, at most FLUSH_SECONDS."""
        deadline = time.monotonic() + FLUSH_SECONDS
        while self._process_id == os.getpid() and self._taken < self._queued and time.monotonic() < deadline:
            time.sleep(_POLL_SECONDS)

    def close(self) -> None:
        """Let the listener end after the last queued line, without waiting for a blocked stream."""
        if self._listener is not None and self._process_id == os.getpid():
            # A full queue cannot take the end mark; then the thread ends with the process.
            with contextlib.suppress(queue.Full):
                self._listener.enqueue_sentinel()
        super().close()


class _Listener(QueueListener):
    """The thread that writes the lines of one handler."""

    def __init__(self, handler: LogQueueHandler) -> None:
        super().__init__(handler.queue)
        self._handler = handler

    def handle(self, record: logging.LogRecord) -> None:
        self._handler.take(record)


def _write_to_file(stream: TextIO, line: str) -> None:
    """Write a line directly to the stream's file descriptor.

    A thread that blocks in the stream's buffer holds its lock, and the end of the process would wait for that lock.
    """
    try:
        file = stream.fileno()
    except OSError:
        # A stream without a file descriptor.
        stream.write(line + "\n")
        stream.flush()
        return
    left = memoryview(f"{line}\n".encode(stream.encoding or "utf-8", "backslashreplace"))
    while left:
        left = left[os.write(file, left) :]
