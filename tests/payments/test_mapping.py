"""Mapping of Stripe's objects to the service's records, in the present and the former formats."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fulfilment.payments.port import (
    CheckoutSession,
    PaymentsError,
    ProviderInvoice,
    ProviderInvoicePage,
    ProviderObjectNotFound,
    ProviderOutcomeUnknown,
    ProviderSubscription,
)
from fulfilment.payments.stripe import mapping, schemas
from tests.aggregators.upstreams import respond_with
from tests.payments import examples
from tests.payments.calling import CALLS, outcome
from tests.payments.test_event import ANYTHING

STARTED, ENDS = datetime.fromtimestamp(examples.STARTED, UTC), datetime.fromtimestamp(examples.ENDS, UTC)


def session(**changes: Any) -> CheckoutSession:
    return mapping.to_session(
        mapping.decode_response(msgspec.json.encode(examples.session(**changes)), schemas.StripeSession)
    )


def subscription(said: dict[str, Any]) -> ProviderSubscription:
    return mapping.to_subscription(mapping.decode_response(msgspec.json.encode(said), schemas.StripeSubscription))


def invoice(said: dict[str, Any]) -> ProviderInvoice:
    return mapping.to_invoice(mapping.decode_response(msgspec.json.encode(said), schemas.StripeInvoice))


def test_an_open_page_for_a_plan() -> None:
    assert session() == CheckoutSession(
        id="cs_1",
        reference="chk_1",
        mode="subscription",
        status="open",
        is_paid=False,
        url="https://checkout.stripe.com/c/pay/cs_1#fidkdWxOYHwnPyd1blpxYHZxWjA0S%2F1",
        expires_at=datetime.fromtimestamp(examples.STARTED + 86_400, UTC),
        amount=4_900,
        currency="USD",
        customer_id="cus_1",
    )


def test_a_page_for_rupiah_counts_whole_ones() -> None:
    paid = session(
        mode="payment",
        status="complete",
        payment_status="paid",
        currency="idr",
        amount_total=2_500_000,
        payment_intent={"id": "pi_1", "object": "payment_intent"},
        url=None,
    )
    assert (paid.amount, paid.currency, paid.payment_id, paid.is_paid) == (25_000, "IDR", "pi_1", True)


@pytest.mark.parametrize(
    ("mode", "status", "payment_status", "is_paid"),
    [
        ("payment", "complete", "paid", True),
        ("payment", "complete", "unpaid", False),
        ("payment", "complete", "no_payment_required", False),
        ("payment", "open", "paid", False),
        ("payment", "expired", "unpaid", False),
        ("subscription", "complete", "paid", True),
        ("subscription", "complete", "no_payment_required", True),
        ("subscription", "complete", "unpaid", False),
        ("subscription", "open", "no_payment_required", False),
        ("subscription", "complete", "a status of the future", False),
    ],
)
def test_only_a_complete_page_whose_money_came_is_paid(
    mode: str, status: str, payment_status: str, is_paid: bool
) -> None:
    assert session(mode=mode, status=status, payment_status=payment_status).is_paid is is_paid


def test_a_page_that_only_saves_a_card_is_not_ours() -> None:
    with pytest.raises(ProviderObjectNotFound):
        session(mode="setup")


@pytest.mark.parametrize("reference", [None, "", "a b", "chk_1\0", "chk_1\n", "x" * 256])
def test_a_reference_that_is_no_id_of_ours_is_none(reference: str | None) -> None:
    assert session(client_reference_id=reference).reference is None


@pytest.mark.parametrize("url", [None, "", "javascript:alert(1)", "https://a b", "https://a\0b", "//host"])
def test_an_address_that_no_page_may_link_to_is_none(url: str | None) -> None:
    assert session(url=url).url is None
    assert invoice(examples.invoice(hosted_invoice_url=url)).receipt_url is None


def test_a_subscription_is_the_same_in_the_shapes_of_this_year_and_before() -> None:
    expected = ProviderSubscription(
        id="sub_1",
        reference="sub_ours",
        customer_id="cus_1",
        status="active",
        price_id="price_growth",
        currency="USD",
        current_period_start=STARTED,
        current_period_end=ENDS,
        cancel_at_period_end=False,
        cancel_at=None,
        ended_at=None,
        created_at=datetime.fromtimestamp(examples.STARTED - 10, UTC),
    )
    assert subscription(examples.subscription()) == subscription(examples.old_subscription()) == expected
    oldest = examples.old_subscription()
    oldest["items"]["data"][0]["plan"] = oldest["items"]["data"][0].pop("price")
    assert subscription(oldest) == expected
    assert subscription(examples.subscription(customer={"id": "cus_1", "object": "customer"})) == expected


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("active", "active"),
        ("trialing", "active"),
        ("past_due", "past_due"),
        ("unpaid", "unpaid"),
        ("paused", "unpaid"),
        ("canceled", "canceled"),
        ("incomplete", "incomplete"),
        ("incomplete_expired", "canceled"),
    ],
)
def test_every_status_has_one_of_ours(theirs: str, ours: str) -> None:
    assert subscription(examples.subscription(status=theirs)).status == ours


def test_a_status_of_the_future_is_not_guessed_at() -> None:
    with pytest.raises(ProviderOutcomeUnknown):
        subscription(examples.subscription(status="resting"))


@pytest.mark.parametrize(
    ("flag", "at", "ends_with_period", "cancel_at"),
    [
        (False, None, False, None),
        (True, None, True, ENDS),
        (True, examples.ENDS, True, ENDS),
        (False, examples.ENDS, True, ENDS),
        (False, examples.ENDS + 5, False, datetime.fromtimestamp(examples.ENDS + 5, UTC)),
    ],
)
def test_the_end_of_the_period_may_be_asked_for_by_the_flag_or_by_its_time(
    flag: bool, at: int | None, ends_with_period: bool, cancel_at: datetime | None
) -> None:
    found = subscription(examples.subscription(cancel_at_period_end=flag, cancel_at=at))
    assert (found.cancel_at_period_end, found.cancel_at) == (ends_with_period, cancel_at)


@pytest.mark.parametrize("changes", [{"items": examples.listed()}, {"customer": None}])
def test_a_subscription_to_nothing_or_of_nobody_is_not_ours(changes: dict[str, Any]) -> None:
    with pytest.raises(ProviderObjectNotFound):
        subscription(examples.subscription(**changes))


def test_a_subscription_without_a_period_makes_no_sense() -> None:
    said = examples.old_subscription()
    del said["current_period_end"]
    with pytest.raises(ProviderOutcomeUnknown):
        subscription(said)


def test_an_invoice_is_the_same_in_the_shapes_of_this_year_and_before() -> None:
    expected = ProviderInvoice(
        id="in_1",
        customer_id="cus_1",
        subscription_id="sub_1",
        subscription_reference="sub_ours",
        amount=4_900,
        currency="USD",
        status="paid",
        paid_at=datetime.fromtimestamp(examples.STARTED + 2, UTC),
        receipt_url="https://invoice.stripe.com/i/acct_1/test_1?s=ap",
        created_at=STARTED,
    )
    assert invoice(examples.invoice()) == invoice(examples.old_invoice()) == expected


@pytest.mark.parametrize("parent", [None, {"type": "quote_details", "subscription_details": None}])
def test_an_invoice_for_no_subscription_names_none(parent: Any) -> None:
    found = invoice(examples.invoice(parent=parent, status=None, customer={"id": "cus_1"}))
    assert (found.subscription_id, found.subscription_reference, found.status) == (None, None, "draft")


async def test_a_page_of_invoices_says_whether_older_ones_follow() -> None:
    page = examples.listed(examples.invoice(), examples.invoice(id="in_0"), has_more=True)
    found, _ = await outcome(CALLS["list_invoices"], respond_with(200, page))
    assert (
        isinstance(found, ProviderInvoicePage)
        and found.has_more
        and [each.id for each in found.invoices] == ["in_1", "in_0"]
    )


def test_an_invoice_of_nobody_is_not_ours() -> None:
    with pytest.raises(ProviderObjectNotFound):
        invoice(examples.invoice(customer=None))


def test_an_invoice_that_gives_back_is_below_nothing() -> None:
    assert invoice(examples.invoice(currency="idr", total=-150)).amount == -1
    assert invoice(examples.invoice(currency="usd", total=-150)).amount == -150


EXAMPLES = [examples.session(), examples.subscription(), examples.invoice(), examples.payment_intent()]


@given(st.data())
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_field_of_another_type_raises_anything_but_a_payments_error(data: st.DataObject) -> None:
    said = dict(data.draw(st.sampled_from(EXAMPLES)))
    for name in data.draw(st.lists(st.sampled_from(sorted(said)), min_size=1, max_size=3)):
        said[name] = data.draw(ANYTHING)
    for call in ("retrieve_session", "retrieve_subscription", "retrieve_invoice", "retrieve_payment"):
        asyncio.run(_read(call, said))


async def _read(call: str, said: dict[str, Any]) -> None:
    """Through the library too."""
    found, _ = await outcome(CALLS[call], respond_with(200, said))
    assert isinstance(found, PaymentsError | msgspec.Struct)
