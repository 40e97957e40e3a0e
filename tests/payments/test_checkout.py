"""Opening a hosted page: once, whatever is lost, repeated or refused on the way (decisions, sections 4 and 10)."""

import asyncio
import json

import pytest

from fulfilment.infra.operations.command import EncodedResponse
from fulfilment.infra.operations.idempotency import InProgress
from fulfilment.payments import checkout, port
from fulfilment.payments.checkout import CheckoutFailed, TooManyCheckouts
from fulfilment.payments.schemas import CheckoutOrder
from tests.harness.payments import Desk, FakeProvider

CREDIT = CheckoutOrder(
    kind="credit",
    amount=50_000,
    currency="IDR",
    email="siti@example.com",
    name="Toko Kopi",
    success_url="https://shop.example/paid",
    cancel_url="https://shop.example/back",
    title="Shipping credit",
)
PLAN = CheckoutOrder(
    kind="plan",
    amount=299_000,
    currency="IDR",
    email="siti@example.com",
    name=None,
    success_url="https://shop.example/paid",
    cancel_url="https://shop.example/back",
    plan="starter",
    price_id="price_starter",
)
CALLS = ("create_customer", "update_customer", "create_session")


async def open_page(
    desk: Desk, provider: FakeProvider, account: str, order: CheckoutOrder = CREDIT, key: str | None = None
):
    return await checkout.create_checkout(desk.operation(account, key), provider, order, desk.settings)


def data(answered: EncodedResponse) -> dict:
    return json.loads(answered.body)["data"]


async def rows(desk: Desk, account: str) -> list:
    async with desk.db.connection() as connection:
        return await connection.fetch("SELECT * FROM checkouts WHERE account_id = $1 ORDER BY created_at", account)


async def test_a_page_for_credit_is_answered_and_kept(desk: Desk, provider: FakeProvider, account: str):
    shown = data(await open_page(desk, provider, account))
    (row,) = await rows(desk, account)
    assert shown == {
        "subscriptionId": None,
        "invoiceId": None,
        "checkoutSessionId": row["provider_session_id"],
        "checkoutUrl": row["url"],
    }
    assert (row["state"], row["amount"], row["plan"]) == ("open", 50_000, None)
    asked = provider.checkouts[row["id"]]
    assert (asked.amount, asked.title, asked.plan, asked.account_id) == (50_000, "Shipping credit", None, account)
    assert provider.described == {provider.customers[account, row["id"]]: ("siti@example.com", "Toko Kopi")}


async def test_a_page_for_a_plan_has_our_ids_of_what_it_begins(desk: Desk, provider: FakeProvider, account: str):
    shown = data(await open_page(desk, provider, account, PLAN))
    (row,) = await rows(desk, account)
    assert shown["subscriptionId"].startswith("sub_") and shown["invoiceId"].startswith("inv_")
    asked = provider.checkouts[row["id"]]
    assert (asked.plan, asked.price_id, asked.amount) == ("starter", "price_starter", None)
    assert asked.subscription_reference == shown["subscriptionId"] == row["subscription_id"]


async def test_a_workspace_has_one_customer(desk: Desk, provider: FakeProvider, account: str):
    await asyncio.gather(*(open_page(desk, provider, account) for _ in range(checkout.MAX_CONCURRENT_CHECKOUTS)))
    await open_page(desk, provider, account, PLAN)
    assert len({asked.customer_id for asked in provider.checkouts.values()}) == 1
    assert len(provider.checkouts) == checkout.MAX_CONCURRENT_CHECKOUTS + 1


async def test_a_customer_that_is_gone_at_the_provider_is_made_anew(desk: Desk, provider: FakeProvider, account: str):
    await open_page(desk, provider, account)
    other = FakeProvider()
    await open_page(desk, other, account)
    (asked,) = other.checkouts.values()
    assert [asked.customer_id] == list(other.customers.values())


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    "problem", [port.ProviderRefused("Your card is odd."), port.ProviderUnavailable("Too many requests.")]
)
async def test_a_refusal_is_told_in_the_providers_words_and_leaves_the_key_free(
    desk: Desk, provider: FakeProvider, account: str, call: str, problem: port.PaymentsError
):
    provider.trouble[call] = [problem]
    with pytest.raises(CheckoutFailed, match=problem.message.rstrip(".")):
        await open_page(desk, provider, account, key="pay")
    assert [row["state"] for row in await rows(desk, account)] == ["failed"]
    await open_page(desk, provider, account, key="pay")
    assert [row["state"] for row in await rows(desk, account)] == ["failed", "open"]


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("when", ["trouble", "lost"])
async def test_an_unclear_answer_is_resolved_by_the_same_request(
    desk: Desk, provider: FakeProvider, account: str, call: str, when: str
):
    getattr(provider, when)[call] = [port.ProviderOutcomeUnknown("It did not answer in time.", timed_out=True)]
    with pytest.raises(CheckoutFailed, match="under the same Idempotency-Key"):
        await open_page(desk, provider, account, key="pay")
    (row,) = await rows(desk, account)
    assert row["state"] == "opening"
    shown = data(await open_page(desk, provider, account, key="pay"))
    (row,) = await rows(desk, account)
    assert (row["state"], row["provider_session_id"]) == ("open", shown["checkoutSessionId"])
    assert len(provider.sessions) == 1


async def test_without_a_key_an_unclear_answer_says_to_ask_again(desk: Desk, provider: FakeProvider, account: str):
    provider.lost["create_session"] = [port.ProviderOutcomeUnknown("Cut.")]
    with pytest.raises(CheckoutFailed, match="Nothing can be paid on it; ask again"):
        await open_page(desk, provider, account)
    assert [row["state"] for row in await rows(desk, account)] == ["failed"]


async def test_a_twin_is_told_that_it_is_under_way(desk: Desk, provider: FakeProvider, account: str):
    provider.hang["create_session"] = asyncio.Event()
    first = asyncio.create_task(open_page(desk, provider, account, key="pay"))
    await provider.called("create_session")
    with pytest.raises(InProgress):
        await open_page(desk, provider, account, key="pay")
    provider.hang["create_session"].set()
    await first
    assert len(await rows(desk, account)) == 1


async def test_so_many_pages_of_a_workspace_are_opened_at_once_and_another_one_has_its_own(
    desk: Desk, provider: FakeProvider, account: str, neighbour: str
):
    provider.hang["create_session"] = asyncio.Event()
    opening = [
        asyncio.create_task(open_page(desk, provider, account, key=f"{n}"))
        for n in range(checkout.MAX_CONCURRENT_CHECKOUTS)
    ]
    await provider.called("create_session", checkout.MAX_CONCURRENT_CHECKOUTS)
    with pytest.raises(TooManyCheckouts):
        await open_page(desk, provider, account, PLAN, key="one too many")
    assert provider.calls["create_session"] == checkout.MAX_CONCURRENT_CHECKOUTS
    theirs = asyncio.create_task(open_page(desk, provider, neighbour))
    await provider.called("create_session", checkout.MAX_CONCURRENT_CHECKOUTS + 1)
    provider.hang["create_session"].set()
    await asyncio.gather(*opening, theirs)
    await open_page(desk, provider, account, PLAN, key="one too many")


async def test_what_a_dead_process_was_opening_keeps_no_other_page_away(
    desk: Desk, provider: FakeProvider, account: str
):
    """A dead process has no heartbeat, although its leases still have a while to run."""
    provider.lost["create_session"] = [port.ProviderOutcomeUnknown("Cut.")] * checkout.MAX_CONCURRENT_CHECKOUTS
    for number in range(checkout.MAX_CONCURRENT_CHECKOUTS):
        with pytest.raises(CheckoutFailed):
            await open_page(desk, provider, account, key=f"lost_{number}")
    under_way = "UPDATE checkouts SET lease_until = now() + interval '1 hour', holder = $2 WHERE account_id = $1"
    async with desk.db.connection() as connection:
        await connection.execute(under_way, account, None)
        with pytest.raises(TooManyCheckouts):
            await open_page(desk, provider, account)
        await connection.execute(under_way, account, -1)
    await open_page(desk, provider, account)
    assert [row["state"] for row in await rows(desk, account)] == ["opening"] * checkout.MAX_CONCURRENT_CHECKOUTS + [
        "open"
    ]


async def test_while_a_provider_hangs_nothing_is_held_in_the_database(desk: Desk, provider: FakeProvider, account: str):
    provider.hang["create_session"] = asyncio.Event()
    first = asyncio.create_task(open_page(desk, provider, account))
    await provider.called("create_session")
    async with desk.db.connection() as connection:
        held = await connection.fetch(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in trans%'"
        )
    assert held == []
    provider.hang["create_session"].set()
    await first


async def test_a_page_that_is_closed_already_is_no_page(desk: Desk, provider: FakeProvider, account: str):
    provider.lost["create_session"] = [port.ProviderOutcomeUnknown("Cut.")]
    with pytest.raises(CheckoutFailed):
        await open_page(desk, provider, account, key="pay")
    (session,) = provider.sessions
    provider.expire(session)
    with pytest.raises(CheckoutFailed, match="closed before"):
        await open_page(desk, provider, account, key="pay")
    assert [row["state"] for row in await rows(desk, account)] == ["failed"]


async def test_a_provider_that_keeps_saying_nothing_is_asked_for_another_page_in_the_end(
    desk: Desk, provider: FakeProvider, account: str
):
    for _ in range(checkout.MAX_ATTEMPTS + 1):
        provider.lost["create_session"] = [port.ProviderOutcomeUnknown("An unknown error occurred.")]
        with pytest.raises(CheckoutFailed):
            await open_page(desk, provider, account, key="pay")
    assert [row["state"] for row in await rows(desk, account)] == ["failed"]
    await open_page(desk, provider, account, key="pay")
    assert [row["state"] for row in await rows(desk, account)] == ["failed", "open"]
