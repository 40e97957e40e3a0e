"""The simulator as a program: it listens until it is told to stop."""

import asyncio
import signal
import sys

from aiohttp import web

from fulfilment.identity_simulator import server


def run(host: str, port: int, issuer: str, audience: str) -> int:
    """Serve until SIGTERM or SIGINT, then return 0; 1, after one line on stderr, where it cannot begin."""
    try:
        asyncio.run(_serve(host, port, issuer, audience))
    except (OSError, OverflowError) as problem:
        why = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
        print(f"identity simulator: Cannot listen on {host}:{port}: {why}.", file=sys.stderr, flush=True)
        return 1
    return 0


async def _serve(host: str, port: int, issuer: str, audience: str) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    runner = server.runner(server.build(issuer, audience))
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port, reuse_address=True).start()
        print(f"Identity simulator on {issuer}", flush=True)
        await stop.wait()
    finally:
        await runner.cleanup()
