"""What is bought on a page: a price of the account's, or an amount of the caller's."""

from typing import Any

from fulfilment.payments.simulator import ids, prices
from fulfilment.payments.simulator.parameters import LineItem, SessionFields
from fulfilment.payments.simulator.refusals import Missing, invalid


def items_of(said: SessionFields) -> tuple[str, list[dict[str, Any]]]:
    """The currency, in lower case, and the items with their amounts in hundredths. Raises Refused."""
    if said.mode == "subscription" and len(said.line_items) != 1:
        raise invalid("This simulator sells one plan at a time.", "line_items")
    found = [_priced(item, index, said) for index, item in enumerate(said.line_items)]
    currencies = {currency for currency, _ in found}
    if len(currencies) > 1:
        raise invalid("All line items must have the same currency.", "line_items")
    return currencies.pop(), [item for _, item in found]


def _priced(item: LineItem, index: int, said: SessionFields) -> tuple[str, dict[str, Any]]:
    place = f"line_items[{index}]"
    if (item.price is None) is (item.price_data is None):
        raise invalid("Exactly one of `price` and `price_data` must be given.", place)
    if item.price is not None:
        return _offered(item, place, said)
    data = item.price_data
    if said.mode == "subscription":
        raise invalid("Plans are sold at prices of the account.", f"{place}[price_data]")
    currency = _currency(data.currency, f"{place}[price_data][currency]")
    if data.product_data is None:
        raise invalid("Missing required param: product_data.", f"{place}[price_data]", "parameter_missing")
    return currency, _item(None, data.product_data.name, data.unit_amount * item.quantity, currency, item.quantity)


def _offered(item: LineItem, place: str, said: SessionFields) -> tuple[str, dict[str, Any]]:
    price = prices.find(item.price or "")
    if price is None:
        raise Missing("price", item.price or "", f"{place}[price]")
    if said.mode != "subscription":
        raise invalid(
            "You must provide at least one one-time price in `payment` mode; this one is recurring.", f"{place}[price]"
        )
    currency = _currency(said.currency, "currency") if said.currency else price["currency"]
    amount = prices.amount_of(price, currency, f"{place}[price]") * item.quantity
    return currency, _item(price, price["lookup_key"].title(), amount, currency, item.quantity)


def _currency(said: str, param: str) -> str:
    if said.lower() not in prices.CURRENCIES:
        raise invalid(f"Invalid currency: {said[:20].lower()}. This simulator knows idr and usd.", param)
    return said.lower()


def _item(price: Any, description: str, amount: int, currency: str, quantity: int) -> dict[str, Any]:
    return {
        "id": ids.new("li"),
        "object": "item",
        "amount_discount": 0,
        "amount_subtotal": amount,
        "amount_tax": 0,
        "amount_total": amount,
        "currency": currency,
        "description": description,
        "price": price,
        "quantity": quantity,
    }
