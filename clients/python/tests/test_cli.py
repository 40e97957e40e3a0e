"""The command, beside the service's own of the same name."""

from __future__ import annotations

import subprocess
import sys


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "fulfilment_client.cli", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_what_is_the_services_is_handed_on_where_the_service_is_installed() -> None:
    assert "create" in run("workspace", "--help").stdout
    assert run("no-such-command").returncode != 0
