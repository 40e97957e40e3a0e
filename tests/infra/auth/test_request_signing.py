"""Signed requests: the shared vectors, and everything that must break a signature (decisions, section 3)."""

import base64
import json
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from fulfilment.infra import branding
from fulfilment.infra.api.errors import ApiError
from fulfilment.infra.api.request import Request
from fulfilment.infra.auth import request_signing
from fulfilment.infra.encryption import keyring
from tests.harness.service import Answer, Client, Service, replaced, serving, sign
from tests.harness.workspaces import as_operator, in_database, open_client

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "signing.json").read_text(encoding="utf-8"))
CASES = [pytest.param(case, id=case["name"]) for case in VECTORS["cases"]]
SKEW_SECONDS = 300
BODY = b'{"name":"Gudang Utama"}'
TARGET = "/api/v1/warehouses?a=1&b=%2F"


@pytest.fixture(scope="module")
def timeless(module_database_url: str) -> Iterator[Service]:
    """A service that knows the vectors' key and takes their age."""
    with serving(module_database_url, signature_skew_seconds=str(10**10)) as running:
        own = open_client(running, "Vectors")
        with as_operator():
            sealed = keyring.encrypt_text(VECTORS["secret"], f"api_key:{VECTORS['keyId']}")

        async def insert(db: asyncpg.Connection) -> None:
            await db.execute(
                "INSERT INTO api_keys (account_id, id, name, key_id, secret, secret_preview, scopes, created_at)"
                " VALUES ($1, 'vectors', 'Vectors', $2, $3, '…', '{read,write}', now())",
                own.account_id,
                VECTORS["keyId"],
                sealed,
            )

        in_database(module_database_url, insert)
        yield running


def _sent(case: dict[str, Any]) -> tuple[str, str, list[tuple[str, str]], bytes]:
    body = base64.b64decode(case["bodyBase64"])
    headers = list(case["headers"].items())
    if body and not any(name.lower() == "content-type" for name, _ in headers):
        headers.append(("Content-Type", "application/json"))
    return case["method"], case["target"], headers, body


def _request(case: dict[str, Any]) -> Request:
    method, target, given, body = _sent(case)
    path, _, query = target.partition("?")
    headers = {name.lower(): [value.encode()] for name, value in given}
    return Request(method, path.encode(), query.encode(), headers, body, None)


@pytest.mark.parametrize("case", CASES)
def test_a_vector_is_accepted_at_its_time(case: dict[str, Any]) -> None:
    request = _request(case)
    claim = request_signing.parse(request, SKEW_SECONDS, now=VECTORS["now"])
    assert claim.key_id == VECTORS["keyId"]
    request_signing.verify(claim, request, VECTORS["secret"])


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("late", [-SKEW_SECONDS - 1, SKEW_SECONDS + 1])
def test_a_vector_is_refused_more_than_300_seconds_away(case: dict[str, Any], late: int) -> None:
    with pytest.raises(request_signing.ClockSkew):
        request_signing.parse(_request(case), SKEW_SECONDS, now=int(case["timestamp"]) + late)


@pytest.mark.parametrize(("late", "is_accepted"), [(300.9, True), (301, False), (-300, True), (-300.1, False)])
def test_a_timestamp_is_compared_in_whole_seconds(late: float, is_accepted: bool) -> None:
    case = VECTORS["cases"][0]
    read = partial(request_signing.parse, _request(case), SKEW_SECONDS, now=int(case["timestamp"]) + late)
    if is_accepted:
        assert read().key_id == VECTORS["keyId"]
    else:
        with pytest.raises(request_signing.ClockSkew):
            read()


@pytest.mark.parametrize("case", CASES)
def test_a_vector_is_accepted_over_a_socket_byte_for_byte(timeless: Service, case: dict[str, Any]) -> None:
    answer = timeless.send(*_sent(case))
    assert answer.status != 401, answer.raw


@pytest.mark.parametrize("case", CASES)
def test_a_vector_changed_anywhere_is_refused_over_a_socket(timeless: Service, case: dict[str, Any]) -> None:
    method, target, headers, body = _sent(case)
    later = [(n, str(int(v) + 1) if n == "X-Svc-Timestamp" else v) for n, v in headers]
    other_key = [(n, v) for n, v in headers if n != "Idempotency-Key"]
    if case["idempotencyKey"] is None:
        other_key.append(("Idempotency-Key", "added"))
    changed = [
        (method, target + ("&" if "?" in target else "?") + "x", headers, body),
        (method, target, later, body),
        (method, target, headers, body + b" "),
        (method, target, other_key, body),
    ]
    refusals = {_code(timeless.send(*request)) for request in changed}
    # A vector whose route does not exist is refused for that, before its signature is checked.
    is_routed = timeless.send(method, target, [], b"").status == 401
    assert refusals == {(401, "BAD_SIGNATURE") if is_routed else (404, "NOT_FOUND")}


def _code(answer: Answer) -> tuple[int, str]:
    return answer.error


def test_a_freshly_signed_request_is_accepted(client: Client) -> None:
    answer = client("POST", TARGET, BODY, "key-1")
    assert answer.status == 201 and answer.data["warehouse"]["name"] == "Gudang Utama"


@pytest.mark.parametrize(
    ("signed", "sent"),
    [
        pytest.param(("GET", TARGET, BODY, None), ("POST", TARGET, BODY, None), id="method"),
        pytest.param(("POST", TARGET, BODY, None), ("POST", TARGET.replace("?a", "?A"), BODY, None), id="query"),
        pytest.param(("POST", TARGET, BODY, None), ("POST", TARGET + "&c", BODY, None), id="query grown"),
        pytest.param(("POST", TARGET, BODY, None), ("POST", "/api/v1/warehouses", BODY, None), id="query cut"),
        pytest.param(
            ("POST", TARGET, BODY, None), ("POST", "/api/v1/warehouses?b=%2F&a=1", BODY, None), id="query sorted"
        ),
        pytest.param(
            ("POST", TARGET, BODY, None), ("POST", TARGET.replace("%2F", "/"), BODY, None), id="query decoded"
        ),
        pytest.param(
            ("POST", TARGET, BODY, None), ("POST", TARGET.replace("%2F", "%2f"), BODY, None), id="query recoded"
        ),
        pytest.param(
            ("GET", "/api/v1/products/a%2Fb", b"", None),
            ("GET", "/api/v1/products/a%2fb", b"", None),
            id="path recoded",
        ),
        pytest.param(
            ("GET", "/api/v1/products/a%41", b"", None),
            ("GET", "/api/v1/products/aA", b"", None),
            id="path decoded",
        ),
        pytest.param(("GET", "/api/v1/products/a", b"", None), ("GET", "/api/v1/products/b", b"", None), id="path"),
        pytest.param(("POST", TARGET, BODY, None), ("POST", TARGET, BODY.replace(b"U", b"u"), None), id="body"),
        pytest.param(("POST", TARGET, BODY, None), ("POST", TARGET, BODY + b"\n", None), id="body grown"),
        pytest.param(("POST", TARGET, BODY, None), ("POST", TARGET, b"", None), id="body stripped"),
        pytest.param(("GET", TARGET, b"", None), ("GET", TARGET, b"{}", None), id="body added"),
        pytest.param(("POST", TARGET, BODY, "key"), ("POST", TARGET, BODY, "other"), id="key"),
        pytest.param(("POST", TARGET, BODY, "key"), ("POST", TARGET, BODY, None), id="key stripped"),
        pytest.param(("POST", TARGET, BODY, None), ("POST", TARGET, BODY, "key"), id="key added"),
        pytest.param(("POST", TARGET, BODY, None), ("POST", TARGET, BODY, ""), id="empty key added"),
        pytest.param(("POST", TARGET, BODY, ""), ("POST", TARGET, BODY, None), id="empty key stripped"),
    ],
)
def test_a_request_changed_after_signing_is_refused(client: Client, signed: tuple, sent: tuple) -> None:
    headers = client.headers(*signed)
    method, target, body, key = sent
    headers = replaced(headers, "Idempotency-Key", *([] if key is None else [key]))
    headers.append(("Content-Type", "application/json"))
    assert client.service.send(method, target, headers, body).error == (401, "BAD_SIGNATURE")


def test_a_changed_timestamp_is_refused(client: Client) -> None:
    headers = client.headers("GET", TARGET)
    later = str(int(dict(headers)["X-Svc-Timestamp"]) + 1)
    answer = client.service.send("GET", TARGET, replaced(headers, "X-Svc-Timestamp", later))
    assert answer.error == (401, "BAD_SIGNATURE")


def test_an_escaped_slash_stays_within_its_segment(client: Client) -> None:
    assert client("GET", "/api/v1/products/a%2Fb").json["error"]["message"] == "No such resource."
    assert client("GET", "/api/v1/products/a/b").json["error"]["message"] == "No such route."


def test_a_lone_question_mark_counts_as_no_query(client: Client) -> None:
    headers = client.headers("GET", "/api/v1/warehouses")
    assert client.service.send("GET", "/api/v1/warehouses?", headers).status == 200


def test_hex_may_be_upper_case(client: Client) -> None:
    headers = client.headers("GET", TARGET)
    start, _, signature = dict(headers)["Authorization"].rpartition("=")
    raised = replaced(headers, "Authorization", f"{start}={signature.upper()}")
    assert client.service.send("GET", TARGET, raised).status == 200


def test_parameters_may_come_in_any_order_and_spacing(client: Client) -> None:
    now = str(int(time.time()))
    signature = sign(client.secret, "GET", TARGET, now, b"", None)
    shown = f"Svc-HMAC-SHA256 signature={signature},scope=anything,   keyId={client.key_id}"
    headers = [("Authorization", shown), ("X-Svc-Timestamp", now)]
    assert client.service.send("GET", TARGET, headers).status == 200


def test_an_empty_idempotency_key_is_signed_as_a_fifth_line_and_then_refused(client: Client) -> None:
    answer = client("POST", "/api/v1/products", {"name": "Kopi"}, "")
    assert answer.error == (400, "VALIDATION") and answer.field == "Idempotency-Key"


def test_every_401_is_an_api_error_with_its_own_code() -> None:
    kinds = [
        request_signing.AuthRequired,
        request_signing.InvalidTimestamp,
        request_signing.ClockSkew,
        request_signing.InvalidKey,
        request_signing.BadSignature,
        request_signing.RevokedKey,
    ]
    assert all(issubclass(kind, ApiError) and kind.status == 401 for kind in kinds)
    assert len({kind.code for kind in kinds}) == len(kinds)


@pytest.mark.parametrize(
    "claimed",
    [
        b"svcsk_Zm9vYmFyZm9vYmFyZm",
        b"svc_key_0123456789ABCDEF",
        b"svc_key_0123456789abcde",
        b"x" * 24,
        b"\xff" * 24,
    ],
)
def test_what_is_no_key_id_may_be_a_secret_and_is_not_logged(claimed: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(branding, "current", lambda: branding.build("svc"))
    assert request_signing.parse_key_id(claimed) is None
    assert request_signing.parse_key_id(b"svc_key_0123456789abcdef") == "svc_key_0123456789abcdef"
