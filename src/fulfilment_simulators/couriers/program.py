"""Program of the courier simulator."""

from pathlib import Path

from fulfilment_simulators import program
from fulfilment_simulators.couriers import server


def run(host: str, port: int, data_path: Path, setting: str = "--port") -> int:
    """Serve until a signal to stop and return 0; return 1, after one line on stderr, where the start fails.

    `data_path` is the journal's file. Port 0 means any free port.
    """
    return program.run(
        "courier simulator",
        lambda: server.runner(server.build(Path(data_path))),
        host,
        port,
        lambda address: f"Courier simulator on {address}, memory in {data_path}",
        setting,
    )
