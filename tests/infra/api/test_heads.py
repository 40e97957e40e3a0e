"""The head of a request, its target and headers, is bounded before anything parses it."""

import pytest

from fulfilment.infra.api.request import MAX_HEAD_BYTES, MAX_QUERY_BYTES
from fulfilment.infra.auth import authenticator, cookies
from tests.console.people import get_page, session_headers
from tests.harness.service import Client, Service, replaced
from tests.harness.workspaces import open_partner
from tests.infra.limits.holding import Holding, holding

TARGET = "/api/v1/addresses"


def _padded(client: Client, size: int) -> list[tuple[str, str]]:
    return [*client.headers("GET", TARGET), *((f"X-Part-{n}", "x" * (size // 4)) for n in range(4))]


def test_a_head_that_is_too_long_is_refused_in_the_envelope_whoever_sends_it(client: Client) -> None:
    for headers in (_padded(client, MAX_HEAD_BYTES), [("Cookie", "a;" * (MAX_HEAD_BYTES // 2))]):
        assert client.service.send("GET", TARGET, headers).error == (400, "VALIDATION")
    assert client.service.send("GET", TARGET, _padded(client, MAX_HEAD_BYTES - 1_000)).status == 200


def test_on_a_page_of_the_console_it_is_refused_in_words(service: Service) -> None:
    answer = get_page(service, "/console", [("Cookie", "a;" * (MAX_HEAD_BYTES // 2))])
    assert answer.status == 400 and answer.headers["content-type"].startswith("text/html")


def test_a_query_and_a_token_as_long_as_they_may_be_fit_together(client: Client) -> None:
    token = [("Authorization", "Bearer " + "a" * 16_000)]
    target = f"{TARGET}?limit=1&x=" + "y" * (MAX_QUERY_BYTES - 10)
    assert client.service.send("GET", target, token).error == (401, "INVALID_TOKEN")
    assert client("GET", target).status == 200


def test_the_server_answers_431_where_a_head_does_not_fit_its_buffer() -> None:
    with holding(4, keep_alive_seconds=10) as running:
        assert _answer_to(running, b"Cookie: " + b"a;" * 200_000).startswith(b"HTTP/1.1 431 ")
        assert _answer_to(running, b"X-Long: " + b"x" * 100_000).startswith(b"HTTP/1.1 200 ")


def _answer_to(running: Holding, header: bytes) -> bytes:
    with running.connect(say=b"GET / HTTP/1.1\r\nHost: test\r\n" + header + b"\r\n\r\n") as connection:
        return connection.recv(1_024)


def test_of_more_cookies_than_a_browser_sends_there_are_none(service: Service, client: Client) -> None:
    ((_, session), *more) = session_headers(service, client.account_id)
    for others, status in (
        (["a=b"] * (cookies.MOST_COOKIES - 1), 200),
        (["a=b"] * cookies.MOST_COOKIES, 303),
        (["a=" + "b" * 8_000, "c=" + "d" * 8_000], 200),
        (["a=" + "b" * cookies.MOST_BYTES], 303),
    ):
        headers = [("Cookie", "; ".join([session, *others])), *more]
        assert get_page(service, f"/console/{client.account_id}/shipments", headers).status == status


def test_a_credential_that_is_too_long_is_not_taken_apart(client: Client) -> None:
    headers = client.headers("GET", TARGET)
    shown = dict(headers)["Authorization"]
    parameters = ", ".join(f"x{n}=1" for n in range(2_000))
    for long in (f"{shown}, {parameters}", shown.replace(client.key_id, "k" * 17_000)):
        answer = client.service.send("GET", TARGET, replaced(headers, "Authorization", long))
        assert answer.error == (401, "AUTH_REQUIRED")


@pytest.mark.parametrize("length", [23, 25, 10_000])
def test_a_key_id_of_another_length_is_nobodys(client: Client, length: int) -> None:
    headers = client.headers("GET", TARGET)
    shown = dict(headers)["Authorization"].replace(client.key_id, (client.key_id + "0" * length)[:length])
    answer = client.service.send("GET", TARGET, replaced(headers, "Authorization", shown))
    assert answer.error == (401, "INVALID_KEY")


def test_a_workspace_that_no_id_can_name_is_like_one_that_is_not_there(service: Service, client: Client) -> None:
    partner = open_partner(service, "heads")
    for account_id in ("acc_" + "x" * 252, "acc_" + "x" * 20_000, "acc_unknown"):
        for principal, error in ((partner, (404, "NOT_FOUND")), (client, (403, "FORBIDDEN_ONBEHALF"))):
            acting = Client(service, principal.account_id, principal.key_id, principal.secret, on_behalf_of=account_id)
            assert acting("GET", TARGET).error == error


def test_what_no_id_can_be_is_not_carried_into_the_look_up_that_all_share() -> None:
    assert authenticator._requested_workspace("acc_" + "x" * 252) == ""
    assert [authenticator._requested_workspace(asked) for asked in ("acc_" + "x" * 251, "", None)] == [
        "acc_" + "x" * 251,
        "",
        None,
    ]
