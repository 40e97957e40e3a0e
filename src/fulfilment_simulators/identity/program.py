"""Program of the identity simulator."""

from fulfilment_simulators import program
from fulfilment_simulators.identity import server


def run(host: str, port: int, issuer: str, audience: str) -> int:
    """Serve until a signal to stop and return 0; return 1, after one line on stderr, where the start fails."""
    return program.run(
        "identity simulator",
        lambda: server.runner(server.build(issuer, audience)),
        host,
        port,
        lambda _address: f"Identity simulator on {issuer}",
        "FULFILMENT_IDENTITY_SIMULATOR_PORT",
    )
