"""Client of one PDF worker process: starts it, sends jobs, and kills it after a timeout or a cancellation."""

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
    """The worker process ended, or could not be started."""


class OutOfMemory(Exception):
    """The document needs more memory than the limit of a worker process."""


class RenderFailed(Exception):
    """Rendering raised an exception, which is a defect; the message is its traceback."""


class RenderWorker:
    """Keeps one worker process running. Each process first renders the warm-up job, so that its modules are loaded."""

    def __init__(self, warm_up_job: RenderJob, max_megabytes: int) -> None:
        self._warm_up_job = warm_up_job
        self._max_megabytes = max_megabytes
        self._started: asyncio.Task[Process] | None = None
        self._process: Process | None = None
        self._tasks: set[asyncio.Task] = set()
        self._is_rendering = False
        self._is_closed = False

    def start(self) -> None:
        """Start a process, unless one exists, without waiting for it."""
        if self._started is None and not self._is_closed:
            self._started = asyncio.create_task(self._start_process())
            # The next call of `render` raises a failure of the start.
            self._started.add_done_callback(lambda task: task.cancelled() or task.exception())

    @property
    def is_starting(self) -> bool:
        """True while a started process has not rendered its warm-up job yet."""
        return self._started is not None and not self._started.done()

    async def wait_until_started(self) -> None:
        """Wait until the starting process has started, or has failed."""
        if self._started is not None:
            await asyncio.wait({self._started})

    async def render(self, job: RenderJob, seconds: float) -> bytes:
        """Render a document. Raises TimeoutError, WorkerCrashed, OutOfMemory and RenderFailed.

        A process that has not answered at the end, even after a cancellation, is killed and replaced.
        """
        self.start()
        if self._started is None:
            raise WorkerCrashed("It has been closed.")
        self._is_rendering = True
        try:
            async with asyncio.timeout(seconds):
                # A cancelled caller must not cancel the start of the process.
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
        # Its pipes stay open until their remaining data was read.
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
                # The process handles untrusted texts, so it gets neither keys nor the address of the database.
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
        """Replace a process that was killed while idle, so that the next job does not wait for a start."""
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
