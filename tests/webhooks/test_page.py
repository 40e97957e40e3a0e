"""The page of webhooks: its examples are records of the API, and its table of errors is complete."""

import errno
import json
import re
import ssl
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest

from fulfilment.infra.models import ApiModel, RequestModel
from fulfilment.webhooks.endpoints import ENDPOINT_IS_DISABLED
from fulfilment.webhooks.http import attempt
from fulfilment.webhooks.http.destination import BlockedDestination
from fulfilment.webhooks.schemas import (
    CreatedWebhookEndpointReply,
    NewWebhookEndpoint,
    WebhookDelivery,
    WebhookRecoveryPeriod,
    WebhookSecretRotation,
    WebhookStats,
)
from tests.harness.misfits import misfits_of

PAGE = (Path(__file__).parents[2] / "docs" / "webhooks.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```json[^\n]*\n(.*?)^```$", PAGE, re.S | re.M)
SHOWN = [
    NewWebhookEndpoint,
    CreatedWebhookEndpointReply,
    WebhookDelivery,
    WebhookSecretRotation,
    WebhookRecoveryPeriod,
    WebhookStats,
]
EACH = list(zip(SHOWN, EXAMPLES, strict=True))
BODIES = [each for each in EACH if issubclass(each[0], RequestModel)]
ANSWERS = [each for each in EACH if each not in BODIES]
ERRORS = re.findall(
    r"`([^`]+)`", "".join(re.findall(r"^\|( `.*?`) \| [^|]*\|$", PAGE.partition("| `lastError` |")[2], re.M))
)


def fields_of(shown: Any) -> Any:
    """The names of an answer's fields, at every depth but that of an event's `data`."""
    if isinstance(shown, dict):
        return {name: None if name == "data" else fields_of(value) for name, value in shown.items()}
    return [fields_of(each) for each in shown] if isinstance(shown, list) else None


@pytest.mark.parametrize(("record", "example"), BODIES)
def test_a_body_is_taken_with_every_name_in_it(record: type[RequestModel], example: str) -> None:
    msgspec.json.decode(example, type=record)
    assert set(json.loads(example)) <= {field.encode_name for field in msgspec.structs.fields(record)}


@pytest.mark.parametrize(("record", "example"), ANSWERS)
def test_an_answer_has_every_field_in_its_order(record: type[ApiModel], example: str) -> None:
    read = msgspec.json.decode(example, type=record)
    assert json.dumps(fields_of(json.loads(example))) == json.dumps(fields_of(msgspec.to_builtins(read)))


def test_the_payload_of_the_example_fits_its_schema() -> None:
    assert misfits_of(msgspec.json.decode(EXAMPLES[2], type=WebhookDelivery).payload) == []


def connection(problem: type[aiohttp.ClientConnectorError], cause: OSError) -> aiohttp.ClientConnectorError:
    key = aiohttp.client_reqrep.ConnectionKey("shop.example.com", 443, True, True, None, None, None)
    return problem(key, cause)


@pytest.mark.parametrize(
    "problem",
    [
        TimeoutError(),
        connection(aiohttp.ClientConnectorError, OSError(errno.ECONNREFUSED, "")),
        aiohttp.ServerDisconnectedError(),
        aiohttp.http_exceptions.BadHttpMessage("no status"),
        connection(aiohttp.ClientConnectorDNSError, OSError("no address")),
        connection(aiohttp.ClientConnectorCertificateError, ssl.SSLCertVerificationError()),
        connection(aiohttp.ClientConnectorError, ssl.SSLError()),
        connection(aiohttp.ClientConnectorError, BlockedDestination("the address is not public")),
    ],
    ids=lambda problem: type(problem).__name__,
)
def test_what_is_said_of_an_attempt_without_an_answer_is_in_the_table(problem: Exception) -> None:
    assert has_message(attempt.describe(problem, 10.0))


@pytest.mark.parametrize(
    "text",
    [
        "HTTP 503",
        "redirect not followed (HTTP 302)",
        ENDPOINT_IS_DISABLED,
        "endpoint is not subscribed to svc.stock.low.v1",
        attempt.INTERNAL_ERROR,
    ],
)
def test_what_else_stands_in_the_log_is_in_the_table(text: str) -> None:
    assert has_message(text)


def has_message(text: str | None) -> bool:
    return any(text == told or (told.endswith("...") and text.startswith(told[:-3])) for told in ERRORS)
