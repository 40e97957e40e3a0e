"""A client that records its requests and answers: one worked example of each operation."""

import re
from typing import Any
from urllib.parse import parse_qsl, unquote

from tests.contract.document import CheckedClient, Document, Operation
from tests.harness.service import Answer, Client

# Content types whose text is useful in an example; a PDF's is not.
_READABLE = ("application/json", "application/x-ndjson", "text/csv")


class Recorder:
    """Records the first success of each operation; every answer must fit the document."""

    def __init__(self, document: Document):
        self.document = document
        self.examples: dict[str, dict[str, Any]] = {}

    def acting_as(self, client: Client) -> "Recording":
        return Recording(self, client)

    def note(self, operation: Operation, target: str, body: Any, key: str | None, answer: Answer) -> None:
        """Keep the exchange, unless the operation has an example already."""
        if answer.status >= 300 or operation.id in self.examples:
            return
        path, _, query = target.partition("?")
        pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", operation.path)
        parameters = {name: unquote(value) for name, value in re.fullmatch(pattern, path).groupdict().items()}
        parameters |= dict(parse_qsl(query))
        if key is not None:
            parameters["Idempotency-Key"] = key
        media_type = answer.headers["content-type"].partition(";")[0]
        example: dict[str, Any] = {"parameters": parameters} if parameters else {}
        if body is not None and "requestBody" in operation.said:
            example["body"] = body
        example |= {"status": answer.status, "mediaType": media_type}
        if media_type in _READABLE:
            example["answer"] = answer.json if media_type == "application/json" else answer.raw.decode()
        self.examples[operation.id] = example


class Recording:
    """One client whose exchanges are recorded."""

    def __init__(self, recorder: Recorder, client: Client):
        self._recorder = recorder
        self.client = client
        self._checked = CheckedClient(client, recorder.document)

    def __call__(self, method: str, path: str, body: Any = None, key: str | None = None) -> Any:
        """The answer's `data`; the answer must be a success. The path is given without its prefix."""
        target = "/api/v1" + path
        answer = self._checked(method, target, body, key)
        assert answer.status < 300, (method, path, answer.raw)
        self._recorder.note(self._recorder.document.operation_of(method, target), target, body, key, answer)
        return answer.data if answer.headers["content-type"] == "application/json" and "data" in answer.json else None

    def heard(self, method: str, target: str, answer: Answer) -> None:
        """Record the request of another client, with another way of signing in."""
        operation = self._recorder.document.operation_of(method, target)
        assert answer.status < 300, answer.raw
        self._recorder.document.check(operation, answer)
        self._recorder.note(operation, target, None, None, answer)
