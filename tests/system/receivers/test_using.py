"""Values that receivers' own code may pass to the helpers, and the errors for wrong values."""

import time
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
from multidict import CIMultiDict

from fulfilment.webhooks.http import signature
from tests.system.receivers import node
from tests.system.receivers.python import helper

SECRET = "whsec_of_this_test"
BODY = b'{"id":"evt_1","type":"acme.stock.low.v1"}'


@pytest.fixture
def header() -> str:
    return signature.sign([SECRET], int(time.time()), BODY)


def of_the_standard_library(header: str) -> Message:
    message = Message()
    message["acme-signature"] = header
    return message


@pytest.mark.parametrize(
    "headers_of",
    [
        lambda header: {"Acme-Signature": header},
        lambda header: {"ACME-SIGNATURE": header, 5: "a name that is none"},
        lambda header: CIMultiDict({"acme-Signature": header}),
        of_the_standard_library,
    ],
)
def test_the_header_is_found_in_any_case_and_under_the_brand_alone(headers_of: Any, header: str) -> None:
    headers = headers_of(header)
    assert helper.read_event(headers, BODY, SECRET, brand="acme")["id"] == "evt_1"
    with pytest.raises(helper.VerificationError) as refused:
        helper.read_event(headers, BODY, SECRET)
    assert refused.value.code == "MISSING"


def test_a_header_sent_twice_is_refused(header: str) -> None:
    twice = CIMultiDict([("Svc-Signature", header), ("Svc-Signature", header)])
    with pytest.raises(helper.VerificationError) as refused:
        helper.read_event(twice, BODY, SECRET)
    assert refused.value.code == "MALFORMED"


@pytest.mark.parametrize("odd", [None, 5, b"t=1,v1=2", ["t=1"], {}])
def test_a_header_that_is_no_text_is_a_missing_one(odd: Any) -> None:
    for ask in (
        lambda: helper.verify(odd, BODY, SECRET),
        lambda: helper.read_event({"Svc-Signature": odd}, BODY, SECRET),
    ):
        with pytest.raises(helper.VerificationError) as refused:
            ask()
        assert refused.value.code == "MISSING"


@pytest.mark.parametrize("body", [BODY.decode(), {"id": "evt_1"}, None, memoryview(BODY)])
def test_a_body_that_is_not_raw_bytes_is_the_receivers_mistake(body: Any, header: str) -> None:
    with pytest.raises(TypeError, match="raw bytes"):
        helper.verify(header, body, SECRET)


@pytest.mark.parametrize("body", [None, {}, ""])
@pytest.mark.parametrize("unsigned, code", [(None, "MISSING"), ("t=1", "MALFORMED")])
def test_what_a_stranger_sends_without_a_body_is_refused_and_no_mistake(
    body: Any, unsigned: str | None, code: str
) -> None:
    with pytest.raises(helper.VerificationError) as refused:
        helper.verify(unsigned, body, SECRET)
    assert refused.value.code == code


@pytest.mark.parametrize("secrets", [None, "", [], [""], [SECRET, ""], [None]])
def test_to_verify_without_a_secret_is_the_receivers_mistake(secrets: Any, header: str) -> None:
    with pytest.raises(ValueError, match="secret"):
        helper.verify(header, BODY, secrets)


def test_the_clock_is_the_machines_and_nonsense_for_it_lets_nothing_through(header: str) -> None:
    helper.verify(header, bytearray(BODY), SECRET)
    helper.verify(header, BODY, SECRET, now=time.time() + 1_000, tolerance_seconds=1_100)
    for now in (time.time() + 302, float("nan"), float("inf")):
        with pytest.raises(helper.VerificationError) as refused:
            helper.verify(header, BODY, SECRET, now=now)
        assert refused.value.code == "TIMESTAMP"


def test_javascript_takes_headers_and_bytes_of_any_shape_and_tells_mistakes_apart() -> None:
    assert node.run(str(Path(__file__).parent / "using.mjs")) == "held\n"
