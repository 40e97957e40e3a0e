"""Requests held against Stripe's published API, as the pinned library carries it.

Its parameter types are generated from Stripe's OpenAPI document, of the very version that is asked for.
"""

import sys
import types
import typing
from collections.abc import Mapping
from typing import Any, Literal, Union, get_args, get_origin

import typing_extensions
from stripe import params
from stripe.params import checkout

# Which operation takes which parameters.
OPERATIONS: dict[tuple[str, str], Any] = {
    ("POST", "/v1/customers"): params.CustomerCreateParams,
    ("POST", "/v1/customers/{id}"): params.CustomerUpdateParams,
    ("POST", "/v1/checkout/sessions"): checkout.SessionCreateParams,
    ("GET", "/v1/checkout/sessions/{id}"): checkout.SessionRetrieveParams,
    ("POST", "/v1/checkout/sessions/{id}/expire"): checkout.SessionExpireParams,
    ("GET", "/v1/subscriptions/{id}"): params.SubscriptionRetrieveParams,
    ("POST", "/v1/subscriptions/{id}"): params.SubscriptionUpdateParams,
    ("DELETE", "/v1/subscriptions/{id}"): params.SubscriptionCancelParams,
    ("GET", "/v1/invoices/{id}"): params.InvoiceRetrieveParams,
    ("GET", "/v1/invoices"): params.InvoiceListParams,
    ("GET", "/v1/payment_intents/{id}"): params.PaymentIntentRetrieveParams,
    ("GET", "/v1/disputes"): params.DisputeListParams,
}
# Types of the options next to the parameters, which are from another module.
_OF_OPTIONS = {"StripeContext": str, "Mapping": Mapping}
_WRAPPERS = (typing.Required, typing.NotRequired, typing_extensions.Required, typing_extensions.NotRequired)


def nested(fields: list[str]) -> dict[str, Any]:
    """`a[b][0]=c` as `{"a": {"b": ["c"]}}`."""
    tree: dict[str, Any] = {}
    for field in fields:
        name, _, value = field.partition("=")
        at = tree
        *path, last = name.replace("]", "").split("[")
        for part in path:
            at = at.setdefault(part, {})
        assert last not in at, f"{name} is sent twice"
        at[last] = value
    return {name: _lists(inner) for name, inner in tree.items()}


def _lists(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if list(value) == [str(at) for at in range(len(value))]:
        return [_lists(inner) for inner in value.values()]
    return {name: _lists(inner) for name, inner in value.items()}


def problems(value: Any, kind: Any, where: str = "") -> list[str]:
    """The places where `value`, as sent over the wire, differs from the published type; empty if none does."""
    origin = get_origin(kind)
    if origin in _WRAPPERS:
        return problems(value, get_args(kind)[0], where)
    if origin in (Union, types.UnionType):
        found = [problems(value, each, where) for each in _alternatives(kind)]
        return min(found, key=len) if all(found) else []
    if typing_extensions.is_typeddict(kind):
        return _problems_of_fields(value, kind, where)
    if origin is Literal:
        return [] if value in get_args(kind) else [f"{where}: {value!r} is none of {get_args(kind)}"]
    if origin is list:
        return (
            [p for at, each in enumerate(value) for p in problems(each, get_args(kind)[0], f"{where}.{at}")]
            if (isinstance(value, list))
            else [f"{where}: no list"]
        )
    if origin is dict:
        return (
            [] if isinstance(value, dict) and all(isinstance(v, str) for v in value.values()) else [f"{where}: no map"]
        )
    return [] if _is_plain(value, kind) else [f"{where}: {value!r} is no {kind}"]


def _alternatives(kind: Any) -> list[Any]:
    """A list of words may grow in a later version, so the library takes any text beside it; we send what is listed."""
    found = list(get_args(kind))
    is_list_of_words = any(get_origin(each) is Literal and get_args(each) != ("",) for each in found)
    return [each for each in found if not (is_list_of_words and each is str)]


def _problems_of_fields(value: Any, kind: Any, where: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{where}: no fields"]
    # Options of the library next to the parameters, such as the key, are never sent as parameters.
    module = vars(sys.modules[kind.__module__]) | _OF_OPTIONS
    hints = typing_extensions.get_type_hints(kind, module, include_extras=True)
    known = {name: hint for name, hint in hints.items() if name not in _OPTIONS}
    found = [f"{where}.{name}: unknown" for name in value if name not in known]
    found += [f"{where}.{name}: missing" for name in kind.__required_keys__ if name in known and name not in value]
    return found + [p for name in value if name in known for p in problems(value[name], known[name], f"{where}.{name}")]


def _is_plain(value: Any, kind: Any) -> bool:
    if not isinstance(value, str):
        return False
    if kind is bool:
        return value in ("true", "false")
    return value.isdigit() if kind is int else kind is str


def _options() -> frozenset[str]:
    from stripe._request_options import RequestOptions

    return frozenset(RequestOptions.__annotations__)


_OPTIONS = _options()
