"""Program of a simulator: serves HTTP until a signal to stop."""

import asyncio
import signal
import sys
from collections.abc import Callable

from aiohttp import web

from fulfilment_simulators.journal import JournalError


def run(
    name: str, build: Callable[[], web.AppRunner], host: str, port: int, about: Callable[[str], str], setting: str
) -> int:
    """Serve until SIGTERM or SIGINT and return 0; return 1, after one line on stderr, where the start fails.

    `about` returns the line to print once the simulator listens, given its address. Port 0 means any free port.
    `setting` is the name of the port's setting.
    """
    try:
        asyncio.run(_serve(build, host, port, about))
    except JournalError as problem:
        return _fail(name, str(problem))
    except (OSError, OverflowError) as problem:
        why = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
        return _fail(name, f"Cannot listen on {host}:{port}: {why}. Set another port with {setting}.")
    return 0


def _fail(name: str, message: str) -> int:
    print(f"{name}: {message}", file=sys.stderr, flush=True)
    return 1


async def _serve(build: Callable[[], web.AppRunner], host: str, port: int, about: Callable[[str], str]) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    runner = build()
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port, reuse_address=True).start()
        name, bound = runner.addresses[0][:2]
        print(about(f"http://{f'[{name}]' if ':' in name else name}:{bound}"), flush=True)
        await stop.wait()
    finally:
        await runner.cleanup()
