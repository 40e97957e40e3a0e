"""A port that somebody else has is refused in a line, by the API by itself too."""

import os
import socket
import subprocess
import sys
from pathlib import Path

from fulfilment.demo.service import free_ports


def test_the_api_by_itself_refuses_a_port_that_another_program_has(tmp_path: Path) -> None:
    (port,) = free_ports()[:1]
    environ = os.environ | {
        "FULFILMENT_MODE": "development",
        "FULFILMENT_PORT": str(port),
        "FULFILMENT_DATA_DIR": str(tmp_path),
    }
    command = [sys.executable, "-m", "fulfilment.cli", "api"]
    with socket.create_server(("127.0.0.1", port)):
        done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert done.stderr == (
        f"fulfilment: Port {port} on 127.0.0.1 is in use; stop what listens there or set FULFILMENT_PORT.\n"
    )
