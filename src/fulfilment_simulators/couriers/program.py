"""The simulator as a program of its own."""

from pathlib import Path

from fulfilment_simulators import program
from fulfilment_simulators.couriers import server


def run(host: str, port: int, data_path: Path, setting: str = "--port") -> int:
    """Serve until it is told to stop, then return 0; 1, after one line on stderr, where it cannot begin.

    `data_path` is the file that the memory is kept in; port 0 takes any free one.
    """
    return program.run(
        "courier simulator",
        lambda: server.runner(server.build(Path(data_path))),
        host,
        port,
        lambda address: f"Courier simulator on {address}, memory in {data_path}",
        setting,
    )
