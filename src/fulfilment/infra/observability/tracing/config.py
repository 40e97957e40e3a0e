"""Tracing configuration: the OTEL_* variables that the service reads itself, for the collector and the sampler.

The SDK and its exporter read all others: headers, compression, queue, limits and resource. Every OpenTelemetry program
shares these variables, so a wrong value does not keep the service from starting.
"""

import os
from collections.abc import Mapping
from urllib.parse import urlsplit

import msgspec
import structlog

DEFAULT_RATIO = 0.1
DEFAULT_TIMEOUT_SECONDS = 10.0
PATH = "/v1/traces"

_OFF = {"always_off": 0.0, "parentbased_always_off": 0.0}
_ON = {"always_on": 1.0, "parentbased_always_on": 1.0}
_BY_RATIO = ("traceidratio", "parentbased_traceidratio")

_log = structlog.get_logger(__name__)


class TracingConfig(msgspec.Struct, frozen=True):
    """The collector of spans, and the sampling ratio."""

    url: str
    timeout_seconds: float
    certificate: str | None
    client_certificate: str | None
    client_key: str | None
    ratio: float
    respects_parent: bool


def collector_url(environ: Mapping[str, str] | None = None) -> str:
    """The URL of the trace collector; empty where none is configured. Logs nothing."""
    return _url(os.environ if environ is None else environ) or ""


def load(environ: Mapping[str, str] | None = None) -> TracingConfig | None:
    """The configuration; None where no collector is configured or tracing is off."""
    variables = os.environ if environ is None else environ
    url = _url(variables)
    if url is None or _value_of(variables, "OTEL_SDK_DISABLED").lower() == "true":
        return None
    if _value_of(variables, "OTEL_TRACES_EXPORTER").lower() == "none":
        return None
    if not _is_address(url):
        warn_ignored("OTEL_EXPORTER_OTLP_ENDPOINT", "an http:// or https:// address is needed; nothing is traced")
        return None
    if (protocol := _exporter(variables, "PROTOCOL")) not in ("", "http/protobuf"):
        warn_ignored("OTEL_EXPORTER_OTLP_PROTOCOL", f"{protocol} is not spoken, http/protobuf is")
    ratio, respects_parent = _sampler(variables)
    return TracingConfig(
        url,
        _seconds(_exporter(variables, "TIMEOUT")),
        _exporter(variables, "CERTIFICATE") or None,
        _exporter(variables, "CLIENT_CERTIFICATE") or None,
        _exporter(variables, "CLIENT_KEY") or None,
        ratio,
        respects_parent,
    )


def _url(variables: Mapping[str, str]) -> str | None:
    """The endpoint for traces unchanged, or else the general endpoint with the path of traces."""
    if own := _value_of(variables, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"):
        return own
    base = _value_of(variables, "OTEL_EXPORTER_OTLP_ENDPOINT")
    return base.rstrip("/") + PATH if base else None


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        # An unbalanced bracket, or no IPv6 address in brackets.
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)


def _sampler(variables: Mapping[str, str]) -> tuple[float, bool]:
    name = _value_of(variables, "OTEL_TRACES_SAMPLER").lower() or "parentbased_traceidratio"
    respects_parent = name.startswith("parentbased_")
    if name in _OFF or name in _ON:
        return (_OFF | _ON)[name], respects_parent
    if name not in _BY_RATIO:
        warn_ignored("OTEL_TRACES_SAMPLER", f"{name} is not known; parentbased_traceidratio is taken")
        respects_parent = True
    text = _value_of(variables, "OTEL_TRACES_SAMPLER_ARG")
    try:
        ratio = float(text) if text else DEFAULT_RATIO
    except ValueError:
        ratio = -1.0
    if not 0 <= ratio <= 1:
        warn_ignored("OTEL_TRACES_SAMPLER_ARG", f"a number from 0 to 1 is needed; {DEFAULT_RATIO} is taken")
        ratio = DEFAULT_RATIO
    return ratio, respects_parent


def _seconds(text: str) -> float:
    """The timeout in seconds, as OpenTelemetry's Python library reads it; its specification says milliseconds."""
    try:
        seconds = float(text) if text else DEFAULT_TIMEOUT_SECONDS
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 3_600:
        warn_ignored("OTEL_EXPORTER_OTLP_TIMEOUT", f"seconds are needed; {DEFAULT_TIMEOUT_SECONDS:g} are taken")
        return DEFAULT_TIMEOUT_SECONDS
    return seconds


def _exporter(variables: Mapping[str, str], name: str) -> str:
    return _value_of(variables, f"OTEL_EXPORTER_OTLP_TRACES_{name}") or _value_of(
        variables, f"OTEL_EXPORTER_OTLP_{name}"
    )


def _value_of(variables: Mapping[str, str], name: str) -> str:
    return variables.get(name, "").strip()


def warn_ignored(variable: str, reason: str) -> None:
    """Log that a variable is ignored, and why."""
    _log.warning("traces_variable_ignored", variable=variable, reason=reason)
