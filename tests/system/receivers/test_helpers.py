"""The helpers for receivers, against frozen vectors, against each other, and against what the service signs."""

import json
import random
import re

import pytest

from fulfilment.infra import branding
from fulfilment.webhooks.http import signature
from tests.system.receivers import cases, node
from tests.system.receivers.python import helper, outcome

OTHER = "whsec_dGhlLW9sZC1vbmU"
DAMAGED_HEADERS = 2_000
# Parts of headers, and parts that do not belong there.
PIECES = [
    "t",
    "v1",
    "v0",
    "=",
    ",",
    ";",
    ".",
    "+",
    "-",
    "0",
    "9",
    "a",
    "F",
    "g",
    "é",
    "٣",
    "\0",
    "\t",
    "\n",
    "\ud800",
    " ",
]


def said(language: str, way: str, asked: list[dict]) -> list[str]:
    if language == "javascript":
        return node.outcomes(way, asked)
    return [outcome(way, case) for case in asked]


both = pytest.mark.parametrize("language", ["python", "javascript"])


@both
def test_a_published_vector_is_accepted_with_any_one_of_its_secrets(language: str) -> None:
    vectors = cases.published()
    assert len(vectors) > 4
    assert said(language, "verify", vectors) == ["ACCEPTED"] * len(vectors)


@both
def test_a_published_vector_is_refused_after_any_change(language: str) -> None:
    assert set(said(language, "verify", cases.tampered())) == {"MISMATCH"}


@both
def test_every_frozen_case_has_the_outcome_that_was_written_down(language: str) -> None:
    frozen = cases.frozen()
    outcomes = said(language, "readEvent", frozen)
    assert {case["name"]: one for case, one in zip(frozen, outcomes, strict=True)} == {
        case["name"]: case["outcome"] for case in frozen
    }


@both
def test_what_the_service_signs_is_accepted(language: str) -> None:
    signed = signature.sign([cases.SECRET, OTHER], cases.NOW, cases.EVENT)
    assert said(language, "readEvent", [cases.of(signed), cases.of(signed, secrets=(OTHER,))]) == ["ACCEPTED"] * 2


def test_what_javascript_signs_is_accepted_by_python() -> None:
    bodies = [cases.EVENT, b"", b'{ "n": 1.0 }', bytes(range(256)), "日本".encode()]
    asked = [cases.of(None, body, secrets=(cases.SECRET, OTHER)) for body in bodies]
    for body, header in zip(bodies, node.outcomes("sign", asked), strict=True):
        for secret in (cases.SECRET, OTHER):
            assert outcome("verify", cases.of(header, body, (secret,))) == "ACCEPTED"
        signature.verify(header, body, [OTHER], cases.NOW)


def test_what_python_signs_is_what_javascript_signs() -> None:
    (header,) = node.outcomes("sign", [cases.of(None, secrets=(cases.SECRET, OTHER))])
    assert header == signature.sign([cases.SECRET, OTHER], cases.NOW, cases.EVENT)


def test_both_languages_say_the_same_of_damaged_headers() -> None:
    genuine = signature.sign([cases.SECRET], cases.NOW, cases.EVENT)
    asked = [cases.of(header) for header in damaged(genuine)]
    outcomes = said("python", "verify", asked)
    assert outcomes == said("javascript", "verify", asked)
    assert {"MALFORMED", "MISMATCH", "TIMESTAMP"} <= set(outcomes)


def damaged(header: str) -> list[str]:
    """Headers with up to three pieces put in, taken out or doubled; the same ones every time."""
    chance = random.Random(9)
    headers = []
    for _ in range(DAMAGED_HEADERS):
        text = header
        for _ in range(chance.randint(1, 3)):
            start = chance.randrange(len(text) + 1)
            end = start + chance.choice([0, 0, 1, 2, 70])
            text = text[:start] + chance.choice([chance.choice(PIECES), "", text[start:end] * 2]) + text[end:]
        headers.append(text)
    return headers


def test_the_numbers_are_those_of_the_service() -> None:
    assert helper.TOLERANCE_SECONDS == signature.TOLERANCE_SECONDS
    module = (node.RECEIVERS / "javascript" / "fulfilment-webhooks.mjs").as_uri()
    said_by_node = node.run("--eval", f"import({json.dumps(module)}).then((m) => console.log(m.TOLERANCE_SECONDS))")
    assert int(said_by_node) == signature.TOLERANCE_SECONDS


@pytest.mark.parametrize("name", ["svc", "acme", "b2"])
def test_the_header_follows_the_brand(name: str) -> None:
    module = (node.RECEIVERS / "javascript" / "fulfilment-webhooks.mjs").as_uri()
    said_by_node = node.run("--eval", f"import({json.dumps(module)}).then((m) => console.log(m.headerName('{name}')))")
    assert helper.header_name(name) == said_by_node.strip() == branding.build(name).webhook_header("Signature")


def test_the_types_declare_exactly_what_the_javascript_exports() -> None:
    folder = node.RECEIVERS / "javascript"
    declared = (folder / "fulfilment-webhooks.d.mts").read_text("utf-8")
    names = set(re.findall(r"^export (?:const|class|function) (\w+)", declared, re.M))
    module = json.dumps((folder / "fulfilment-webhooks.mjs").as_uri())
    exported = node.run("--eval", f"import({module}).then((m) => console.log(JSON.stringify(Object.keys(m))))")
    assert names == set(json.loads(exported))
