"""The adapter and the payment simulator over a socket: the simulator does what the adapter asks for."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from fulfilment.payments.port import (
    CheckoutRequest,
    Payment,
    ProviderObjectNotFound,
    ProviderOutcomeUnknown,
    ProviderRefused,
)
from fulfilment.payments.stripe import Stripe
from tests.harness.payment_simulator import KEY, Payments, simulating

SHOP = {"success_url": "http://127.0.0.1:9/paid", "cancel_url": "http://127.0.0.1:9/left"}


@pytest.fixture
def payments(tmp_path: Path) -> Iterator[Payments]:
    with simulating(tmp_path) as running:
        yield running


@pytest_asyncio.fixture
async def provider(payments: Payments) -> AsyncIterator[Stripe]:
    provider = Stripe(payments.url, KEY, 10)
    yield provider
    await provider.close()


async def plan_page(provider: Stripe, plan: str = "growth", currency: str = "IDR", number: int = 1) -> CheckoutRequest:
    customer = await provider.create_customer("acc_1", "chk_1")
    await provider.update_customer(customer, "siti@example.com", "Siti")
    return CheckoutRequest(
        reference=f"chk_{number}",
        account_id="acc_1",
        customer_id=customer,
        currency=currency,
        plan=plan,
        price_id=f"price_{plan}",
        subscription_reference=f"sub_ours_{number}",
        **SHOP,
    )


async def test_a_checkout_makes_one_customer_however_often_it_is_asked_for(provider: Stripe) -> None:
    first = await provider.create_customer("acc_1", "chk_1")
    assert await provider.create_customer("acc_1", "chk_1") == first
    assert await provider.create_customer("acc_1", "chk_2") != first


async def test_a_failure_that_is_remembered_of_one_checkout_keeps_no_other_from_its_customer(
    payments: Payments, provider: Stripe
) -> None:
    payments.fail("500_kept", on="customers.create")
    for _ in range(2):
        with pytest.raises(ProviderOutcomeUnknown):
            await provider.create_customer("acc_1", "chk_1")
    assert await provider.create_customer("acc_1", "chk_2")


@pytest.mark.parametrize(("currency", "amount"), [("IDR", 799_000), ("USD", 4_900)])
async def test_a_plan_is_bought_in_either_currency(
    payments: Payments, provider: Stripe, currency: str, amount: int
) -> None:
    checkout = await plan_page(provider, currency=currency)
    opened = await provider.create_session(checkout)
    assert (opened.reference, opened.amount, opened.currency) == ("chk_1", amount, currency)
    assert (opened.status, opened.is_paid, opened.subscription_id) == ("open", False, None)
    assert opened.url is not None
    assert await provider.create_session(checkout) == opened == await provider.retrieve_session(opened.id)
    payments.pay(opened.id)
    paid = await provider.retrieve_session(opened.id)
    assert paid.status == "complete" and paid.is_paid and paid.subscription_id is not None
    subscription = await provider.retrieve_subscription(paid.subscription_id)
    assert (subscription.reference, subscription.price_id) == ("sub_ours_1", "price_growth")
    assert (subscription.status, subscription.currency) == ("active", currency)
    assert subscription.current_period_start < subscription.current_period_end
    page = await provider.list_invoices(checkout.customer_id, 10)
    assert [(each.amount, each.status, each.subscription_reference) for each in page.invoices] == [
        (amount, "paid", "sub_ours_1")
    ]
    assert page.invoices[0].subscription_id == subscription.id and not page.has_more
    assert await provider.retrieve_invoice(page.invoices[0].id) == page.invoices[0]
    with pytest.raises(ProviderRefused):
        await provider.expire_session(opened.id)


async def test_a_page_is_closed(payments: Payments, provider: Stripe) -> None:
    opened = await provider.create_session(await plan_page(provider))
    assert (await provider.expire_session(opened.id)).status == "expired"
    with pytest.raises(ProviderRefused):
        await provider.expire_session(opened.id)


async def test_a_subscription_ends_with_its_period_or_at_once(payments: Payments, provider: Stripe) -> None:
    opened = await provider.create_session(await plan_page(provider))
    payments.pay(opened.id)
    id = (await provider.retrieve_session(opened.id)).subscription_id
    canceling = await provider.cancel_at_period_end(id)
    assert canceling == await provider.cancel_at_period_end(id) == await provider.retrieve_subscription(id)
    assert canceling.status == "active" and canceling.cancel_at_period_end
    assert canceling.cancel_at == canceling.current_period_end
    ended = await provider.cancel_subscription(id, is_paid=True)
    assert ended.status == "canceled" and ended.ended_at is not None
    assert await provider.cancel_subscription(id, is_paid=True) == ended == await provider.retrieve_subscription(id)
    given_back = (await provider.list_invoices(ended.customer_id, 10)).invoices[0]
    assert given_back.amount < 0 and given_back.subscription_reference == "sub_ours_1"


async def test_credit_is_bought_refunded_and_disputed(payments: Payments, provider: Stripe) -> None:
    customer = await provider.create_customer("acc_1", "chk_1")
    checkout = CheckoutRequest(
        reference="chk_2",
        account_id="acc_1",
        customer_id=customer,
        currency="IDR",
        amount=25_000,
        title="Shipping credit",
        **SHOP,
    )
    opened = await provider.create_session(checkout)
    assert (opened.mode, opened.amount, opened.currency) == ("payment", 25_000, "IDR")
    payments.pay(opened.id)
    id = (await provider.retrieve_session(opened.id)).payment_id
    paid = await provider.retrieve_payment(id)
    assert paid == Payment(id=id, reference="chk_2", currency="IDR", amount=25_000, refunded=0, disputed=0)
    payments.refund(id, 500_050)
    assert (await provider.retrieve_payment(id)).refunded == 5_001
    dispute = payments.dispute(id, 1_000_000)
    assert (await provider.retrieve_payment(id)).disputed == 10_000
    payments.close_dispute(dispute["id"], "won")
    assert (await provider.retrieve_payment(id)).disputed == 0


async def test_what_was_never_made_is_not_found(provider: Stripe) -> None:
    for call in (provider.retrieve_session, provider.expire_session, provider.retrieve_subscription):
        with pytest.raises(ProviderObjectNotFound):
            await call("nothing_1")
    with pytest.raises(ProviderObjectNotFound):
        await provider.cancel_subscription("nothing_1", is_paid=True)
    for call in (provider.cancel_at_period_end, provider.retrieve_invoice, provider.retrieve_payment):
        with pytest.raises(ProviderObjectNotFound):
            await call("nothing_1")
