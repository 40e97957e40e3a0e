"""Refusals of Stripe in its own words, and the part of them that is shown."""

from typing import Any

import pytest

from fulfilment.payments.port import ProviderObjectNotFound, ProviderRefused
from tests.aggregators.upstreams import Script, abort_connection, never_respond, respond_with
from tests.payments import examples
from tests.payments.calling import CALLS, KEY, outcome


@pytest.mark.parametrize(
    "call", ["create_session", "create_customer", "retrieve_session", "retrieve_payment", "list_invoices"]
)
@pytest.mark.parametrize(
    "script",
    [
        respond_with(400, examples.error("No")),
        respond_with(402, examples.error("No", "card_error")),
        respond_with(400, examples.error("No", "idempotency_error")),
        respond_with(422, examples.error("No")),
    ],
)
async def test_a_refusal_in_stripes_own_words_is_one(script: Script, call: str) -> None:
    problem, _ = await outcome(CALLS[call], script)
    assert type(problem) is ProviderRefused and problem.message == "The payment provider says: No"


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    "script", [respond_with(404, examples.error()), respond_with(400, examples.error(code="resource_missing"))]
)
async def test_what_stripe_does_not_know_is_not_found(script: Script, call: str) -> None:
    assert type((await outcome(CALLS[call], script))[0]) is ProviderObjectNotFound


@pytest.mark.parametrize("message", [None, "", " \0", 7, ["No"]])
async def test_a_refusal_without_words_says_so(message: Any) -> None:
    problem, _ = await outcome(CALLS["retrieve_session"], respond_with(400, examples.error(message)))
    assert (
        type(problem) is ProviderRefused
        and problem.message == "The payment provider refused without saying why (HTTP 400)."
    )


@pytest.mark.parametrize("key", [KEY, "sk_live_another", "rk_live_restricted", "whsec_secret", "sk_test_****ests"])
async def test_no_key_is_shown_that_stripe_repeats(key: str) -> None:
    problem, _ = await outcome(
        CALLS["retrieve_session"], respond_with(400, examples.error(f"You said {key}, \0which is wrong"))
    )
    assert problem.message == "The payment provider says: You said [key], which is wrong"


async def test_long_words_are_cut() -> None:
    problem, _ = await outcome(CALLS["retrieve_session"], respond_with(400, examples.error("a" * 100_000)))
    assert problem.message == f"The payment provider says: {'a' * 300}"


@pytest.mark.parametrize("value", ["", "../customers", "cs_1/expire", "cs 1", "cs_1?expand=x", "cs\n1", "c" * 256, "ü"])
@pytest.mark.parametrize(
    "name",
    [
        "retrieve_session",
        "expire_session",
        "retrieve_subscription",
        "cancel_subscription",
        "retrieve_invoice",
        "retrieve_payment",
    ],
)
async def test_what_is_no_id_is_not_found_and_not_sent(value: str, name: str) -> None:
    more = {"is_paid": True} if name == "cancel_subscription" else {}
    problem, requests = await outcome(lambda p: getattr(p, name)(value, **more), never_respond, timeout_seconds=1)
    assert type(problem) is ProviderObjectNotFound and requests == 0


async def test_one_that_has_ended_already_is_ended() -> None:
    ended = examples.subscription(status="canceled", ended_at=examples.STARTED)
    missing = respond_with(404, examples.error("No such subscription: 'sub_1'", code="resource_missing"))
    found, requests = await outcome(CALLS["cancel_subscription"], missing, respond_with(200, ended))
    assert found.status == "canceled" and found.ended_at is not None and requests == 2


async def test_an_ending_whose_answer_was_lost_is_seen_when_it_is_asked_for_again() -> None:
    ended = examples.subscription(status="canceled", ended_at=examples.STARTED)
    missing = respond_with(404, examples.error(code="resource_missing"))
    found, _ = await outcome(CALLS["cancel_subscription"], abort_connection, missing, respond_with(200, ended))
    assert found.status == "canceled"


async def test_one_that_could_not_be_ended_is_refused_in_the_words_of_the_refusal() -> None:
    error = respond_with(400, examples.error("It is managed by a schedule"))
    problem, _ = await outcome(CALLS["cancel_subscription"], error, respond_with(200, examples.subscription()))
    assert type(problem) is ProviderRefused and "schedule" in problem.message


async def test_one_that_was_never_there_cannot_be_ended() -> None:
    problem, _ = await outcome(CALLS["cancel_subscription"], respond_with(404, examples.error(code="resource_missing")))
    assert type(problem) is ProviderObjectNotFound
