"""Amounts paid, refunded and disputed, in the service's minor units."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fulfilment.payments.port import Payment
from fulfilment.payments.stripe import mapping, schemas
from tests.payments import examples


def payment(said: dict[str, Any], *disputes: dict[str, Any]) -> Payment:
    found = mapping.decode_response(msgspec.json.encode(examples.listed(*disputes)), schemas.DisputeList)
    return mapping.to_payment(mapping.decode_response(msgspec.json.encode(said), schemas.PaymentIntent), found.data)


def test_a_payment_that_nothing_was_taken_back_of() -> None:
    expected = Payment(id="pi_1", reference="chk_2", currency="IDR", amount=25_000, refunded=0, disputed=0)
    assert payment(examples.payment_intent()) == expected


def test_a_payment_that_has_not_come_amounts_to_nothing() -> None:
    assert payment(examples.payment_intent(amount_received=0, latest_charge=None)).amount == 0


@pytest.mark.parametrize(
    ("status", "counts"),
    [
        ("needs_response", True),
        ("under_review", True),
        ("lost", True),
        ("a_status_of_the_future", True),
        ("won", False),
        ("prevented", False),
        ("charge_refunded", False),
        ("warning_needs_response", False),
        ("warning_under_review", False),
        ("warning_closed", False),
    ],
)
def test_a_dispute_counts_while_the_bank_has_the_money(status: str, counts: bool) -> None:
    found = payment(examples.payment_intent(), examples.dispute(amount=1_000_000, status=status))
    assert found.disputed == (10_000 if counts else 0)


def test_all_disputes_count_and_refunds_beside_them() -> None:
    charge = {"id": "ch_1", "amount_refunded": 300_000}
    disputes = [examples.dispute(amount=500_000), examples.dispute(amount=700_000, status="lost")]
    found = payment(examples.payment_intent(latest_charge=charge), *disputes)
    assert (found.refunded, found.disputed) == (3_000, 12_000)


def test_a_dispute_in_other_money_counts_as_the_whole_payment() -> None:
    assert payment(examples.payment_intent(), examples.dispute(amount=150, currency="usd")).disputed == 25_000


@pytest.mark.parametrize(
    ("stripes", "came", "went"),
    [(0, 0, 0), (100, 1, 1), (1_000_000, 10_000, 10_000), (99, 0, 1), (101, 1, 2), (1_000_050, 10_000, 10_001)],
)
def test_a_part_of_a_rupiah_does_not_come_in_and_does_go_back(stripes: int, came: int, went: int) -> None:
    assert (mapping.from_stripe(stripes, "IDR"), mapping.reversed_from_stripe(stripes, "idr")) == (came, went)
    found = payment(
        examples.payment_intent(amount_received=stripes, latest_charge={"id": "ch_1", "amount_refunded": stripes})
    )
    assert (found.amount, found.refunded) == (came, went)


@settings(deadline=None)
@given(st.integers(-(2**53), 2**53), st.sampled_from(["IDR", "USD"]))
def test_what_is_sent_comes_back_as_it_was(amount: int, currency: str) -> None:
    sent = mapping.to_stripe(amount, currency)
    assert mapping.from_stripe(sent, currency) == mapping.reversed_from_stripe(sent, currency) == amount
