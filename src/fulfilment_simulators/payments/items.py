"""Items of a checkout session: a price of the account, or an amount of the client."""

from typing import Any

from fulfilment_simulators.payments import ids, prices
from fulfilment_simulators.payments.errors import MissingObject, invalid_request
from fulfilment_simulators.payments.parameters import LineItem, SessionParameters


def build_items(parameters: SessionParameters) -> tuple[str, list[dict[str, Any]]]:
    """The currency, in lower case, and the items with their amounts in hundredths. Raises StripeApiError."""
    if parameters.mode == "subscription" and len(parameters.line_items) != 1:
        raise invalid_request("This simulator sells one plan at a time.", "line_items")
    found = [_build_item(item, index, parameters) for index, item in enumerate(parameters.line_items)]
    currencies = {currency for currency, _ in found}
    if len(currencies) > 1:
        raise invalid_request("All line items must have the same currency.", "line_items")
    return currencies.pop(), [item for _, item in found]


def _build_item(item: LineItem, index: int, parameters: SessionParameters) -> tuple[str, dict[str, Any]]:
    place = f"line_items[{index}]"
    data = item.price_data
    if (item.price is None) is (data is None):
        raise invalid_request("Exactly one of `price` and `price_data` must be given.", place)
    if data is None:
        return _build_priced_item(item, place, parameters)
    if parameters.mode == "subscription":
        raise invalid_request("Plans are sold at prices of the account.", f"{place}[price_data]")
    currency = _currency(data.currency, f"{place}[price_data][currency]")
    if data.product_data is None:
        raise invalid_request("Missing required param: product_data.", f"{place}[price_data]", "parameter_missing")
    return currency, _item(None, data.product_data.name, data.unit_amount * item.quantity, currency, item.quantity)


def _build_priced_item(item: LineItem, place: str, parameters: SessionParameters) -> tuple[str, dict[str, Any]]:
    price = prices.find(item.price or "")
    if price is None:
        raise MissingObject("price", item.price or "", f"{place}[price]")
    if parameters.mode != "subscription":
        raise invalid_request(
            "You must provide at least one one-time price in `payment` mode; this one is recurring.", f"{place}[price]"
        )
    currency = _currency(parameters.currency, "currency") if parameters.currency else price["currency"]
    amount = prices.amount_of(price, currency, f"{place}[price]") * item.quantity
    return currency, _item(price, price["lookup_key"].title(), amount, currency, item.quantity)


def _currency(text: str, param: str) -> str:
    if text.lower() not in prices.CURRENCIES:
        raise invalid_request(f"Invalid currency: {text[:20].lower()}. This simulator knows idr and usd.", param)
    return text.lower()


def _item(price: dict[str, Any] | None, description: str, amount: int, currency: str, quantity: int) -> dict[str, Any]:
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
