"""Requests in four languages that sign themselves with nothing installed, and the client's: a pasted one runs."""

import json
import keyword
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import jinja2
import msgspec

from fulfilment import brand, settings
from fulfilment.docs_page.operations import JSON, Operation

_FOLDER = Path(__file__).parent / "templates" / "samples"
_INDENT = "    "
_FILES = {"application/pdf": "labels.pdf", "text/csv": "rows.csv", "application/x-ndjson": "rows.jsonl"}


class Sample(msgspec.Struct):
    """One language: what its tab is called, how it is highlighted, and the code."""

    name: str
    language: str
    code: str


class Request(msgspec.Struct):
    """What a sample sends. `target` is as it is sent and signed; `file` is where an answer that is no JSON goes."""

    method: str
    target: str
    body: Any
    has_body: bool
    has_key: bool
    is_signed: bool
    file: str


def of(operation: Operation) -> list[Sample]:
    """The samples of one operation; none of what somebody else's service sends."""
    if operation.is_from_elsewhere:
        return []
    sent = request_of(operation)
    plain = [
        Sample("curl", "bash", _code("curl.j2", sent)),
        Sample("Python", "python", _code("python.j2", sent)),
        Sample("TypeScript", "typescript", _code("typescript.j2", sent)),
        Sample("PHP", "php", _code("php.j2", sent)),
    ]
    # What is no JSON is a stream in the client library, which its own page tells of.
    return plain if sent.file or not operation.client else [*plain, _of_client(operation, sent)]


def request_of(operation: Operation) -> Request:
    """The operation with its examples."""
    return Request(
        method=operation.method,
        target=_target(operation),
        body=operation.body_example,
        has_body=operation.takes_body and (operation.needs_body or bool(operation.body_example)),
        has_key=operation.takes_key,
        is_signed=not operation.is_public,
        file="" if operation.media_type == JSON else _FILES.get(operation.media_type, "answer.bin"),
    )


def variables() -> str:
    """What the samples take from the environment."""
    spoken = brand.current()
    return (
        f"export BASE={settings.current().base_url}\n"
        f"export KEY_ID={spoken.key_id_prefix}...\n"
        f"export SECRET={spoken.secret_prefix}..."
    )


def _of_client(operation: Operation, sent: Request) -> Sample:
    """The call of the client for Python: ids of the path come first, all else is named as Python does."""
    arguments = [_in_python(parameter.example) for parameter in operation.of("path")]
    for each in operation.of("query"):
        if each.example is not None:
            is_truth = set(each.field.choices) == {"false", "true"}
            arguments.append(_named(each.field.name, each.example == "true" if is_truth else each.example))
    if sent.has_body:
        arguments += [_named(name, value) for name, value in sent.body.items()]
    code = _templates.get_template("client.j2").render(
        method=operation.client, arguments=arguments, brand=brand.current().name
    )
    return Sample("Python client", "python", code.strip())


def _named(name: str, value: Any) -> str:
    name = re.sub(r"(?<=[a-z0-9])[A-Z]", lambda found: "_" + found[0].lower(), name)
    return f"{name}{'_' if keyword.iskeyword(name) else ''}={_in_python(value, 1)}"


def _target(operation: Operation) -> str:
    path = operation.path
    for parameter in operation.of("path"):
        path = path.replace("{" + parameter.field.name + "}", quote(str(parameter.example), safe=""))
    query = [(each.field.name, _text(each.example)) for each in operation.of("query") if each.example is not None]
    return f"{path}?{urlencode(query, quote_via=quote)}" if query else path


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _code(template: str, sent: Request) -> str:
    spoken = brand.current()
    return (
        _templates.get_template(template)
        .render(sent=sent, scheme=spoken.signing_scheme, timestamp=spoken.timestamp_header)
        .strip()
    )


def _in_shell(value: str) -> str:
    """One word of a shell, whatever it holds."""
    return "'" + value.replace("'", "'\\''") + "'"


def _in_php(value: str) -> str:
    return "'" + re.sub(r"(['\\])", r"\\\1", value) + "'"


def _in_python(value: Any, level: int = 0) -> str:
    if isinstance(value, str | dict | list):
        return _nested(value, level, _in_python, "{}", ": ", lambda text: json.dumps(text, ensure_ascii=False))
    return repr(value)


def _as_array(value: Any, level: int = 0) -> str:
    if value == {}:
        return "new stdClass()"
    if isinstance(value, str | dict | list):
        return _nested(value, level, _as_array, "[]", " => ", _in_php)
    return json.dumps(value)


def _nested(
    value: Any, level: int, inner: Callable[[Any, int], str], braces: str, colon: str, text: Callable[[str], str]
) -> str:
    """A text, an object or a list as a literal; what is short stands on one line."""
    if isinstance(value, str):
        return text(value)
    parts = (
        [f"{text(name)}{colon}{inner(each, level + 1)}" for name, each in value.items()]
        if isinstance(value, dict)
        else [inner(each, level + 1) for each in value]
    )
    opening, closing = braces if isinstance(value, dict) else "[]"
    line = ", ".join(parts)
    if len(line) + level * len(_INDENT) < 90 and "\n" not in line:
        return f"{opening}{line}{closing}"
    pad = _INDENT * (level + 1)
    return f"{opening}\n{pad}" + f",\n{pad}".join(parts) + f",\n{_INDENT * level}{closing}"


_templates = jinja2.Environment(
    loader=jinja2.FileSystemLoader(_FOLDER),
    autoescape=False,  # noqa: S701 - source code, which is escaped where it stands in a page
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.filters |= {
    "shell": _in_shell,
    "php_text": _in_php,
    "php": _as_array,
    "python": _in_python,
    "compact": lambda value: json.dumps(value, ensure_ascii=False),
    "json": lambda value: json.dumps(value, indent=2, ensure_ascii=False),
}
