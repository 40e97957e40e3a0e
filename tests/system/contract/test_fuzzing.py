"""Whatever is sent, sound or not: no fault, and an answer that the document describes."""

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
import requests
from hypothesis import HealthCheck, settings
from requests.auth import AuthBase

from fulfilment.infra import branding
from tests.contract.document import Operation, the_document
from tests.contract.path_ids import ids_of
from tests.contract.refusal_table import REFUSED_WITH_500
from tests.contract.test_tenancy import BODY_IDS
from tests.harness.service import Answer, Client, Service

if TYPE_CHECKING:
    from schemathesis.schemas import BaseSchema

EXAMPLES = 4
DOCUMENT = the_document()
OPERATIONS = [pytest.param(each, id=f"{each.method} {each.path}") for each in DOCUMENT.operations()]


@pytest.fixture(scope="module")
def fuzzed() -> "BaseSchema":
    """The document without the headers of a signature, which are set, and without the header that has most refused."""
    # The import and what it makes of the document take seconds, which no other test should wait for.
    import schemathesis
    from schemathesis.checks import load_all_checks
    from schemathesis.generation import GenerationMode

    load_all_checks()
    names = branding.current()
    unfuzzed = {"Authorization", names.timestamp_header, names.workspace_header, names.on_behalf_of_header}
    said = json.loads(json.dumps(DOCUMENT.said))
    for methods in said["paths"].values():
        for operation in methods.values():
            operation["parameters"] = [each for each in operation["parameters"] if each["name"] not in unfuzzed]
    schema = schemathesis.openapi.from_dict(said)
    schema.config.generation.update(modes=[GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
    return schema


@pytest.fixture(scope="module")
def session() -> Iterator[requests.Session]:
    """One connection for all requests, which reads no settings of the environment."""
    with requests.Session() as opened:
        opened.trust_env = False
        yield opened


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


def _require_described(operation: Operation, case: Any, response: Any) -> None:
    answer = Answer(response.status_code, {n.lower(): v[0] for n, v in response.headers.items()}, response.content)
    if answer.status == 500:
        assert answer.json["error"]["code"] in REFUSED_WITH_500, (case.as_curl_command(), answer.raw)
        return
    if answer.status in (404, 405) and answer.json["error"]["message"].startswith(("No such route", "This route")):
        # The fuzzed value made another path.
        return
    DOCUMENT.check(operation, answer)


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.filterwarnings("ignore")
def test_no_request_is_a_fault(
    operation: Operation,
    fuzzed: "BaseSchema",
    session: requests.Session,
    service: Service,
    outsider: Client,
    outside: dict[str, str],
) -> None:
    sending = {"base_url": f"http://127.0.0.1:{service.port}", "auth": Signing(outsider), "session": session}
    in_path = {name: outside[kind] for name, kind in ids_of(operation.path) if kind is not None}
    seen = set()

    def ask(case: Any) -> None:
        named = case.body if isinstance(case.body, dict) else {}
        in_body = {name: outside[kind] for name, kind in BODY_IDS.items() if kind is not None and name in named}
        unknown = json.dumps(case.path_parameters, default=str)
        # The service reads the rest of a request before it looks an unknown id up, so once is enough for each id.
        if unknown not in seen or not in_path:
            seen.add(unknown)
            _require_described(operation, case, case.call(**sending))
        # The same again on what exists, so that more than the look-up is tried.
        if in_path or in_body:
            case.path_parameters.update(in_path)
            named.update(in_body)
            _require_described(operation, case, case.call(**sending))

    _repeated(fuzzed, operation, ask)()


def _repeated(fuzzed: "BaseSchema", operation: Operation, ask: Callable[[Any], None]) -> Callable[[], None]:
    """A test of the operation's examples, of what its schema has at its bounds, and of some at random."""
    from schemathesis.generation.feedback import NO_FEEDBACK
    from schemathesis.pytest._test_builder import build_operation_test

    configured = settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    return build_operation_test(
        config=fuzzed.config,
        operation=fuzzed[operation.path][operation.method],
        test_func=configured(ask),
        given_kwargs={},
        feedback=NO_FEEDBACK,
    )


def test_nothing_of_it_was_a_fault(service: Service) -> None:
    assert service.faults() == []
