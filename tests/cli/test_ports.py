"""A port that another program uses is refused with one line, also by `fulfilment api` by itself."""

import socket

from tests.harness.cli_runner import Run


def test_the_api_by_itself_refuses_a_port_that_another_program_has(fulfilment: Run, environment: dict[str, str]):
    port = environment["FULFILMENT_PORT"]
    with socket.create_server(("127.0.0.1", int(port))):
        done = fulfilment("api")
    assert done.returncode == 1
    assert done.stderr == (
        f"fulfilment: Port {port} on 127.0.0.1 is in use; stop what listens there or set FULFILMENT_PORT.\n"
    )
