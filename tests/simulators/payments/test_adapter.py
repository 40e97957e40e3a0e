"""The service's adapter against the payment simulator: every call of the port, and its reading of events."""

import pytest
import pytest_asyncio

from fulfilment import settings
from fulfilment.payments.port import CheckoutRequest, PaymentProvider, ProviderOutcomeUnknown, ProviderRefused
from fulfilment.payments.provider import SIMULATOR_KEY, SIMULATOR_SECRET, Payments
from fulfilment.payments.stripe import Stripe
from fulfilment_simulators.payments.controls import SECRET
from tests.harness.payment_simulator import Payments as Simulator
from tests.simulators.payments.listening import Listener

BACK = {"success_url": "http://127.0.0.1:9/paid", "cancel_url": "http://127.0.0.1:9/left"}


@pytest_asyncio.fixture
async def provider(payments: Simulator):
    adapter = Stripe(payments.url, SIMULATOR_KEY, 10.0)
    yield adapter
    await adapter.close()


async def plan(provider: PaymentProvider, reference: str = "chk_1") -> CheckoutRequest:
    return CheckoutRequest(
        reference=reference,
        account_id="acc_1",
        customer_id=await provider.create_customer("acc_1", "chk_1"),
        currency="USD",
        plan="growth",
        price_id="price_growth",
        subscription_reference="sub_ours",
        **BACK,
    )


async def credit(provider: PaymentProvider, reference: str = "chk_2") -> CheckoutRequest:
    customer = await provider.create_customer("acc_1", "chk_1")
    return CheckoutRequest(reference, "acc_1", customer, "IDR", **BACK, amount=50_000, title="Shipping credit")


def test_both_sides_know_the_same_secret_and_the_same_prices() -> None:
    assert SECRET == SIMULATOR_SECRET
    sold = Payments(settings.load({"FULFILMENT_MODE": "development"}))
    assert sold.find_price_id("growth", "USD") == "price_growth"


async def test_a_plan_is_bought_and_ended(payments: Simulator, provider: PaymentProvider) -> None:
    wanted = await plan(provider)
    await provider.update_customer(wanted.customer_id, "ayu@shop.example", "Ayu")
    page = await provider.create_session(wanted)
    assert (page.reference, page.status, page.is_paid, page.amount, page.currency) == (
        "chk_1",
        "open",
        False,
        4_900,
        "USD",
    )
    payments.pay(page.id)
    done = await provider.retrieve_session(page.id)
    assert done.is_paid and done.subscription_id
    bought = await provider.retrieve_subscription(done.subscription_id)
    assert (bought.reference, bought.status, bought.price_id, bought.currency) == (
        "sub_ours",
        "active",
        "price_growth",
        "USD",
    )
    (invoice,) = (await provider.list_invoices(wanted.customer_id, 10)).invoices
    assert (invoice.amount, invoice.status, invoice.subscription_reference) == (4_900, "paid", "sub_ours")
    assert await provider.retrieve_invoice(invoice.id) == invoice
    ending = await provider.cancel_at_period_end(bought.id)
    assert ending.cancel_at_period_end and ending.cancel_at == bought.current_period_end
    for _ in range(2):
        assert (await provider.cancel_subscription(bought.id, is_paid=True)).status == "canceled"


async def test_credit_is_bought_and_taken_back(payments: Simulator, provider: PaymentProvider) -> None:
    page = await provider.create_session(await credit(provider))
    payments.pay(page.id, later="succeed")
    waiting = await provider.retrieve_session(page.id)
    assert (waiting.status, waiting.is_paid) == ("complete", False)
    payments.settle(page.id, "succeed")
    paid = await provider.retrieve_session(page.id)
    assert paid.is_paid and paid.payment_id
    payments.refund(paid.payment_id, 1_000_000)
    dispute = payments.dispute(paid.payment_id, 500_000)
    found = await provider.retrieve_payment(paid.payment_id)
    assert (found.reference, found.amount, found.refunded, found.disputed) == ("chk_2", 50_000, 10_000, 5_000)
    payments.close_dispute(dispute["id"], "won")
    assert (await provider.retrieve_payment(paid.payment_id)).disputed == 0


@pytest.mark.parametrize("fault", ["lose_answer", "500_after", "500_before", "cut", "garbage"])
async def test_what_was_unclear_is_settled_by_asking_again(
    payments: Simulator, provider: PaymentProvider, fault: str
) -> None:
    wanted = await credit(provider)
    payments.fail(fault, "sessions.create")
    with pytest.raises(ProviderOutcomeUnknown):
        await provider.create_session(wanted)
    page = await provider.create_session(wanted)
    assert page.status == "open"
    assert payments.health()["objects"]["checkout.session"] == 1


async def test_a_page_that_was_paid_cannot_be_expired(payments: Simulator, provider: PaymentProvider) -> None:
    left, done = (
        await provider.create_session(await credit(provider)),
        await provider.create_session(await plan(provider)),
    )
    assert (await provider.expire_session(left.id)).status == "expired"
    payments.pay(done.id)
    with pytest.raises(ProviderRefused, match="complete"):
        await provider.expire_session(done.id)


async def test_the_events_are_believed_and_name_what_to_fetch(
    payments: Simulator, provider: PaymentProvider, listener: Listener
) -> None:
    page = await provider.create_session(await plan(provider))
    payments.pay(page.id)
    (heard,) = listener.wait(1, "checkout.session.completed")
    event = provider.parse_event(heard.body, heard.signature, [SIMULATOR_SECRET])
    assert (event.type, event.object_type, event.object_id) == ("checkout.session.completed", "session", page.id)
