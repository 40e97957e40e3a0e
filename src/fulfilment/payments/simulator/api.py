"""The calls of Stripe's API that are simulated, under /v1."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from aiohttp import web

from fulfilment.payments.simulator import call, customers, listing, prices, sessions, subscriptions, takebacks
from fulfilment.payments.simulator.call import Operation
from fulfilment.payments.simulator.memory import Deed, Stored
from fulfilment.payments.simulator.parameters import (
    Call,
    CustomerFields,
    Ending,
    Listing,
    RefundFields,
    SessionFields,
    SubscriptionFields,
)
from fulfilment.payments.simulator.refusals import Missing

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def _show(kind: str, deed: Deed, _: Call, id: str) -> Stored:
    return deed.find(kind, id)


def _list(kind: str, url: str, deed: Deed, asked: Listing) -> dict[str, Any]:
    return listing.page(deed, kind, url, asked)


def _show_price(_deed: Deed, _: Call, id: str) -> Stored:
    price = prices.find(id)
    if price is None:
        raise Missing("price", id, "price")
    return price


def _list_prices(_deed: Deed, asked: Listing) -> dict[str, Any]:
    rows = list(prices.PRICES.values())
    return {"object": "list", "data": rows[: asked.limit], "has_more": len(rows) > asked.limit, "url": "/v1/prices"}


def _show_product(_deed: Deed, _: Call, id: str) -> Stored:
    product = prices.product_of(id)
    if product is None:
        raise Missing("product", id)
    return product


def _expire(deed: Deed, _: Call, id: str) -> Stored:
    return sessions.expire(deed, id)


def _create_customer(deed: Deed, said: CustomerFields) -> Stored:
    return customers.create(deed, said)


def _list_items(deed: Deed, asked: Listing, id: str) -> dict[str, Any]:
    return deed.find("checkout.session", id)["_line_items"]


def _show_account(_deed: Deed, _: Call) -> Stored:
    return {
        "id": "acct_simulator",
        "object": "account",
        "charges_enabled": True,
        "country": "ID",
        "default_currency": "idr",
        "details_submitted": True,
        "email": None,
        "type": "standard",
    }


# Method, path, name, what it takes, what does it.
_CALLS: tuple[tuple[str, str, str, type[Call], Callable[..., Any]], ...] = (
    ("GET", "/v1/account", "account.retrieve", Call, _show_account),
    ("POST", "/v1/customers", "customers.create", CustomerFields, _create_customer),
    ("POST", "/v1/customers/{id}", "customers.update", CustomerFields, customers.update),
    ("POST", "/v1/checkout/sessions", "sessions.create", SessionFields, sessions.create),
    ("POST", "/v1/checkout/sessions/{id}/expire", "sessions.expire", Call, _expire),
    ("GET", "/v1/checkout/sessions/{id}/line_items", "sessions.line_items", Listing, _list_items),
    ("GET", "/v1/prices", "prices.list", Listing, _list_prices),
    ("GET", "/v1/prices/{id}", "prices.retrieve", Call, _show_price),
    ("GET", "/v1/products/{id}", "products.retrieve", Call, _show_product),
    ("POST", "/v1/subscriptions/{id}", "subscriptions.update", SubscriptionFields, subscriptions.update),
    ("DELETE", "/v1/subscriptions/{id}", "subscriptions.cancel", Ending, subscriptions.cancel),
    ("POST", "/v1/refunds", "refunds.create", RefundFields, takebacks.refund),
)
# What is shown by its id and listed: path, name, kind.
_SHOWN = (
    ("/v1/customers", "customers", "customer"),
    ("/v1/checkout/sessions", "sessions", "checkout.session"),
    ("/v1/subscriptions", "subscriptions", "subscription"),
    ("/v1/invoices", "invoices", "invoice"),
    ("/v1/payment_intents", "payment_intents", "payment_intent"),
    ("/v1/charges", "charges", "charge"),
    ("/v1/refunds", "refunds", "refund"),
    ("/v1/disputes", "disputes", "dispute"),
    ("/v1/events", "events", "event"),
)


def routes() -> list[web.RouteDef]:
    """Every call as a route; a list answers GET alone, so that HEAD is none."""
    made = [_route(method, path, Operation(name, takes, does)) for method, path, name, takes, does in _CALLS]
    for path, name, kind in _SHOWN:
        made.append(_route("GET", path, Operation(f"{name}.list", Listing, partial(_list, kind, path))))
        made.append(_route("GET", f"{path}/{{id}}", Operation(f"{name}.retrieve", Call, partial(_show, kind))))
    return made


def _route(method: str, path: str, operation: Operation) -> web.RouteDef:
    return web.route(method, path, partial(call.handle, operation))
