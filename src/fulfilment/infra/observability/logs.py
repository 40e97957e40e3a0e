"""Structured logs: one event per line on standard error, with its request id and without secrets.

The parts are a renderer for terminals, the redaction of secrets, a fast path for request lines, and the configuration.
"""

import json
import logging
import re
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final

import structlog
from structlog.typing import EventDict, FilteringBoundLogger, Processor, WrappedLogger

from fulfilment.infra import branding
from fulfilment.infra.observability.log_writer import LogQueueHandler
from fulfilment.infra.observability.tracing import recording
from fulfilment.settings import Settings

# Maximum length of a line without its traceback, and of a value in it.
LINE_CHARACTERS: Final = 160
VALUE_CHARACTERS: Final = 60
_COMPONENT_CHARACTERS: Final = 9

# Fields that terminal lines omit, since they are only useful for machines; JSON lines have them.
_LEFT_OUT = frozenset({"request_id", "trace_id", "span_id", "client", "key_id", "workspace", "partner", "logger"})
_COLOURS = {"warning": "\x1b[33m", "error": "\x1b[31m", "critical": "\x1b[31m", "debug": "\x1b[2m"}
_RESET = "\x1b[0m"

REDACTED: Final = "[redacted]"

_SECRET_NAMES = re.compile(
    r"secret|passw|authorization|api_?key(?!_?id)|signature|token|cookie|credential|master_?key|private_?key",
    re.I,
)
# Names that match, but are safe: the public half of a key, and fields with only a number or a flag.
_SAFE_NAMES = frozenset({"key_id", "keyId", "api_key_id", "apiKeyId", "apiKeyConfigured"})

# Patterns of secrets in any text: known prefixes, bearer tokens, passwords in URLs.
_COMMON_SECRETS = (
    r"whsec_[\w+/=-]+",
    r"biteship_(?:live|test)\.[\w.-]+",
    r"\b(?:sk|rk)_(?:live|test)_\w+",
    # Only at the start of a word and without backtracking, so that a text of many such beginnings takes linear time.
    r"(?<![\w-])eyJ[\w-]++\.[\w-]++\.[\w-]*",
    r"(?i:(?<=bearer ))[^\s\"',]+",
    r"(?i:(?<=signature=))[^\s\"',&]+",
    r"(?<=://)[^\s/@:]*:[^\s/@]+(?=@)",
    r"(?<=/inbound/aggregator/)[^\s/?\"']+",
)
_DEEPEST_LEVEL = 8

# Fields that the service generates for each line, or has validated as hexadecimal digits.
_OURS = frozenset({"timestamp", "request_id", "trace_id", "span_id"})
# Cache of short texts without secrets, since most texts of a line were in earlier lines too.
_KNOWN_TEXTS = 4_096
_KNOWN_CHARACTERS = 64

# Minimum levels of libraries, since their lower levels repeat our own events or are noise. Granian sometimes warns that
# it killed a process which had just ended by itself.
_LIBRARY_LEVELS = {
    "_granian": "ERROR",
    "granian.access": "WARNING",
    "aiohttp.access": "WARNING",
    "asyncio": "WARNING",
    # It logs data from callers and collectors; infra/observability/tracing/exporter.py reports failures instead.
    "opentelemetry": "CRITICAL",
    # Its queue is full, which nothing else reports.
    "opentelemetry.sdk": "WARNING",
    # Its warnings include links to ended spans, which are normal here.
    "opentelemetry.sdk.trace": "ERROR",
    # Its lower levels log request and response bodies, including e-mail addresses.
    "stripe": "WARNING",
}
_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


class ShortLines:
    """A structlog renderer for terminals. With `has_colours`, warnings and errors are coloured."""

    def __init__(self, *, has_colours: bool) -> None:
        self._has_colours = has_colours

    def __call__(self, _logger: WrappedLogger, _method: str, event: EventDict) -> str:
        fields = {name: value for name, value in event.items() if not name.startswith("_")}
        at, level = _time_of(fields.pop("timestamp", "")), str(fields.pop("level", "info"))
        component = str(fields.pop("component", ""))
        trouble = [str(fields.pop(name)) for name in ("exception", "stack") if fields.get(name)]
        mark = "" if level in ("info", "debug") else f"{level.upper()} "
        line = _truncate(f"{at} {component:<{_COMPONENT_CHARACTERS}} {mark}{_format_event(fields)}", LINE_CHARACTERS)
        if self._has_colours and level in _COLOURS:
            line = f"{_COLOURS[level]}{line}{_RESET}"
        return "\n".join([line, *trouble])


class Redaction:
    """A structlog processor that replaces secrets, recognised by the name of a field or by a pattern of its value."""

    def __init__(self, secret_prefix: str) -> None:
        self._values = re.compile("|".join((rf"\b{re.escape(secret_prefix)}[\w-]+", *_COMMON_SECRETS)))
        self._sound: set[str] = set()

    def __call__(self, _logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        return {
            # Names with a leading underscore belong to structlog and are never rendered.
            name: value if name.startswith("_") or name in _OURS else self._redacted(name, value)
            for name, value in event.items()
        }

    def text(self, text: str) -> str:
        """The text with all secrets in it replaced."""
        if text in self._sound:
            return text
        shown = self._values.sub(REDACTED, text)
        if shown == text and len(text) <= _KNOWN_CHARACTERS:
            if len(self._sound) >= _KNOWN_TEXTS:
                self._sound.clear()
            self._sound.add(text)
        return shown

    def _redacted(self, name: object, value: object, level: int = 0) -> object:
        if isinstance(name, str) and _is_secret_name(name):
            return REDACTED if value not in (None, "", True, False) else value
        return self._clean(value, level)

    def _clean(self, value: object, level: int) -> object:
        if value is None or isinstance(value, bool | int | float):
            return value
        if isinstance(value, str):
            return self.text(value)
        if level >= _DEEPEST_LEVEL:
            return "[too deep]"
        if isinstance(value, Mapping):
            return {name: self._redacted(name, inner, level + 1) for name, inner in value.items()}
        if isinstance(value, list | tuple | set | frozenset):
            return [self._clean(inner, level + 1) for inner in value]
        # Converted to text here, since the text of the renderer would not be redacted.
        return self.text(value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value))


class FastRequestLog:
    """Fast path for frequent events of level info, such as requests, with the same lines as structlog.

    The processor chain of all other events is too slow for one event per request.
    """

    def __init__(self) -> None:
        self._writer: LogQueueHandler | None = None
        self.is_enabled = True

    def configure(self, settings: Settings, component: str) -> None:
        """Enable the fast path for JSON lines; text lines use structlog."""
        self.is_enabled = _LEVELS[settings.log_level] <= logging.INFO
        handlers = logging.getLogger().handlers
        self._writer = next((each for each in handlers if isinstance(each, LogQueueHandler)), None)
        if _is_text(settings):
            self._writer = None
        self._redaction = _redaction(settings)
        self._processors = {"level": "info", "component": component}
        self._encoded = json.JSONEncoder(ensure_ascii=False).encode

    def write(self, log: FilteringBoundLogger, event: str, request_id: str, fields: dict[str, Any]) -> None:
        """Log `log.info(event, **fields)` with the request's id."""
        if self._writer is None:
            log.info(event, **fields)
            return
        now = datetime.now(UTC).isoformat().replace("+00:00", "Z")
        line = {**fields, "event": event, "request_id": request_id, "timestamp": now, **self._processors}
        self._writer.write(self._encoded(self._redaction(None, "info", line)))


fast_request_log = FastRequestLog()


def _time_of(timestamp: object) -> str:
    """The time of day in the time zone of the terminal."""
    try:
        return datetime.fromisoformat(str(timestamp)).astimezone().strftime("%H:%M:%S")
    except ValueError:
        return str(timestamp)


def _format_event(fields: dict[str, Any]) -> str:
    event = str(fields.pop("event", ""))
    if event == "request" and "method" in fields:
        parts = [fields.pop("method"), fields.pop("route", None) or "no such route", fields.pop("status", "")]
        parts += [f"{fields.pop('ms')} ms"] if "ms" in fields else []
        parts += [fields.pop("code")] if "code" in fields else []
        event = " ".join(str(part) for part in parts)
    elif " " not in event:
        event = event.replace("_", " ")
    more = [
        f"{name}={_format_value(value)}"
        for name, value in fields.items()
        if name not in _LEFT_OUT and value is not None
    ]
    return " ".join([" ".join(event.split()), *more])


def _format_value(value: object) -> str:
    text = value if isinstance(value, str) else ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return _truncate(" ".join(text.split()), VALUE_CHARACTERS)


def _truncate(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


@lru_cache(maxsize=1_024)
def _is_secret_name(name: str) -> bool:
    """True where the field's name denotes a secret; cached, since all events share a few names."""
    return name not in _SAFE_NAMES and _SECRET_NAMES.search(name) is not None


def configure(settings: Settings, component: str) -> None:
    """Route the events of structlog and of all libraries through one chain. `component` names the process (`api`).

    Values bound with `structlog.contextvars.bind_contextvars` (request id, workspace) are added to each event.
    """
    shared = _chain(settings, component)
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[settings.log_level]),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    _configure_libraries(settings, shared)
    logging.captureWarnings(True)
    fast_request_log.configure(settings, component)


def _chain(settings: Settings, component: str) -> list[Processor]:
    def name_component(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        event.setdefault("component", component)
        return event

    return [
        structlog.contextvars.merge_contextvars,
        _name_trace,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        name_component,
        structlog.processors.StackInfoRenderer(),
        # Tracebacks become text before the redaction, without the values of variables.
        structlog.processors.format_exc_info,
        _redaction(settings),
    ]


def _name_trace(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Add the ids of the current trace and span, if any, so that lines and traces can be matched."""
    span = recording.current.get()
    if span is not None:
        event["trace_id"], event["span_id"] = span.trace_hex, span.span_hex
    return event


def _redaction(settings: Settings) -> Redaction:
    return Redaction(branding.build(settings.brand).secret_prefix)


def _configure_libraries(settings: Settings, shared: list[Processor]) -> None:
    """Make our handler the only handler of `logging`, for all libraries."""
    level = settings.log_level.upper()
    writer = LogQueueHandler(sys.stderr)
    writer.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, _renderer(settings)],
            foreign_pre_chain=[structlog.stdlib.ExtraAdder(), *shared],
        )
    )
    _set_level(logging.getLogger(), level, writer)
    for name, its_level in _LIBRARY_LEVELS.items():
        _set_level(logging.getLogger(name), its_level)


def _set_level(logger: logging.Logger, level: str, *handlers: logging.Handler) -> None:
    for former in list(logger.handlers):
        logger.removeHandler(former)
        former.close()
    for handler in handlers:
        logger.addHandler(handler)
    logger.setLevel(level)
    logger.propagate = True


def _renderer(settings: Settings) -> Processor:
    if not _is_text(settings):
        return structlog.processors.JSONRenderer(sort_keys=False, ensure_ascii=False)
    return ShortLines(has_colours=sys.stderr.isatty())


def _is_text(settings: Settings) -> bool:
    return settings.log_format == "text" or (settings.log_format == "auto" and sys.stderr.isatty())
