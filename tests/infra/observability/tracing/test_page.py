"""The page on tracing: its collector accepts the traces that its variables enable, and its bounds are true."""

import re

import yaml
from opentelemetry.sdk import environment_variables

from fulfilment.infra.observability.tracing import config, incoming, recording, setup
from tests.journeys.pages import ROOT

PAGE = (ROOT / "docs" / "tracing.md").read_text("utf-8")


def block(language: str, first: str) -> str:
    return next(text for text in re.findall(rf"```{language}\n(.*?)```", PAGE, re.S) if text.startswith(first))


def test_the_collector_listens_where_the_variables_send_and_every_part_of_its_pipeline_is_configured() -> None:
    given = dict(line.split("=", 1) for line in block("text", "OTEL_").splitlines())
    collector = yaml.safe_load(block("yaml", "receivers:"))
    wanted = config.load(given)
    assert wanted is not None and wanted.ratio == config.DEFAULT_RATIO
    assert wanted.url == f"http://{collector['receivers']['otlp']['protocols']['http']['endpoint']}/v1/traces"
    pipeline = collector["service"]["pipelines"]["traces"]
    assert set(pipeline) == {"receivers", "processors", "exporters"}
    for kind, names in pipeline.items():
        assert names and set(names) <= set(collector[kind])


def test_the_numbers_of_the_page_are_those_of_the_code() -> None:
    said = " ".join(PAGE.split())
    assert f"for {incoming.MAX_REQUESTED_PER_SECOND} requests a second in each process" in said
    assert f"in {recording.MOST_SPANS} spans at most" in said
    assert f"seconds for one call, {config.DEFAULT_TIMEOUT_SECONDS:g} by default" in said
    assert f"is recorded, {config.DEFAULT_RATIO} by default" in said
    assert "waits a second at most" in said and setup.STOP_TIMEOUT_SECONDS == 1.0


def test_every_variable_of_the_page_is_read() -> None:
    source = (ROOT / "src" / "fulfilment" / "infra" / "observability" / "tracing" / "config.py").read_text("utf-8")
    for name, short in re.findall(r"`(OTEL_(?:EXPORTER_OTLP_)?([A-Z_]+))", PAGE):
        assert short in source or hasattr(environment_variables, name), name
