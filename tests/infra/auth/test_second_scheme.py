"""The second signing scheme: host, on-behalf-of header and nonce are signed too (docs/signing.md)."""

import base64
import hashlib
import json
import time
import uuid
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fulfilment import settings
from fulfilment.infra.api.request import Request
from fulfilment.infra.auth import request_signing
from fulfilment.infra.auth.signing_hosts import SigningHosts
from tests.harness.service import Client, Service, replaced, serving
from tests.harness.workspaces import open_client, open_partner, provision
from tests.infra.auth.second_scheme import SecondClient, second

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "signing-v2.json").read_text(encoding="utf-8"))
CASES = [pytest.param(case, id=case["name"]) for case in VECTORS["cases"]]
SKEW_SECONDS = 300
TARGET = "/api/v1/warehouses?a=1&b=%2F"
BODY = b'{"name":"Gudang Utama"}'
NONCE = "nonce-of-23-characters_"


@pytest.fixture
def signer(client: Client) -> SecondClient:
    return second(client)


def _request(case: dict[str, Any], **more: str) -> Request:
    path, _, query = case["target"].partition("?")
    given = {name.lower(): [value.encode()] for name, value in (case["headers"] | more).items()}
    return Request(case["method"], path.encode(), query.encode(), given, base64.b64decode(case["bodyBase64"]), None)


@pytest.mark.parametrize("case", CASES)
def test_a_vector_is_accepted_for_its_host_and_for_no_other(case: dict[str, Any]) -> None:
    request = _request(case)
    claim = request_signing.parse(request, SKEW_SECONDS, now=VECTORS["now"])
    assert (claim.key_id, claim.nonce) == (VECTORS["keyId"], case["nonce"])
    host = case["host"].encode()
    request_signing.verify(claim, request, VECTORS["secret"], (host,))
    request_signing.verify(claim, request, VECTORS["secret"], (b"other.example", host))
    for others in ((b"other.example",), (host + b"0",), ()):
        with pytest.raises(request_signing.BadSignature):
            request_signing.verify(claim, request, VECTORS["secret"], others)


@pytest.mark.parametrize("case", CASES)
def test_a_vectors_lines_are_what_is_signed(case: dict[str, Any]) -> None:
    request = _request(case)
    claim = request_signing.parse(request, SKEW_SECONDS, now=VECTORS["now"])
    with pytest.raises(request_signing.BadSignature) as refused:
        request_signing.verify(claim, request, "another secret", (case["host"].encode(),), shows_signed=True)
    assert json.dumps(case["stringToSign"]) in str(refused.value)


def test_a_line_feed_within_a_line_is_refused() -> None:
    case = VECTORS["cases"][0]
    request = _request(case, **{"X-Svc-On-Behalf-Of": "acc_1\n1763650800"})
    claim = request_signing.parse(request, SKEW_SECONDS, now=VECTORS["now"])
    with pytest.raises(request_signing.BadSignature):
        request_signing.verify(claim, request, VECTORS["secret"], (case["host"].encode(),))


def test_a_freshly_signed_request_is_accepted(signer: SecondClient) -> None:
    answer = signer("POST", TARGET, BODY, "key-1")
    assert answer.status == 201 and answer.data["warehouse"]["name"] == "Gudang Utama"
    assert signer("GET", TARGET).status == 200
    head = signer.service.send("HEAD", TARGET, signer.headers("HEAD", TARGET))
    assert (head.status, head.raw) == (200, b"")


@pytest.mark.parametrize(
    ("signed", "sent"),
    [
        pytest.param(("GET", TARGET, b"", None), ("HEAD", TARGET, b"", None), id="method"),
        pytest.param(("GET", TARGET, b"", None), ("GET", TARGET + "&c", b"", None), id="query"),
        pytest.param(("POST", TARGET, BODY, None), ("POST", TARGET, BODY + b" ", None), id="body"),
        pytest.param(("POST", TARGET, BODY, "key"), ("POST", TARGET, BODY, "other"), id="key"),
        pytest.param(("POST", TARGET, BODY, "key"), ("POST", TARGET, BODY, None), id="key stripped"),
        pytest.param(("POST", TARGET, BODY, None), ("POST", TARGET, BODY, "key"), id="key added"),
        pytest.param(("POST", TARGET, BODY, None), ("POST", TARGET, BODY, ""), id="empty key added"),
    ],
)
def test_a_request_changed_after_signing_is_refused(signer: SecondClient, signed: tuple, sent: tuple) -> None:
    headers = signer.headers(*signed)
    method, target, body, key = sent
    headers = replaced(headers, "Idempotency-Key", *([] if key is None else [key]))
    answer = signer.service.send(method, target, headers, body)
    assert answer.status == 401 and (method == "HEAD" or answer.error == (401, "BAD_SIGNATURE"))


def test_another_timestamp_or_nonce_than_the_signed_one_is_refused(signer: SecondClient) -> None:
    headers = signer.headers("GET", TARGET)
    later = str(int(dict(headers)["X-Svc-Timestamp"]) + 1)
    other = dict(headers)["Authorization"].replace("nonce=", "nonce=a")
    for changed in (replaced(headers, "X-Svc-Timestamp", later), replaced(headers, "Authorization", other)):
        assert signer.service.send("GET", TARGET, changed).error == (401, "BAD_SIGNATURE")


def test_another_host_than_the_signed_one_is_refused(signer: SecondClient) -> None:
    port = signer.service.port
    for host in ("other.example", "127.0.0.1", f"127.0.0.1:{port + 1}", f"localhost:{port}", f"127.0.0.1.:{port}"):
        sent = [*signer.headers("GET", TARGET), ("Host", host)]
        assert signer.service.send("GET", TARGET, sent).error == (401, "BAD_SIGNATURE")


def test_a_signature_over_a_foreign_host_is_refused_though_it_was_sent_there(signer: SecondClient) -> None:
    elsewhere = msgspec.structs.replace(signer, host="staging.example")
    sent = [*elsewhere.headers("GET", TARGET), ("Host", "staging.example")]
    answer = signer.service.send("GET", TARGET, sent)
    assert answer.error == (401, "BAD_SIGNATURE") and "host" in answer.json["error"]["message"]


def test_the_host_is_signed_in_lower_case_whatever_was_sent(signer: SecondClient) -> None:
    named = msgspec.structs.replace(signer, host=f"localhost:{signer.service.port}")
    sent = [*named.headers("GET", TARGET), ("Host", f"LocalHost:{signer.service.port}")]
    assert signer.service.send("GET", TARGET, sent).status == 200


def test_an_on_behalf_of_header_that_was_not_signed_is_refused(service: Service) -> None:
    name = f"partner-{uuid.uuid4()}"
    partner, merchants = second(open_partner(service, name)), [open_client(service) for _ in range(2)]
    for merchant in merchants:
        provision(merchant, name)
    acting = second(partner, on_behalf_of=merchants[0].account_id)
    made = acting("POST", "/api/v1/warehouses", {"name": "Gudang"}, "key").data["warehouse"]
    assert made["accountId"] == merchants[0].account_id
    header = "X-Svc-On-Behalf-Of"
    forged = [
        replaced(acting.headers("GET", TARGET), header),
        replaced(acting.headers("GET", TARGET), header, merchants[1].account_id),
        [*partner.headers("GET", TARGET), (header, merchants[0].account_id)],
    ]
    for headers in forged:
        assert service.send("GET", TARGET, headers).error == (401, "BAD_SIGNATURE")


@pytest.mark.parametrize(
    ("change", "found"),
    [
        pytest.param(lambda sent: [*sent, ("X-Svc-On-Behalf-Of", "")], "On-Behalf-Of", id="empty on behalf of"),
        pytest.param(
            lambda sent: [*sent, ("X-Svc-On-Behalf-Of", "acc_1"), ("X-Svc-On-Behalf-Of", "acc_2")],
            "On-Behalf-Of header is repeated",
            id="on behalf of two",
        ),
        pytest.param(lambda sent: sent[:1], "X-Svc-Timestamp", id="no timestamp"),
    ],
)
def test_what_is_signed_stands_there_once(signer: SecondClient, change: Any, found: str) -> None:
    answer = signer.service.send("GET", TARGET, change(signer.headers("GET", TARGET)))
    assert answer.error == (401, "AUTH_REQUIRED") and found in answer.json["error"]["message"]


@pytest.mark.parametrize(
    "nonce", ["fifteen-letters", "x" * 65, "with a space in it", "with.a.dot.in.it.", "with-a-ü-in-it-too", "=" * 16]
)
def test_a_nonce_of_another_form_is_refused_though_it_was_signed(signer: SecondClient, nonce: str) -> None:
    answer = second(signer, nonce=nonce)("GET", TARGET)
    assert answer.error == (401, "AUTH_REQUIRED") and "16 to 64 characters" in answer.json["error"]["message"]


@pytest.mark.parametrize("length", [16, 64])
def test_the_shortest_and_the_longest_nonce_are_taken(signer: SecondClient, length: int) -> None:
    assert second(signer, nonce="aB3_-" + "z" * (length - 5))("GET", TARGET).status == 200


@pytest.mark.parametrize("missing", ["keyId", "scope", "nonce", "signature"])
def test_a_missing_or_repeated_parameter_is_refused(signer: SecondClient, missing: str) -> None:
    sent = signer.headers("GET", TARGET)
    scheme, _, shown = dict(sent)["Authorization"].partition(" ")
    parameters = shown.split(", ")
    without = [part for part in parameters if not part.startswith(missing)]
    for kept in (without, parameters + [part for part in parameters if part.startswith(missing)]):
        changed = replaced(sent, "Authorization", f"{scheme} {', '.join(kept)}")
        assert signer.service.send("GET", TARGET, changed).error == (401, "AUTH_REQUIRED")


def test_parameters_may_come_in_any_order(signer: SecondClient) -> None:
    sent = signer.headers("GET", TARGET)
    scheme, _, shown = dict(sent)["Authorization"].partition(" ")
    turned = replaced(sent, "Authorization", f"{scheme.lower()} {','.join(shown.split(', ')[::-1])}")
    assert signer.service.send("GET", TARGET, turned).status == 200


def test_a_signature_of_one_scheme_is_none_of_the_other(client: Client) -> None:
    by_first, by_second = client.headers("GET", TARGET), second(client).headers("GET", TARGET)
    shown = dict(by_second)["Authorization"]
    as_first = replaced(by_second, "Authorization", shown.replace("-V2", ""))
    signature = dict(by_first)["Authorization"].rpartition("=")[2]
    as_second = replaced(by_first, "Authorization", f"{shown.rpartition('=')[0]}={signature}")
    for headers in (as_first, as_second):
        assert client.service.send("GET", TARGET, headers).error == (401, "BAD_SIGNATURE")


def test_in_development_a_wrong_signature_is_shown_what_was_signed_here(signer: SecondClient) -> None:
    sent = second(signer, nonce=NONCE).headers("POST", TARGET, b"{}", "a-key")
    answer = signer.service.send("POST", TARGET, sent, b"[]")
    assert answer.error == (401, "BAD_SIGNATURE")
    lines = ["POST", TARGET, f"127.0.0.1:{signer.service.port}", "", dict(sent)["X-Svc-Timestamp"], NONCE]
    lines += [hashlib.sha256(b"[]").hexdigest(), "a-key"]
    shown = answer.json["error"]["message"].partition("JSON string: ")[2]
    assert json.loads(shown) == "\n".join(lines)


@pytest.fixture(scope="module")
def strict(module_database_url: str) -> Any:
    """A service behind a proxy that writes another Host, where the second scheme is demanded."""
    hosts = "api.example.com,fulfilment.example.com:8443"
    with serving(module_database_url, signing_v2_required="true", signing_hosts=hosts) as running:
        yield running


def test_where_it_is_demanded_the_first_scheme_is_told_what_to_do(strict: Service) -> None:
    client = open_client(strict)
    answer = client("GET", TARGET)
    assert answer.error == (401, "AUTH_REQUIRED")
    assert "Svc-HMAC-SHA256-V2 keyId=..., scope=*, nonce=..., signature=..." in answer.json["error"]["message"]
    assert "does not take Svc-HMAC-SHA256:" in answer.json["error"]["message"]
    assert answer.headers["www-authenticate"] == "Svc-HMAC-SHA256-V2, Bearer"
    assert second(client, host="api.example.com")("GET", TARGET).status == 200


def test_listed_hosts_are_signed_for_whatever_a_proxy_makes_of_the_header(strict: Service) -> None:
    client = open_client(strict)
    for host in ("api.example.com", "fulfilment.example.com:8443"):
        assert second(client, host=host)("GET", TARGET).status == 200
    for host in ("fulfilment.example.com", "staging.example", f"127.0.0.1:{strict.port}"):
        assert second(client, host=host)("GET", TARGET).error == (401, "BAD_SIGNATURE")


def _hosts(*received: str, **given: str) -> dict[str, bool]:
    """Which of the received hosts are ours."""
    hosts = SigningHosts(settings.load({f"FULFILMENT_{name.upper()}": value for name, value in given.items()}))
    requests = [Request("GET", b"/", b"", {"host": [host.encode()]}, b"", None) for host in received]
    return {host: bool(hosts.accepted(request)) for host, request in zip(received, requests, strict=True)}


def test_the_public_and_the_bound_host_are_ours_with_the_port_of_the_scheme_or_without() -> None:
    ours = _hosts(
        "Fulfilment.example.com",
        "fulfilment.example.com:443",
        "10.1.2.3:9000",
        public_url="https://fulfilment.example.com/",
        host="10.1.2.3",
        port="9000",
    )
    assert all(ours.values())
    others = _hosts(
        "fulfilment.example.com:80",
        "fulfilment.example.com:8443",
        "example.com",
        "10.1.2.3",
        "localhost:9000",
        "127.0.0.1:9000",
        "",
        public_url="https://fulfilment.example.com",
        host="10.1.2.3",
        port="9000",
    )
    assert not any(others.values())


def test_loopback_is_ours_in_development_by_any_port() -> None:
    names = ("localhost", "localhost:1234", "127.0.0.1:1", "127.8.9.1", "[::1]:80", "[::1]")
    assert all(_hosts(*names, mode="development").values())
    others = ("localhost.example.com", "128.0.0.1", "[::2]", "example.com", "127.0.0.1.example.com:80", "")
    assert not any(_hosts(*others, mode="development", host="10.1.2.3").values())


@pytest.mark.parametrize("host", ["https://api.example.com", "api.example.com/", "API.example.com", "a b", "a:b"])
def test_a_host_that_could_never_be_signed_is_refused_at_the_start(host: str) -> None:
    with pytest.raises(settings.SettingsError, match="SIGNING_HOSTS"):
        settings.load({"FULFILMENT_SIGNING_HOSTS": host})


def test_a_clock_that_is_wrong_is_refused_before_anything_is_looked_up(signer: SecondClient) -> None:
    sent = signer.headers("GET", TARGET, timestamp=str(int(time.time()) - 400))
    assert signer.service.send("GET", TARGET, sent).error == (401, "CLOCK_SKEW")
