"""Without a collector no process loads OpenTelemetry, and nothing is recorded."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import structlog

from fulfilment.infra.observability.tracing import recording, setup
from fulfilment.settings import load

PROGRAM = """
import asyncio, sys
from fulfilment import app, settings, worker
from fulfilment.cli import api, serve
from fulfilment.infra.observability.tracing import recording, setup as telling
telling.start(settings.load(), "api")
print(any(name.split(".")[0] in ("opentelemetry", "google") for name in sys.modules), recording.state.is_on)
asyncio.run(telling.stop())
"""


@pytest.mark.parametrize(("endpoint", "expected"), [("", "False False"), ("http://127.0.0.1:9", "True True")])
def test_opentelemetry_is_imported_only_for_a_collector(endpoint: str, expected: str, tmp_path: Path) -> None:
    given = os.environ | {"OTEL_EXPORTER_OTLP_ENDPOINT": endpoint, "FULFILMENT_DATA_DIR": str(tmp_path)}
    ran = subprocess.run([sys.executable, "-c", PROGRAM], env=given, capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == expected


def test_a_certificate_that_cannot_be_read_is_told_and_nothing_is_traced(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "https://127.0.0.1:1")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_CERTIFICATE", str(tmp_path / "absent.pem"))
    with structlog.testing.capture_logs() as told:
        setup.start(load({"FULFILMENT_MODE": "development"}), "api")
    assert not recording.state.is_on
    assert [(line["event"], line["variable"]) for line in told] == [
        ("traces_variable_ignored", "OTEL_EXPORTER_OTLP_CERTIFICATE")
    ]


@pytest.mark.parametrize("variable", ["OTEL_SPAN_LINK_COUNT_LIMIT", "OTEL_BSP_MAX_QUEUE_SIZE"])
def test_a_variable_that_the_sdk_refuses_is_told_and_nothing_is_traced(variable: str, tmp_path: Path) -> None:
    given = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9", variable: "-2"}
    environ = os.environ | given | {"FULFILMENT_DATA_DIR": str(tmp_path)}
    ran = subprocess.run([sys.executable, "-c", PROGRAM], env=environ, capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "True False" and "traces_variable_ignored" in ran.stdout + ran.stderr
