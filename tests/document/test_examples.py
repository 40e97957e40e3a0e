"""Every operation and every event has a worked example, taken from a run, and still true."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from fulfilment.app import all_events
from fulfilment.infra.openapi import document
from tests.contract.document import the_document
from tests.document import tidying
from tests.harness.misfits import misfits_of
from tests.harness.workspaces import as_operator

DOCUMENT = the_document()
WORKED = document.read()
OPERATIONS = [pytest.param(operation, id=operation.id) for operation in DOCUMENT.operations()]
# Told by those who sign in their own way, and written down by them.
UNDESCRIBED_BODIES = {"receiveCourierReport", "receivePaymentEvent", "receiveStorefrontEvent"}
_LEFT_OUT = object()


def _success(operation: Any) -> dict[str, Any]:
    example = WORKED.operations[operation.id]
    return operation.said["responses"][str(example.status)]["content"][example.media_type]


def test_the_story_told_again_is_the_same(told: dict[str, Any]) -> None:
    kept = msgspec.json.decode(document.PATH.read_bytes())
    for name, example in told["operations"].items():
        assert kept["operations"].get(name) == example, f"{name} is answered otherwise: make openapi writes it anew"
    assert kept == told


def test_every_operation_and_every_event_has_one() -> None:
    assert set(WORKED.operations) == {operation.id for operation in DOCUMENT.operations()}
    assert set(WORKED.events) == set(all_events())


@pytest.mark.parametrize("operation", OPERATIONS)
def test_an_example_is_what_the_schema_says(operation: Any) -> None:
    content = _success(operation)
    if "json" in WORKED.operations[operation.id].media_type and operation.id != "exportAuditLog":
        assert list(DOCUMENT.validator(content["schema"]).iter_errors(content["example"])) == []
    body = operation.said.get("requestBody", {}).get("content", {}).get("application/json")
    if body is not None and "example" in body:
        assert list(DOCUMENT.validator(body["schema"]).iter_errors(body["example"])) == []
    for parameter in operation.said["parameters"]:
        shown = parameter.get("example", _LEFT_OUT)
        assert shown is not _LEFT_OUT or parameter["in"] != "path"
        if shown is not _LEFT_OUT:
            assert list(DOCUMENT.validator(parameter["schema"]).iter_errors(shown)) == []


def test_only_pdfs_have_no_answer_and_only_optional_bodies_are_left_out() -> None:
    without = {name for name, example in WORKED.operations.items() if example.answer is msgspec.UNSET}
    assert without == {
        "downloadBatchDocument",
        "downloadHandOverList",
        "downloadLabel",
        "downloadLabels",
        "downloadLinkedLabel",
        "downloadPackingSlips",
    }
    for operation in DOCUMENT.operations():
        required = operation.said.get("requestBody", {}).get("required", False)
        assert not required or WORKED.operations[operation.id].body is not msgspec.UNSET, operation.id


@pytest.mark.parametrize("name", all_events())
def test_an_envelope_is_what_its_schema_says(name: str) -> None:
    assert misfits_of(WORKED.events[name]) == []
    (content,) = DOCUMENT.said["components"]["pathItems"][f"svc.{name}.v1"]["post"]["requestBody"]["content"].values()
    assert content["example"] == WORKED.events[name]


def _texts(node: Any) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    for each in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _texts(each)


def test_no_secret_in_them_is_a_real_one() -> None:
    texts = list(_texts(msgspec.json.decode(document.PATH.read_bytes())))
    secrets = {found for text in texts for found in re.findall(r"\b(?:svcsk|whsec)_[\w-]+", text)}
    assert secrets and [secret for secret in secrets if not re.search("_(example|ex$|$)", secret)] == []
    assert [text for text in texts if "127.0.0.1" in text] == []


def test_they_speak_the_brand_of_the_process() -> None:
    with as_operator("acme"):
        spoken = document.read()
    assert spoken.operations["createApiKey"].answer["data"]["secret"].startswith("acmesk_")
    assert spoken.operations["createApiKey"].answer["data"]["apiKey"]["keyId"].startswith("acme_key")
    assert spoken.events["product.created"]["type"] == "acme.product.created.v1"
    assert [text for text in _texts(msgspec.to_builtins(spoken)) if "svc" in text.lower()] == []


def test_what_is_the_same_in_a_run_is_the_same_in_the_examples() -> None:
    id, moment = "prod_01M7VCAZ3045FX32NAF3RMFM2J", "2026-11-22T22:27:52.917Z"
    product = {"id": id, "createdAt": moment}
    tidied = tidying.tidy(
        {
            "createProduct": {"answer": {"product": product, "secret": "svcsk_" + "a" * 43}},
            "getProduct": {"parameters": {"id": id}, "answer": {"product": product, "shown": "svcsk_aa…aaaa"}},
            "getOpenApiDocument": {"answer": {"openapi": "3.1.0", "info": {"title": "x"}}},
        }
    )
    made, got = tidied["createProduct"]["answer"], tidied["getProduct"]
    assert made["product"] == got["answer"]["product"] != product
    assert got["parameters"]["id"] == made["product"]["id"]
    assert got["answer"]["shown"] == made["secret"][:8] + "…" + made["secret"][-4:]
