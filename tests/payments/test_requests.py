"""Requests to Stripe are the recorded ones word for word, and have the types that Stripe publishes."""

import json
import re

import pytest
import stripe

from tests.payments import published, recording

KEPT = json.loads(recording.KEPT.read_text(encoding="utf-8"))
ID = re.compile(r"/(cs|cus|sub|in|pi)_[a-z0-9]+")


@pytest.mark.parametrize("name", recording.CALLS)
async def test_a_call_sends_what_was_looked_at_last(name: str) -> None:
    sent = await recording.record(name)
    kept = [request for request in KEPT if request["call"] == name]
    assert json.loads(recording.as_text(sent)) == kept


def test_nothing_is_kept_that_is_not_sent() -> None:
    assert {request["call"] for request in KEPT} == set(recording.CALLS)


@pytest.mark.parametrize("at", range(len(KEPT)))
def test_a_request_is_one_that_stripe_publishes(at: int) -> None:
    request = KEPT[at]
    operation = published.OPERATIONS[request["method"], ID.sub("/{id}", request["path"])]
    fields = request["form"] if request["method"] == "POST" else request["query"]
    assert published.problems(published.nested(fields), operation) == []
    assert request["headers"]["stripe-version"] == stripe.api_version


@pytest.mark.parametrize(
    ("field", "problem"),
    [
        ("coustomer=cus_1", ".coustomer: unknown"),
        ("line_items[0][qantity]=1", ".line_items.0.qantity: unknown"),
        ("line_items[0][quantity]=many", ".line_items.0.quantity: 'many' is no"),
        ("line_items[0][price_data][unit_amount]=100", ".line_items.0.price_data.currency: missing"),
        ("mode=gift", ".mode: 'gift' is none of"),
        ("line_items=1", ".line_items: no list"),
        ("metadata[a][b]=1", ".metadata: no map"),
        ("api_key=sk_1", ".api_key: unknown"),
        ("adaptive_pricing[enabled]=no", ".adaptive_pricing.enabled: 'no' is no"),
    ],
)
def test_what_stripe_does_not_publish_is_found(field: str, problem: str) -> None:
    found = published.problems(published.nested([field]), published.checkout.SessionCreateParams)
    assert any(each.startswith(problem) for each in found), found


async def test_every_call_that_creates_something_bears_a_key_of_ours_and_the_same_again() -> None:
    for name, key in (
        ("create_customer", "customer_chk_1"),
        ("create_session of a plan", "chk_1"),
        ("create_session of a top-up", "chk_2"),
    ):
        first, second = await recording.record(name), await recording.record(name)
        assert first == second and first[0]["headers"]["idempotency-key"] == key


def test_a_rupiah_is_a_hundred_of_stripes_units() -> None:
    top_up = next(request for request in KEPT if request["call"] == "create_session of a top-up")
    assert recording.TOP_UP.amount == 25_000
    assert "line_items[0][price_data][unit_amount]=2500000" in top_up["form"]
    assert "line_items[0][price_data][currency]=idr" in top_up["form"]
