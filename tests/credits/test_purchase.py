"""Purchases of credit: a payment is credited once, in any order and number of events (decisions, section 10)."""

import asyncio
import json
import random

import pytest

from fulfilment.billing import routes
from fulfilment.credits import purchase
from fulfilment.credits.schemas import CreditCheckout
from fulfilment.infra.api.errors import NotConfigured, Validation
from fulfilment.infra.auth.principal import Principal
from fulfilment.infra.database.transaction import System
from fulfilment.payments import events
from tests.credits.buying import CreditWorkspace
from tests.harness.payments import FakePayments, FakeProvider, told

COMPLETED = "checkout.session.completed"


async def test_a_page_alone_credits_nothing(shop: CreditWorkspace):
    session = await shop.buy()
    await shop.deliver_event(told("checkout.session.updated", "session", session))
    assert await shop.transactions() == []
    assert [row["state"] for row in await shop.checkouts()] == ["open"]


async def test_what_was_paid_is_credited_in_the_buyers_name(shop: CreditWorkspace, provider: FakeProvider):
    session = await shop.buy(75_000)
    provider.pay(session)
    await shop.deliver_event(told(COMPLETED, "session", session))
    (line,) = await shop.lines()
    (row,) = await shop.checkouts()
    assert (line["kind"], line["amount"], line["created_by"]) == ("topup", 75_000, shop.id)
    assert line["external_ref"] == row["id"] and session not in line["memo"]
    assert (row["state"], await shop.balance()) == ("paid", (75_000, 0))
    (entry,) = await shop.audits("shipping_credit.purchased")
    assert (entry["actor_type"], entry["target_id"]) == ("system", line["id"])


async def test_told_twenty_times_in_any_order_it_is_credited_once(shop: CreditWorkspace, provider: FakeProvider):
    sessions = [await shop.buy(10_000 + nth) for nth in range(4)]
    for session in sessions[:3]:
        provider.pay(session)
    provider.expire(sessions[3])
    heard = [told(COMPLETED, "session", session) for session in sessions for _ in range(5)]
    heard += heard
    random.Random(3).shuffle(heard)
    await asyncio.gather(*(shop.deliver_event(event) for event in heard))
    assert sorted(await shop.transactions()) == [("topup", 10_000), ("topup", 10_001), ("topup", 10_002)]
    assert sorted(row["state"] for row in await shop.checkouts()) == ["expired", "paid", "paid", "paid"]


async def test_an_event_that_was_applied_is_remembered_and_its_repeat_does_nothing(
    shop: CreditWorkspace, provider: FakeProvider
):
    session = await shop.buy()
    event = told(COMPLETED, "session", session)
    await shop.deliver_event(event)
    provider.pay(session)
    await shop.deliver_event(event)
    assert await shop.transactions() == []
    await shop.deliver_event(told(COMPLETED, "session", session))
    assert await shop.balance() == (50_000, 0)


async def test_money_that_comes_later_than_the_page_is_complete_is_credited_then(
    shop: CreditWorkspace, provider: FakeProvider
):
    session = await shop.buy()
    provider.pay(session, is_paid=False)
    await shop.deliver_event(told(COMPLETED, "session", session))
    assert await shop.transactions() == []
    provider.change_session(session, is_paid=True)
    await shop.deliver_event(told("checkout.session.async_payment_succeeded", "session", session))
    assert await shop.balance() == (50_000, 0)


async def test_a_payment_that_fails_after_all_credits_nothing(shop: CreditWorkspace, provider: FakeProvider):
    session = await shop.buy()
    provider.pay(session, is_paid=False)
    await shop.deliver_event(told("checkout.session.async_payment_failed", "session", session))
    assert await shop.transactions() == []


async def test_a_page_that_was_paid_after_it_counted_as_expired_is_credited(
    shop: CreditWorkspace, provider: FakeProvider
):
    session = await shop.buy()
    provider.expire(session)
    await shop.deliver_event(told("checkout.session.expired", "session", session))
    assert [row["state"] for row in await shop.checkouts()] == ["expired"]
    provider.pay(session)
    await shop.deliver_event(told(COMPLETED, "session", session))
    assert await shop.balance() == (50_000, 0)


@pytest.mark.parametrize(
    ("paid", "currency", "credited"),
    [(40_000, "IDR", 40_000), (60_000, "IDR", 50_000), (50_000, "USD", 0), (None, "IDR", 0), (0, "IDR", 0)],
)
async def test_what_was_paid_otherwise_than_asked_is_credited_as_far_as_it_was_paid(
    shop: CreditWorkspace, provider: FakeProvider, paid: int | None, currency: str, credited: int
):
    session = await shop.buy(50_000)
    provider.pay(session, amount=paid, currency=currency)
    await shop.deliver_event(told(COMPLETED, "session", session))
    assert await shop.balance() == (credited, 0)
    (bought,) = await shop._rows("SELECT * FROM credit_purchases WHERE account_id = $1")
    assert (bought["credited"], bought["paid"], bought["paid_currency"]) == (credited, paid, currency)


async def test_a_top_up_by_hand_under_the_checkouts_id_does_not_stand_in_its_way(
    shop: CreditWorkspace, provider: FakeProvider
):
    session = await shop.buy()
    (row,) = await shop.checkouts()
    await shop.top_up(1, external_ref=row["id"])
    provider.pay(session)
    await shop.deliver_event(told(COMPLETED, "session", session))
    assert await shop.balance() == (50_001, 0)


async def test_an_answer_about_another_checkout_is_not_believed(shop: CreditWorkspace, provider: FakeProvider):
    mine, other = await shop.buy(), await shop.buy()
    provider.pay(other)
    provider.sessions[mine] = provider.sessions[other]
    with pytest.raises(Exception, match="another checkout"):
        await shop.deliver_event(told(COMPLETED, "session", mine))
    assert await shop.transactions() == []


async def test_what_was_fetched_before_somebody_else_settled_is_not_applied_over_it(
    shop: CreditWorkspace, provider: FakeProvider
):
    """The page is seen as expired, and paid before that is written down."""
    session = await shop.buy()
    provider.expire(session)
    seen = provider.sessions[session]

    async def meanwhile() -> None:
        del provider.before["retrieve_session"]
        provider.pay(session)
        await shop.deliver_event(told(COMPLETED, "session", session))
        provider.sessions[session], provider.paid = seen, provider.sessions[session]
        provider.before["retrieve_session"] = afterwards

    async def afterwards() -> None:
        provider.sessions[session] = provider.paid

    provider.before["retrieve_session"] = meanwhile
    await shop.deliver_event(told("checkout.session.expired", "session", session))
    assert [row["state"] for row in await shop.checkouts()] == ["paid"]
    assert await shop.balance() == (50_000, 0)


async def test_a_page_that_is_forgotten_while_the_provider_is_asked_about_it_is_nothing(
    shop: CreditWorkspace, provider: FakeProvider
):
    session = await shop.buy()
    provider.before["retrieve_session"] = lambda: shop._rows("DELETE FROM checkouts WHERE account_id = $1")
    await shop.deliver_event(told("checkout.session.expired", "session", session))
    assert (await shop.checkouts(), await shop.transactions()) == ([], [])


async def test_without_a_provider_nothing_is_sold(shop: CreditWorkspace):
    with pytest.raises(NotConfigured):
        shop.payments = FakePayments(None)
        await shop.buy()


async def test_a_key_need_not_say_where_the_receipt_goes(shop: CreditWorkspace, provider: FakeProvider):
    """The specification has it optional (Shipping credits); stored as an empty text."""
    await shop.buy(email=None)
    assert list(provider.described.values()) == [(None, None)]
    (row,) = await shop.checkouts()
    assert json.loads(row["terms"])["email"] == ""


async def test_a_purchase_without_an_address_keeps_the_one_that_the_customer_has(
    shop: CreditWorkspace, provider: FakeProvider
):
    await shop.buy(email="siti@example.com", name="Siti")
    await shop.buy(email=None)
    assert list(provider.described.values()) == [("siti@example.com", "Siti")]


async def test_a_persons_receipt_goes_to_their_own_address(shop: CreditWorkspace, provider: FakeProvider):
    person = Principal(shop.id, "user_1", actor_email="own@example.com", person="issuer user_1")
    for given in (None, "other@example.com"):
        operation = shop.desk.operation(shop.id, actor=person)
        await purchase.open_credit_checkout(
            operation, CreditCheckout(amount=20_000, email=given), shop.payments, shop.desk.settings
        )
        assert list(provider.described.values()) == [("own@example.com", None)]


async def test_what_would_not_fit_a_balance_is_not_sold(shop: CreditWorkspace):
    await shop.top_up(2**53 - 1)
    with pytest.raises(Validation) as refused:
        await shop.buy()
    assert refused.value.field == "amount"


async def test_old_events_are_forgotten_and_young_ones_kept(shop: CreditWorkspace):
    for name, age in (("evt_old", "91 days"), ("evt_young", "89 days")):
        await shop._rows(
            f"INSERT INTO payment_events (account_id, id, type, received_at)"
            f" VALUES ($1, '{name}', 'x', now() - interval '{age}')"
        )
    await events.delete_expired(shop.desk.db)
    assert [row["id"] for row in await shop._rows("SELECT id FROM payment_events WHERE account_id = $1")] == [
        "evt_young"
    ]


async def test_a_workspace_knows_when_the_provider_was_heard_of(shop: CreditWorkspace, provider: FakeProvider):
    session = await shop.buy()
    operation = shop.desk.operation(shop.id, actor=System(shop.id))
    async with operation.read() as read:
        assert (await routes.build_status_provider(shop.payments)(read)).last_event_at is None
        provider.pay(session)
        await shop.deliver_event(told(COMPLETED, "session", session))
        said = await routes.build_status_provider(shop.payments)(read)
    assert said.last_event_at is not None
    assert (said.webhook_secret_set, said.partner_key.configured, said.event_count_30d) == (True, True, 0)
