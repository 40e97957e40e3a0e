"""Whatever is sent, sound or not: no fault, and an answer that the document describes."""

import json
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from requests.auth import AuthBase
from schemathesis.generation import GenerationMode

from fulfilment import brand
from tests.contract.document import Document
from tests.contract.path_ids import ids_of
from tests.contract.refusal_table import REFUSED_WITH_500
from tests.contract.test_tenancy import BODY_IDS
from tests.http.service import Answer, Client, Service

EXAMPLES = 4
DOCUMENT = Document()


def _fuzzed() -> Any:
    """The document without the header that would turn most requests away at the door."""
    said = json.loads(json.dumps(DOCUMENT.said))
    for methods in said["paths"].values():
        for operation in methods.values():
            operation["parameters"] = [
                parameter
                for parameter in operation["parameters"]
                if parameter["name"] != brand.current().on_behalf_of_header
            ]
    schema = schemathesis.openapi.from_dict(said)
    schema.config.generation.update(modes=[GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
    return schema


schema = _fuzzed()


class Signing(AuthBase):
    """Signs whatever is about to be sent."""

    def __init__(self, client: Client):
        self._client = client

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        body = request.body or b""
        request.body = body.encode() if isinstance(body, str) else body
        key = request.headers.get("Idempotency-Key")
        key = key.decode("latin-1") if isinstance(key, bytes) else key
        target = request.path_url.removesuffix("?")
        for name, value in self._client.headers(request.method, target, request.body):
            request.headers[name] = value
        if key is not None:
            request.headers.update(self._client.headers(request.method, target, request.body, key))
        return request


def _require_described(case: Any, response: Any) -> None:
    answer = Answer(response.status_code, {n.lower(): v[0] for n, v in response.headers.items()}, response.content)
    where = (case.operation.method.upper(), case.operation.path)
    operation = next(operation for operation in DOCUMENT.operations() if (operation.method, operation.path) == where)
    if answer.status == 500:
        assert answer.json["error"]["code"] in REFUSED_WITH_500, (case.as_curl_command(), answer.raw)
        return
    if answer.status in (404, 405) and answer.json["error"]["message"].startswith(("No such route", "This route")):
        # What was put into the path made another path of it.
        return
    DOCUMENT.check(operation, answer)


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
@pytest.mark.filterwarnings("ignore")
def test_no_request_is_a_fault(case: Any, service: Service, outsider: Client, outside: dict[str, str]) -> None:
    signing = Signing(outsider)
    base = f"http://127.0.0.1:{service.port}"
    _require_described(case, case.call(base_url=base, auth=signing))
    # The same again on what exists, so that more than the look-up is tried.
    in_path = {name: outside[kind] for name, kind in ids_of(case.path) if kind is not None}
    named = case.body if isinstance(case.body, dict) else {}
    in_body = {name: outside[kind] for name, kind in BODY_IDS.items() if kind is not None and name in named}
    if in_path or in_body:
        case.path_parameters.update(in_path)
        named.update(in_body)
        _require_described(case, case.call(base_url=base, auth=signing))


def test_nothing_of_it_was_a_fault(service: Service) -> None:
    assert service.faults() == []
