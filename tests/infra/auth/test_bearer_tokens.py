"""Sessions: bearer tokens of the configured provider, and every kind of invalid token (decisions, section 3)."""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from joserfc.jwk import ECKey, RSAKey

from tests.harness.provider import AUDIENCE, Provider, providing
from tests.harness.service import Answer, Service, serving
from tests.harness.workspaces import open_client

TARGET = "/api/v1/warehouses"


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with providing() as running:
        yield running


@pytest.fixture(scope="module")
def service(module_database_url: str, provider: Provider) -> Iterator[Service]:
    with serving(module_database_url, oidc_issuer=provider.issuer, oidc_audience=AUDIENCE) as running:
        yield running


def _send(service: Service, token: str | bytes, method: str = "GET", target: str = TARGET, **body: Any) -> Answer:
    shown = token if isinstance(token, bytes) else token.encode()
    headers: list[tuple[str, Any]] = [("Authorization", b"Bearer " + shown)]
    if body:
        headers += [("Content-Type", "application/json"), ("Idempotency-Key", f"key-{time.monotonic_ns()}")]
    return service.send(method, target, headers, json.dumps(body).encode() if body else b"")


def _part(value: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


def _hmac_token(header: dict[str, Any], claims: dict[str, Any], secret: bytes) -> str:
    signed = f"{_part(header)}.{_part(claims)}"
    mac = hmac.new(secret, signed.encode(), hashlib.sha256).digest()
    return f"{signed}.{base64.urlsafe_b64encode(mac).rstrip(b'=').decode()}"


def test_a_session_works_in_the_workspace_of_its_claim(service: Service, provider: Provider) -> None:
    token = provider.token(provider.claims(accountId="acc_works"))
    made = _send(service, token, "POST", name="Gudang")
    assert made.status == 201 and made.data["warehouse"]["accountId"] == "acc_works"
    assert _send(service, token).data["warehouses"] == [made.data["warehouse"]]


def test_a_session_is_the_user_in_the_audit_log_and_the_movements(service: Service, provider: Provider) -> None:
    token = provider.token(provider.claims(accountId="acc_audited", sub="usr_7"))
    warehouse = _send(service, token, "POST", name="Gudang").data["warehouse"]
    product = _send(service, token, "POST", "/api/v1/products", name="Kopi").data["product"]
    moved = _send(
        service,
        token,
        "POST",
        "/api/v1/stock/adjust",
        variantId=product["variants"][0]["id"],
        warehouseId=warehouse["id"],
        delta=1,
        reason="import",
    )
    assert moved.data["movement"]["createdBy"] == "usr_7"
    (entry,) = _send(service, token, target="/api/v1/audit-log?action=product").data["entries"]
    said = (entry["actorType"], entry["actorId"], entry["actorEmail"])
    assert said == ("user", "usr_7", "owner@example.com")


@pytest.mark.parametrize("algorithm", ["RS256", "PS256"])
def test_rsa_signatures_of_both_kinds_are_taken(service: Service, provider: Provider, algorithm: str) -> None:
    assert _send(service, provider.token(alg=algorithm)).status == 200


def test_a_token_by_another_key_of_the_set_is_taken(service: Service, provider: Provider) -> None:
    assert _send(service, provider.token(key=provider.ec)).status == 200


def test_one_of_several_audiences_is_enough(service: Service, provider: Provider) -> None:
    claims = provider.claims(aud=["another", AUDIENCE])
    assert _send(service, provider.token(claims)).status == 200


def test_the_scheme_folds_case(service: Service, provider: Provider) -> None:
    headers = [("authorization", f"bearer {provider.token()}")]
    assert service.send("GET", TARGET, headers).status == 200


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"iss": "http://elsewhere.example"}, id="another issuer"),
        pytest.param({"iss": None}, id="no issuer"),
        pytest.param({"aud": "another"}, id="another audience"),
        pytest.param({"aud": None}, id="no audience"),
        pytest.param({"aud": []}, id="an empty audience"),
        pytest.param({"exp": int(time.time()) - 3_600}, id="expired"),
        pytest.param({"exp": None}, id="no expiry"),
        pytest.param({"exp": "tomorrow"}, id="an expiry that is no number"),
        pytest.param({"nonce": "n"}, id="an ID token by its nonce"),
        pytest.param({"nonce": ""}, id="an ID token with an empty nonce"),
        pytest.param({"at_hash": "8Pw"}, id="an ID token by its hash of the access token"),
        pytest.param({"c_hash": "8Pw"}, id="an ID token by its hash of the code"),
        pytest.param({"nbf": int(time.time()) + 3_600}, id="not yet"),
        pytest.param({"sub": None}, id="no subject"),
        pytest.param({"sub": ""}, id="an empty subject"),
        pytest.param({"sub": 7}, id="a subject that is no text"),
        pytest.param({"sub": "usr\0"}, id="a subject no database can hold"),
        pytest.param({"sub": "u" * 5_000}, id="a subject without end"),
    ],
)
def test_claims_that_do_not_hold_make_an_invalid_token(
    service: Service, provider: Provider, changes: dict[str, Any]
) -> None:
    token = provider.token(provider.claims(**changes))
    assert _send(service, token).error == (401, "INVALID_TOKEN")


def test_an_unsigned_token_is_invalid(service: Service, provider: Provider) -> None:
    for algorithm in ("none", "None", "NONE"):
        unsigned = f"{_part({'alg': algorithm})}.{_part(provider.claims())}."
        assert _send(service, unsigned).error == (401, "INVALID_TOKEN")


def test_a_public_key_is_no_shared_secret(service: Service, provider: Provider) -> None:
    for secret in (provider.rsa.as_pem(private=False), provider.rsa.as_der(private=False)):
        for header in ({"alg": "HS256"}, {"alg": "HS256", "kid": "rsa-1"}):
            token = _hmac_token(header, provider.claims(), secret)
            assert _send(service, token).error == (401, "INVALID_TOKEN")


def test_a_key_that_the_token_brings_along_is_not_believed(service: Service, provider: Provider) -> None:
    own = RSAKey.generate_key(2048, {"kid": "rsa-1"})
    assert _send(service, provider.token(key=own)).error == (401, "INVALID_TOKEN")
    brought = provider.token(key=own, jwk=own.as_dict(private=False))
    assert _send(service, brought).error == (401, "INVALID_TOKEN")


def test_a_key_that_the_provider_does_not_have_is_unknown(service: Service, provider: Provider) -> None:
    for own in (
        RSAKey.generate_key(2048, {"kid": "other"}),
        ECKey.generate_key("P-256", {"kid": "other"}),
    ):
        assert _send(service, provider.token(key=own)).error == (401, "INVALID_TOKEN")


def test_changed_claims_break_the_signature(service: Service, provider: Provider) -> None:
    header, _, signature = provider.token().split(".")
    changed = f"{header}.{_part(provider.claims(accountId='acc_other'))}.{signature}"
    assert _send(service, changed).error == (401, "INVALID_TOKEN")


@pytest.mark.parametrize(
    "token",
    ["", "x", "..", "a.b.c", "a.b.c.d.e", "é".encode(), b"\xff\xfe", "x" * 7_000, "e30.e30.e30", "null.null.null"],
)
def test_what_is_no_token_is_invalid_and_never_a_fault(service: Service, token: str | bytes) -> None:
    answer = _send(service, token)
    assert answer.error in ((401, "INVALID_TOKEN"), (401, "AUTH_REQUIRED"))


@pytest.mark.parametrize(
    "account_id",
    [None, "", "workspace", 7, ["acc_1"], {"id": "acc_1"}, "acc_é", "acc_\0", "acc_" + "x" * 5_000, "acc_\n"],
)
def test_a_session_without_a_workspace_has_no_account(service: Service, provider: Provider, account_id: Any) -> None:
    token = provider.token(provider.claims(accountId=account_id))
    assert _send(service, token).error == (403, "NO_ACCOUNT")


def test_a_session_may_not_act_for_another_workspace(service: Service, provider: Provider) -> None:
    headers = [("Authorization", f"Bearer {provider.token()}"), ("X-Svc-On-Behalf-Of", "acc_other")]
    assert service.send("GET", TARGET, headers).error == (403, "FORBIDDEN_ONBEHALF")


def test_a_session_of_a_workspace_with_keys_sees_what_they_see(service: Service, provider: Provider) -> None:
    client = open_client(service)
    made = client("POST", TARGET, {"name": "Gudang"}, "key-1").data["warehouse"]
    token = provider.token(provider.claims(accountId=client.account_id))
    assert _send(service, token).data["warehouses"] == [made]


def test_two_credentials_are_none(service: Service, provider: Provider) -> None:
    shown = ("Authorization", f"Bearer {provider.token()}")
    assert service.send("GET", TARGET, [shown, shown]).error == (401, "AUTH_REQUIRED")


def test_no_token_is_written_to_the_log(service: Service, provider: Provider) -> None:
    token = provider.token()
    _send(service, token)
    assert token.split(".")[2] not in service.log.read_text()
