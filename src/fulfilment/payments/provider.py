"""The configured payment provider of a process, and the prices of the plans (decisions, section 10)."""

from typing import get_args

from fulfilment.payments.port import Currency, PaidPlan, PaymentProvider, ProviderUnavailable
from fulfilment.payments.stripe import Stripe
from fulfilment.settings import Settings

# Credentials of the payment simulator that ships with the product.
SIMULATOR_KEY = "sk_test_simulator"
SIMULATOR_SECRET = "whsec_payments_simulator"  # noqa: S105 - it protects nothing but a simulator
PAID_PLANS: tuple[PaidPlan, ...] = get_args(PaidPlan)
_EVERY_CURRENCY = ""


class Payments:
    """The payment provider of a process, opened before its first use. In production it needs the operator's key."""

    def __init__(self, settings: Settings) -> None:
        self._timeout_seconds = settings.payments_timeout_seconds
        self._url, self._key = settings.payments_url, settings.payments_key
        self.webhook_secrets = list(settings.payments_webhook_secrets)
        self._prices: dict[PaidPlan, list[tuple[str, str]]] = _configured_prices(settings)
        if settings.simulates_payments:
            self._url, self._key = settings.payment_simulator_url, SIMULATOR_KEY
            self.webhook_secrets = [SIMULATOR_SECRET]
            self._prices = {plan: [(_EVERY_CURRENCY, f"price_{plan}")] for plan in PAID_PLANS}
        self._stripe: Stripe | None = None

    @property
    def is_configured(self) -> bool:
        """True if a provider is configured, opened or not."""
        return bool(self._key)

    @property
    def provider(self) -> PaymentProvider | None:
        return self._stripe

    async def open(self) -> None:
        """Create the client, without a connection and without loading Stripe's library."""
        if self.is_configured:
            self._stripe = Stripe(self._url, self._key, self._timeout_seconds)

    async def close(self) -> None:
        if self._stripe is not None:
            await self._stripe.close()
            self._stripe = None

    def find_price_id(self, plan: PaidPlan, currency: Currency) -> str | None:
        """The price of the plan: the first of the currency, else the first for every currency."""
        prices = self._prices.get(plan, [])
        for tried in (currency, _EVERY_CURRENCY):
            for name, price_id in prices:
                if name == tried:
                    return price_id
        return None

    def find_plan(self, price_id: str) -> PaidPlan | None:
        """The plan of a price, even of an old price that is still in the settings."""
        for plan, prices in self._prices.items():
            if any(price_id == each for _, each in prices):
                return plan
        return None


def _configured_prices(settings: Settings) -> dict[PaidPlan, list[tuple[str, str]]]:
    configured: dict[PaidPlan, list[str]] = {
        "starter": settings.payments_prices_starter,
        "growth": settings.payments_prices_growth,
        "scale": settings.payments_prices_scale,
    }
    return {plan: [_parse_price(entry) for entry in configured[plan]] for plan in PAID_PLANS}


def _parse_price(entry: str) -> tuple[str, str]:
    """The currency and the id of a price in the settings: `IDR=price_1`, or `price_1` for every currency."""
    currency, _, price_id = entry.rpartition("=")
    return currency, price_id


def require_provider(payments: Payments) -> PaymentProvider:
    """The provider. Raises ProviderUnavailable if none is configured any more: open work waits until one is."""
    if payments.provider is None:
        raise ProviderUnavailable("No payment provider is configured.")
    return payments.provider
