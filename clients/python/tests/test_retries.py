"""Retries: their cases, their keys, the waits between them, and the calls that are never repeated."""

from __future__ import annotations

import threading
import time
from email.utils import formatdate
from typing import TYPE_CHECKING

import pytest

from fulfilment_client import Hooks, Retries, RetryInfo, Timeouts, errors
from fulfilment_client.answer import retry_after_of
from fulfilment_client.settings import Retries as Settings

if TYPE_CHECKING:
    from .conftest import Scripted


def keys(server: Scripted) -> set[str | None]:
    return {asked.headers.get("idempotency-key") for asked in server.asked}


@pytest.mark.parametrize(
    "trouble",
    [
        (429, "RATE_LIMITED"),
        (502, "INTEGRATION_ERROR"),
        (503, "SERVICE_UNAVAILABLE"),
        (504, "INTEGRATION_ERROR"),
        (409, "IDEMPOTENCY_IN_PROGRESS"),
        (401, "NONCE_REUSED"),
        None,
    ],
)
def test_a_change_is_tried_again_under_its_key(trouble: tuple[int, str] | None, server: Scripted) -> None:
    bad = server.Said(cut=-1) if trouble is None else server.refused(*trouble)
    server.say(bad, bad, server.data({"shipment": {"id": "ship_1"}}))
    assert server.client().shipments.confirm_pickup("ship_1") == {"id": "ship_1"}
    assert len(server.asked) == 3
    assert len(keys(server)) == 1 and None not in keys(server)


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (400, "VALIDATION"),
        (401, "BAD_SIGNATURE"),
        (409, "INVALID_STATE"),
        (422, "IDEMPOTENCY_KEY_REUSED"),
        (500, "INTERNAL"),
        (500, "NEGATIVE_STOCK"),
        (503, "PLAN_NOT_CONFIGURED"),
    ],
)
def test_what_time_does_not_change_is_not_tried_again(status: int, code: str, server: Scripted) -> None:
    server.say(server.refused(status, code))
    with pytest.raises(errors.ApiError) as refused:
        server.client().products.create(name="Kaos")
    assert (refused.value.status, refused.value.code, len(server.asked)) == (status, code, 1)


def test_what_is_still_under_way_is_asked_for_as_long_as_the_call_may_last(server: Scripted) -> None:
    busy = [server.refused(409, "IDEMPOTENCY_IN_PROGRESS") for _ in range(6)]
    server.say(*busy, server.data({"shipment": {"id": "ship_1"}}))
    retries = Retries(most=1, first_wait_seconds=0.001)
    assert server.client(retries=retries).shipments.confirm_pickup("ship_1") == {"id": "ship_1"}
    assert (len(server.asked), len(keys(server))) == (7, 1)
    server.say(*busy)
    with pytest.raises(errors.IdempotencyInProgress):
        server.client(retries=0).shipments.confirm_pickup("ship_1")


def test_an_answer_that_breaks_off_in_its_middle_is_asked_for_again(server: Scripted) -> None:
    whole = server.data({"product": {"id": "prod_1"}})
    server.say(server.Said(200, whole.body, cut=5), whole)
    assert server.client().products.get("prod_1") == {"id": "prod_1"}
    assert len(server.asked) == 2


@pytest.mark.parametrize("body", [b"", b"<html>", b'{"data": {"product": {"id": "pr'])
def test_a_success_that_is_cut_or_no_json_is_asked_for_again_under_its_key(body: bytes, server: Scripted) -> None:
    server.say(server.Said(201, body), server.data({"product": {"id": "prod_1"}}))
    assert server.client().products.create(name="Kaos") == {"id": "prod_1"}
    assert (len(server.asked), len(keys(server))) == (2, 1)
    server.say(server.Said(200, body), server.data({"product": {"id": "prod_1"}}))
    assert server.client().products.get("prod_1") == {"id": "prod_1"}


def test_json_of_something_else_is_not_asked_for_again(server: Scripted) -> None:
    server.say(server.Said(200, b'{"product": {}}'))
    with pytest.raises(errors.UnexpectedAnswer):
        server.client().products.get("prod_1")
    assert len(server.asked) == 1


def test_what_has_no_key_is_not_sent_twice_once_it_may_have_arrived(server: Scripted) -> None:
    server.say(server.Said(cut=-1))
    with pytest.raises(errors.ConnectionFailed):
        server.client().inbound.receive_payment_event(b"{}")
    assert len(server.asked) == 1


def test_the_key_is_told_by_the_error_and_may_be_given_again(server: Scripted) -> None:
    server.say(server.Said(cut=-1))
    client = server.client(retries=0)
    with pytest.raises(errors.ConnectionFailed) as lost:
        client.products.create(name="Kaos")
    server.say(server.data({"product": {"id": "prod_1"}}))
    client.products.create(name="Kaos", idempotency_key=lost.value.idempotency_key)
    assert keys(server) == {lost.value.idempotency_key}


@pytest.mark.parametrize("key", ["", " ", "a b", "ä", "x" * 256, "a\n"])
def test_a_key_that_is_none_is_not_sent(key: str, server: Scripted) -> None:
    with pytest.raises(ValueError, match="idempotency key"):
        server.client().products.create(name="Kaos", idempotency_key=key)
    assert server.asked == []


def test_each_change_has_a_key_of_its_own_and_a_reading_none(server: Scripted) -> None:
    server.say(server.data({"product": {}}))
    client = server.client()
    client.products.create(name="Kaos")
    client.products.create(name="Kaos")
    client.products.get("prod_1")
    first, second, third = (asked.headers.get("idempotency-key") for asked in server.asked)
    assert first != second and third is None


def test_retry_after_is_waited_for_and_one_that_is_too_long_is_told_at_once(server: Scripted) -> None:
    waits: list[float] = []
    hooks = Hooks(on_retry=lambda told: waits.append(told.wait_seconds))
    server.say(server.refused(429, "RATE_LIMITED", {"Retry-After": "1"}), server.data({"product": {}}))
    began = time.monotonic()
    server.client(hooks=hooks).products.get("prod_1")
    assert waits[0] >= 1
    assert time.monotonic() - began >= 1
    server.say(server.refused(429, "RATE_LIMITED", {"Retry-After": "61"}))
    with pytest.raises(errors.RateLimited) as refused:
        server.client().products.get("prod_1")
    assert refused.value.retry_after == 61


@pytest.mark.parametrize(
    ("given", "date", "seconds"),
    [
        ("Fri, 20 Nov 2026 15:00:30 GMT", "Fri, 20 Nov 2026 15:00:00 GMT", 30),
        ("Friday, 20-Nov-26 15:00:30 GMT", "Fri, 20 Nov 2026 15:00:00 GMT", 30),
        ("Fri, 20 Nov 2026 14:00:00 GMT", "Fri, 20 Nov 2026 15:00:00 GMT", 0),
        ("Fri, 20 Nov 2020 15:00:30 GMT", None, 0),
        ("Fri, 99 Nov 2026 15:00:30 GMT", None, None),
        ("soon", None, None),
        ("-1", None, None),
        ("", None, None),
    ],
)
def test_retry_after_may_be_a_date(given: str, date: str | None, seconds: float | None, server: Scripted) -> None:
    headers = {"retry-after": given} | ({} if date is None else {"date": date})
    assert retry_after_of(headers) == seconds


def test_a_date_to_retry_after_is_counted_from_now_where_the_answer_has_none(server: Scripted) -> None:
    ahead = formatdate(time.time() + 3_600, usegmt=True)
    server.say(server.refused(429, "RATE_LIMITED", {"Retry-After": ahead}))
    with pytest.raises(errors.RateLimited) as refused:
        server.client().products.get("prod_1")
    assert 3_500 < (refused.value.retry_after or 0) < 3_700
    assert len(server.asked) == 1


def test_no_wait_is_begun_that_would_outlast_the_call(server: Scripted) -> None:
    server.say(server.refused(503, "SERVICE_UNAVAILABLE", {"Retry-After": "50"}))
    with pytest.raises(errors.UnavailableError):
        server.client(timeouts=20).products.get("prod_1")
    assert len(server.asked) == 1


def test_waits_are_drawn_from_a_bound_that_doubles_up_to_the_longest() -> None:
    retries = Settings(first_wait_seconds=1, longest_wait_seconds=5, jitter=lambda low, high: high)
    assert [retries.wait_seconds(attempt, None) for attempt in (1, 2, 3, 4, 999)] == [1, 2, 4, 5, 5]
    assert retries.wait_seconds(1, 7.0) == 8
    drawn = {Settings().wait_seconds(1, None) for _ in range(50)}
    assert len(drawn) > 40 and all(0 <= wait <= 0.5 for wait in drawn)


def test_it_is_tried_as_often_as_was_said(server: Scripted) -> None:
    server.say(server.refused(503, "SERVICE_UNAVAILABLE"))
    repeated: list[RetryInfo] = []
    retries = Retries(most=3, first_wait_seconds=0.001)
    with pytest.raises(errors.ServiceUnavailable):
        server.client(retries=retries, hooks=Hooks(on_retry=repeated.append)).products.get("prod_1")
    assert (len(server.asked), [told.request.attempt for told in repeated]) == (4, [1, 2, 3])


def test_nobody_listening_is_a_connection_that_failed() -> None:
    from fulfilment_client import Fulfilment

    client = Fulfilment("http://127.0.0.1:9", key_id="svc_key_1", secret="s", retries=0)
    with pytest.raises(errors.ConnectionFailed) as failed:
        client.products.list()
    assert failed.value.__cause__ is not None


def test_an_answer_that_never_comes_ends_with_the_time_of_the_call(server: Scripted) -> None:
    release = threading.Event()
    server.say(server.Said(after=lambda: release.wait(30)))
    with pytest.raises(errors.TimedOut):
        server.client(timeouts=Timeouts(read=0.2, total=0.5), retries=0).products.get("prod_1")
    release.set()


def test_a_token_that_has_expired_is_fetched_anew_once(server: Scripted) -> None:
    tokens = iter(["old", "new", "newer"])
    server.say(server.refused(401, "INVALID_TOKEN"), server.data({"product": {}}))
    client = server.client(key_id=None, secret=None, token=lambda: next(tokens), retries=0)
    client.in_workspace("acc_2").products.get("prod_1")
    assert [asked.headers["authorization"] for asked in server.asked] == ["Bearer old", "Bearer new"]
    assert server.asked[0].headers["svc-workspace"] == "acc_2"
    server.say(server.refused(401, "INVALID_TOKEN"))
    with pytest.raises(errors.InvalidToken):
        server.client(key_id=None, secret=None, token="fixed", retries=0).products.get("prod_1")


def test_a_retry_after_of_centuries_is_not_taken_for_none(server: Scripted) -> None:
    server.say(server.refused(429, "RATE_LIMITED", {"Retry-After": "99999999999"}), server.data({"products": []}))
    with pytest.raises(errors.RateLimitError):
        server.client().products.list()
    assert len(server.asked) == 1
