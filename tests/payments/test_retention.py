"""Unpaid checkouts are deleted, with their buyer's data; paid checkouts never are (docs/operating.md)."""

import pytest

from fulfilment.payments import checkout
from tests.harness.payments import Desk, FakeProvider
from tests.payments.test_checkout import CREDIT, PLAN, data, open_page, rows


async def ended(desk: Desk, provider: FakeProvider, account: str, state: str, days: int, *, is_plan: bool) -> str:
    """The id of a checkout that came to this so many days ago."""
    shown = data(await open_page(desk, provider, account, PLAN if is_plan else CREDIT))
    statement = """
        UPDATE checkouts SET state = $2, due_at = NULL, settled_at = now() - $3 * interval '1 day'
         WHERE account_id = $1 AND provider_session_id = $4 RETURNING id
    """
    async with desk.db.connection() as connection:
        return await connection.fetchval(statement, account, state, days, shown["checkoutSessionId"])


@pytest.mark.parametrize("is_plan", [True, False], ids=["of a plan", "of credit"])
@pytest.mark.parametrize(
    ("state", "days", "is_kept"),
    [("failed", 91, False), ("expired", 91, False), ("failed", 89, True), ("expired", 89, True), ("paid", 400, True),
     ("open", 91, True)],
)  # fmt: skip
async def test_what_ended_unpaid_is_forgotten_after_ninety_days(
    desk: Desk, provider: FakeProvider, account: str, state: str, days: int, is_kept: bool, is_plan: bool
):
    id = await ended(desk, provider, account, state, days, is_plan=is_plan)
    await checkout.delete_expired(desk.db)
    assert [row["id"] for row in await rows(desk, account)] == ([id] if is_kept else [])


@pytest.mark.parametrize(("status", "is_kept"), [("active", True), ("incomplete", True), ("canceled", False)])
async def test_the_page_of_a_subscription_is_kept_until_that_is_over(
    desk: Desk, provider: FakeProvider, account: str, status: str, is_kept: bool
):
    await ended(desk, provider, account, "expired", 91, is_plan=True)
    (row,) = await rows(desk, account)
    begun = """
        INSERT INTO subscriptions (account_id, id, provider_subscription_id, plan, currency, status, entitles,
                                   current_period_start, current_period_end, is_current)
        VALUES ($1, $2, 'theirs_' || $2, 'starter', 'IDR', $3, false, now(), now(), false)
    """
    async with desk.db.connection() as connection:
        await connection.execute(begun, account, row["subscription_id"], status)
    await checkout.delete_expired(desk.db)
    assert bool(await rows(desk, account)) == is_kept
