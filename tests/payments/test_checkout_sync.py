"""The worker's sync of checkouts, after crashes, lost answers and lost events (decisions, section 10)."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Any

import asyncpg
import msgspec
import pytest
import pytest_asyncio
from structlog.testing import capture_logs

from fulfilment.billing import checkout_sync
from fulfilment.billing.checkout_sync import CHECKOUTS, CheckoutSync
from fulfilment.infra.operations import idempotency
from fulfilment.infra.operations.idempotency import Key
from fulfilment.payments import checkout, checkout_queries, events, port, queries
from fulfilment.payments.checkout import CheckoutFailed
from tests.credits.buying import CreditWorkspace
from tests.credits.ledger import open_account
from tests.harness.payments import Desk, FakePayments, FakeProvider, at_desk
from tests.harness.plans import rows_read
from tests.payments.test_checkout import CREDIT, PLAN

_synced_at: dict[str, datetime] = {}

UNCLEAR = port.ProviderOutcomeUnknown("It did not answer in time.", timed_out=True)


@pytest_asyncio.fixture
async def desk(database_url: str) -> AsyncIterator[Desk]:
    """With a database of its own: what is due elsewhere is not looked at."""
    async with at_desk(database_url) as running:
        yield running


@pytest_asyncio.fixture
async def shop(desk: Desk, provider: FakeProvider) -> CreditWorkspace:
    return CreditWorkspace(desk, provider, await _open(desk))


async def _open(desk: Desk) -> str:
    db = await asyncpg.connect(desk.settings.database_url)
    try:
        return await open_account(db)
    finally:
        await db.close()


@pytest.fixture
def watcher(desk: Desk, provider: FakeProvider) -> CheckoutSync:
    return build_checkout_sync(desk, provider)


def build_checkout_sync(desk: Desk, provider: FakeProvider | None) -> CheckoutSync:
    return CheckoutSync(desk.db, desk.notifier, FakePayments(provider), desk.settings)


async def _all_due(shop: CreditWorkspace) -> None:
    await shop._rows("UPDATE checkouts SET due_at = now() WHERE account_id = $1 AND due_at IS NOT NULL")
    await shop._rows("UPDATE billing_accounts SET due_at = now() WHERE account_id = $1")


async def sync_once(shop: CreditWorkspace, worker: CheckoutSync) -> dict[str, Any]:
    """The only checkout after its sync."""
    await _all_due(shop)
    (moment,) = await shop._rows("SELECT clock_timestamp() AS now WHERE $1 <> ''")
    _synced_at[shop.id] = moment["now"]
    await worker.run_due()
    (row,) = await shop.checkouts()
    return dict(row)


class Wait(msgspec.Struct):
    """In how many seconds the only checkout comes up, counted from before it was looked at, and from now."""

    at_most: float
    at_least: float

    def is_about(self, seconds: float) -> bool:
        return self.at_least <= seconds <= self.at_most


async def waits(shop: CreditWorkspace) -> Wait | None:
    """None: never. Its workspace's turn comes no later."""
    (row,) = await shop._rows(
        """
        SELECT c.due_at, clock_timestamp() AS now, b.due_at <= c.due_at AS is_in_time
          FROM checkouts c JOIN billing_accounts b USING (account_id) WHERE c.account_id = $1
        """
    )
    if row["due_at"] is None:
        return None
    assert row["is_in_time"]
    began = _synced_at.get(shop.id, row["now"])
    return Wait((row["due_at"] - began).total_seconds(), (row["due_at"] - row["now"]).total_seconds())


async def aged(shop: CreditWorkspace, hours: float) -> None:
    """As if all of it had been so long ago."""
    await shop._rows(
        f"""
        UPDATE checkouts
           SET created_at = created_at - interval '{hours} h', expires_at = expires_at - interval '{hours} h',
               settled_at = settled_at - interval '{hours} h' WHERE account_id = $1
        """
    )


async def left_unclear(shop: CreditWorkspace, *, key: str | None = "pay", call: str = "create_session") -> None:
    shop.provider.lost[call] = [UNCLEAR]
    with pytest.raises(CheckoutFailed):
        await checkout.create_checkout(shop.desk.operation(shop.id, key), shop.provider, CREDIT, shop.desk.settings)


async def remembered(shop: CreditWorkspace) -> list[int | None]:
    return [row["status"] for row in await shop._rows("SELECT status FROM idempotency_keys WHERE account_id = $1")]


@pytest.mark.parametrize("call", ["create_customer", "update_customer", "create_session"])
async def test_an_unclear_opening_is_finished_and_the_key_answers_it(
    shop: CreditWorkspace, watcher: CheckoutSync, call: str
):
    await left_unclear(shop, call=call)
    row = await sync_once(shop, watcher)
    assert row["state"] == "open"
    assert await remembered(shop) == [200]
    assert len(shop.provider.sessions) == 1


async def test_an_opening_of_a_dead_process_is_finished_when_its_lease_ends(
    shop: CreditWorkspace, watcher: CheckoutSync
):
    shop.provider.hang["create_session"] = asyncio.Event()
    dying = asyncio.create_task(
        checkout.create_checkout(shop.desk.operation(shop.id, "pay"), shop.provider, CREDIT, shop.desk.settings)
    )
    await shop.provider.called("create_session")
    dying.cancel()
    await asyncio.gather(dying, return_exceptions=True)
    del shop.provider.hang["create_session"]
    await watcher.run_due()
    assert [row["state"] for row in await shop.checkouts()] == ["opening"]
    assert (await waits(shop)).at_least <= checkout.lease_seconds(shop.desk.settings)
    assert (await sync_once(shop, watcher))["state"] == "open"


async def test_an_opening_that_no_key_would_answer_is_given_up(shop: CreditWorkspace, watcher: CheckoutSync):
    shop.provider.hang["create_session"] = asyncio.Event()
    dying = asyncio.create_task(
        checkout.create_checkout(shop.desk.operation(shop.id), shop.provider, CREDIT, shop.desk.settings)
    )
    await shop.provider.called("create_session")
    dying.cancel()
    await asyncio.gather(dying, return_exceptions=True)
    assert (await sync_once(shop, watcher))["state"] == "failed"
    assert shop.provider.sessions == {}


async def test_one_that_is_refused_at_last_is_given_up_and_frees_the_key(shop: CreditWorkspace, watcher: CheckoutSync):
    await left_unclear(shop)
    shop.provider.trouble["create_session"] = [port.ProviderRefused("No.")]
    assert (await sync_once(shop, watcher))["state"] == "failed"
    assert await remembered(shop) == []
    assert await waits(shop) is None


async def test_one_that_stays_unclear_is_tried_ever_more_seldom_and_given_up_after_a_day(
    shop: CreditWorkspace, watcher: CheckoutSync
):
    await left_unclear(shop)
    for seconds in (2, 4, 8, 16, 32):
        shop.provider.lost["create_session"] = [UNCLEAR]
        assert (await sync_once(shop, watcher))["state"] == "opening"
        assert (await waits(shop)).is_about(seconds)
    await aged(shop, 25)
    assert (await sync_once(shop, watcher))["state"] == "failed"
    assert await remembered(shop) == []


async def test_a_lost_event_loses_no_credit(shop: CreditWorkspace, watcher: CheckoutSync):
    session = await shop.buy()
    assert (await sync_once(shop, watcher))["state"] == "open"
    shop.provider.pay(session)
    assert (await sync_once(shop, watcher))["state"] == "paid"
    assert await shop.balance() == (50_000, 0)


async def test_an_open_page_is_asked_about_ever_more_seldom(shop: CreditWorkspace, watcher: CheckoutSync):
    await shop.buy()
    assert (await waits(shop)).at_least <= checkout.FIRST_CHECK_SECONDS
    for quarters in range(4):
        await sync_once(shop, watcher)
        assert (await waits(shop)).at_most >= max(checkout_sync.MIN_CHECK_SECONDS, quarters * 3_600)
        await aged(shop, 4)
    await aged(shop, 20)
    await sync_once(shop, watcher)
    assert (await waits(shop)).is_about(checkout_sync.MAX_CHECK_SECONDS)


async def test_a_page_that_expired_at_the_provider_is_expired_here_and_left_alone(
    shop: CreditWorkspace, watcher: CheckoutSync
):
    shop.provider.expire(await shop.buy())
    assert (await sync_once(shop, watcher))["state"] == "expired"
    assert await waits(shop) is None


async def test_a_page_is_followed_for_some_time_after_it_should_have_expired(
    shop: CreditWorkspace, watcher: CheckoutSync
):
    await shop.buy()
    await aged(shop, 24 + 23)
    assert (await sync_once(shop, watcher))["state"] == "open"
    await aged(shop, 2)
    assert (await sync_once(shop, watcher))["state"] == "expired"


async def test_money_that_is_awaited_is_awaited_for_weeks(shop: CreditWorkspace, watcher: CheckoutSync):
    session = await shop.buy()
    shop.provider.pay(session, is_paid=False)
    await aged(shop, 20 * 24)
    assert (await sync_once(shop, watcher))["state"] == "open"
    shop.provider.change_session(session, is_paid=True)
    assert (await sync_once(shop, watcher))["state"] == "paid"
    assert await shop.balance() == (50_000, 0)


async def test_a_payment_is_asked_about_long_after_so_that_a_lost_dispute_is_found(
    shop: CreditWorkspace, watcher: CheckoutSync
):
    payment = await shop.bought()
    assert (await waits(shop)).at_least <= 86_400
    shop.provider.change_payment(payment, disputed=50_000)
    await sync_once(shop, watcher)
    assert await shop.balance() == (0, 0)
    await aged(shop, 30 * 24)
    await sync_once(shop, watcher)
    assert (await waits(shop)).at_most >= 30 * 86_400
    await aged(shop, 200 * 24)
    await sync_once(shop, watcher)
    assert await waits(shop) is None


@pytest.mark.parametrize("problem", [UNCLEAR, port.ProviderUnavailable("Away."), ValueError("a defect")])
async def test_one_that_cannot_be_followed_is_postponed_and_holds_up_nobody(
    shop: CreditWorkspace, watcher: CheckoutSync, problem: Exception
):
    others = [CreditWorkspace(shop.desk, shop.provider, await _open(shop.desk)) for _ in range(3)]
    await shop.buy()
    for other in others:
        shop.provider.pay(await other.buy())
        await _all_due(other)
    await _all_due(shop)
    shop.provider.trouble["retrieve_session"] = [problem]
    with capture_logs() as logs:
        await watcher.start_due()
        await watcher.join()
    is_fault = not isinstance(problem, port.PaymentsError)
    assert len([entry for entry in logs if entry["event"] == "job_failed"]) == is_fault
    found = [(await one.checkouts())[0] for one in (shop, *others)]
    assert sorted(row["state"] for row in found if row["faults"] == 0) in (["paid"] * 3, ["open", "paid", "paid"])
    (left,) = [row for row in found if row["faults"] == 1]
    assert (left["state"], left["holder"]) == ("open", None)
    for one in (shop, *others):
        await _all_due(one)
    await watcher.run_due()
    assert [await other.balance() for other in others] == [(50_000, 0)] * 3


async def test_a_workspace_with_very_many_takes_its_own_turns_alone(shop: CreditWorkspace, provider: FakeProvider):
    for _ in range(3 * CheckoutSync.max_per_workspace):
        await shop.buy()
    neighbour = CreditWorkspace(shop.desk, provider, await _open(shop.desk))
    provider.pay(await neighbour.buy())
    await _all_due(shop)
    await _all_due(neighbour)
    provider.hang["retrieve_session"] = asyncio.Event()
    watcher = build_checkout_sync(shop.desk, provider)
    taken = 0
    while begun := await watcher.start_due():
        taken += begun
    assert taken == CheckoutSync.max_per_workspace + 1
    provider.hang["retrieve_session"].set()
    await watcher.join()
    assert await neighbour.balance() == (50_000, 0)


async def test_a_provider_that_hangs_holds_no_connection(
    shop: CreditWorkspace, provider: FakeProvider, watcher: CheckoutSync
):
    await shop.buy()
    await _all_due(shop)
    provider.hang["retrieve_session"] = asyncio.Event()
    await watcher.start_due()
    await provider.called("retrieve_session")
    idle = "datname = current_database() AND state LIKE 'idle in tr%'"
    assert await shop._rows(f"SELECT pid FROM pg_stat_activity WHERE {idle} AND $1 <> ''") == []
    provider.hang["retrieve_session"].set()
    await watcher.join()


async def test_two_workers_look_at_each_checkout_once(shop: CreditWorkspace, provider: FakeProvider):
    sessions = [await shop.buy() for _ in range(8)]
    for session in sessions:
        provider.pay(session)
    await _all_due(shop)
    await asyncio.gather(*(build_checkout_sync(shop.desk, provider).run_due() for _ in range(3)))
    await build_checkout_sync(shop.desk, provider).run_due()
    assert await shop.balance() == (8 * 50_000, 0)


async def test_without_a_provider_nothing_is_taken(shop: CreditWorkspace):
    await shop.buy()
    await _all_due(shop)
    await build_checkout_sync(shop.desk, None).run_due()
    assert [row["faults"] for row in await shop.checkouts()] == [0]


async def test_a_plan_that_was_paid_without_an_event_is_had(
    shop: CreditWorkspace, watcher: CheckoutSync, provider: FakeProvider
):
    await checkout.create_checkout(shop.desk.operation(shop.id), provider, PLAN, shop.desk.settings)
    (session,) = provider.sessions
    provider.pay(session)
    assert (await sync_once(shop, watcher))["state"] == "paid"
    (account,) = await shop._rows("SELECT plan FROM accounts WHERE id = $1")
    assert account["plan"] == "starter"
    assert await waits(shop) is None


FILL = """
    INSERT INTO accounts (id, name, origin, created_at) 
    SELECT 'acc_' || n, 'Shop', 'operator', now() FROM generate_series(1, 3000) n;
    INSERT INTO billing_accounts (account_id, due_at)
    SELECT 'acc_' || n, CASE WHEN n % 3 = 0 THEN now() + (n - 300) * interval '1 s' END
      FROM generate_series(1, 3000) n;
    INSERT INTO checkouts (account_id, id, kind, state, amount, currency, terms, actor, provider_session_id,
                           provider_payment_id, memory, due_at)
    SELECT 'acc_' || CASE WHEN n % 2 = 0 THEN 300 ELSE 1 + n % 3000 END, 'chk_' || n, 'credit',
           CASE WHEN n % 7 = 0 THEN 'opening' ELSE 'open' END, 1, 'IDR', '{}', '{}', 'cs_' || n, 'pi_' || n,
           'key ' || n, CASE WHEN n % 5 > 0 THEN now() + (n - 2000) * interval '1 s' END
      FROM generate_series(1, 20000) n;
    INSERT INTO payment_events (account_id, id, type, received_at)
    SELECT 'acc_300', 'evt_' || n, 'x', now() - n * interval '1 h' FROM generate_series(1, 10000) n;
"""


async def test_nothing_reads_more_because_there_are_more(desk: Desk):
    db = await asyncpg.connect(desk.settings.database_url)
    try:
        await db.execute(FILL)
        await db.execute("VACUUM ANALYZE")
        await db.execute("SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off")
        hour = timedelta(hours=1)
        key = "key 14"
        for most, statement, *given in (
            (5, CHECKOUTS.find_due_tenants, ["acc_3"], 4),
            (60, CHECKOUTS.claim_due, ["acc_300", "acc_297"], [4, 4], hour, 8, 1),
            (2, checkout_queries.FIND_ABANDONED, "acc_300", key, hour),
            (2, checkout_queries.TAKE_OVER, "acc_300", "chk_14", 1, hour, 7),
            (1, queries.FIND_ANY_BY_SESSION, "cs_77"),
            (1, queries.FIND_ANY_BY_PAYMENT, "pi_77"),
            (1, queries.FIND_ANY_BY_SUBSCRIPTION, "sub_77"),
            (1, queries.FIND_BY_PAYMENT, "acc_300", "pi_76"),
            (3, checkout_sync.SCHEDULE_SESSION_CHECK, "acc_300", "chk_76", hour),
            (3, CHECKOUTS.postpone_claimed, "acc_300", "chk_76", 0, hour, 0, None),
            (1, events.IS_APPLIED, "evt_5"),
            (20, events.LIST_EXPIRED, 10),
        ):
            assert await rows_read(db, statement.text, *given) <= most, statement.name
    finally:
        await db.close()


def test_a_key_is_kept_so_that_it_is_found_again():
    kept = idempotency.encode_key(Key("pay", "partner", b"hash"))
    assert checkout.read_key({"memory": kept}) == Key("pay", "partner", b"hash")
