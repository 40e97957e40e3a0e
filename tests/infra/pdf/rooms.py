"""The render pool on the event loop of an API process, with real render processes."""

import asyncio
import contextlib
import functools
import inspect
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import psutil
import uvloop

from fulfilment import settings
from fulfilment.infra.api.errors import ServiceUnavailable
from fulfilment.infra.pdf import RenderPool
from tests.harness.descendants import descendants
from tests.infra.pdf import works

Begin = Callable[..., Awaitable[RenderPool]]

# Longer than any wait of a test that passes; a hang fails.
LONG_SECONDS = 60.0
_GLANCE_SECONDS = 0.01


def on_the_loop_of_the_api(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run the test on uvloop. Its first argument begins Documents, which end with it."""

    async def whole(**fixtures: Any) -> None:
        async with AsyncExitStack() as stack:

            async def begin(**changed: float) -> RenderPool:
                return await stack.enter_async_context(running(**changed))

            await test(begin, **fixtures)

    @functools.wraps(test)
    def run(**fixtures: Any) -> None:
        uvloop.run(whole(**fixtures))

    signature = inspect.signature(test)
    run.__signature__ = signature.replace(parameters=list(signature.parameters.values())[1:])
    return run


@asynccontextmanager
async def running(**changed: float) -> AsyncIterator[RenderPool]:
    """Documents with some settings changed."""
    usual = {"pdf_timeout_seconds": LONG_SECONDS, "pdf_workers": 1}
    given = msgspec.structs.replace(settings.load({}), **{**usual, **changed})
    documents = RenderPool(given, works.asked(works.say, words="specimen"))
    await documents.start()
    # A test's deadlines are for what it draws, not for what a busy machine takes to begin a process.
    await asyncio.gather(*(drawer._started for drawer in documents._workers))
    try:
        yield documents
    finally:
        await documents.close()


async def until(came_true: Callable[[], bool]) -> None:
    """Return as soon as it is so; fail where it never is."""
    async with asyncio.timeout(LONG_SECONDS):
        while not came_true():  # noqa: ASYNC110 - other processes set no event of ours
            await asyncio.sleep(_GLANCE_SECONDS)


async def hanging(
    documents: RenderPool, folder: Path, party: str = "a", *, long: bool = False
) -> tuple[asyncio.Task[bytes], int]:
    """A drawing that does not end, and the process it hangs in; `long` says that it is expected to be long."""
    file = folder / "hanging"
    job = msgspec.structs.replace(works.asked(works.hang, file=str(file)), seconds=LONG_SECONDS if long else 0.0)
    async with asyncio.timeout(LONG_SECONDS):
        while True:
            task = asyncio.create_task(documents.render(job, party))
            await until(lambda task=task: file.exists() or task.done())
            if file.exists():
                return task, works.process_in(file)
            # On a busy machine its time may be over before a process that gives way to all others has begun it.
            with contextlib.suppress(ServiceUnavailable):
                await task


def drawing_processes(of: int | None = None) -> set[psutil.Process]:
    """Those that are alive below this process, or below that of a number."""
    return {each.process for each in descendants(of or os.getpid()) if each.draws}
