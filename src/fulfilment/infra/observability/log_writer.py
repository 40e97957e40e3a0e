"""Writing log lines beside the work: whoever reads the log may be slow, stand still or have gone, and nobody waits.

A thread writes what was said in the last few milliseconds, in pieces of whole lines that a pipe takes as one, so that
the lines of several processes do not mix. What is said while nobody reads is kept up to MOST_CHARACTERS; what comes
beyond is dropped, and counted in a line of its own as soon as lines are taken again.
"""

import logging
import os
import threading
import time
from collections import deque
from multiprocessing import util
from typing import TextIO

MOST_CHARACTERS = 4_194_304
# Lines that come together are written together: fewer hand-overs between the threads, and fewer system calls.
GATHER_SECONDS = 0.01
# What a pipe takes without mixing it with what others write (POSIX: PIPE_BUF, on Linux).
PIECE_BYTES = 4_096
FLUSH_SECONDS = 1.0

_DROPPED = "log_lines_dropped"


class NonBlockingHandler(logging.Handler):
    """A handler whose `emit` never waits for the stream. Lines reach it in their order, or not at all."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self._stream = stream
        self._lines: deque[str] = deque()
        # Guarded by the handler's lock, as `_lines` is where it matters; nothing is written while it is held.
        self._characters = 0
        self._dropped = 0
        self._is_closed = False
        self._events = threading.Event()
        self._thread: threading.Thread | None = None
        # `logging` flushes when the interpreter ends, but not where a process of multiprocessing does.
        util.Finalize(self, _flush, (self._lines, self._events), exitpriority=0)

    def emit(self, record: logging.LogRecord) -> None:
        try:
            line = self.format(record)
        except Exception:
            self.handleError(record)
            return
        self._enqueue(line)

    def write(self, line: str) -> None:
        """Take a line that is made already, in its order among the others."""
        assert self.lock is not None
        with self.lock:
            self._enqueue(line)

    def _enqueue(self, line: str) -> None:
        # A line that is large by itself is none of the many small ones that nobody reads.
        if self._lines and self._characters + len(line) > MOST_CHARACTERS:
            self._dropped += 1
            return
        self._characters += len(line)
        self._lines.append(line)
        if not self._events.is_set():
            self._wake()

    def flush(self) -> None:
        """Wait until what was said is written, FLUSH_SECONDS at the most."""
        _flush(self._lines, self._events)

    def close(self) -> None:
        self._is_closed = True
        # Where nothing was ever said, or after a fork, there is no thread to hear of it: whoever flushes would wait.
        if self._thread is not None and self._thread.is_alive():
            self._events.set()
        super().close()

    def _wake(self) -> None:
        self._events.set()
        # After a fork there is none any more.
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._write_until_closed, name="log writer", daemon=True)
            self._thread.start()

    def _write_until_closed(self) -> None:
        while not (self._is_closed and not self._lines):
            self._events.wait()
            time.sleep(GATHER_SECONDS)
            if self._write_all() and self._dropped:
                self._report_dropped()
            self._events.clear()
            # Whoever spoke between the last look and this saw the flag set, and left the waking to us.
            if self._lines or self._is_closed:
                self._events.set()
        self._events.clear()

    def _write_all(self) -> bool:
        """Whether the last piece was taken."""
        is_taken = False
        while self._lines:
            piece = self._next_piece()
            try:
                _write_to_file(self._stream, "\n".join(piece) + "\n")
                is_taken = True
            except (OSError, ValueError):
                # Closed, or gone: there is nobody to tell.
                is_taken = False
                assert self.lock is not None
                with self.lock:
                    self._dropped += len(piece)
        return is_taken

    def _next_piece(self) -> list[str]:
        assert self.lock is not None
        with self.lock:
            piece = [self._lines.popleft()]
            size = _size(piece[0])
            while self._lines and (size := size + _size(self._lines[0])) <= PIECE_BYTES:
                piece.append(self._lines.popleft())
            self._characters -= sum(map(len, piece))
        return piece

    def _report_dropped(self) -> None:
        record = logging.LogRecord(
            "fulfilment.infra.observability.log_writer", logging.WARNING, "", 0, _DROPPED, None, None
        )
        assert self.lock is not None
        with self.lock:
            record.count, self._dropped = self._dropped, 0
            line = self.format(record)
            # It is never dropped itself, or nobody would ever hear of those that it counts.
            self._characters += len(line)
            self._lines.append(line)


def _write_to_file(stream: TextIO, text: str) -> None:
    """Write to the file itself: whoever waits in the stream's own buffer holds its lock, for which a process waits when
    it ends, and would for ever where nobody reads.
    """
    try:
        file = stream.fileno()
    except OSError:
        # A stream that is none of the kernel's takes what it is given.
        stream.write(text)
        stream.flush()
        return
    left = memoryview(text.encode(stream.encoding or "utf-8", "backslashreplace"))
    while left:
        left = left[os.write(file, left) :]


def _size(line: str) -> int:
    return len(line.encode("utf-8", "replace")) + 1


def _flush(lines: "deque[str]", said: threading.Event) -> None:
    deadline = time.monotonic() + FLUSH_SECONDS
    while (lines or said.is_set()) and time.monotonic() < deadline:
        time.sleep(GATHER_SECONDS / 5)
