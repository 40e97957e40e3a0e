"""A trace collector in a thread of its own: it decodes OpenTelemetry's messages, and keeps the bytes."""

import gzip
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import msgspec
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

WITHIN_SECONDS = 20.0


class Told(msgspec.Struct):
    """A span as it arrived; ids are hex, `parent` is empty where there is none."""

    name: str
    trace: str
    id: str
    parent: str
    kind: int
    attributes: dict[str, Any]
    links: list[str]
    tracestate: str
    is_error: bool
    component: str
    began: int
    ended: int


class Collector:
    """A collector of traces that keeps the spans, the headers and the bytes that arrived."""

    def __init__(self) -> None:
        self.port = 0
        self.spans: list[Told] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.raw = b""
        self._arrived = threading.Condition()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def take(self, path: str, headers: dict[str, str], body: bytes) -> None:
        if headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        request = ExportTraceServiceRequest.FromString(body)
        with self._arrived:
            self.paths.append(path)
            self.headers.append(headers)
            self.raw += body
            self.spans += _read(request)
            self._arrived.notify_all()

    def wait(self, until: Callable[[list[Told]], Any]) -> list[Told]:
        """The spans, once they are enough. Fails when they do not become so."""
        with self._arrived:
            assert self._arrived.wait_for(lambda: until(self.spans), WITHIN_SECONDS), self.spans
            return list(self.spans)

    def of(self, trace: str) -> list[Told]:
        """The spans of one trace, in the order of time."""
        return sorted((span for span in self.spans if span.trace == trace), key=lambda span: span.began)

    def named(self, trace: str, name: str, count: int = 1) -> list[Told]:
        """The spans of a trace with this name, once there are so many."""
        self.wait(lambda _: len([span for span in self.of(trace) if span.name == name]) >= count)
        return [span for span in self.of(trace) if span.name == name]


@contextmanager
def collecting(answer: Callable[[BaseHTTPRequestHandler], None] | None = None) -> Iterator[Collector]:
    """A collector on a free port of this machine; `answer` answers in its place, and as badly as it likes."""
    collector = Collector()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            collector.take(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            if answer is not None:
                answer(self)
                return
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Log nothing."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        # The hung ones never end.
        block_on_close = False

    server = Server(("127.0.0.1", 0), Handler)
    collector.port = server.server_address[1]
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield collector
    finally:
        server.shutdown()
        server.server_close()


def _read(request: ExportTraceServiceRequest) -> list[Told]:
    found = []
    for resource in request.resource_spans:
        described = {each.key: _value(each.value) for each in resource.resource.attributes}
        for scope in resource.scope_spans:
            found += [_span(span, described) for span in scope.spans]
    return found


def _span(span: Any, described: dict[str, Any]) -> Told:
    return Told(
        name=span.name,
        trace=span.trace_id.hex(),
        id=span.span_id.hex(),
        parent=span.parent_span_id.hex(),
        kind=span.kind,
        attributes={each.key: _value(each.value) for each in span.attributes} | {"resource": described},
        links=[link.trace_id.hex() for link in span.links],
        tracestate=span.trace_state,
        is_error=span.status.code == 2,
        component=described.get("fulfilment.component", ""),
        began=span.start_time_unix_nano,
        ended=span.end_time_unix_nano,
    )


def _value(value: Any) -> Any:
    return getattr(value, value.WhichOneof("value"))


def traceparent(trace: str, span: str = "00f067aa0ba902b7", flags: str = "01") -> list[tuple[str, str]]:
    """The header that names a parent."""
    return [("traceparent", f"00-{trace}-{span}-{flags}")]


def patient(look: Callable[[], Any]) -> Any:
    """The first result of `look` that is true."""
    deadline = time.monotonic() + WITHIN_SECONDS
    while not (found := look()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return found
