"""Log lines for people at a terminal: the time, the process and what happened, each event on one short line."""

from datetime import datetime
from typing import Any, Final

from structlog.typing import EventDict, WrappedLogger

# The longest line of an event without its traceback, and the longest value in it.
LINE_CHARACTERS: Final = 160
VALUE_CHARACTERS: Final = 60
_COMPONENT_CHARACTERS: Final = 9

# People follow neither of these with their eyes; the JSON lines have them.
_LEFT_OUT = frozenset({"request_id", "trace_id", "span_id", "client", "key_id", "workspace", "partner", "logger"})
_COLOURS = {"warning": "\x1b[33m", "error": "\x1b[31m", "critical": "\x1b[31m", "debug": "\x1b[2m"}
_RESET = "\x1b[0m"


class ShortLines:
    """A structlog renderer for terminals. `has_colours`: warnings and errors stand out."""

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


def _time_of(timestamp: object) -> str:
    """The time of day where the terminal is."""
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
