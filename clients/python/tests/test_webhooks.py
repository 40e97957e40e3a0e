"""Webhooks verify as the vectors say, and those of a relay verify too."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from fulfilment_client import webhooks


def test_every_vector_of_a_receiver_has_its_outcome(vectors: Callable[[str], Any]) -> None:
    told = vectors("receivers.json")
    assert told["cases"]
    for case in told["cases"]:
        headers = {"Svc-Signature": case["header"]} if case["header"] is not None else {}
        try:
            webhooks.read_event(headers, base64.b64decode(case["bodyBase64"]), case["secrets"], now=case["now"])
            outcome = "ACCEPTED"
        except webhooks.VerificationError as refused:
            outcome = refused.code
        assert outcome == case["outcome"], case["name"]


def test_every_vector_of_the_service_is_signed_alike(vectors: Callable[[str], Any]) -> None:
    for case in vectors("webhooks.json")["cases"]:
        body = base64.b64decode(case["bodyBase64"])
        assert webhooks.sign(body, case["secrets"], timestamp=case["t"]) == case["header"], case["name"]


def test_what_is_signed_with_the_former_secret_too_is_read_with_either() -> None:
    event = {"id": "evt_1", "type": "svc.brand_new.v7", "data": {}}
    body = json.dumps(event).encode()
    headers = webhooks.signed_headers(
        body, ["whsec_new", "whsec_old"], event_id="evt_1", event_type=event["type"], delivery_id="1", brand="acme"
    )
    for secret in ("whsec_new", "whsec_old"):
        assert webhooks.read_event(headers, body, secret, brand="acme") == event
    with pytest.raises(webhooks.VerificationError, match="match"):
        webhooks.read_event(headers, body, "whsec_other", brand="acme")
    with pytest.raises(webhooks.VerificationError, match="present"):
        webhooks.read_event(headers, body, "whsec_new", brand="acme", now=time.time() + 301)


def test_nothing_is_signed_with_an_empty_secret() -> None:
    for secrets in ("", [], ["whsec_1", ""]):
        with pytest.raises(ValueError, match="secret"):
            webhooks.sign(b"{}", secrets)
