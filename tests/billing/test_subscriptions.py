"""The provider's status of a subscription decides the workspace's plan (decisions, section 10)."""

import asyncio

import pytest

from fulfilment.billing import checkouts
from fulfilment.infra.api.errors import ServiceUnavailable
from fulfilment.payments import port
from fulfilment.payments.events import EventReceipt
from tests.billing.paying import BillingWorkspace, ago
from tests.harness.payments import MONTH, told


async def test_a_plan_that_is_paid_is_the_workspaces_at_once(shop: BillingWorkspace):
    bought, provider_id = await shop.buy("growth")
    assert await shop.plan() == "growth"
    row = await shop.subscription(bought.subscription_id)
    assert (row["status"], row["is_current"], row["provider_subscription_id"]) == ("active", True, provider_id)
    shown = await shop.get_subscription()
    said = shop.provider.subscriptions[provider_id]
    assert (shown.plan, shown.plan_name, shown.status, shown.cancel_at) == ("growth", "Growth", "active", None)
    assert shown.current_period_end[:19] == said.current_period_end.isoformat()[:19]


@pytest.mark.parametrize(
    ("said", "status", "plan"),
    [
        ("active", "active", "starter"),
        ("past_due", "past_due", "starter"),
        ("unpaid", "past_due", "free"),
        ("canceled", "canceled", "free"),
    ],
)
async def test_each_word_of_the_provider_has_its_status_and_its_plan(
    shop: BillingWorkspace, said: str, status: str, plan: str
):
    _, provider_id = await shop.buy("starter")
    await shop.change(provider_id, status=said)
    assert ((await shop.get_subscription()).status, await shop.plan()) == (status, plan)


async def test_one_that_was_never_paid_changes_no_plan(shop: BillingWorkspace):
    await shop.set_plan("starter")
    bought = await shop.open_session("growth")
    provider_id = shop.pay(bought)
    await shop.change(provider_id, status="incomplete")
    assert ((await shop.get_subscription()).status, await shop.plan()) == ("incomplete", "starter")
    await shop.change(provider_id, status="canceled")
    assert ((await shop.get_subscription()).status, await shop.plan()) == ("active", "starter")


async def test_what_was_given_up_comes_back_when_it_is_paid(shop: BillingWorkspace):
    _, provider_id = await shop.buy("starter")
    await shop.change(provider_id, status="unpaid")
    await shop.change(provider_id, status="active")
    assert ((await shop.get_subscription()).status, await shop.plan()) == ("active", "starter")


async def test_an_internal_workspace_that_bought_a_plan_falls_back_to_the_free_one(shop: BillingWorkspace):
    await shop.set_plan(None)
    _, provider_id = await shop.buy("starter")
    await shop.change(provider_id, status="canceled")
    assert await shop.plan() == "free"


async def test_what_has_ended_leaves_a_plan_alone_that_the_operator_gave_later(shop: BillingWorkspace):
    _, provider_id = await shop.buy("starter")
    await shop.change(provider_id, status="canceled")
    await shop.set_plan("scale")
    await shop.sync_subscription(provider_id)
    shown = await shop.get_subscription()
    assert (await shop.plan(), shown.plan, shown.status) == ("scale", "scale", "active")


async def test_another_plan_takes_the_place_of_the_first_which_is_ended_once(shop: BillingWorkspace):
    first, first_id = await shop.buy("starter")
    _, second_id = await shop.buy("growth")
    assert await shop.plan() == "growth"
    assert (await shop.subscription(first.subscription_id))["ending"] == "now"
    await shop.run_subscription_sync()
    assert shop.provider.calls["cancel_subscription"] == 1
    assert shop.provider.subscriptions[first_id].status == "canceled"
    assert shop.provider.subscriptions[second_id].status == "active"
    ended = await shop.subscription(first.subscription_id)
    assert (ended["status"], ended["ending"], ended["due_at"]) == ("canceled", None, None)
    assert (await shop.plan(), (await shop.get_subscription()).plan) == ("growth", "growth")


async def test_the_newest_checkout_is_current_in_whatever_order_they_are_paid_and_heard_of(shop: BillingWorkspace):
    older, newer = await shop.open_session("scale"), await shop.open_session("starter")
    shop.provider.change_session(older.session_id, status="open")
    newer_id, older_id = shop.pay(newer), shop.pay(older)
    await shop.sync_subscription(newer_id)
    await shop.sync_subscription(older_id)
    assert await shop.plan() == "starter"
    await shop.run_subscription_sync()
    statuses = [shop.provider.subscriptions[id].status for id in (older_id, newer_id)]
    assert statuses == ["canceled", "active"]
    assert await shop.plan() == "starter"


async def test_an_older_page_that_is_paid_after_the_newer_subscription_ended_is_not_taken_away(shop: BillingWorkspace):
    older = await shop.open_session("scale")
    _, newer_id = await shop.buy("starter")
    await shop.change(newer_id, status="canceled")
    older_id = shop.pay(older)
    await shop.sync_subscription(older_id)
    await shop.run_subscription_sync()
    assert (await shop.plan(), shop.provider.subscriptions[older_id].status) == ("scale", "active")


async def test_one_that_is_being_ended_never_becomes_current_again(shop: BillingWorkspace):
    _, first_id = await shop.buy("starter")
    _, second_id = await shop.buy("growth")
    await shop.change(second_id, status="canceled")
    await shop.sync_subscription(first_id)
    assert await shop.plan() == "free"
    await shop.run_subscription_sync()
    assert shop.provider.subscriptions[first_id].status == "canceled"


async def test_a_price_that_was_changed_at_the_provider_changes_the_plan(shop: BillingWorkspace):
    _, provider_id = await shop.buy("starter")
    await shop.change(provider_id, price_id="price_scale")
    assert await shop.plan() == "scale"
    await shop.change(provider_id, price_id="price_of_something_else")
    assert await shop.plan() == "scale"


async def test_an_event_is_applied_once_and_one_about_nothing_of_ours_is_passed_over(shop: BillingWorkspace):
    bought, provider_id = await shop.buy("starter")
    event = told("customer.subscription.updated", "subscription", provider_id)
    first, second = EventReceipt(event), EventReceipt(event)
    await shop.sync_subscription(provider_id, first)
    shop.provider.change_subscription(provider_id, status="canceled")
    await shop.sync_subscription(provider_id, second)
    assert (first.is_applied, second.is_applied) == (True, False)
    assert (await shop.subscription(bought.subscription_id))["status"] == "active"
    stranger = shop.pay(await shop.open_session("growth"))
    await shop.change(stranger, reference="sub_of_another_service")
    assert await shop.plan() == "starter"


@pytest.mark.parametrize("reference", [None, "sub_of_another_service"])
async def test_a_known_one_stays_the_workspaces_whatever_it_bears_at_the_provider_by_now(
    shop: BillingWorkspace, reference: str | None
):
    bought, provider_id = await shop.buy("starter")
    shop.provider.change_subscription(provider_id, reference=reference)
    assert (await shop.cancel())["status"] == "canceling"
    await shop.change(provider_id, status="canceled", ended_at=ago(seconds=1))
    row = await shop.subscription(bought.subscription_id)
    assert (await shop.plan(), row["status"], row["ending"]) == ("free", "canceled", None)


async def test_one_that_bears_no_id_of_ours_is_the_workspaces_by_the_page_that_began_it(shop: BillingWorkspace):
    bought = await shop.open_session("starter")
    shop.provider.change_subscription(shop.pay(bought), reference=None)
    (checkout,) = await shop.rows("SELECT id FROM checkouts WHERE account_id = $1")
    await checkouts.sync_checkout(shop.desk.operation(shop.id), shop.payments, checkout["id"])
    assert (await shop.plan(), (await shop.get_subscription()).status) == ("starter", "active")


async def test_a_second_one_with_the_id_of_the_first_is_passed_over(shop: BillingWorkspace):
    bought, provider_id = await shop.buy("starter")
    copied = shop.pay(await shop.open_session("growth"))
    await shop.change(copied, reference=bought.subscription_id, status="canceled")
    row = await shop.subscription(bought.subscription_id)
    assert (await shop.plan(), row["provider_subscription_id"], row["status"]) == ("starter", provider_id, "active")


async def test_what_was_fetched_before_a_later_change_was_applied_is_fetched_again(shop: BillingWorkspace):
    _, provider_id = await shop.buy("starter")
    late, answers = slow_at_first(shop)
    first = asyncio.create_task(shop.sync_subscription(provider_id))
    await asyncio.wait_for(_has(answers), 10)
    await shop.change(provider_id, status="canceled")
    late.set()
    await first
    assert answers == ["active", "canceled", "canceled"]
    assert (await shop.plan(), (await shop.get_subscription()).status) == ("free", "canceled")


async def test_what_was_fetched_before_a_later_look_that_changed_nothing_is_fetched_again(shop: BillingWorkspace):
    _, provider_id = await shop.buy("starter")
    shop.provider.change_subscription(provider_id, status="unpaid")
    late, answers = slow_at_first(shop)
    first = asyncio.create_task(shop.sync_subscription(provider_id))
    await asyncio.wait_for(_has(answers), 10)
    await shop.change(provider_id, status="active")
    late.set()
    await first
    assert (await shop.plan(), (await shop.get_subscription()).status) == ("starter", "active")


def slow_at_first(shop: BillingWorkspace) -> tuple[asyncio.Event, list[str]]:
    """The provider's first answer arrives when the event is set; the words of all that it has given."""
    late, original, answers = asyncio.Event(), shop.provider.retrieve_subscription, []

    async def slow(id: str) -> port.ProviderSubscription:
        said = await original(id)
        answers.append(said.status)
        if len(answers) == 1:
            await late.wait()
        return said

    shop.provider.retrieve_subscription = slow
    return late, answers


async def _has(answers: list) -> None:
    done = asyncio.Event()
    while not answers:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(done.wait(), 0.01)


async def test_where_others_change_it_all_the_time_it_is_left_for_later(shop: BillingWorkspace):
    bought, provider_id = await shop.buy("starter")

    async def meddle() -> None:
        await shop.execute(
            "UPDATE subscriptions SET status = 'past_due', version = version + 1 WHERE account_id = $1 AND id = $2",
            bought.subscription_id,
        )

    shop.provider.before["retrieve_subscription"] = meddle
    with pytest.raises(ServiceUnavailable):
        await shop.sync_subscription(provider_id)


async def test_two_pages_paid_at_once_leave_one_subscription(shop: BillingWorkspace):
    pages = [await shop.open_session(plan) for plan in ("starter", "growth", "scale")]
    for page in pages:
        shop.provider.change_session(page.session_id, status="open")
    ids = [shop.pay(page) for page in pages]
    await asyncio.gather(*(shop.sync_subscription(id) for id in ids * 3))
    await shop.run_subscription_sync()
    assert [shop.provider.subscriptions[id].status for id in ids] == ["canceled", "canceled", "active"]
    assert shop.provider.calls["cancel_subscription"] == 2
    assert await shop.plan() == "scale"
    current = await shop.rows("SELECT id FROM subscriptions WHERE account_id = $1 AND is_current")
    assert [row["id"] for row in current] == [pages[2].subscription_id]


async def test_a_change_of_plan_is_audited_as_the_services_own_act(shop: BillingWorkspace):
    bought, provider_id = await shop.buy("starter")
    await shop.change(provider_id, status="canceled")
    changes = [entry for entry in await shop.audits() if entry["action"] == "billing.plan_changed"]
    assert [(e["actor_type"], e["actor_id"], e["target_id"]) for e in changes] == [
        ("system", None, bought.subscription_id)
    ] * 2
    assert [(e["before"], e["after"]) for e in changes] == [
        ('{"plan":"free"}', '{"plan":"starter"}'),
        ('{"plan":"starter"}', '{"plan":"free"}'),
    ]


async def test_what_ended_at_the_provider_shows_when(shop: BillingWorkspace):
    _, provider_id = await shop.buy("starter")
    at = ago(minutes=5)
    await shop.change(provider_id, status="canceled", ended_at=at)
    shown = await shop.get_subscription()
    assert (shown.status, shown.plan, shown.cancel_at[:19]) == ("canceled", "free", at.isoformat()[:19])


async def test_a_renewal_moves_the_period_and_its_invoice_is_fetched_with_it(shop: BillingWorkspace):
    _, provider_id = await shop.buy("starter")
    await shop.renew(provider_id)
    await shop.sync_subscription(provider_id)
    said = shop.provider.subscriptions[provider_id]
    assert said.current_period_end - said.current_period_start == MONTH
    assert (await shop.get_subscription()).current_period_end[:19] == said.current_period_end.isoformat()[:19]
    assert len(await shop.invoices()) == 2
