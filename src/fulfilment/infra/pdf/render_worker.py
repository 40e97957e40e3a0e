"""One drawing process, seen from the API's: begun, asked, and killed when it takes too long or nobody waits for it."""

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import Process

import structlog

from fulfilment.infra.pdf.worker_process import RESPONSE_HEAD, RenderJob, RenderOutcome
from fulfilment.infra.process import empty_environment

_BEGIN_TIMEOUT_SECONDS = 30.0
_BUFFER_BYTES = 1024 * 1024

log = structlog.get_logger(__name__)


class WorkerCrashed(Exception):
    """The process ended, or could not be begun."""


class OutOfMemory(Exception):
    """The document takes more memory than a drawing process may have."""


class RenderFailed(Exception):
    """Drawing raised; the message is its traceback. A fault of ours."""


class RenderWorker:
    """Keeps one process at hand. It has drawn `specimen` before anybody else's, so that all is loaded."""

    def __init__(self, warm_up_job: RenderJob, max_megabytes: int) -> None:
        self._warm_up_job = warm_up_job
        self._max_megabytes = max_megabytes
        self._started: asyncio.Task[Process] | None = None
        self._process: Process | None = None
        self._tasks: set[asyncio.Task] = set()
        self._is_rendering = False
        self._is_closed = False

    def start(self) -> None:
        """Begin a process, unless there is one. Nobody waits for it here."""
        if self._started is None and not self._is_closed:
            self._started = asyncio.create_task(self._start_process())
            # Whoever draws next hears of a failure.
            self._started.add_done_callback(lambda task: task.cancelled() or task.exception())

    @property
    def is_starting(self) -> bool:
        """True while a started process has not drawn its specimen yet."""
        return self._started is not None and not self._started.done()

    async def wait_until_started(self) -> None:
        """Wait until the process that is beginning has begun, or has failed to."""
        if self._started is not None:
            await asyncio.wait({self._started})

    async def render(self, job: RenderJob, seconds: float) -> bytes:
        """The document. Raises TimeoutError, Died, Exhausted, Failed.

        However this ends, a process that was asked and has not answered is killed, and another begun.
        """
        self.start()
        if self._started is None:
            raise WorkerCrashed("It has been closed.")
        self._is_rendering = True
        try:
            async with asyncio.timeout(seconds):
                # Who waits for a process to begin may give up without ending it.
                process = await asyncio.shield(self._started)
                return await _request(process, job)
        except RenderFailed:
            raise
        except BaseException:
            if self._started is None or self._started.done():
                self._discard_process()
                self.start()
            raise
        finally:
            self._is_rendering = False

    async def close(self) -> None:
        """End the process for good."""
        self._is_closed = True
        self._discard_process()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _discard_process(self) -> None:
        started, process = self._started, self._process
        self._started = self._process = None
        if started is not None:
            started.cancel()
        if process is not None:
            self._kill(process)

    def _kill(self, process: Process) -> None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        # Its pipes stay open until somebody has read what it left in them.
        self._keep_task(asyncio.create_task(process.communicate()))

    def _keep_task(self, task: asyncio.Task) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _start_process(self) -> Process:
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "fulfilment.cli.pdf_worker", str(os.getpid()), str(self._max_megabytes)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                # It draws texts of customers, and needs neither our keys nor the database for it.
                env=empty_environment(),
                limit=_BUFFER_BYTES,
            )
        except OSError as problem:
            raise WorkerCrashed(str(problem)) from problem
        try:
            async with asyncio.timeout(_BEGIN_TIMEOUT_SECONDS):
                await _request(process, self._warm_up_job)
        except (TimeoutError, RenderFailed, OutOfMemory) as problem:
            self._kill(process)
            log.error("render_worker_not_started", problem=f"{type(problem).__name__}: {problem}")
            raise WorkerCrashed("It could not draw its specimen.") from None
        except BaseException:
            self._kill(process)
            raise
        self._process = process
        self._keep_task(asyncio.create_task(self._replace_when_ended(process)))
        return process

    async def _replace_when_ended(self, process: Process) -> None:
        """So that nobody has to wait for another one because this one was killed while it had nothing to do."""
        await process.wait()
        if process is self._process and not self._is_rendering:
            log.warning("render_worker_ended", code=process.returncode)
            self._discard_process()
            self.start()


async def _request(process: Process, job: RenderJob) -> bytes:
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdin.write(job.encode())
        await process.stdin.drain()
        outcome, length = RESPONSE_HEAD.unpack(await process.stdout.readexactly(RESPONSE_HEAD.size))
        content = await process.stdout.readexactly(length)
    except (OSError, EOFError) as problem:
        raise WorkerCrashed(type(problem).__name__) from problem
    if outcome == RenderOutcome.OUT_OF_MEMORY:
        raise OutOfMemory
    if outcome == RenderOutcome.FAILED:
        raise RenderFailed(content.decode(errors="replace"))
    return content
