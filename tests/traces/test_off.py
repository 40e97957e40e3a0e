"""Without a collector nothing of OpenTelemetry is in the process, and nothing is recorded."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import asyncio, sys
from fulfilment import app, settings, worker
from fulfilment.cli import api, serve
from fulfilment.traces import recording, telling
telling.begin(settings.load(), "api")
print(any(name.split(".")[0] in ("opentelemetry", "google") for name in sys.modules), recording.process.is_on)
asyncio.run(telling.end())
"""


@pytest.mark.parametrize(("endpoint", "expected"), [("", "False False"), ("http://127.0.0.1:9", "True True")])
def test_opentelemetry_is_imported_only_for_a_collector(endpoint: str, expected: str, tmp_path: Path) -> None:
    given = os.environ | {"OTEL_EXPORTER_OTLP_ENDPOINT": endpoint, "FULFILMENT_DATA_DIR": str(tmp_path)}
    ran = subprocess.run([sys.executable, "-c", PROGRAM], env=given, capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == expected
