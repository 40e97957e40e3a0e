"""Writes what the client has from the OpenAPI document: `python scripts/generate.py [--into FOLDER] [DOCUMENT]`.

The types are made by datamodel-code-generator; operations, errors and the methods of each resource by the templates
beside this file. The verification of webhooks is the helper of receivers/, copied as it is.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import textwrap
from collections import Counter
from pathlib import Path
from typing import Any

import jinja2

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
sys.path.insert(0, str(HERE))

from document import Described, Document, class_name, snake  # noqa: E402

PACKAGE = HERE.parent / "src" / "fulfilment_client"
GENERATED = (
    "types.py",
    "operations.py",
    "errors/by_code.py",
    "receiving.py",
    "resources/__init__.py",
    "resources/sync.py",
    "resources/aio.py",
)
# A code that this share of all operations may answer is not repeated in every method's description.
_COMMON_SHARE = 0.25
_TYPES_HEAD = '''"""The records of the API as typed dictionaries. Generated: `make clients`."""

from __future__ import annotations

import sys
from typing import Any, Literal, TypeAlias

if sys.version_info >= (3, 11):
    from typing import NotRequired, TypedDict
else:
    from typing_extensions import NotRequired, TypedDict

'''
_FAMILIES = {
    400: "BadRequestError",
    401: "AuthenticationError",
    402: "PaymentRequiredError",
    403: "PermissionDeniedError",
    404: "NotFoundError",
    405: "MethodNotAllowedError",
    409: "ConflictError",
    410: "GoneError",
    413: "PayloadTooLargeError",
    415: "UnsupportedMediaTypeError",
    422: "UnprocessableError",
    424: "FailedDependencyError",
    429: "RateLimitError",
    500: "ServerError",
    502: "BadGatewayError",
    503: "UnavailableError",
    504: "GatewayTimeoutError",
}
# The specification has two codes for one mistake, by route: a caller that catches the first means the second too.
_SAME_AS = {"VALIDATION_ERROR": "Validation"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("document", nargs="?", type=Path, default=ROOT / "docs" / "openapi.json")
    parser.add_argument("--into", type=Path, default=PACKAGE, help="the folder of the package to write")
    given = parser.parse_args()
    generate(json.loads(given.document.read_bytes()), given.into)


def generate(document: dict[str, Any], into: Path) -> None:
    """Write every generated file of the package below `into`."""
    told = Document(document)
    operations = told.operations()
    for folder in ("resources", "errors"):
        (into / folder).mkdir(parents=True, exist_ok=True)
    _write_types(told, into / "types.py")
    templates = _templates(operations)
    resources: dict[str, list[Described]] = {}
    for operation in operations:
        resources.setdefault(operation.resource, []).append(operation)
    _render(templates, "operations.py.jinja", into / "operations.py", operations=_distinct(operations))
    _render(templates, "by_code.py.jinja", into / "errors" / "by_code.py", codes=_codes(operations))
    _render(templates, "resources_init.py.jinja", into / "resources" / "__init__.py")
    for name, is_async in (("sync", False), ("aio", True)):
        path = into / "resources" / f"{name}.py"
        _render(templates, "resources.py.jinja", path, resources=resources, is_async=is_async)
    _copy_helper(ROOT / "receivers" / "python" / "fulfilment_webhooks.py", into / "receiving.py")
    _format([into / name for name in GENERATED if name != "receiving.py"])


def _copy_helper(source: Path, path: Path) -> None:
    """The helper looks at what it is given at run time too, which a strict checker finds needless."""
    first, _, rest = source.read_text(encoding="utf-8").partition("\n")
    path.write_text(f"{first}\n# A copy of receivers/python/{source.name}.\n# pyright: basic\n{rest}", encoding="utf-8")


def _distinct(operations: list[Described]) -> list[Described]:
    """Each operation once, though one may be answered in two formats."""
    return list({operation.id: operation for operation in reversed(operations)}.values())[::-1]


def _write_types(document: Document, path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "openapi.json")
        source.write_text(json.dumps(document.raw), encoding="utf-8")
        made = Path(folder, "types.py")
        command = [sys.executable, "-m", "datamodel_code_generator", "--input", str(source), "--output", str(made)]
        command += ["--input-file-type", "openapi", "--openapi-scopes", "schemas"]
        command += ["--output-model-type", "typing.TypedDict", "--target-python-version", "3.10"]
        command += ["--enum-field-as-literal", "all", "--use-standard-collections", "--use-union-operator"]
        command += ["--use-schema-description", "--use-field-description", "--use-inline-field-description"]
        command += ["--collapse-root-models", "--disable-timestamp", "--formatters", "builtin"]
        subprocess.run(command, check=True)
        text = made.read_text(encoding="utf-8")
    events = sorted(document.event_types.values())
    text += "\n\nWebhookEvent: TypeAlias = (\n    " + "\n    | ".join(events) + "\n)\n"
    path.write_text(_headed(text), encoding="utf-8")


def _headed(text: str) -> str:
    """The generator's module under our head: Python 3.10 has two of the names from elsewhere."""
    _, _, body = text.partition("\n\n\nclass ")
    return _TYPES_HEAD + "\n\nclass " + body


def _templates(operations: list[Described]) -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "templates"),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    common = _common(operations)
    environment.filters.update(snake=snake, pascal=_pascal, docstring=lambda operation: _docstring(operation, common))
    environment.globals["class_name"] = class_name
    return environment


def _pascal(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def _common(operations: list[Described]) -> set[str]:
    counted = Counter(code for operation in operations for code in {code for _, code in operation.refusals})
    return {code for code, times in counted.items() if times > len(operations) * _COMMON_SHARE}


def _docstring(operation: Described, common: set[str]) -> str:
    parts = [operation.summary.strip()]
    if operation.description.strip():
        parts.append(operation.description.strip())
    told = [one for one in operation.parameters if one.description]
    if told:
        parts.append("\n".join(f"- `{one.name}`: {_one_line(one.description)}" for one in told))
    own = [f"`{code}` ({status})" for status, code in operation.refusals if code not in common]
    if own:
        parts.append(f"Refusals of its own: {', '.join(own)}.")
    text = "\n\n".join(parts).replace("\\", "\\\\").replace('"""', "'''")
    return _indented(text)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _indented(text: str) -> str:
    """The text as a docstring of a method: its lines wrapped, the quotes behind several on a line of their own."""
    lines = [wrapped for line in text.splitlines() for wrapped in _wrapped(line)]
    joined = "\n".join(f"        {line}" if line else "" for line in lines).strip()
    return joined if len(lines) == 1 else f"{joined}\n        "


def _wrapped(line: str) -> list[str]:
    indent = "  " if line.startswith("- ") else ""
    return textwrap.wrap(line, 108, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False) or [""]


def _codes(operations: list[Described]) -> dict[str, list[tuple[int, str]]]:
    """Every code of the document, with its statuses and the class of each."""
    found = sorted({(code, status) for operation in operations for status, code in operation.refusals})
    codes: dict[str, list[tuple[int, str]]] = {}
    for code, status in found:
        codes.setdefault(code, []).append((status, _SAME_AS.get(code, f"families.{_FAMILIES[status]}")))
    return codes


def _render(templates: jinja2.Environment, name: str, path: Path, **values: Any) -> None:
    path.write_text(templates.get_template(name).render(**values), encoding="utf-8")


def _format(paths: list[Path]) -> None:
    ruff = [sys.executable, "-m", "ruff"]
    config = ["--config", str(ROOT / "pyproject.toml"), *map(str, paths)]
    subprocess.run([*ruff, "check", "--fix", "--select", "I,F401", "--quiet", *config], check=True)
    subprocess.run([*ruff, "format", "--quiet", *config], check=True)


if __name__ == "__main__":
    main()
