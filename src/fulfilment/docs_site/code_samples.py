"""Code samples of the documentation: signed requests in four languages, and calls of the client for Python."""

import json
import keyword
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import jinja2
import msgspec

from fulfilment.docs_site.operations import JSON, Operation
from fulfilment.infra import branding
from fulfilment.infra.models import Value

_FOLDER = Path(__file__).parent / "templates" / "samples"
_INDENT = "    "
# Address of the service in samples and pages, until the address of the request takes its place.
BASE_ADDRESS = "http://service.invalid"
FIRST_TARGET = "/api/v1/products"
_FILES = {"application/pdf": "labels.pdf", "text/csv": "rows.csv", "application/x-ndjson": "rows.jsonl"}


class Sample(msgspec.Struct):
    """Sample in one language: name of its tab, language of the highlighter, and code."""

    name: str
    language: str
    code: str


class SampleRequest(msgspec.Struct):
    """Request of a sample. `target` is as it is sent and signed; `output_file` takes an answer other than JSON."""

    method: str
    target: str
    body: Any
    has_body: bool
    has_key: bool
    is_signed: bool
    output_file: str


def build_samples(operation: Operation) -> list[Sample]:
    """Samples of one operation; none for requests that another service sends."""
    if operation.is_received:
        return []
    request = build_request(operation)
    samples = [
        Sample("curl", "bash", _render_sample("curl.j2", request)),
        Sample("Python", "python", _render_sample("python.j2", request)),
        Sample("TypeScript", "typescript", _render_sample("typescript.j2", request)),
        Sample("PHP", "php", _render_sample("php.j2", request)),
    ]
    # An answer other than JSON is a stream in the client library, which its own page tells of.
    return (
        samples if request.output_file or not operation.client else [*samples, _build_client_sample(operation, request)]
    )


def build_request(operation: Operation) -> SampleRequest:
    """Request of an operation with its examples."""
    return SampleRequest(
        method=operation.method,
        target=_build_target(operation),
        body=operation.body_example,
        has_body=operation.has_body and (operation.is_body_required or bool(operation.body_example)),
        has_key=operation.has_idempotency_key,
        is_signed=not operation.is_public,
        output_file="" if operation.media_type == JSON else _FILES.get(operation.media_type, "answer.bin"),
    )


def build_first_request() -> Sample:
    """Signed request in curl that lists the products of a workspace."""
    request = SampleRequest("GET", FIRST_TARGET, None, has_body=False, has_key=False, is_signed=True, output_file="")
    return Sample("curl", "bash", _render_sample("curl.j2", request))


def list_variables() -> str:
    """Variables that the samples take from the environment."""
    brand = branding.current()
    return f"export BASE={BASE_ADDRESS}\nexport KEY_ID={brand.key_id_prefix}...\nexport SECRET={brand.secret_prefix}..."


def _build_client_sample(operation: Operation, request: SampleRequest) -> Sample:
    """The call of the client for Python: ids of the path come first, all else is named as Python does."""
    arguments = [_format_python(parameter.example) for parameter in operation.parameters_in("path")]
    for each in operation.parameters_in("query"):
        if each.example is not None:
            is_boolean = set(each.field.choices) == {"false", "true"}
            arguments.append(_format_argument(each.field.name, each.example == "true" if is_boolean else each.example))
    if request.has_body:
        arguments += [_format_argument(name, value) for name, value in request.body.items()]
    code = _templates.get_template("client.j2").render(
        method=operation.client, arguments=arguments, brand=branding.current().name
    )
    return Sample("Python client", "python", code.strip())


def _format_argument(name: str, value: Value) -> str:
    name = re.sub(r"(?<=[a-z0-9])[A-Z]", lambda found: "_" + found[0].lower(), name)
    return f"{name}{'_' if keyword.iskeyword(name) else ''}={_format_python(value, 1)}"


def _build_target(operation: Operation) -> str:
    path = operation.path
    for parameter in operation.parameters_in("path"):
        path = path.replace("{" + parameter.field.name + "}", quote(str(parameter.example), safe=""))
    query = [
        (each.field.name, _format_value(each.example))
        for each in operation.parameters_in("query")
        if each.example is not None
    ]
    return f"{path}?{urlencode(query, quote_via=quote)}" if query else path


def _format_value(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _render_sample(template: str, request: SampleRequest) -> str:
    brand = branding.current()
    return (
        _templates.get_template(template)
        .render(request=request, scheme=brand.signing_scheme, timestamp=brand.timestamp_header)
        .strip()
    )


def _quote_shell(value: str) -> str:
    """Text quoted as one word of a shell."""
    return "'" + value.replace("'", "'\\''") + "'"


def _quote_php(value: str) -> str:
    return "'" + re.sub(r"(['\\])", r"\\\1", value) + "'"


def _format_python(value: Value, level: int = 0) -> str:
    if isinstance(value, str | dict | list):
        return _format_nested(
            value, level, _format_python, "{}", ": ", lambda text: json.dumps(text, ensure_ascii=False)
        )
    return repr(value)


def _format_php(value: Value, level: int = 0) -> str:
    if value == {}:
        return "new stdClass()"
    if isinstance(value, str | dict | list):
        return _format_nested(value, level, _format_php, "[]", " => ", _quote_php)
    return json.dumps(value)


def _format_nested(
    value: Value, level: int, inner: Callable[[Value, int], str], braces: str, colon: str, text: Callable[[str], str]
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
    "shell": _quote_shell,
    "php_text": _quote_php,
    "php": _format_php,
    "python": _format_python,
    "compact": lambda value: json.dumps(value, ensure_ascii=False),
    "json": lambda value: json.dumps(value, indent=2, ensure_ascii=False),
}
