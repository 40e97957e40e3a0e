"""Faults: the effect of a request whose answer is lost or an error."""

from urllib.error import HTTPError

import pytest
import stripe

from tests.harness.payment_simulator import KEY, Payments
from tests.simulators.payments.buying import create_customer, create_plan_session
from tests.simulators.payments.conftest import client_of

KEYED = {"idempotency_key": "key_1"}


def customers(payments: Payments) -> int:
    return payments.health()["objects"]["customer"]


@pytest.mark.parametrize(
    ("fault", "raised", "done"),
    [
        ("lose_answer", stripe.APIConnectionError, 1),
        ("cut", stripe.APIConnectionError, 0),
        ("500_before", stripe.APIError, 0),
        ("500_after", stripe.APIError, 1),
        ("429", stripe.RateLimitError, 0),
        ("401", stripe.AuthenticationError, 0),
        ("garbage", stripe.APIError, 1),
    ],
)
def test_a_fault_does_it_or_not_and_a_repeat_under_the_key_settles_it(
    payments: Payments, client: stripe.StripeClient, fault: str, raised: type[Exception], done: int
) -> None:
    payments.fail(fault, "customers.create")
    with pytest.raises(raised):
        client.v1.customers.create({"name": "Ayu"}, KEYED)
    assert customers(payments) == done
    assert client.v1.customers.create({"name": "Ayu"}, KEYED).name == "Ayu"
    assert customers(payments) == 1


def test_a_kept_500_is_heard_by_every_repeat(payments: Payments, client: stripe.StripeClient) -> None:
    payments.fail("500_kept", "customers.create")
    for _ in range(2):
        with pytest.raises(stripe.APIError) as broken:
            client.v1.customers.create({"name": "Ayu"}, KEYED)
        assert broken.value.http_status == 500
    assert customers(payments) == 1


def test_a_call_that_hangs_is_not_done_and_lets_go_of_its_key(payments: Payments) -> None:
    hasty = stripe.StripeClient(
        KEY,
        base_addresses={"api": payments.url},
        max_network_retries=0,
        http_client=stripe.RequestsClient(timeout=1, verify_ssl_certs=False),
    )
    payments.fail("hang", "customers")
    with pytest.raises(stripe.APIConnectionError):
        hasty.v1.customers.create({"name": "Ayu"}, KEYED)
    assert customers(payments) == 0
    assert client_of(payments).v1.customers.create({"name": "Ayu"}, KEYED).id


def test_a_late_answer_whose_caller_has_gone_was_done(payments: Payments) -> None:
    hasty = stripe.StripeClient(
        KEY,
        base_addresses={"api": payments.url},
        max_network_retries=0,
        http_client=stripe.RequestsClient(timeout=1, verify_ssl_certs=False),
    )
    payments.fail("delay", "customers.create", delay_ms=600_000)
    with pytest.raises(stripe.APIConnectionError):
        hasty.v1.customers.create({"name": "Ayu"}, KEYED)
    made = client_of(payments).v1.customers.create({"name": "Ayu"}, KEYED)
    assert made.name == "Ayu" and customers(payments) == 1


def test_a_fault_meets_its_calls_alone_and_as_often_as_told(payments: Payments, client: stripe.StripeClient) -> None:
    payments.fail("500_before", "sessions", times=2)
    customer = create_customer(client).id
    for _ in range(2):
        with pytest.raises(stripe.APIError):
            create_plan_session(client, customer)
    page = create_plan_session(client, customer)
    payments.fail("429", "*")
    with pytest.raises(stripe.RateLimitError):
        client.v1.checkout.sessions.retrieve(page.id)
    payments.fail("cut", "*")
    payments.control("faults/clear")
    assert client.v1.checkout.sessions.retrieve(page.id).status == "open"


def test_what_is_no_fault_is_refused(payments: Payments) -> None:
    for said in ({"do": "explode"}, {"do": "cut", "times": 0}, {"do": "delay", "delay_ms": 10**9}, {"colour": "red"}):
        with pytest.raises(HTTPError) as refused:
            payments.control("faults", **said)
        assert refused.value.code == 400
