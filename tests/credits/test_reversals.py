"""Reversals: credit that refunds and disputes take back, debt, and its settlement (decisions, section 10)."""

import asyncio
import random

import pytest

from fulfilment.credits import hold, topup
from fulfilment.credits.schemas import CreditAdjustment
from fulfilment.payments.port import Payment
from tests.credits.buying import CreditWorkspace
from tests.harness.payments import FakeProvider, told


async def hear_of(shop: CreditWorkspace, payment_id: str) -> None:
    await shop.deliver_event(told("charge.refunded", "payment", payment_id))


async def test_a_refund_is_taken_of_the_balance_and_names_the_payment(shop: CreditWorkspace, provider: FakeProvider):
    payment = await shop.bought(50_000)
    provider.change_payment(payment, refunded=20_000)
    await hear_of(shop, payment)
    line = (await shop.lines())[-1]
    assert (line["kind"], line["amount"], line["created_by"]) == ("manual_adjustment", -20_000, None)
    assert payment not in line["memo"] and line["external_ref"].startswith(payment)
    assert await shop.balance() == (30_000, 0)
    (entry,) = await shop.audits("shipping_credit.taken_back")
    assert entry["actor_type"] == "system"


async def test_several_refunds_are_taken_each_once(shop: CreditWorkspace, provider: FakeProvider):
    payment = await shop.bought(50_000)
    for refunded in (10_000, 10_000, 25_000, 50_000):
        provider.change_payment(payment, refunded=refunded)
        await hear_of(shop, payment)
    assert [amount for _, amount in await shop.transactions()] == [50_000, -10_000, -15_000, -25_000]
    assert await shop.balance() == (0, 0)


async def test_what_is_not_there_any_more_is_owed_and_taken_of_the_next_top_up(
    shop: CreditWorkspace, provider: FakeProvider
):
    payment = await shop.bought(50_000)
    await shop.spend(45_000)
    provider.change_payment(payment, disputed=50_000)
    await hear_of(shop, payment)
    assert await shop.balance() == (0, 45_000)
    await shop.top_up(30_000)
    assert await shop.balance() == (0, 15_000)
    await shop.bought(40_000)
    assert await shop.balance() == (25_000, 0)
    assert [amount for _, amount in (await shop.transactions())[-4:]] == [30_000, -30_000, 40_000, -15_000]


async def test_a_top_up_pays_for_what_is_owed_with_what_it_brought_and_no_more(
    shop: CreditWorkspace, provider: FakeProvider
):
    payment = await shop.bought(50_000)
    async with shop.desk.operation(shop.id).transaction() as tx:
        await hold.hold(tx, "ship_of_somebody", 45_000)
        await hold.charge(tx, "ship_of_somebody", 45_000)
    provider.change_payment(payment, disputed=50_000)
    await hear_of(shop, payment)
    async with shop.desk.operation(shop.id).transaction() as tx:
        await hold.refund(tx, "ship_of_somebody")
    await shop.top_up(10_000)
    assert await shop.balance() == (45_000, 35_000)


async def test_what_was_paid_beyond_what_was_credited_is_refunded_first(shop: CreditWorkspace, provider: FakeProvider):
    session = await shop.buy(50_000)
    payment = provider.pay(session, amount=60_000).payment_id
    provider.change_payment(payment, amount=60_000)
    await shop.deliver_event(told("checkout.session.completed", "session", session))
    for refunded, left in ((10_000, 50_000), (15_000, 45_000), (60_000, 0)):
        provider.change_payment(payment, refunded=refunded)
        await hear_of(shop, payment)
        assert await shop.balance() == (left, 0)


async def test_what_a_booking_holds_is_not_taken(shop: CreditWorkspace, provider: FakeProvider):
    payment = await shop.bought(50_000)
    async with shop.desk.operation(shop.id).transaction() as tx:
        await hold.hold(tx, "ship_held", 35_000)
    provider.change_payment(payment, refunded=50_000)
    await hear_of(shop, payment)
    assert await shop.balance() == (35_000, 35_000)


async def test_a_dispute_that_was_won_gives_back(shop: CreditWorkspace, provider: FakeProvider):
    payment = await shop.bought(50_000)
    provider.change_payment(payment, disputed=50_000)
    await hear_of(shop, payment)
    assert await shop.balance() == (0, 0)
    provider.change_payment(payment, disputed=0)
    await hear_of(shop, payment)
    assert await shop.balance() == (50_000, 0)


async def test_what_is_given_back_is_for_what_is_owed_first(shop: CreditWorkspace, provider: FakeProvider):
    payment = await shop.bought(50_000)
    await shop.spend(30_000)
    provider.change_payment(payment, disputed=50_000)
    await hear_of(shop, payment)
    assert await shop.balance() == (0, 30_000)
    provider.change_payment(payment, disputed=0)
    await hear_of(shop, payment)
    assert await shop.balance() == (20_000, 0)


@pytest.mark.parametrize(("refunded", "disputed"), [(50_000, 50_000), (70_000, 0), (0, 10**12)])
async def test_no_more_is_taken_back_than_was_paid(
    shop: CreditWorkspace, provider: FakeProvider, refunded: int, disputed: int
):
    await shop.top_up(100_000)
    payment = await shop.bought(50_000)
    provider.change_payment(payment, refunded=refunded, disputed=disputed)
    await hear_of(shop, payment)
    assert await shop.balance() == (100_000, 0)


async def test_what_was_never_credited_is_not_taken_back(shop: CreditWorkspace, provider: FakeProvider):
    session = await shop.buy(50_000)
    paid = provider.pay(session, currency="USD")
    await shop.deliver_event(told("checkout.session.completed", "session", session))
    await shop.top_up(70_000)
    provider.change_payment(paid.payment_id, refunded=50_000)
    await hear_of(shop, paid.payment_id)
    assert await shop.balance() == (70_000, 0)


async def test_a_payment_that_bought_no_credit_takes_none(shop: CreditWorkspace, provider: FakeProvider):
    await shop.top_up(70_000)
    other = await shop.bought(50_000)
    stray = provider.change_payment(other)
    provider.payments["pi_of_a_plan"] = type(stray)("pi_of_a_plan", None, "IDR", 299_000, 299_000, 0)
    await hear_of(shop, "pi_of_a_plan")
    assert await shop.balance() == (120_000, 0)


async def test_an_adjustment_of_somebodys_own_under_the_same_reference_is_in_nobodys_way(
    shop: CreditWorkspace, provider: FakeProvider
):
    payment = await shop.bought(50_000)
    async with shop.desk.operation(shop.id).transaction() as tx:
        given = CreditAdjustment(amount=1, kind="manual_adjustment", external_ref=f"{payment}:1")
        await topup.adjust(tx, given, shop.desk.settings)
    provider.change_payment(payment, refunded=20_000)
    await hear_of(shop, payment)
    assert await shop.balance() == (30_001, 0)


async def test_a_slow_answer_is_not_applied_over_a_later_one_that_changed_nothing(
    shop: CreditWorkspace, provider: FakeProvider
):
    payment = await shop.bought(50_000)
    provider.change_payment(payment, disputed=50_000)
    slow, answered, original = asyncio.Event(), asyncio.Event(), provider.retrieve_payment

    async def answer_slowly(payment_id: str) -> Payment:
        provider.retrieve_payment = original
        said = await original(payment_id)
        answered.set()
        await slow.wait()
        return said

    provider.retrieve_payment = answer_slowly
    first = asyncio.create_task(hear_of(shop, payment))
    await asyncio.wait_for(answered.wait(), 10)
    provider.change_payment(payment, disputed=0)
    await hear_of(shop, payment)
    slow.set()
    await first
    assert await shop.balance() == (50_000, 0)


async def test_many_reports_at_once_come_to_what_the_provider_says_last(shop: CreditWorkspace, provider: FakeProvider):
    payments = [await shop.bought(50_000) for _ in range(3)]
    await shop.spend(100_000)
    chance = random.Random(11)

    async def report() -> None:
        payment = chance.choice(payments)
        refunded = chance.randrange(0, 30_000)
        provider.change_payment(payment, refunded=refunded, disputed=chance.choice((0, 20_000)))
        await asyncio.sleep(0)
        await hear_of(shop, payment)

    for _ in range(4):
        await asyncio.gather(*(report() for _ in range(10)), *(shop.top_up(3_000) for _ in range(3)))
    for payment in payments:
        await hear_of(shop, payment)
    back = sum(provider.payments[payment].refunded + provider.payments[payment].disputed for payment in payments)
    balance, owed = await shop.balance()
    assert balance - owed == 150_000 - 100_000 + 36_000 - back
