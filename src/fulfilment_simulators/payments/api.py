"""Routes of the simulated part of Stripe's API under /v1."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from aiohttp import web

from fulfilment_simulators.payments import call, customers, listing, prices, reversals, sessions, subscriptions
from fulfilment_simulators.payments.call import Operation
from fulfilment_simulators.payments.errors import MissingObject
from fulfilment_simulators.payments.parameters import (
    CallParameters,
    CancelParameters,
    CustomerParameters,
    ListParameters,
    RefundParameters,
    SessionParameters,
    SubscriptionParameters,
)
from fulfilment_simulators.payments.store import StripeObject, Transaction

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def _retrieve(kind: str, tx: Transaction, _: CallParameters, id: str) -> StripeObject:
    return tx.find(kind, id)


def _list(kind: str, url: str, tx: Transaction, parameters: ListParameters) -> dict[str, Any]:
    return listing.list_page(tx, kind, url, parameters)


def _show_price(_deed: Transaction, _: CallParameters, id: str) -> StripeObject:
    price = prices.find(id)
    if price is None:
        raise MissingObject("price", id, "price")
    return price


def _list_prices(_deed: Transaction, parameters: ListParameters) -> dict[str, Any]:
    rows = list(prices.PRICES.values())
    return {
        "object": "list",
        "data": rows[: parameters.limit],
        "has_more": len(rows) > parameters.limit,
        "url": "/v1/prices",
    }


def _show_product(_deed: Transaction, _: CallParameters, id: str) -> StripeObject:
    product = prices.product_of(id)
    if product is None:
        raise MissingObject("product", id)
    return product


def _expire(tx: Transaction, _: CallParameters, id: str) -> StripeObject:
    return sessions.expire(tx, id)


def _create_customer(tx: Transaction, parameters: CustomerParameters) -> StripeObject:
    return customers.create_customer(tx, parameters)


def _list_items(tx: Transaction, parameters: ListParameters, id: str) -> dict[str, Any]:
    return tx.find("checkout.session", id)["_line_items"]


def _show_account(_deed: Transaction, _: CallParameters) -> StripeObject:
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


# Method, path, name, type of the parameters, function.
_OPERATIONS: tuple[tuple[str, str, str, type[CallParameters], Callable[..., Any]], ...] = (
    ("GET", "/v1/account", "account.retrieve", CallParameters, _show_account),
    ("POST", "/v1/customers", "customers.create", CustomerParameters, _create_customer),
    ("POST", "/v1/customers/{id}", "customers.update", CustomerParameters, customers.update_customer),
    ("POST", "/v1/checkout/sessions", "sessions.create", SessionParameters, sessions.create_session),
    ("POST", "/v1/checkout/sessions/{id}/expire", "sessions.expire", CallParameters, _expire),
    ("GET", "/v1/checkout/sessions/{id}/line_items", "sessions.line_items", ListParameters, _list_items),
    ("GET", "/v1/prices", "prices.list", ListParameters, _list_prices),
    ("GET", "/v1/prices/{id}", "prices.retrieve", CallParameters, _show_price),
    ("GET", "/v1/products/{id}", "products.retrieve", CallParameters, _show_product),
    ("POST", "/v1/subscriptions/{id}", "subscriptions.update", SubscriptionParameters, subscriptions.update),
    ("DELETE", "/v1/subscriptions/{id}", "subscriptions.cancel", CancelParameters, subscriptions.cancel),
    ("POST", "/v1/refunds", "refunds.create", RefundParameters, reversals.create_refund),
)
# Objects with an id and a list: path, name, kind.
_RESOURCES = (
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
    """All routes. Lists accept only GET, not HEAD."""
    defined = [_route(method, path, Operation(name, takes, does)) for method, path, name, takes, does in _OPERATIONS]
    for path, name, kind in _RESOURCES:
        defined.append(_route("GET", path, Operation(f"{name}.list", ListParameters, partial(_list, kind, path))))
        defined.append(
            _route("GET", f"{path}/{{id}}", Operation(f"{name}.retrieve", CallParameters, partial(_retrieve, kind)))
        )
    return defined


def _route(method: str, path: str, operation: Operation) -> web.RouteDef:
    return web.route(method, path, partial(call.handle, operation))
