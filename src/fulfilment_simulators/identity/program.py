"""The simulator as a program of its own."""

from fulfilment_simulators import program
from fulfilment_simulators.identity import server


def run(host: str, port: int, issuer: str, audience: str) -> int:
    """Serve until it is told to stop, then return 0; 1, after one line on stderr, where it cannot begin."""
    return program.run(
        "identity simulator",
        lambda: server.runner(server.build(issuer, audience)),
        host,
        port,
        lambda _address: f"Identity simulator on {issuer}",
        "FULFILMENT_IDENTITY_SIMULATOR_PORT",
    )
