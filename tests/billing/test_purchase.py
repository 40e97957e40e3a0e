"""Checkout of a plan: its price, its currency, and the workspaces that may not buy."""

import json

import msgspec
import pytest

from fulfilment.billing.errors import PlanNotConfigured
from fulfilment.infra.api.errors import Validation
from fulfilment.infra.auth.principal import Principal
from fulfilment.payments import port
from fulfilment.payments.checkout import CheckoutFailed
from tests.billing.paying import EMAIL, BillingWorkspace

RUPIAH = {"starter": 299_000, "growth": 799_000, "scale": 1_999_000}
CENTS = {"starter": 1_900, "growth": 4_900, "scale": 12_900}


async def checkouts(shop: BillingWorkspace) -> list:
    return await shop.rows("SELECT * FROM checkouts WHERE account_id = $1 ORDER BY created_at")


@pytest.mark.parametrize("plan", RUPIAH)
async def test_the_ids_and_the_address_are_answered_and_the_price_is_the_plans(shop: BillingWorkspace, plan: str):
    bought = await shop.open_session(plan)
    (row,) = await checkouts(shop)
    assert (row["kind"], row["plan"], row["amount"], row["currency"]) == ("plan", plan, RUPIAH[plan], "IDR")
    assert (row["subscription_id"], row["invoice_id"]) == (bought.subscription_id, bought.invoice_id)
    asked = shop.provider.checkouts[row["id"]]
    assert (asked.price_id, asked.subscription_reference) == (f"price_{plan}", bought.subscription_id)
    assert asked.success_url.startswith("http") and asked.cancel_url.startswith("http")
    assert (await shop.get_subscription()).status == "active"


@pytest.mark.parametrize(
    ("country", "currency"),
    [
        (None, "IDR"),
        ("ID", "IDR"),
        ("id", "IDR"),
        ("SG", "USD"),
        ("us", "USD"),
        ("XX", "IDR"),
        ("T1", "IDR"),
        ("", "IDR"),
        ("USA", "IDR"),
        ("S G", "IDR"),
    ],
)
async def test_the_currency_is_that_of_the_country_that_the_proxy_tells(
    shop: BillingWorkspace, country: str | None, currency: str
):
    await shop.open_session("growth", country)
    (row,) = await checkouts(shop)
    assert (row["currency"], row["amount"]) == (currency, (RUPIAH if currency == "IDR" else CENTS)["growth"])


async def test_a_currency_that_is_asked_for_is_taken(shop: BillingWorkspace):
    await shop.open_session("scale", "ID", currency="USD")
    (row,) = await checkouts(shop)
    assert (row["currency"], row["amount"]) == ("USD", CENTS["scale"])


async def test_who_pays_in_one_currency_goes_on_in_it(shop: BillingWorkspace):
    _, provider_id = await shop.buy("starter", currency="USD")
    await shop.open_session("growth", "ID")
    assert (await checkouts(shop))[-1]["currency"] == "USD"
    with pytest.raises(Validation) as refused:
        await shop.open_session("growth", currency="IDR")
    assert refused.value.field == "currency"
    await shop.change(provider_id, status="canceled")
    await shop.open_session("growth", currency="IDR")


async def test_without_the_header_being_named_nobody_is_believed(shop: BillingWorkspace):
    shop.desk.settings = msgspec.structs.replace(shop.desk.settings, payments_country_header="")
    await shop.open_session("growth", "US")
    assert (await checkouts(shop))[-1]["currency"] == "IDR"


async def test_what_is_paid_for_already_is_not_sold_again_until_it_ends_or_fails(shop: BillingWorkspace):
    _, provider_id = await shop.buy("growth")
    with pytest.raises(Validation) as refused:
        await shop.open_session("growth")
    assert refused.value.field == "plan"
    await shop.change(provider_id, status="past_due")
    await shop.open_session("growth")


async def test_a_plan_that_was_given_can_be_bought(shop: BillingWorkspace):
    for plan in ("starter", None):
        await shop.set_plan(plan)
        await shop.open_session("starter")


async def test_a_key_must_say_an_email_and_a_person_has_one(shop: BillingWorkspace):
    with pytest.raises(Validation) as refused:
        await shop.open_session(email=None)
    assert refused.value.field == "email"
    person = Principal(shop.id, "user_1", actor_email="owner@example.com", person="issuer user_1")
    await shop.request_checkout("starter", principal=person, email="other@example.com")
    assert [email for email, _ in shop.provider.described.values()] == ["owner@example.com"]
    with pytest.raises(Validation):
        await shop.request_checkout("starter", principal=msgspec.structs.replace(person, actor_email=None), email=None)


async def test_without_a_provider_or_a_price_the_plan_is_not_configured(shop: BillingWorkspace):
    shop.payments.find_price_id = lambda plan, currency: None
    with pytest.raises(PlanNotConfigured):
        await shop.open_session()
    shop.payments.provider = None
    with pytest.raises(PlanNotConfigured):
        await shop.open_session()
    assert not await checkouts(shop)


async def test_the_providers_words_are_passed_on(shop: BillingWorkspace):
    shop.provider.trouble["create_session"] = [port.ProviderRefused("No such price: 'price_starter'")]
    with pytest.raises(CheckoutFailed, match="No such price"):
        await shop.open_session()


async def test_pages_of_before_are_closed_and_one_that_cannot_be_is_left(shop: BillingWorkspace):
    first = await shop.open_session("starter")
    second = await shop.open_session("growth")
    assert shop.provider.sessions[first.session_id].status == "expired"
    shop.pay(second)
    third = await shop.open_session("scale")
    assert shop.provider.sessions[second.session_id].status == "complete"
    shop.provider.trouble["expire_session"] = [port.ProviderUnavailable("The payment provider is away.")]
    await shop.open_session("growth")
    assert shop.provider.sessions[third.session_id].status == "open"


async def test_a_repeat_under_its_key_opens_one_page(shop: BillingWorkspace):
    first = await shop.request_checkout("starter", key="first")
    shown = json.loads(first.body)["data"]
    assert set(shown) == {"subscriptionId", "invoiceId", "checkoutSessionId", "checkoutUrl"}
    assert len(await checkouts(shop)) == len(shop.provider.sessions) == 1


async def test_who_asked_is_audited_and_a_partner_named(shop: BillingWorkspace):
    shop.principal = msgspec.structs.replace(shop.principal, partner="plaza", is_on_behalf_of=True)
    bought = await shop.open_session("growth")
    (entry,) = await shop.audits("billing.checkout_started")
    assert (entry["actor_type"], entry["actor_id"], entry["target_id"]) == ("user", shop.id, bought.subscription_id)
    assert entry["after"] == '{"plan":"growth","amount":799000,"currency":"IDR"}'
    assert '"partner":"plaza"' in entry["metadata"]
    assert EMAIL not in f"{entry['after']}{entry['metadata']}"
