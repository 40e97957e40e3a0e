"""The OpenAPI document for contract tests: the operation of a request, and a check of its answer."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from jsonschema import Draft202012Validator, FormatChecker
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from fulfilment.app import all_events, all_routes
from fulfilment.infra.openapi.document import ApiDocument
from tests.harness.service import Answer, Client

PREFIX = "/api/v1"
_ADDRESS = "urn:document"


class Operation(msgspec.Struct, frozen=True):
    """One operation of the document."""

    method: str
    path: str
    said: dict[str, Any]

    @property
    def id(self) -> str:
        return self.said["operationId"]

    def names(self, place: str) -> list[str]:
        """The parameters in `path`, `query` or `header`."""
        return [parameter["name"] for parameter in self.said["parameters"] if parameter["in"] == place]

    @property
    def is_idempotency_required(self) -> bool:
        return any(p["name"] == "Idempotency-Key" and p["required"] for p in self.said["parameters"])

    @property
    def is_public(self) -> bool:
        return self.said.get("security") == []


class Document:
    """The document of the service as it is now, and these schemas beside its own."""

    def __init__(self, schemas: Mapping[str, Any] | None = None) -> None:
        self.said: dict[str, Any] = msgspec.json.decode(_content())
        self.said["components"]["schemas"] |= schemas or {}
        resource = Resource(contents=self.said, specification=DRAFT202012)
        self._registry = Registry().with_resource(_ADDRESS, resource)
        self._validators: dict[tuple[str, str, str], Draft202012Validator] = {}
        self._operations = [
            Operation(method.upper(), path, said)
            for path, methods in self.said["paths"].items()
            for method, said in methods.items()
        ]
        self._paths = [re.compile(re.sub(r"\{\w+\}", "[^/]+", operation.path)) for operation in self._operations]

    def operations(self) -> Iterator[Operation]:
        yield from self._operations

    def operation_of(self, method: str, target: str) -> Operation:
        """The operation that a request is; one with fewer parameters goes first."""
        path = target.partition("?")[0]
        fitting = [
            operation
            for operation, pattern in zip(self._operations, self._paths, strict=True)
            if operation.method == method and pattern.fullmatch(path)
        ]
        assert fitting, f"no operation is {method} {path}"
        return min(fitting, key=lambda operation: operation.path.count("{"))

    def check(self, operation: Operation, answer: Answer) -> None:
        """Fail unless the operation describes the answer."""
        responses = operation.said["responses"]
        where = f"{operation.method} {operation.path} answered {answer.status}"
        assert str(answer.status) in responses, f"{where}, which it does not describe: {answer.raw[:500]!r}"
        content = responses[str(answer.status)].get("content", {})
        media_type = answer.headers["content-type"].partition(";")[0]
        assert media_type in content, f"{where} as {media_type}"
        if media_type == "application/json":
            described = (operation.method, operation.path, str(answer.status))
            if described not in self._validators:
                self._validators[described] = self.validator(content[media_type]["schema"])
            problems = [
                f"{problem.json_path}: {problem.message[:300]}"
                for problem in self._validators[described].iter_errors(answer.json)
            ]
            assert problems == [], f"{where}: {problems}"
        assert answer.headers["x-request-id"].startswith("req_")

    def resolve(self, schema: dict[str, Any]) -> dict[str, Any]:
        """The schema itself, where this one refers to it."""
        while "$ref" in schema:
            schema = self.said["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        return schema

    def validator(self, schema: dict[str, Any]) -> Draft202012Validator:
        """The validator of values against a schema of the document."""
        absolute = _absolute(schema)
        return Draft202012Validator(absolute, registry=self._registry, format_checker=FormatChecker())


@cache
def _content() -> bytes:
    return ApiDocument(all_routes, all_events).content


@cache
def the_document() -> Document:
    """The document, built once per process and never changed."""
    return Document()


def _absolute(schema: Any) -> Any:
    """The same schema with its references leading to the document from anywhere."""
    if isinstance(schema, dict):
        return {name: _ADDRESS + value if name == "$ref" else _absolute(value) for name, value in schema.items()}
    return [_absolute(part) for part in schema] if isinstance(schema, list) else schema


class CheckedClient(msgspec.Struct, frozen=True):
    """A client of which every answer must fit the document."""

    client: Client
    document: Document

    def __call__(self, method: str, target: str, body: Any = None, key: str | None = None) -> Answer:
        answer = self.client(method, target, body, key)
        self.document.check(self.document.operation_of(method, target), answer)
        return answer
