"""One drawing process, seen from the API's: begun, asked, and killed when it takes too long or nobody waits for it."""

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import Process

import structlog

from fulfilment.documents.drawing import ANSWERED, Drawing, Outcome

_BEGIN_TIMEOUT_SECONDS = 30.0
_BUFFER_BYTES = 1024 * 1024

log = structlog.get_logger(__name__)


class Died(Exception):
    """The process ended, or could not be begun."""


class Exhausted(Exception):
    """The document takes more memory than a drawing process may have."""


class Failed(Exception):
    """Drawing raised; the message is its traceback. A fault of ours."""


class Drawer:
    """Keeps one process at hand. It has drawn `specimen` before anybody else's, so that all is loaded."""

    def __init__(self, specimen: Drawing, most_megabytes: int) -> None:
        self._specimen = specimen
        self._most_megabytes = most_megabytes
        self._begun: asyncio.Task[Process] | None = None
        self._process: Process | None = None
        self._tasks: set[asyncio.Task] = set()
        self._is_drawing = False
        self._is_closed = False

    def begin(self) -> None:
        """Begin a process, unless there is one. Nobody waits for it here."""
        if self._begun is None and not self._is_closed:
            self._begun = asyncio.create_task(self._begin())
            # Whoever draws next hears of a failure.
            self._begun.add_done_callback(lambda task: task.cancelled() or task.exception())

    async def draw(self, drawing: Drawing, seconds: float) -> bytes:
        """The document. Raises TimeoutError, Died, Exhausted, Failed.

        However this ends, a process that was asked and has not answered is killed, and another begun.
        """
        self.begin()
        if self._begun is None:
            raise Died("It has been closed.")
        self._is_drawing = True
        try:
            async with asyncio.timeout(seconds):
                # Who waits for a process to begin may give up without ending it.
                process = await asyncio.shield(self._begun)
                return await _ask(process, drawing)
        except Failed:
            raise
        except BaseException:
            if self._begun is None or self._begun.done():
                self._end()
                self.begin()
            raise
        finally:
            self._is_drawing = False

    async def close(self) -> None:
        """End the process for good."""
        self._is_closed = True
        self._end()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _end(self) -> None:
        begun, process = self._begun, self._process
        self._begun = self._process = None
        if begun is not None:
            begun.cancel()
        if process is not None:
            self._kill(process)

    def _kill(self, process: Process) -> None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        # Its pipes stay open until somebody has read what it left in them.
        self._look_after(asyncio.create_task(process.communicate()))

    def _look_after(self, task: asyncio.Task) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _begin(self) -> Process:
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "fulfilment.cli.drawing", str(os.getpid()), str(self._most_megabytes)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_BUFFER_BYTES,
            )
        except OSError as problem:
            raise Died(str(problem)) from problem
        try:
            async with asyncio.timeout(_BEGIN_TIMEOUT_SECONDS):
                await _ask(process, self._specimen)
        except (TimeoutError, Failed, Exhausted) as problem:
            self._kill(process)
            log.error("drawing_process_not_begun", problem=f"{type(problem).__name__}: {problem}")
            raise Died("It could not draw its specimen.") from None
        except BaseException:
            self._kill(process)
            raise
        self._process = process
        self._look_after(asyncio.create_task(self._replace_once_ended(process)))
        return process

    async def _replace_once_ended(self, process: Process) -> None:
        """So that nobody has to wait for another one because this one was killed while it had nothing to do."""
        await process.wait()
        if process is self._process and not self._is_drawing:
            log.warning("drawing_process_ended", code=process.returncode)
            self._end()
            self.begin()


async def _ask(process: Process, drawing: Drawing) -> bytes:
    try:
        process.stdin.write(drawing.asked())
        await process.stdin.drain()
        outcome, length = ANSWERED.unpack(await process.stdout.readexactly(ANSWERED.size))
        content = await process.stdout.readexactly(length)
    except (OSError, EOFError) as problem:
        raise Died(type(problem).__name__) from problem
    if outcome == Outcome.EXHAUSTED:
        raise Exhausted
    if outcome == Outcome.FAILED:
        raise Failed(content.decode(errors="replace"))
    return content
