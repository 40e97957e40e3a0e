"""Credentials that are missing, malformed, unknown, late or revoked (decisions, section 3)."""

import hashlib
import json
import time

import pytest

from tests.harness.service import Client, Service, replaced
from tests.harness.workspaces import open_client

TARGET = "/api/v1/warehouses?a=1&b=%2F"


def test_header_names_and_the_scheme_fold_case(client: Client) -> None:
    authorization, timestamp = client.headers("GET", TARGET)
    lowered = authorization[1].replace("Svc-HMAC-SHA256", "svc-hmac-sha256")
    headers = [("authorization", lowered), ("x-svc-timestamp", timestamp[1])]
    assert client.service.send("GET", TARGET, headers).status == 200


@pytest.mark.parametrize(
    "signature",
    ["é" * 64, "0" * 63, "0" * 65, "g" * 64, "0", "0x" + "0" * 62, "\x80\xff".encode("latin-1").decode("latin-1")],
)
def test_an_odd_signature_is_refused_and_never_a_fault(client: Client, signature: str) -> None:
    headers = client.headers("GET", TARGET)
    start = dict(headers)["Authorization"].rpartition("=")[0]
    odd = replaced(headers, "Authorization", f"{start}={signature}".encode())
    assert client.service.send("GET", TARGET, odd).error == (401, "BAD_SIGNATURE")


def _authorizations(client: Client) -> dict[str, list[str]]:
    whole = dict(client.headers("GET", TARGET))["Authorization"]
    scheme, _, rest = whole.partition(" ")
    return {
        "none": [],
        "two": [whole, whole],
        "empty": [""],
        "scheme only": [scheme],
        "another scheme": ["Basic dXNlcjpwYXNz"],
        "another brand": [whole.replace("Svc-", "Acme-")],
        "no key id": [whole.replace(f"keyId={client.key_id}, ", "")],
        "no scope": [whole.replace("scope=*, ", "")],
        "no signature": [whole.rpartition(",")[0]],
        "empty key id": [whole.replace(client.key_id, "")],
        "empty scope": [whole.replace("scope=*", "scope=")],
        "empty signature": [whole.rpartition("=")[0] + "="],
        "key id twice": [f"{whole}, keyId={client.key_id}"],
        "signature twice": [f"{whole}, signature={'0' * 64}"],
        "scope twice": [f"{whole}, scope=*"],
        "a parameter without a value": [f"{scheme} oops, {rest}"],
        "joined by semicolons": [whole.replace(",", ";")],
    }


@pytest.mark.parametrize("how", list(_authorizations(Client(None, "", "k", "s"))))
def test_a_missing_repeated_or_malformed_credential_is_auth_required(client: Client, how: str) -> None:
    headers = replaced(client.headers("GET", TARGET), "Authorization", *_authorizations(client)[how])
    assert client.service.send("GET", TARGET, headers).error == (401, "AUTH_REQUIRED")


@pytest.mark.parametrize("count", [0, 2])
def test_the_timestamp_header_stands_exactly_once(client: Client, count: int) -> None:
    headers = client.headers("GET", TARGET)
    now = dict(headers)["X-Svc-Timestamp"]
    answer = client.service.send("GET", TARGET, replaced(headers, "X-Svc-Timestamp", *[now] * count))
    assert answer.error == (401, "AUTH_REQUIRED")


@pytest.mark.parametrize("timestamp", ["now", "1.5", "", "1e9", "0x10", "１７", "+1", "1 2"])
def test_a_timestamp_that_is_no_integer_is_refused_as_such(client: Client, timestamp: str) -> None:
    headers = replaced(client.headers("GET", TARGET), "X-Svc-Timestamp", timestamp.encode())
    assert client.service.send("GET", TARGET, headers).error == (401, "INVALID_TIMESTAMP")


@pytest.mark.parametrize("away", [-400, 400, -10_000_000_000, 10**20])
def test_a_timestamp_far_away_is_clock_skew(client: Client, away: int) -> None:
    headers = client.headers("GET", TARGET, timestamp=str(int(time.time()) + away))
    assert client.service.send("GET", TARGET, headers).error == (401, "CLOCK_SKEW")


def test_a_timestamp_of_very_many_digits_is_an_integer_still(client: Client) -> None:
    headers = replaced(client.headers("GET", TARGET), "X-Svc-Timestamp", "9" * 5_000)
    assert client.service.send("GET", TARGET, headers).error == (401, "CLOCK_SKEW")


@pytest.mark.parametrize("away", [-280, 280])
def test_a_timestamp_within_300_seconds_is_accepted(client: Client, away: int) -> None:
    headers = client.headers("GET", TARGET, timestamp=str(int(time.time()) + away))
    assert client.service.send("GET", TARGET, headers).status == 200


@pytest.mark.parametrize("key_id", ["svc_key_0000000000000000", "x", "é", "a" * 5_000, "%00", "' OR 1=1"])
def test_an_unknown_key_id_is_invalid_key(client: Client, key_id: str) -> None:
    headers = client.headers("GET", TARGET)
    shown = dict(headers)["Authorization"].replace(client.key_id, key_id)
    answer = client.service.send("GET", TARGET, replaced(headers, "Authorization", shown.encode()))
    assert answer.error == (401, "INVALID_KEY")


def test_another_keys_secret_does_not_sign(service: Service, client: Client) -> None:
    other = open_client(service)
    forged = Client(service, client.account_id, client.key_id, other.secret)
    assert forged("GET", TARGET).error == (401, "BAD_SIGNATURE")


def test_a_revoked_key_is_refused_at_once_however_often_it_was_accepted(client: Client) -> None:
    made = client("POST", "/api/v1/api-keys", {"name": "Doomed"}).data
    doomed = Client(client.service, client.account_id, made["apiKey"]["keyId"], made["secret"])
    assert {doomed("GET", "/api/v1/warehouses").status for _ in range(20)} == {200}
    assert client("POST", f"/api/v1/api-keys/{made['apiKey']['id']}/revoke").status == 200
    assert doomed("GET", "/api/v1/warehouses").error == (401, "REVOKED_KEY")


def test_revocation_shows_only_to_whoever_has_the_secret(client: Client) -> None:
    made = client("POST", "/api/v1/api-keys", {"name": "Doomed"}).data
    client("POST", f"/api/v1/api-keys/{made['apiKey']['id']}/revoke")
    guess = Client(client.service, client.account_id, made["apiKey"]["keyId"], "svcsk_guessed")
    assert guess("GET", TARGET).error == (401, "BAD_SIGNATURE")


def test_a_key_may_revoke_itself_and_is_then_refused(client: Client) -> None:
    (own,) = client("GET", "/api/v1/api-keys").data["apiKeys"]
    assert client("POST", f"/api/v1/api-keys/{own['id']}/revoke").status == 200
    assert client("GET", TARGET).error == (401, "REVOKED_KEY")


def test_refusals_of_credentials_say_nothing_of_what_would_have_been_right(client: Client) -> None:
    headers = client.headers("GET", TARGET)
    start, _, signature = dict(headers)["Authorization"].rpartition("=")
    wrong = replaced(headers, "Authorization", f"{start}={signature[:-1]}{'0' if signature[-1] != '0' else '1'}")
    raw = client.service.send("GET", TARGET, wrong).raw.decode()
    assert signature[:20] not in raw and client.secret not in raw


def test_a_missing_credential_is_told_what_the_route_takes(client: Client) -> None:
    answer = client.service.send("GET", TARGET, [])
    message = answer.json["error"]["message"]
    assert (
        "Svc-HMAC-SHA256" in message and "X-Svc-Timestamp" in message and "Authorization header is missing" in message
    )
    assert answer.headers["www-authenticate"] == "Svc-HMAC-SHA256, Svc-HMAC-SHA256-V2, Bearer"


@pytest.mark.parametrize(
    ("authorization", "found"),
    [
        ("Basic abc", "another scheme"),
        ("Svc-HMAC-SHA256 keyId=a, scope=*", "lacks signature"),
        ("Svc-HMAC-SHA256 keyId=a", "lacks scope and signature"),
        ("Svc-HMAC-SHA256 keyId=a, keyId=b, scope=*, signature=c", "repeated"),
    ],
)
def test_a_credential_that_is_not_well_formed_is_told_what_was_found(
    client: Client, authorization: str, found: str
) -> None:
    headers = [("Authorization", authorization), ("X-Svc-Timestamp", "1")]
    answer = client.service.send("GET", TARGET, headers)
    assert answer.error == (401, "AUTH_REQUIRED") and found in answer.json["error"]["message"]


def test_a_clock_that_is_wrong_is_told_the_servers(client: Client) -> None:
    answer = client.service.send("GET", TARGET, client.headers("GET", TARGET, timestamp="1000"))
    assert answer.error == (401, "CLOCK_SKEW")
    told = [int(word) for word in answer.json["error"]["message"].split() if word.isdigit()]
    assert any(abs(number - time.time()) < 3_600 for number in told)
    assert "milliseconds" not in answer.json["error"]["message"]


def test_milliseconds_in_place_of_seconds_are_recognised(client: Client) -> None:
    stamp = str(int(time.time() * 1_000))
    answer = client.service.send("GET", TARGET, client.headers("GET", TARGET, timestamp=stamp))
    assert answer.error == (401, "CLOCK_SKEW") and "milliseconds" in answer.json["error"]["message"]


def test_in_development_a_wrong_signature_is_shown_what_was_signed_here(client: Client) -> None:
    headers = client.headers("POST", TARGET, b"{}", "a-key")
    answer = client.service.send("POST", TARGET, headers, b"[]")
    assert answer.error == (401, "BAD_SIGNATURE")
    shown = answer.json["error"]["message"].partition("JSON string: ")[2]
    timestamp = dict(headers)["X-Svc-Timestamp"]
    lines = ["POST", TARGET, timestamp, hashlib.sha256(b"[]").hexdigest(), "a-key"]
    assert json.loads(shown) == "\n".join(lines)
    assert client.secret not in answer.raw.decode()


def test_every_refusal_of_a_credential_says_which_would_do(client: Client) -> None:
    for headers in ([], client.headers("GET", TARGET, timestamp="x"), [("Authorization", "Bearer nonsense")]):
        answer = client.service.send("GET", TARGET, headers)
        assert (answer.status, answer.headers["www-authenticate"]) == (
            401,
            "Svc-HMAC-SHA256, Svc-HMAC-SHA256-V2, Bearer",
        )
