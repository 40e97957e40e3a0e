"""What the OTEL_* variables ask for, as OpenTelemetry defines them; what cannot be used is told of and left aside.

They are those of every OpenTelemetry program, so a wrong one does not keep the service from starting.
"""

import os
from collections.abc import Mapping
from urllib.parse import unquote, urlsplit

import msgspec
import structlog

DEFAULT_RATIO = 0.1
DEFAULT_TIMEOUT_SECONDS = 10.0
PATH = "/v1/traces"

_OFF = {"always_off": 0.0, "parentbased_always_off": 0.0}
_ON = {"always_on": 1.0, "parentbased_always_on": 1.0}
_BY_RATIO = ("traceidratio", "parentbased_traceidratio")

_log = structlog.get_logger(__name__)


class Asked(msgspec.Struct, frozen=True):
    """Where spans go, and how many. `headers` may hold a secret, and are shown nowhere."""

    url: str
    headers: dict[str, str]
    timeout_seconds: float
    is_compressed: bool
    certificate: str | None
    client_certificate: str | None
    client_key: str | None
    ratio: float
    respects_parent: bool


def read(environ: Mapping[str, str] | None = None) -> Asked | None:
    """None where no collector is named, or tracing is switched off."""
    given = os.environ if environ is None else environ
    url = _url(given)
    if url is None or _said(given, "OTEL_SDK_DISABLED").lower() == "true":
        return None
    if _said(given, "OTEL_TRACES_EXPORTER").lower() == "none":
        return None
    if not _is_address(url):
        ignore("OTEL_EXPORTER_OTLP_ENDPOINT", "an http:// or https:// address is needed; nothing is traced")
        return None
    if (protocol := _exporter(given, "PROTOCOL")) not in ("", "http/protobuf"):
        ignore("OTEL_EXPORTER_OTLP_PROTOCOL", f"{protocol} is not spoken, http/protobuf is")
    ratio, respects_parent = _sampler(given)
    return Asked(
        url,
        _headers(_exporter(given, "HEADERS")),
        _seconds(_exporter(given, "TIMEOUT")),
        _exporter(given, "COMPRESSION") == "gzip",
        _exporter(given, "CERTIFICATE") or None,
        _exporter(given, "CLIENT_CERTIFICATE") or None,
        _exporter(given, "CLIENT_KEY") or None,
        ratio,
        respects_parent,
    )


def _url(given: Mapping[str, str]) -> str | None:
    """The address for traces as it is, or the one for everything with the path of traces."""
    if own := _said(given, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"):
        return own
    base = _said(given, "OTEL_EXPORTER_OTLP_ENDPOINT")
    return base.rstrip("/") + PATH if base else None


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        # Half of a pair of brackets, or something else than an address of IPv6 in them.
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)


def _sampler(given: Mapping[str, str]) -> tuple[float, bool]:
    name = _said(given, "OTEL_TRACES_SAMPLER").lower() or "parentbased_traceidratio"
    respects_parent = name.startswith("parentbased_")
    if name in _OFF or name in _ON:
        return (_OFF | _ON)[name], respects_parent
    if name not in _BY_RATIO:
        ignore("OTEL_TRACES_SAMPLER", f"{name} is not known; parentbased_traceidratio is taken")
        respects_parent = True
    said = _said(given, "OTEL_TRACES_SAMPLER_ARG")
    try:
        ratio = float(said) if said else DEFAULT_RATIO
    except ValueError:
        ratio = -1.0
    if not 0 <= ratio <= 1:
        ignore("OTEL_TRACES_SAMPLER_ARG", f"a number from 0 to 1 is needed; {DEFAULT_RATIO} is taken")
        ratio = DEFAULT_RATIO
    return ratio, respects_parent


def _headers(said: str) -> dict[str, str]:
    """`name=value,name=value`, with values as in a URL."""
    headers = {}
    for pair in filter(None, map(str.strip, said.split(","))):
        name, has_value, value = (part.strip() for part in pair.partition("="))
        value = unquote(value)
        if not has_value or not name.isascii() or not name.replace("-", "").replace("_", "").isalnum():
            ignore("OTEL_EXPORTER_OTLP_HEADERS", "each must be name=value")
        elif not value.isascii() or not value.isprintable():
            ignore("OTEL_EXPORTER_OTLP_HEADERS", f"the value of {name} cannot be sent")
        else:
            headers[name.lower()] = value
    return headers


def _seconds(said: str) -> float:
    """Milliseconds where OpenTelemetry's specification says so, but its Python library reads seconds, and so do we."""
    try:
        seconds = float(said) if said else DEFAULT_TIMEOUT_SECONDS
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 3_600:
        ignore("OTEL_EXPORTER_OTLP_TIMEOUT", f"seconds are needed; {DEFAULT_TIMEOUT_SECONDS:g} are taken")
        return DEFAULT_TIMEOUT_SECONDS
    return seconds


def _exporter(given: Mapping[str, str], name: str) -> str:
    return _said(given, f"OTEL_EXPORTER_OTLP_TRACES_{name}") or _said(given, f"OTEL_EXPORTER_OTLP_{name}")


def _said(given: Mapping[str, str], name: str) -> str:
    return given.get(name, "").strip()


def ignore(variable: str, reason: str) -> None:
    """Say that a variable cannot be used, and why."""
    _log.warning("traces_variable_ignored", variable=variable, reason=reason)
