"""Prices of the plans in the simulated account: `price_<plan>` in both currencies, and one price per currency."""

from typing import Any

from fulfilment.billing import plans
from fulfilment_simulators.payments.errors import StripeApiError

# At Stripe both have two decimals, even the rupiah.
CURRENCIES = ("idr", "usd")
HUNDREDTHS = 100
_BEGAN_AT = 1_760_000_000


def _price(id: str, plan: plans.Plan, amounts: dict[str, int]) -> dict[str, Any]:
    currency = next(iter(amounts))
    options = {
        each: {"unit_amount": amount, "unit_amount_decimal": str(amount), "tax_behavior": "unspecified"}
        for each, amount in amounts.items()
    }
    return {
        "id": id,
        "object": "price",
        "active": True,
        "billing_scheme": "per_unit",
        "created": _BEGAN_AT,
        "currency": currency,
        "custom_unit_amount": None,
        "livemode": False,
        "lookup_key": plan.name,
        "metadata": {},
        "nickname": None,
        "product": f"prod_{plan.name}",
        "recurring": {"interval": "month", "interval_count": 1, "meter": None, "usage_type": "licensed"},
        "tax_behavior": "unspecified",
        "tiers_mode": None,
        "transform_quantity": None,
        "type": "recurring",
        "unit_amount": amounts[currency],
        "unit_amount_decimal": str(amounts[currency]),
        "_currency_options": options,
    }


def _offered() -> dict[str, dict[str, Any]]:
    found = {}
    for plan in plans.PLANS:
        if not plan.price_idr:
            continue
        amounts = {"idr": plan.price_idr * HUNDREDTHS, "usd": plan.price_usd_cents}
        id = f"price_{plan.name}"
        found[id] = _price(id, plan, amounts)
        for currency, amount in amounts.items():
            found[f"{id}_{currency}"] = _price(f"{id}_{currency}", plan, {currency: amount})
    return found


PRICES = _offered()


def find(id: str) -> dict[str, Any] | None:
    return PRICES.get(id)


def amount_of(price: dict[str, Any], currency: str, param: str) -> int:
    """The amount in a currency. Raises StripeApiError where the price does not have that currency."""
    option = price["_currency_options"].get(currency)
    if option is None:
        raise StripeApiError(
            f"The price specified only supports `{', '.join(price['_currency_options'])}`. "
            f"This doesn't match the expected currency: `{currency[:10]}`.",
            param=param,
        )
    return option["unit_amount"]


def product_of(id: str) -> dict[str, Any] | None:
    """The plan as a product."""
    name = id.removeprefix("prod_")
    if f"price_{name}" not in PRICES:
        return None
    return {
        "id": id,
        "object": "product",
        "active": True,
        "created": _BEGAN_AT,
        "default_price": f"price_{name}",
        "description": f"The plan {name.title()}, a month",
        "livemode": False,
        "metadata": {},
        "name": name.title(),
        "type": "service",
        "updated": _BEGAN_AT,
    }
