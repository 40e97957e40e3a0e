"""Collectors that are away, hang, lie or flood delay no request and no stop; the log has a line about it."""

import json
import socket
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from threading import Event

import pytest
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from structlog.testing import capture_logs

from fulfilment.infra.observability.tracing.config import TracingConfig
from fulfilment.infra.observability.tracing.exporter import Exporter
from fulfilment.infra.observability.tracing.recording import INTERNAL
from fulfilment.infra.observability.tracing.tracer import SpanStarter, create_resource
from tests.harness.service import Service, serving
from tests.harness.workspaces import open_client
from tests.infra.observability.tracing.collector import collecting, patient
from tests.infra.observability.tracing.variables import telling, variables

Answer = Callable[[BaseHTTPRequestHandler], None]
REQUESTS = 30


def hang(_handler: BaseHTTPRequestHandler) -> None:
    Event().wait()


def drip(handler: BaseHTTPRequestHandler) -> None:
    """Each byte in time, and never the last one."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while not Event().wait(0.1):
        handler.wfile.write(b"x")
        handler.wfile.flush()


def flood(handler: BaseHTTPRequestHandler) -> None:
    """An answer without an end."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n")
    while True:
        handler.wfile.write(b"\xff" * 65_536)


def babble(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"\x00\xff no HTTP at all\r\n\r\n")


def send_away(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(307)
    handler.send_header("Location", "http://127.0.0.1:1/elsewhere")
    handler.send_header("Content-Length", "0")
    handler.end_headers()


def answers(status: int, body: bytes) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def served_as_ever(service: Service) -> None:
    shop = open_client(service)
    for _ in range(REQUESTS):
        assert shop("GET", "/api/v1/products").status == 200
    assert shop("POST", "/api/v1/products", {"name": "Kopi"}).status == 201


def lines(service: Service) -> list[dict]:
    return [json.loads(line) for line in service.log.read_text().splitlines() if '"traces_not_sent"' in line]


def test_a_collector_that_misbehaves_in_every_way_changes_nothing_but_a_line_of_the_log(database_url: str) -> None:
    ways = [hang, drip, flood, babble, send_away, answers(500, b"<h1>"), answers(200, b"\xff\xff nonsense")]

    def misbehave(handler: BaseHTTPRequestHandler) -> None:
        way = ways.pop(0) if ways else answers(200, b"")
        with suppress(OSError):
            way(handler)

    with collecting(misbehave) as collector:
        settings = telling(collector.url, OTEL_EXPORTER_OTLP_TIMEOUT="0.3")
        with variables(**settings), serving(database_url) as service:
            served_as_ever(service)
            # Spans that were refused are sent again or lost; the others still arrive.
            patient(lambda: is_served(service) and not ways)
            before = len(collector.spans)
            patient(lambda: is_served(service) and len(collector.spans) > before)
            told = patient(lambda: lines(service))
            assert service.faults() == []
    assert service.process.returncode == 0
    assert len(told) == 1 and told[0]["level"] == "warning"


def is_served(service: Service) -> bool:
    return service.send("GET", "/api/v1/health", []).status == 200


@pytest.mark.parametrize("how", ["away", "hung"])
def test_a_process_ends_as_ever_while_its_collector_does_not_answer(database_url: str, how: str) -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listener:
        port = listener.getsockname()[1]
        if how == "away":
            listener.close()
        with variables(**telling(f"http://127.0.0.1:{port}")), serving(database_url) as service:
            served_as_ever(service)
    assert service.process.returncode == 0


def test_spans_that_cannot_be_written_are_lost_and_the_next_ones_are_told() -> None:
    with collecting() as collector, capture_logs() as logs:
        exporter = Exporter(TracingConfig(collector.url + "/v1/traces", 5.0, None, None, None, 1.0, True))
        starter = SpanStarter(create_resource("api"))
        starter.add_processor(BatchSpanProcessor(exporter, schedule_delay_millis=50))
        starter.start_span("half \ud800", INTERNAL, {}, None).end()
        patient(lambda: [line for line in logs if line["event"] == "traces_not_sent"])
        starter.start_span("sound", INTERNAL, {}, None).end()
        (told,) = collector.wait(lambda spans: spans)
        starter.shutdown()
    assert told.name == "sound"
    assert [(line["event"], line["problem"], line["not_taken"]) for line in logs] == [
        ("traces_not_sent", "not sent", 1)
    ]


def test_a_queue_that_is_full_is_told_in_the_log(database_url: str) -> None:
    settings = {"OTEL_BSP_MAX_QUEUE_SIZE": "2", "OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "2"}
    with (
        collecting(hang) as collector,
        variables(**telling(collector.url, **settings)),
        serving(database_url) as service,
    ):
        served_as_ever(service)
        patient(lambda: "Queue full" in service.log.read_text())
        assert service.faults() == []


def test_what_waits_is_told_when_the_process_ends(database_url: str) -> None:
    with collecting() as collector:
        settings = telling(collector.url, OTEL_BSP_SCHEDULE_DELAY="600000", OTEL_BSP_MAX_EXPORT_BATCH_SIZE="2048")
        with variables(**settings), serving(database_url) as service:
            served_as_ever(service)
            assert not collector.spans
        assert "POST /api/v1/products" in [span.name for span in collector.spans]
