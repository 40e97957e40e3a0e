"""Check of a page's JSON example against the schema of the operation or event that it names."""

import json
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker, ValidationError

from fulfilment.app import all_events, all_routes
from fulfilment.infra.openapi.document import ApiDocument
from tests.harness.misfits import closed, misfits_of

_META = {"requestId": "req_01M7Y0DPXM3V5Y0A5Q4N4YQK4B", "timestamp": "2026-11-21T02:54:30.327Z"}


@cache
def document() -> dict[str, Any]:
    return json.loads(ApiDocument(all_routes, all_events).content)


@cache
def operations() -> dict[str, dict[str, Any]]:
    """The operations by operationId."""
    found = (operation for path in document()["paths"].values() for operation in path.values())
    return {each["operationId"]: each for each in found if isinstance(each, dict) and "operationId" in each}


def problems_of(options: dict[str, str], example: Any) -> list[str]:
    """Where an example differs from what its block says it is; a block that says nothing differs altogether."""
    if "event" in options:
        return misfits_of(example)
    if "request" in options:
        return _told(_misfits(_body_of(options["request"]), example))
    if "refusal" in options:
        return _told(_misfits(_answer_of(options["refusal"], "4"), example))
    if "response" in options:
        return _of_answer(options["response"], example, options.get("at", "data"))
    return ["it does not say what it is an example of"]


def _of_answer(operation: str, example: Any, at: str) -> list[str]:
    """Faults of an answer; where it is shown in part, only those within the part."""
    schema = _answer_of(operation, "2")
    if isinstance(example, dict) and {"data", "error", "meta"} <= set(example):
        return _told(_misfits(schema, example))
    path = [int(part) if part.isdigit() else part for part in at.split(".")]
    whole = _put({"data": None, "error": None, "meta": _META}, path, example)
    return _told(found for found in _misfits(schema, whole) if list(found.absolute_path)[: len(path)] == path)


def _put(whole: dict[str, Any], path: list[str | int], part: Any) -> dict[str, Any]:
    for name in reversed(path[1:]):
        part = [part] if isinstance(name, int) else {name: part}
    return whole | {path[0]: part}


def _body_of(operation: str) -> dict[str, Any]:
    return operations()[operation]["requestBody"]["content"]["application/json"]["schema"]


def _answer_of(operation: str, kind: str) -> dict[str, Any]:
    """The schema of the first answer whose status begins with `kind` and that is JSON."""
    for status, answer in sorted(operations()[operation]["responses"].items()):
        if "$ref" in answer:
            answer = document()["components"]["responses"][answer["$ref"].rpartition("/")[2]]
        if status.startswith(kind) and "application/json" in answer.get("content", {}):
            return answer["content"]["application/json"]["schema"]
    raise KeyError(f"{operation} has no answer in JSON with a status of {kind}xx")


def _misfits(schema: dict[str, Any], example: Any) -> list[ValidationError]:
    whole = closed(schema) | {"components": _components()}
    return list(Draft202012Validator(whole, format_checker=FormatChecker()).iter_errors(example))


@cache
def _components() -> dict[str, Any]:
    return closed(document()["components"])


def _told(found: Any) -> list[str]:
    return [f"{problem.json_path}: {problem.message}" for problem in found]
