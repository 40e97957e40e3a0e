"""Sync of the provider's invoices: each once, and the first under the id that the checkout answered."""

import asyncio
import json

import pytest

from fulfilment.billing import invoices
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.models import PageQuery
from fulfilment.payments.events import EventReceipt
from tests.billing.paying import BillingWorkspace
from tests.harness.payments import told


async def hear(shop: BillingWorkspace, provider_invoice_id: str, hearing: EventReceipt | None = None) -> None:
    await invoices.sync_invoice(shop.desk.operation(""), shop.payments, provider_invoice_id, hearing)


async def listed(shop: BillingWorkspace, **query) -> dict:
    async with shop.desk.operation(shop.id).read() as read:
        return (await invoices.list_invoices(read, PageQuery(**query))).data


async def test_the_first_invoice_has_the_id_that_the_checkout_answered(shop: BillingWorkspace):
    bought, provider_id = await shop.buy("growth")
    await shop.sync_subscription(provider_id)
    (row,) = await shop.invoices()
    assert (row["id"], row["subscription_id"], row["plan"]) == (bought.invoice_id, bought.subscription_id, "growth")
    assert (row["status"], row["currency"]) == ("paid", "IDR")


async def test_a_later_invoice_that_comes_first_does_not_take_the_place_of_the_first(shop: BillingWorkspace):
    bought = await shop.open_session()
    provider_id = shop.pay(bought)
    later = shop.bill(provider_id)
    await hear(shop, later.id)
    newest, oldest = await shop.invoices()
    assert (newest["provider_invoice_id"], oldest["id"]) == (later.id, bought.invoice_id)
    assert newest["id"].startswith("inv_") and newest["id"] != bought.invoice_id


async def test_an_invoice_tells_of_its_subscription_too(shop: BillingWorkspace):
    bought = await shop.open_session("scale")
    shop.pay(bought)
    (first,) = shop.provider.invoices_by_id
    event = told("invoice.paid", "invoice", first)
    hearings = [EventReceipt(event) for _ in range(3)]
    await asyncio.gather(*(hear(shop, first, hearing) for hearing in hearings))
    assert sum(hearing.is_applied for hearing in hearings) == 1
    assert await shop.plan() == "scale"
    assert len(await shop.invoices()) == 1


async def test_what_was_fetched_early_and_arrives_late_opens_nothing_again(shop: BillingWorkspace):
    _, provider_id = await shop.buy()
    billed = shop.bill(provider_id, status="open", paid_at=None)
    await hear(shop, billed.id)
    stale = shop.provider.invoices_by_id[billed.id]
    paid = shop.bill(provider_id, receipt_url="https://pay.example/receipt")
    await hear(shop, billed.id)
    async with shop.desk.operation(shop.id).transaction() as tx:
        await invoices.store_invoices(tx, [stale])
    newest, _ = await shop.invoices()
    assert (newest["status"], newest["paid_at"], newest["receipt_url"]) == (
        "paid",
        paid.paid_at,
        "https://pay.example/receipt",
    )


async def test_drafts_and_what_is_not_ours_are_passed_over(shop: BillingWorkspace):
    _, provider_id = await shop.buy()
    draft = shop.bill(provider_id, status="draft")
    foreign = shop.bill(provider_id, 2, subscription_reference="sub_of_another_service")
    for one in (draft, foreign):
        await hear(shop, one.id)
    assert len(await shop.invoices()) == 1


async def test_a_plan_that_was_changed_later_leaves_older_invoices_as_they_were(shop: BillingWorkspace):
    _, provider_id = await shop.buy("starter")
    await shop.change(provider_id, price_id="price_scale")
    await hear(shop, shop.bill(provider_id).id)
    assert [row["plan"] for row in await shop.invoices()] == ["scale", "starter"]


async def test_missing_invoices_are_fetched_page_by_page_until_nothing_is_new(
    shop: BillingWorkspace, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(invoices, "PAGE_SIZE", 3)
    bought = await shop.open_session()
    provider_id = shop.pay(bought)
    for number in range(1, 8):
        shop.bill(provider_id, number)
    await shop.sync_subscription(provider_id)
    rows = await shop.invoices()
    assert (len(rows), rows[-1]["id"]) == (8, bought.invoice_id)
    calls = shop.provider.calls["list_invoices"]
    shop.bill(provider_id, 8)
    await shop.due()
    await shop.run_subscription_sync()
    assert (len(await shop.invoices()), shop.provider.calls["list_invoices"] - calls) == (9, 2)


@pytest.mark.parametrize("status", ["past_due", "canceled"])
async def test_what_is_billed_with_another_status_is_fetched_though_nobody_tells_of_it(
    shop: BillingWorkspace, status: str
):
    _, provider_id = await shop.buy()
    shop.bill(provider_id)
    await shop.change(provider_id, status=status)
    assert len(await shop.invoices()) == 2


async def test_the_last_invoice_of_what_another_plan_has_ended_is_fetched(shop: BillingWorkspace):
    _, provider_id = await shop.buy("starter")
    await shop.buy("growth")
    shop.bill(provider_id)
    await shop.run_subscription_sync()
    assert len(await shop.invoices()) == 3


async def test_the_list_pages_newest_first_without_gap_or_repeat(shop: BillingWorkspace):
    bought = await shop.open_session()
    provider_id = shop.pay(bought)
    for number in range(1, 25):
        shop.bill(provider_id, number)
    await shop.sync_subscription(provider_id)
    pages, cursor = [], None
    while True:
        page = await listed(shop, limit=10, cursor=cursor)
        pages.append([msg["id"] for msg in map(_decoded, page["data"])])
        assert page["hasMore"] == (page["cursor"] is not None)
        cursor = page["cursor"]
        if cursor is None:
            break
    assert [len(page) for page in pages] == [10, 10, 5]
    assert [id for page in pages for id in page] == [row["id"] for row in await shop.invoices()]
    assert len((await listed(shop))["data"]) == 20


@pytest.mark.parametrize("query", [{"limit": 0}, {"limit": 51}, {"cursor": "nothing"}, {"cursor": "WyJhIl0"}])
async def test_a_limit_or_a_cursor_that_makes_no_sense_is_refused(shop: BillingWorkspace, query: dict):
    with pytest.raises(Validation) as refused:
        await listed(shop, **query)
    assert refused.value.field == next(iter(query))


def _decoded(raw) -> dict:
    return json.loads(bytes(raw))
