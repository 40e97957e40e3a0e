"""Subscription sync of the worker: by the database's clock, fair between workspaces, and robust against failures."""

import asyncio
from datetime import datetime, timedelta

import asyncpg
import pytest
from structlog.testing import capture_logs

from fulfilment.billing import subscription_sync
from fulfilment.billing.subscription_sync import SUBSCRIPTIONS
from fulfilment.payments import port
from tests.billing.paying import BillingWorkspace, ago
from tests.harness.breaking import mending, refusing
from tests.harness.payments import MONTH

AWAY = port.ProviderUnavailable("The payment provider is away.")
UNCLEAR = port.ProviderOutcomeUnknown("The payment provider did not answer in time.")


async def end_of_period(shop: BillingWorkspace, provider_id: str, id: str) -> None:
    """As if it had been canceled a month ago, and its period were over by now."""
    end = ago(minutes=1)
    shop.provider.change_subscription(provider_id, current_period_end=end, cancel_at=end)
    await shop.execute(
        "UPDATE subscriptions SET current_period_end = $3, cancel_at = $3 WHERE account_id = $1 AND id = $2", id, end
    )


async def test_what_was_to_end_has_ended_when_its_time_has_come_though_the_provider_is_away(shop: BillingWorkspace):
    bought, provider_id = await shop.buy("growth")
    await shop.cancel()
    await end_of_period(shop, provider_id, bought.subscription_id)
    shop.provider.trouble["retrieve_subscription"] = [AWAY] * 3
    await shop.run_subscription_sync()
    shown = await shop.get_subscription()
    assert (await shop.plan(), shown.plan, shown.status) == ("free", "free", "canceled")
    (*_, entry) = await shop.audits()
    assert (entry["action"], entry["before"], entry["after"]) == (
        "billing.plan_changed",
        '{"plan":"growth"}',
        '{"plan":"free"}',
    )
    row = await shop.subscription(bought.subscription_id)
    assert row["due_at"] is not None and row["ended_at"] is None


async def test_a_provider_whose_clock_is_behind_changes_nothing_about_it(shop: BillingWorkspace):
    bought, provider_id = await shop.buy()
    await shop.cancel()
    await end_of_period(shop, provider_id, bought.subscription_id)
    await shop.run_subscription_sync()
    await shop.sync_subscription(provider_id)
    assert (await shop.plan(), (await shop.get_subscription()).status) == ("free", "canceled")
    await shop.change(provider_id, status="canceled", ended_at=ago(seconds=1))
    assert (await shop.subscription(bought.subscription_id))["due_at"] is None


@pytest.mark.parametrize(("status", "is_credited"), [("active", True), ("past_due", False), ("unpaid", False)])
async def test_of_what_another_plan_took_the_place_of_the_rest_is_credited_only_where_it_was_paid(
    shop: BillingWorkspace, status: str, is_credited: bool
):
    _, former_id = await shop.buy("scale")
    await shop.change(former_id, status=status)
    await shop.buy("starter")
    await shop.run_subscription_sync()
    assert shop.provider.subscriptions[former_id].status == "canceled"
    assert shop.provider.credited == ([former_id] if is_credited else [])


async def test_what_was_kept_on_after_all_without_a_word_comes_back(shop: BillingWorkspace):
    bought, provider_id = await shop.buy()
    await shop.cancel()
    await end_of_period(shop, provider_id, bought.subscription_id)
    shop.provider.change_subscription(
        provider_id, cancel_at_period_end=False, cancel_at=None, current_period_end=ago() + MONTH
    )
    await shop.run_subscription_sync()
    assert (await shop.plan(), (await shop.get_subscription()).status) == ("starter", "active")


async def test_what_the_provider_was_not_heard_to_end_is_sent_again_until_it_is(shop: BillingWorkspace):
    first, first_id = await shop.buy("starter")
    shop.provider.trouble["cancel_subscription"] = [AWAY, UNCLEAR]
    shop.provider.lost["cancel_subscription"] = [UNCLEAR]
    await shop.buy("growth")
    for _ in range(4):
        assert (await shop.subscription(first.subscription_id))["ending"] == "now"
        await shop.due()
        await shop.run_subscription_sync()
    row = await shop.subscription(first.subscription_id)
    assert (row["ending"], row["status"], row["due_at"]) == (None, "canceled", None)
    assert shop.provider.subscriptions[first_id].status == "canceled"
    assert await shop.plan() == "growth"


async def test_a_renewal_and_an_end_that_nobody_told_of_are_found(shop: BillingWorkspace):
    bought, provider_id = await shop.buy()
    await shop.renew(provider_id)
    await shop.due()
    await shop.run_subscription_sync()
    said = shop.provider.subscriptions[provider_id]
    assert (await shop.subscription(bought.subscription_id))["current_period_end"] == said.current_period_end
    assert len(await shop.invoices()) == 2
    shop.provider.change_subscription(provider_id, status="canceled", ended_at=ago(seconds=1))
    await shop.due()
    await shop.run_subscription_sync()
    assert await shop.plan() == "free"


async def test_an_invoice_that_nobody_told_of_is_found_though_nothing_else_changed(shop: BillingWorkspace):
    _, provider_id = await shop.buy()
    shop.bill(provider_id)
    await shop.due()
    await shop.run_subscription_sync()
    assert len(await shop.invoices()) == 2


async def test_a_subscription_in_its_period_is_left_alone_until_that_is_over(shop: BillingWorkspace):
    bought, provider_id = await shop.buy()
    row = await shop.subscription(bought.subscription_id)
    assert row["due_at"] > shop.provider.subscriptions[provider_id].current_period_end
    calls = shop.provider.calls["retrieve_subscription"]
    await shop.run_subscription_sync()
    assert shop.provider.calls["retrieve_subscription"] == calls


async def test_what_does_not_change_is_looked_at_ever_more_seldom_and_as_before_when_it_does(shop: BillingWorkspace):
    bought, provider_id = await shop.buy()
    await shop.change(provider_id, status="past_due")
    waits = []
    for _ in range(4):
        await shop.due()
        await shop.run_subscription_sync()
        (row,) = await shop.rows(
            "SELECT due_at - now() AS wait, faults FROM subscriptions WHERE account_id = $1 AND id = $2",
            bought.subscription_id,
        )
        waits.append(row["wait"])
        assert row["faults"] == len(waits)
    assert waits == sorted(waits) and waits[3] > 6 * waits[0]
    await shop.change(provider_id, status="active")
    assert (await shop.subscription(bought.subscription_id))["faults"] == 0


async def test_one_that_fails_rests_and_holds_up_no_other(shop: BillingWorkspace):
    first, first_id = await shop.buy("starter")
    _, second_id = await shop.buy("growth")
    await shop.run_subscription_sync()
    original = shop.provider.retrieve_subscription

    async def broken(id: str) -> port.ProviderSubscription:
        if id == first_id:
            raise ValueError("nothing that anybody expected")
        return await original(id)

    shop.provider.retrieve_subscription = broken
    await shop.execute("UPDATE subscriptions SET due_at = now() WHERE account_id = $1")
    shop.provider.change_subscription(second_id, status="unpaid")
    with capture_logs() as logs:
        await shop.run_subscription_sync()
    assert await shop.plan() == "free"
    faults = [entry["subscription"] for entry in logs if entry["event"] == "job_failed"]
    assert faults == [first.subscription_id]
    (rested,) = await shop.rows(
        "SELECT faults, due_at > now() AS rests FROM subscriptions WHERE account_id = $1 AND id = $2",
        first.subscription_id,
    )
    assert (rested["faults"], rested["rests"]) == (1, True)


async def test_one_that_can_not_even_be_put_off_ends_nobody_elses_turn(shop: BillingWorkspace):
    first, first_id = await shop.buy("starter")
    _, second_id = await shop.buy("growth")
    await shop.run_subscription_sync()
    await shop.execute("UPDATE subscriptions SET due_at = now() WHERE account_id = $1")
    shop.provider.change_subscription(second_id, status="unpaid")
    original = shop.provider.retrieve_subscription

    async def broken(id: str) -> port.ProviderSubscription:
        if id == first_id:
            raise ValueError("nothing that anybody expected")
        return await original(id)

    shop.provider.retrieve_subscription = broken
    being_put_off = f"NEW.id = '{first.subscription_id}' AND NEW.faults = OLD.faults"
    async with shop.desk.db.connection() as connection:
        await connection.execute(refusing("subscriptions", "UPDATE", being_put_off))
        try:
            with capture_logs() as logs:
                await shop.run_subscription_sync()
        finally:
            await connection.execute(mending("subscriptions"))
    assert await shop.plan() == "free"
    told = [entry["subscription"] for entry in logs if entry["event"] == "job_not_postponed"]
    assert told == [first.subscription_id]
    # It comes up again when its lease has ended.
    assert (await shop.subscription(first.subscription_id))["faults"] == 1


async def test_workers_share_what_is_due(shop: BillingWorkspace):
    await shop.buy("starter")
    await shop.buy("growth")
    await shop.buy("scale")
    await asyncio.gather(*(shop.run_subscription_sync() for _ in range(4)))
    assert shop.provider.calls["cancel_subscription"] == 2
    live = [one for one in shop.provider.subscriptions.values() if one.status == "active"]
    assert [one.price_id for one in live] == ["price_scale"]


async def test_without_a_provider_nothing_is_asked_and_what_is_over_ends(shop: BillingWorkspace):
    bought, provider_id = await shop.buy()
    await shop.cancel()
    await end_of_period(shop, provider_id, bought.subscription_id)
    shop.payments.provider = None
    await shop.run_subscription_sync()
    assert await shop.plan() == "free"


async def test_an_end_is_noticed_for_many_workspaces_at_a_time_and_one_that_is_held_waits(shop: BillingWorkspace):
    bought, provider_id = await shop.buy()
    await shop.cancel()
    await end_of_period(shop, provider_id, bought.subscription_id)
    async with shop.desk.db.transaction() as holding:
        await holding.execute("SELECT FROM billing_accounts WHERE account_id = $1 FOR UPDATE", shop.id)
        await subscription_sync.end_lapsed(shop.desk.db)
        assert await shop.plan() == "starter"
    await subscription_sync.end_lapsed(shop.desk.db)
    assert await shop.plan() == "free"


async def test_a_worker_whose_lease_ran_out_postpones_nothing_of_the_next(shop: BillingWorkspace):
    bought, _ = await shop.buy()
    await shop.due()

    async def claim(lease: timedelta) -> asyncpg.Record:
        async with shop.desk.db.transaction() as connection:
            (row,) = await SUBSCRIPTIONS.claim(connection, [shop.id], [1], lease, None)
        return row

    async def find_due() -> tuple[int, datetime]:
        row = await shop.subscription(bought.subscription_id)
        return row["faults"], row["due_at"]

    late, current = await claim(timedelta(0)), await claim(timedelta(minutes=1))
    claimed = await find_due()
    await SUBSCRIPTIONS.postpone(shop.desk.db, late, None, timedelta(hours=1))
    assert await find_due() == claimed
    await SUBSCRIPTIONS.postpone(shop.desk.db, current, None, timedelta(hours=1), is_counted=False)
    faults, due_at = await find_due()
    assert (claimed[0], faults) == (2, 1)
    assert due_at > claimed[1]
