"""The simulator as a program: it listens until it is told to stop."""

import asyncio
import signal
import sys
from pathlib import Path

from aiohttp import web

from fulfilment.payments.simulator import server
from fulfilment.simulation.journal import JournalError


def run(host: str, port: int, data_path: Path) -> int:
    """Serve until SIGTERM or SIGINT, then return 0; 1, after one line on stderr, where it cannot begin.

    `data_path` is the file that the memory is kept in; port 0 takes any free one.
    """
    try:
        asyncio.run(_serve(host, port, Path(data_path)))
    except JournalError as problem:
        return _fail(str(problem))
    except (OSError, OverflowError) as problem:
        why = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
        return _fail(f"Cannot listen on {host}:{port}: {why}.")
    return 0


def _fail(message: str) -> int:
    print(f"payment simulator: {message}", file=sys.stderr, flush=True)
    return 1


async def _serve(host: str, port: int, data_path: Path) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    runner = server.runner(server.build(data_path))
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port, reuse_address=True).start()
        name, bound = runner.addresses[0][:2]
        shown = f"[{name}]" if ":" in name else name
        print(f"Payment simulator on http://{shown}:{bound}, memory in {data_path}", flush=True)
        await stop.wait()
    finally:
        await runner.cleanup()
