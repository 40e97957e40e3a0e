"""Trust in a caller's trace: when its id is taken, and when its decision to record is."""

import secrets
from collections.abc import Iterator

import pytest
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from fulfilment.infra.observability.tracing import config, incoming, recording
from fulfilment.infra.observability.tracing.incoming import MAX_REQUESTED_PER_SECOND
from tests.infra.observability.tracing.recorded import recorded

TRACE, SPAN = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"


@pytest.fixture(autouse=True)
def spans(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemorySpanExporter]:
    """The spans of a process that records and exports to no collector."""
    monkeypatch.setattr(recording.state, "respects_parent", True)
    monkeypatch.setattr(incoming, "_requested_samples", incoming._RequestedSamples())
    with recorded() as exporter:
        yield exporter


def sampled(monkeypatch: pytest.MonkeyPatch, ratio: float, flags: str, *, is_trusted: bool) -> bool:
    monkeypatch.setattr(recording.state, "ratio", ratio)
    headers = {"traceparent": [f"00-{TRACE}-{SPAN}-{flags}".encode()]}
    span, trace = incoming.start(headers, is_trusted=is_trusted)
    # Any caller may name the id.
    assert trace == TRACE and (span is None or span.trace_hex == TRACE)
    return span is not None


@pytest.mark.parametrize("is_trusted", [False, True])
def test_a_recorded_request_is_within_the_span_that_its_caller_names(
    monkeypatch: pytest.MonkeyPatch, spans: InMemorySpanExporter, *, is_trusted: bool
) -> None:
    monkeypatch.setattr(recording.state, "ratio", 1.0)
    span, _ = incoming.start({"traceparent": [f"00-{TRACE}-{SPAN}-01".encode()]}, is_trusted=is_trusted)
    assert span is not None
    span.end()
    (ended,) = spans.get_finished_spans()
    assert ended.parent is not None
    assert (ended.parent.trace_id, ended.parent.span_id) == (int(TRACE, 16), int(SPAN, 16))


@pytest.mark.parametrize("flags", ["00", "01"])
def test_a_stranger_decides_neither_that_a_request_is_recorded_nor_that_it_is_not(
    monkeypatch: pytest.MonkeyPatch, flags: str
) -> None:
    assert not sampled(monkeypatch, 0.0, flags, is_trusted=False)
    assert sampled(monkeypatch, 1.0, flags, is_trusted=False)


def test_a_trusted_proxy_decides_both(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sampled(monkeypatch, 0.0, "01", is_trusted=True)
    assert not sampled(monkeypatch, 1.0, "00", is_trusted=True)


def test_a_sampler_that_is_not_based_on_the_parent_asks_no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording.state, "respects_parent", False)
    assert not sampled(monkeypatch, 0.0, "01", is_trusted=True)
    assert sampled(monkeypatch, 1.0, "00", is_trusted=True)


def test_what_a_proxy_asks_for_is_bounded_whatever_it_passes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incoming.time, "monotonic", lambda: 1_000.5)
    taken = [sampled(monkeypatch, 0.0, "01", is_trusted=True) for _ in range(3 * MAX_REQUESTED_PER_SECOND)]
    assert sum(taken) == MAX_REQUESTED_PER_SECOND
    monkeypatch.setattr(incoming.time, "monotonic", lambda: 1_001.5)
    assert sampled(monkeypatch, 0.0, "01", is_trusted=True)


@pytest.mark.parametrize(
    "said",
    [
        [b""],
        [b"00-" + b"0" * 32 + b"-00f067aa0ba902b7-01"],
        [b"00-4bf92f3577b34da6a3ce929d0e0e4736-" + b"0" * 16 + b"-01"],
        [b"ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"],
        [b"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more"],
        [b"00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01"],
        [b"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7"],
        [b"\xff\xfe" * 5_000],
        [b"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"] * 2,
    ],
)
def test_what_is_no_traceparent_is_none(said: list[bytes]) -> None:
    assert incoming.parse({"traceparent": said}) is None


def test_a_later_version_may_say_more() -> None:
    parent = incoming.parse({"traceparent": [b"01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-03-more"]})
    assert parent is not None and (f"{parent.trace_id:032x}", parent.trace_flags.sampled) == (TRACE, True)


def test_a_request_that_names_no_parent_is_sampled_by_the_ratio(monkeypatch: pytest.MonkeyPatch) -> None:
    for ratio in (0.0, 1.0):
        monkeypatch.setattr(recording.state, "ratio", ratio)
        span, trace = incoming.start({"traceparent": [b"nonsense"]}, is_trusted=True)
        assert (span is not None, trace is not None, recording.is_sampled()) == (ratio == 1.0,) * 3


def test_tracestate_is_taken_over_only_as_short_and_plain_as_it_must_be(
    monkeypatch: pytest.MonkeyPatch, spans: InMemorySpanExporter
) -> None:
    monkeypatch.setattr(recording.state, "ratio", 1.0)
    parent = {"traceparent": [f"00-{secrets.token_hex(16)}-{SPAN}-01".encode()]}
    for said, kept in (([b"a=1", b"b=2"], "a=1,b=2"), ([b"a=" + b"x" * 600], ""), ([b"a=\xff"], "")):
        span, _ = incoming.start(parent | {"tracestate": said}, is_trusted=False)
        assert span is not None
        span.end()
        assert spans.get_finished_spans()[-1].context.trace_state.to_header() == kept


ENDPOINT = {"OTEL_EXPORTER_OTLP_ENDPOINT": "https://collector.example:4318/"}


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, (0.1, True)),
        ({"OTEL_TRACES_SAMPLER_ARG": "0.25"}, (0.25, True)),
        ({"OTEL_TRACES_SAMPLER": "traceidratio", "OTEL_TRACES_SAMPLER_ARG": "0.5"}, (0.5, False)),
        ({"OTEL_TRACES_SAMPLER": "parentbased_always_off"}, (0.0, True)),
        ({"OTEL_TRACES_SAMPLER": "always_on"}, (1.0, False)),
        ({"OTEL_TRACES_SAMPLER": "sometimes"}, (0.1, True)),
        ({"OTEL_TRACES_SAMPLER_ARG": "many"}, (0.1, True)),
        ({"OTEL_TRACES_SAMPLER_ARG": "nan"}, (0.1, True)),
    ],
)
def test_the_usual_variables_choose_the_sampler(variables: dict[str, str], expected: tuple[float, bool]) -> None:
    read = config.load(ENDPOINT | variables)
    assert read is not None and (read.ratio, read.respects_parent) == expected


@pytest.mark.parametrize(
    "variables",
    [
        {},
        {"OTEL_EXPORTER_OTLP_ENDPOINT": "collector:4317"},
        {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://[::1:4318"},
        {"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://[collector]/v1/traces"},
        ENDPOINT | {"OTEL_SDK_DISABLED": "true"},
        ENDPOINT | {"OTEL_TRACES_EXPORTER": "none"},
    ],
)
def test_without_a_collector_nobody_is_told(variables: dict[str, str]) -> None:
    assert config.load(variables) is None


def test_the_variables_of_traces_go_before_those_of_everything() -> None:
    read = config.load(
        ENDPOINT
        | {
            "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://other:4318/take",
            "OTEL_EXPORTER_OTLP_TIMEOUT": "3",
            "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT": "0.5",
            "OTEL_EXPORTER_OTLP_CERTIFICATE": "all.pem",
            "OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE": "traces.pem",
        }
    )
    assert read is not None
    assert (read.url, read.timeout_seconds) == ("http://other:4318/take", 0.5)
    assert read.certificate == "traces.pem"
