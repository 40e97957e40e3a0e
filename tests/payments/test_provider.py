"""Provider and prices of the plans that a process sells (decisions, section 10)."""

import pytest

from fulfilment.payments.provider import SIMULATOR_SECRET, Payments
from fulfilment.settings import load

DEVELOPMENT = {"FULFILMENT_MODE": "development"}
REAL = {
    "FULFILMENT_PAYMENTS_KEY": "sk_test_1",
    "FULFILMENT_PAYMENTS_WEBHOOK_SECRETS": "whsec_new,whsec_old",
    "FULFILMENT_PAYMENTS_PRICES_STARTER": "IDR=price_rupiah,USD=price_cents,IDR=price_former",
    "FULFILMENT_PAYMENTS_PRICES_GROWTH": "USD=price_dollars,price_all",
}


async def test_production_without_a_key_has_no_provider_and_opens_nothing() -> None:
    payments = Payments(load({}))
    await payments.open()
    assert payments.provider is None and not payments.is_configured and payments.webhook_secrets == []
    assert payments.find_price_id("starter", "IDR") is None and payments.find_plan("price_starter") is None
    await payments.close()


@pytest.mark.parametrize("mode", [{}, DEVELOPMENT])
async def test_a_key_is_used_in_either_mode(mode: dict[str, str]) -> None:
    payments = Payments(load(REAL | mode))
    assert payments.is_configured and payments.provider is None
    await payments.open()
    assert payments.provider is not None and payments.webhook_secrets == ["whsec_new", "whsec_old"]
    await payments.close()
    assert payments.provider is None


async def test_development_without_a_key_sells_every_plan_of_the_simulator() -> None:
    payments = Payments(load(DEVELOPMENT))
    await payments.open()
    assert payments.provider is not None and payments.webhook_secrets == [SIMULATOR_SECRET]
    for plan in ("starter", "growth", "scale"):
        assert payments.find_price_id(plan, "IDR") == payments.find_price_id(plan, "USD") == f"price_{plan}"
        assert payments.find_plan(f"price_{plan}") == plan
    await payments.close()


def test_the_first_price_of_a_currency_is_sold_then_the_one_for_every_currency() -> None:
    payments = Payments(load(REAL))
    assert (payments.find_price_id("starter", "IDR"), payments.find_price_id("starter", "USD")) == (
        "price_rupiah",
        "price_cents",
    )
    assert (payments.find_price_id("growth", "IDR"), payments.find_price_id("growth", "USD")) == (
        "price_all",
        "price_dollars",
    )
    assert payments.find_price_id("scale", "IDR") is None


def test_a_price_that_is_not_sold_any_more_still_buys_its_plan() -> None:
    payments = Payments(load(REAL))
    assert payments.find_plan("price_former") == "starter" and payments.find_plan("price_all") == "growth"
    assert payments.find_plan("price_of_somebody_else") is None
