"""Cancelling at the end of the period: once, in the requester's name, whatever is lost on the way."""

import asyncio

import msgspec
import pytest

from fulfilment.billing.errors import CancelFailed
from fulfilment.infra.operations.idempotency import InProgress
from fulfilment.payments import port
from tests.billing.paying import BillingWorkspace

REFUSED = port.ProviderRefused("This subscription cannot be canceled.")
UNCLEAR = port.ProviderOutcomeUnknown("The payment provider did not answer in time.", timed_out=True)
AWAY = port.ProviderUnavailable("The payment provider is away.")


async def test_a_canceled_subscription_goes_on_until_its_period_ends(shop: BillingWorkspace):
    bought, provider_id = await shop.buy("growth")
    shown = await shop.cancel()
    said = shop.provider.subscriptions[provider_id]
    assert (shown["plan"], shown["status"]) == ("growth", "canceling")
    assert shown["cancelAt"] == shown["currentPeriodEnd"]
    assert said.cancel_at_period_end
    assert await shop.plan() == "growth"
    assert (await shop.subscription(bought.subscription_id))["ending"] is None


async def test_cancelling_again_asks_nobody_and_answers_the_same(shop: BillingWorkspace):
    await shop.buy()
    assert await shop.cancel() == await shop.cancel() == await shop.cancel()
    assert shop.provider.calls["cancel_at_period_end"] == 1


@pytest.mark.parametrize("plan", [None, "free", "starter"])
async def test_a_workspace_that_pays_for_nothing_is_answered_as_it_is(shop: BillingWorkspace, plan: str | None):
    await shop.set_plan(plan)
    shown = await shop.cancel()
    assert (shown["plan"], shown["status"], shown["cancelAt"]) == (plan or "internal", "active", None)
    assert not shop.provider.calls["cancel_at_period_end"]


@pytest.mark.parametrize("problem", [REFUSED, AWAY])
async def test_what_the_provider_did_not_do_changes_nothing(shop: BillingWorkspace, problem: Exception):
    bought, _ = await shop.buy()
    shop.provider.trouble["cancel_at_period_end"] = [problem]
    with pytest.raises(CancelFailed, match=str(problem)):
        await shop.cancel(key="first")
    row = await shop.subscription(bought.subscription_id)
    assert (row["ending"], row["status"], (await shop.get_subscription()).status) == (None, "active", "active")
    await shop.run_subscription_sync()
    assert (await shop.get_subscription()).status == "active"
    assert (await shop.cancel(key="first"))["status"] == "canceling"


@pytest.mark.parametrize("is_done", [True, False])
async def test_what_nobody_knows_is_asked_again_by_the_worker_in_the_same_name(shop: BillingWorkspace, is_done: bool):
    bought, provider_id = await shop.buy()
    (shop.provider.lost if is_done else shop.provider.trouble)["cancel_at_period_end"] = [UNCLEAR]
    with pytest.raises(CancelFailed, match="not known yet"):
        await shop.cancel(key="first")
    assert (await shop.get_subscription()).status == "active"
    await shop.run_subscription_sync()
    assert shop.provider.subscriptions[provider_id].cancel_at_period_end
    assert (await shop.get_subscription()).status == "canceling"
    (entry,) = [entry for entry in await shop.audits() if entry["action"] == "billing.subscription_canceled"]
    assert (entry["actor_type"], entry["actor_id"], entry["target_id"]) == ("user", shop.id, bought.subscription_id)
    assert (await shop.cancel(key="first"))["status"] == "canceling"


async def test_the_provider_may_tell_of_it_before_its_own_answer_comes(shop: BillingWorkspace):
    _, provider_id = await shop.buy()
    shop.provider.hang["cancel_at_period_end"] = asyncio.Event()
    asked = asyncio.create_task(shop.cancel())
    await _until(lambda: shop.provider.calls["cancel_at_period_end"] == 1)
    said = shop.provider.subscriptions[provider_id]
    await shop.change(provider_id, cancel_at_period_end=True, cancel_at=said.current_period_end)
    assert (await shop.cancel())["status"] == "canceling"
    shop.provider.hang["cancel_at_period_end"].set()
    assert (await asked)["status"] == "canceling"
    (entry,) = [entry for entry in await shop.audits() if entry["action"] == "billing.subscription_canceled"]
    assert entry["actor_id"] == shop.id


async def test_two_requests_at_once_both_cancel_and_under_one_key_the_second_waits_for_its_turn(shop: BillingWorkspace):
    await shop.buy()
    shop.provider.hang["cancel_at_period_end"] = asyncio.Event()
    first = asyncio.create_task(shop.cancel(key="first"))
    await _until(lambda: shop.provider.calls["cancel_at_period_end"] == 1)
    with pytest.raises(InProgress):
        await shop.cancel(key="first")
    second = asyncio.create_task(shop.cancel())
    await _until(lambda: shop.provider.calls["cancel_at_period_end"] == 2)
    shop.provider.hang["cancel_at_period_end"].set()
    assert (await first)["status"] == (await second)["status"] == "canceling"
    assert len([entry for entry in await shop.audits() if entry["action"] == "billing.subscription_canceled"]) == 1


async def test_a_process_that_died_after_it_asked_left_the_rest_to_the_worker(shop: BillingWorkspace):
    _, provider_id = await shop.buy()
    shop.provider.hang["cancel_at_period_end"] = asyncio.Event()
    asked = asyncio.create_task(shop.cancel())
    await _until(lambda: shop.provider.calls["cancel_at_period_end"] == 1)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    del shop.provider.hang["cancel_at_period_end"]
    await shop.due()
    await shop.run_subscription_sync()
    assert shop.provider.subscriptions[provider_id].cancel_at_period_end
    assert (await shop.get_subscription()).status == "canceling"


async def test_the_worker_gives_up_what_the_provider_refuses(shop: BillingWorkspace):
    bought, _ = await shop.buy()
    shop.provider.trouble["cancel_at_period_end"] = [UNCLEAR, REFUSED]
    with pytest.raises(CancelFailed):
        await shop.cancel()
    await shop.run_subscription_sync()
    assert (await shop.subscription(bought.subscription_id))["ending"] is None
    assert (await shop.get_subscription()).status == "active"


async def test_what_was_canceled_at_the_provider_is_the_services_own_act(shop: BillingWorkspace):
    _, provider_id = await shop.buy()
    said = shop.provider.subscriptions[provider_id]
    await shop.change(provider_id, cancel_at_period_end=True, cancel_at=said.current_period_end)
    (entry,) = [entry for entry in await shop.audits() if entry["action"] == "billing.subscription_canceled"]
    assert (entry["actor_type"], entry["actor_id"]) == ("system", None)
    await shop.change(provider_id, cancel_at_period_end=False, cancel_at=None)
    assert ((await shop.get_subscription()).status, (await shop.get_subscription()).cancel_at) == ("active", None)


async def test_a_partner_that_cancels_is_named_in_the_audit_log(shop: BillingWorkspace):
    await shop.buy()
    shop.principal = msgspec.structs.replace(shop.principal, partner="plaza", is_on_behalf_of=True)
    await shop.cancel()
    (entry,) = [entry for entry in await shop.audits() if entry["action"] == "billing.subscription_canceled"]
    assert (entry["account_id"], entry["actor_id"]) == (shop.id, shop.id)
    assert entry["metadata"] == '{"partner":"plaza","keyId":"svc_key_0123456789abcdef"}'


async def test_buying_another_plan_while_it_ends_is_as_buying_any(shop: BillingWorkspace):
    _, first_id = await shop.buy("starter")
    await shop.cancel()
    # The same plan may be bought again: its subscription is no longer paid for.
    _, second_id = await shop.buy("starter")
    await shop.run_subscription_sync()
    assert shop.provider.subscriptions[first_id].status == "canceled"
    assert ((await shop.get_subscription()).status, await shop.plan()) == ("active", "starter")
    assert shop.provider.subscriptions[second_id].status == "active"


async def test_what_is_overdue_can_be_canceled_and_is_shown_so_until_the_provider_gives_up(shop: BillingWorkspace):
    """The specification (Billing): cancelling returns the subscription with status `canceling`."""
    _, provider_id = await shop.buy()
    await shop.change(provider_id, status="past_due")
    shown = await shop.cancel()
    assert (shown["status"], shown["cancelAt"]) == ("canceling", shown["currentPeriodEnd"])
    assert ((await shop.get_subscription()).status, await shop.plan()) == ("canceling", "starter")
    await shop.change(provider_id, status="unpaid")
    assert ((await shop.get_subscription()).status, await shop.plan()) == ("past_due", "free")


async def _until(is_so) -> None:
    never = asyncio.Event()
    while not is_so():
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(never.wait(), 0.01)
