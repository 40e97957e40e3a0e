"""Requests without a valid signature are limited per address, and validly signed requests are not."""

from collections.abc import Iterator

import pytest

from tests.console.people import get_page, session_headers, submit_form
from tests.harness.service import Answer, Client, Service, replaced, serving
from tests.harness.workspaces import open_client

PER_ADDRESS = 20
TARGET = "/api/v1/addresses"
TRIES = PER_ADDRESS + 3


@pytest.fixture(scope="module")
def proxied(module_database_url: str) -> Iterator[Service]:
    """A service with a small limit that takes this host for its proxy."""
    with serving(
        module_database_url, trusted_proxies="127.0.0.1", failed_auth_requests_per_minute=str(PER_ADDRESS)
    ) as running:
        yield running


@pytest.fixture
def merchant(proxied: Service) -> Client:
    return open_client(proxied)


def _from(address: str, headers: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [*headers, ("X-Forwarded-For", address)]


def _refusals(answers: list[Answer]) -> list[tuple[int, str]]:
    return [answer.error for answer in answers]


def _expected(code: str) -> list[tuple[int, str]]:
    return [(401, code)] * PER_ADDRESS + [(429, "RATE_LIMITED")] * (TRIES - PER_ADDRESS)


def test_what_has_no_credential_is_refused_beyond_the_allowance(proxied: Service) -> None:
    answers = [proxied.send("GET", TARGET, _from("203.0.113.1", [])) for _ in range(TRIES)]
    assert _refusals(answers) == _expected("AUTH_REQUIRED")
    told = answers[-1].headers
    assert told["ratelimit-limit"] == str(PER_ADDRESS) and told["ratelimit-remaining"] == "0"
    assert 0 < int(told["retry-after"]) <= 60
    assert "retry-after" not in answers[0].headers


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("203.0.113.11", "BAD_SIGNATURE"),
        ("203.0.113.12", "INVALID_KEY"),
        ("203.0.113.13", "CLOCK_SKEW"),
        ("203.0.113.14", "INVALID_TIMESTAMP"),
        ("203.0.113.15", "INVALID_TOKEN"),
        ("203.0.113.16", "REVOKED_KEY"),
    ],
)
def test_whatever_is_wrong_with_a_credential_counts(
    proxied: Service, merchant: Client, address: str, code: str
) -> None:
    client = merchant
    if code == "REVOKED_KEY":
        made = merchant("POST", "/api/v1/api-keys", {"name": "old", "scopes": ["read"]}).data
        client = Client(proxied, merchant.account_id, made["apiKey"]["keyId"], made["secret"])
        assert merchant("POST", f"/api/v1/api-keys/{made['apiKey']['id']}/revoke").status == 200
    if code == "INVALID_KEY":
        client = Client(proxied, "acc_none", "svc_key_0000000000000000", "svcsk_nobody")
    headers = client.headers("GET", TARGET if code != "BAD_SIGNATURE" else "/api/v1/else")
    if code == "CLOCK_SKEW":
        headers = client.headers("GET", TARGET, timestamp="1000")
    if code == "INVALID_TIMESTAMP":
        headers = replaced(headers, "X-Svc-Timestamp", "soon")
    if code == "INVALID_TOKEN":
        headers = [("Authorization", "Bearer nonsense")]
    answers = [proxied.send("GET", TARGET, _from(address, headers)) for _ in range(TRIES)]
    assert _refusals(answers) == _expected(code)


def test_a_neighbour_who_signs_rightly_is_answered_whatever_the_address_has_sent(
    proxied: Service, merchant: Client
) -> None:
    address = "203.0.113.21"
    for _ in range(TRIES):
        proxied.send("GET", TARGET, _from(address, []))
    assert proxied.send("GET", TARGET, _from(address, [])).status == 429
    free = open_client(proxied, plan="free")
    for client in (merchant, free):
        answers = [proxied.send("GET", TARGET, _from(address, client.headers("GET", TARGET))) for _ in range(TRIES)]
        assert {answer.status for answer in answers} == {200}


def test_what_is_signed_rightly_takes_nothing_of_the_addresss_allowance(proxied: Service, merchant: Client) -> None:
    address = "203.0.113.31"
    for _ in range(TRIES):
        assert proxied.send("GET", TARGET, _from(address, merchant.headers("GET", TARGET))).status == 200
        assert proxied.send("GET", "/api/v1/health", _from(address, [])).status == 200
    answers = [proxied.send("GET", TARGET, _from(address, [])) for _ in range(TRIES)]
    assert _refusals(answers) == _expected("AUTH_REQUIRED")


def test_the_header_for_acting_on_behalf_without_the_right_to_counts_too(proxied: Service) -> None:
    free = open_client(proxied, plan="free")
    headers = [*free.headers("GET", TARGET), ("X-Svc-On-Behalf-Of", "acc_other")]
    answers = [proxied.send("GET", TARGET, _from("203.0.113.41", headers)) for _ in range(TRIES)]
    codes = [answer.error for answer in answers]
    assert codes == [(403, "FORBIDDEN_ONBEHALF")] * PER_ADDRESS + [(429, "RATE_LIMITED")] * (TRIES - PER_ADDRESS)


def test_one_address_takes_nothing_of_anothers_allowance(proxied: Service) -> None:
    for _ in range(TRIES):
        proxied.send("GET", TARGET, _from("203.0.113.51", []))
    assert proxied.send("GET", TARGET, _from("203.0.113.52", [])).error == (401, "AUTH_REQUIRED")


def test_nothing_of_this_is_a_fault(proxied: Service) -> None:
    assert proxied.faults() == []


def test_sign_ins_that_nobody_began_are_refused_in_words_beyond_the_allowance(proxied: Service) -> None:
    target = "/console/signed-in?state=guessed&code=guessed"
    answers = [proxied.send("GET", target, _from("203.0.113.60", [])) for _ in range(TRIES)]
    assert [answer.status for answer in answers] == [400] * PER_ADDRESS + [429] * (TRIES - PER_ADDRESS)
    told = answers[-1]
    assert told.headers["content-type"].startswith("text/html") and b"Wait a minute" in told.raw
    assert 0 < int(told.headers["retry-after"]) <= 60
    assert proxied.send("GET", target, _from("203.0.113.61", [])).status == 400


def test_tokens_of_logout_that_nobody_gave_are_refused_beyond_the_allowance(proxied: Service) -> None:
    headers = [*_from("203.0.113.62", []), ("Content-Type", "application/x-www-form-urlencoded")]
    body = b"logout_token=a.b.c"
    answers = [proxied.send("POST", "/console/back-channel-logout", headers, body) for _ in range(TRIES)]
    assert [answer.status for answer in answers] == [400] * PER_ADDRESS + [429] * (TRIES - PER_ADDRESS)


def _forms(proxied: Service, address: str, *headers: tuple[str, str]) -> list[Answer]:
    given = [*_from(address, []), ("Content-Type", "application/x-www-form-urlencoded"), *headers]
    return [proxied.send("POST", "/console/acc_1/print", given, b"what=labels") for _ in range(TRIES)]


def test_forms_of_the_console_without_a_sign_in_come_back_until_the_allowance_is_used_up(proxied: Service) -> None:
    answers = _forms(proxied, "203.0.113.71", ("Sec-Fetch-Site", "same-origin"))
    assert [answer.status for answer in answers] == [401] * PER_ADDRESS + [429] * (TRIES - PER_ADDRESS)
    assert b'value="labels"' in answers[0].raw
    told = answers[-1]
    assert told.headers["content-type"].startswith("text/html") and b"labels" not in told.raw
    assert 0 < int(told.headers["retry-after"]) <= 60


def test_forms_of_other_sites_and_pieces_of_pages_count_too(proxied: Service) -> None:
    answers = _forms(proxied, "203.0.113.72", ("Sec-Fetch-Site", "cross-site"))
    assert [answer.status for answer in answers] == [403] * PER_ADDRESS + [429] * (TRIES - PER_ADDRESS)
    piece = [*_from("203.0.113.73", []), ("HX-Request", "true")]
    answers = [proxied.send("GET", "/console/acc_1/shipments", piece) for _ in range(TRIES)]
    assert [answer.status for answer in answers] == [401] * PER_ADDRESS + [429] * (TRIES - PER_ADDRESS)


def test_who_opens_a_page_is_led_to_sign_in_whatever_the_address_has_sent(proxied: Service) -> None:
    address = "203.0.113.74"
    _forms(proxied, address)
    answers = [proxied.send("GET", "/console/acc_1/shipments", _from(address, [])) for _ in range(TRIES)]
    assert {answer.status for answer in answers} == {303}


def test_a_neighbour_who_is_signed_in_is_served_whatever_the_address_has_sent(
    proxied: Service, merchant: Client
) -> None:
    address = "203.0.113.75"
    assert _forms(proxied, address)[-1].status == 429
    headers = _from(address, session_headers(proxied, merchant.account_id))
    chosen = submit_form(proxied, f"/console/{merchant.account_id}/workstation", headers, {"label-size": "a4"})
    assert chosen.status not in (401, 403, 429)
    assert get_page(proxied, f"/console/{merchant.account_id}/shipments", headers).status == 200
